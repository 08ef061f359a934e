"""What an audit measured is kept: run again it measures nothing, and finds the same."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pytest_django.fixtures import Settings

from curation.stages.text_area.area import TextRegion
from published.audit.domain import images, pairs, thumbnails
from published.audit.domain.auditing import AuditOptions, audit_benchmark
from published.audit.domain.checks import learned
from published.audit.domain.measurements import MeasurementCache
from published.audit.domain.thumbnails import inline_thumbnails
from published.audit.services.measurements import kept_measurements
from published.reading.readers.base import BenchmarkLocation
from tests.published.audit.benchmarks import clean, edited_in_a_split, page_of_text
from tests.support.black_on_white import BlackOnWhite


class CountingEngine(BlackOnWhite):
    def __init__(self) -> None:
        super().__init__(languages=(), threads=1)
        self.images = 0

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        self.images += 1
        return super().read(image)


class StoppedError(Exception):
    """A worker is killed, or a person presses Ctrl-C."""


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    """Questions enough to learn from, two alike images and one full of text."""
    generated = clean(1, questions=120)
    generated.images = clean(1, questions=12, with_images=True).images
    edited_in_a_split(generated, 5)
    page_of_text(generated, 8)
    return generated.write(tmp_path / "set")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def outcome(
    benchmark: Path,
    measurements: MeasurementCache | None = None,
    engine: BlackOnWhite | None = None,
) -> Any:
    """The report and the thumbnails."""
    measurements = measurements or MeasurementCache()
    place = BenchmarkLocation(benchmark, benchmark.parent)
    options = AuditOptions(
        text_engine=engine or CountingEngine(), measurements=measurements
    )
    read, report = audit_benchmark(place, options)
    small = inline_thumbnails(read, report.findings, measurements)
    cases = [
        case.id_for(finding.check)
        for finding in report.findings
        for case in finding.cases
    ]
    return report.data(), [small(case) for case in cases]


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(images, "describe_image", fail)
    monkeypatch.setattr(pairs, "propose_pairs", fail)
    monkeypatch.setattr(learned, "held_out", fail)
    monkeypatch.setattr(thumbnails, "decode_image", fail)


def test_again_nothing_is_measured_and_the_same_is_found(
    benchmark: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = outcome(benchmark)
    found = {finding["check"] for finding in without[0]["findings"]}
    assert {"duplicate_images", "text_images"} <= found
    assert outcome(benchmark, MeasurementCache(folder, "1")) == without
    forbid(monkeypatch)
    engine = CountingEngine()
    assert outcome(benchmark, MeasurementCache(folder, "1"), engine) == without
    assert engine.images == 0


def test_another_version_and_damaged_files_count_as_absent(
    benchmark: Path, folder: Path
) -> None:
    engine = CountingEngine()
    first = outcome(benchmark, MeasurementCache(folder, "1"), engine)
    assert outcome(benchmark, MeasurementCache(folder, "2"), engine) == first
    assert engine.images == 2 * 12
    for file in folder.glob("*/*"):
        file.write_bytes(file.read_bytes()[:-1])
    assert outcome(benchmark, MeasurementCache(folder, "2"), engine) == first
    assert engine.images == 3 * 12


def test_a_stopped_audit_continues_with_what_it_had_measured(
    benchmark: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StoppedEngine(CountingEngine):
        def read(self, image: Image.Image) -> Sequence[TextRegion]:
            if self.images == 6:
                raise StoppedError
            return super().read(image)

    measurements = MeasurementCache(folder, "1")
    with pytest.raises(StoppedError):
        outcome(benchmark, measurements, StoppedEngine())
    engine = CountingEngine()
    with monkeypatch.context() as during:
        # The images are described already; it is stopped before they are compared.
        during.setattr(images, "describe_image", None)
        during.setattr(pairs, "propose_pairs", _stop)
        with pytest.raises(StoppedError):
            outcome(benchmark, measurements, engine)
    assert engine.images == 6
    last = CountingEngine()
    assert outcome(benchmark, measurements, last) == outcome(benchmark)
    assert last.images == 0


def _stop(*_: object) -> None:
    raise StoppedError


def test_the_folder_stays_below_its_size(folder: Path) -> None:
    measurements = MeasurementCache(folder)
    for number in range(4):
        measurements.store_measurement(bytes(100), "kind", number)
    measurements.delete_oldest(3 * 132)
    assert len(list(folder.glob("*/*"))) == 3
    measurements.delete_oldest(0)
    assert measurements.find_measurement("kind", 3) is None


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    measurements = MeasurementCache(blocked)
    assert measurements.get_or_measure(lambda: b"measured", "kind") == b"measured"
    measurements.delete_oldest()


def test_commands_and_jobs_share_the_data_folder(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    kept_measurements().store_measurement(b"measured", "kind")
    assert kept_measurements().find_measurement("kind") == b"measured"
    settings.SUBTEXT_VERSION = "0.0.0"
    assert kept_measurements().find_measurement("kind") is None
