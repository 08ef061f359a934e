"""Figures 2, 3 and 6 of CII-Bench: its composition and an example of each domain.

Figure 3 has the examples in Chinese; "The English version in Appendix B" is Figure 6. Typed
from the paper: the names of the domains and of the image types.
"""

import csv
import io

import pytest

from releases.records.models import FrozenRow, Release
from tests.papers.cii_bench.test_headings import DOMAINS, TABLE_6
from tests.papers.ii_bench.test_error_analysis import BASE, organizer
from tests.support.cast import browser

pytestmark = pytest.mark.django_db

CHINESE = ["生活", "艺术", "社会", "政治", "环境", "中华传统文化"]


@pytest.fixture
def labelled(cii_bench: Release) -> Release:
    """Six items for examples, one of each domain, with different image types."""
    protocol = cii_bench.protocol_version.protocol
    types = [choice.id for choice in protocol.label("image_type").choices]
    items = list(FrozenRow.objects.filter(release=cii_bench).order_by("key"))
    for row, domain, kind in zip(items, DOMAINS, types, strict=True):
        row.split = "dev"
        row.payload["labels"] |= {"domain": [domain], "image_type": [kind]}
        row.save(update_fields=["payload", "split"])
    return cii_bench


def rows(release: Release, figure: str, language: str) -> list[list[str]]:
    address = f"{BASE}figures/1.0.0/{figure}/csv/?language={language}"
    answer = browser(organizer(release)).get(address)
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))[1:]


def test_figure_2_has_image_types_within_domains(labelled: Release) -> None:
    counts = rows(labelled, "composition", "en")
    assert {domain for domain, _, _ in counts} == {name for name, _ in DOMAINS.values()}
    assert {kind for _, kind, _ in counts} == set(TABLE_6)
    assert sorted(n for _, _, n in counts if n != "0") == ["1"] * 6


@pytest.mark.parametrize("language", ["zh", "en"])
def test_figures_3_and_6_have_a_question_of_each_domain(
    labelled: Release, language: str
) -> None:
    examples = rows(labelled, "examples", language)
    names = [name for name, _ in DOMAINS.values()]
    shown = [heading for heading, *_ in examples]
    assert shown == (names if language == "en" else CHINESE)
    for _, stem, options, key, *_ in examples:
        assert stem
        assert len(options.splitlines()) == 6
        assert key in list("ABCDEF")
