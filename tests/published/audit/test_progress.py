"""The progress of an audit: one measure over all steps, shown with the time left."""

import io
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from curation.stages.text_area.area import TextEngine
from published.audit.domain.auditing import AuditOptions, audit_benchmark
from published.audit.domain.progress import AuditProgress, AuditStep
from published.audit.progress_lines import progress_line
from published.reading.readers.base import BenchmarkLocation
from tests.published.audit.benchmarks import clean
from tests.support.black_on_white import BlackOnWhite


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    return clean(1, questions=12, with_images=True).write(tmp_path / "set")


def reports(benchmark: Path, engine: TextEngine | None) -> list[AuditProgress]:
    told: list[AuditProgress] = []
    options = AuditOptions(progress=told.append, text_engine=engine)
    audit_benchmark(BenchmarkLocation(benchmark, benchmark.parent), options)
    return told


@pytest.mark.parametrize("reads_text", [True, False])
def test_progress_only_grows_up_to_a_total_that_stays(
    benchmark: Path, reads_text: bool
) -> None:
    engine = BlackOnWhite(languages=(), threads=1) if reads_text else None
    told = reports(benchmark, engine)
    overall = [progress.overall_done for progress in told]
    assert overall == sorted(overall)
    assert {progress.overall_total for progress in told} == {overall[-1]}
    last = {progress.step: progress for progress in told}
    assert set(last) == set(AuditStep) - (set() if reads_text else {AuditStep.TEXT})
    assert all(progress.done == progress.total for progress in last.values())


def test_a_line_tells_the_step_and_the_time_left() -> None:
    progress = AuditProgress(AuditStep.TEXT, 1_200, 2_400, 3_000, 9_000)
    line = progress_line(progress, 60)
    assert line == "Reading text in images: 1,200 of 2,400, 0:02:00 left"
    assert progress_line(progress._replace(overall_done=0), 0).endswith("of 2,400")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(benchmark: Path, stderr: io.StringIO, *options: str) -> str:
    call_command(
        *("audit", str(benchmark), "--no-text", *options),
        stdout=io.StringIO(),
        stderr=stderr,
    )
    return stderr.getvalue()


def test_a_terminal_shows_one_line_that_is_replaced(benchmark: Path) -> None:
    text = shown(benchmark, Terminal())
    assert re.search(r"Reading images: 1 of 12, \d:\d\d:\d\d left", text)
    assert "\n" not in text
    assert text.endswith("\r\x1b[K")


def test_elsewhere_each_step_has_a_plain_line(benchmark: Path) -> None:
    lines = shown(benchmark, io.StringIO()).splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "Reading images",
        "Running checks",
        "Comparing images",
        "Running checks",
    ]
    assert "\x1b" not in "".join(lines)


def test_with_json_nothing_is_shown(benchmark: Path) -> None:
    assert shown(benchmark, Terminal(), "--json") == ""
