"""Every figure of CII-Bench's Tables 1 to 4 and 6 to 12 (``tables.md``).

The text layer of the paper has lost a digit of Table 6 (Qwen2-VL-7B, Poster): the second
best open model, "60.8", stands there as "0.8".
"""

from collections.abc import Mapping

import pytest

from releases.records.models import Release
from tests.papers.cii_bench.test_tables import judged
from tests.papers.typed_runs import (
    add_label_runs,
    add_outcome_runs,
    add_setting_runs,
    name_of,
    outcome_figures,
    printed_tables,
)
from tests.papers.typed_tables import TypedTable, figure, number, typed_tables

pytestmark = pytest.mark.django_db

N = 765
TYPED = typed_tables("cii_bench")
BY_LABEL = {
    1: ("domain", "emotion"),
    6: ("image_type",),
    7: ("difficulty",),
    8: ("rhetoric",),
}
GROUPS = {
    "Open-source models": "Open-source Models",
    "Closed-source models": "Closed-source Models",
    "Text only (no picture)": "Text-Only Models",
    "Humans (imported, 3 people)": "Humans",
}


def figures(tables: list[TypedTable]) -> dict[str, dict[str, dict[str, str]]]:
    """Return figures by group, row and name of the heading."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for table in tables:
        for title, rows in table.groups.items():
            group = found.setdefault(GROUPS.get(title, title), {})
            for label in rows:
                group.setdefault(label, {}).update(
                    {
                        name_of(name): figure(cell)
                        for name, cell in table.by_heading(label).items()
                    }
                )
    return found


@pytest.mark.parametrize("number_of_table", BY_LABEL)
def test_accuracy_by_label_of_all_models_and_people(
    cii_bench: Release, number_of_table: int
) -> None:
    """§4.1: "we also select three Chinese PhD students to evaluate human performance"."""
    typed = TYPED[number_of_table]
    add_label_runs(cii_bench, typed, BY_LABEL[number_of_table], people=3, n=N)
    shown = figures(printed_tables(cii_bench, "labels-"))
    for title, rows in figures([typed]).items():
        for label, cells in rows.items():
            assert cells.items() <= shown[title][label].items(), label


def test_accuracy_by_prompt_of_all_models(cii_bench: Release) -> None:
    settings = ("none", "cot", "domain", "emotion", "rhetoric")
    add_setting_runs(cii_bench, TYPED[2], settings, n=N)
    assert figures(printed_tables(cii_bench, "prompts")) == figures([TYPED[2]])


def test_accuracy_by_number_of_examples_of_all_models(cii_bench: Release) -> None:
    add_setting_runs(cii_bench, TYPED[3], ("none", "1-shot", "2-shot", "3-shot"), n=N)
    assert figures(printed_tables(cii_bench, "shots")) == {
        "Models": figures([TYPED[3]])[""]
    }


def test_rates_of_all_models_and_settings(cii_bench: Release) -> None:
    """Tables 9 to 12: 18 models in five settings."""
    typed = add_outcome_runs(cii_bench, [TYPED[n] for n in range(9, 13)], n=N)
    assert len({model for model, _, _ in typed}) == 18
    printed = outcome_figures(printed_tables(cii_bench, "outcomes"))
    assert {cell: printed[cell] for cell in typed} == typed


def test_every_mean_of_table_4(cii_bench: Release) -> None:
    """Means have two decimals in Subtext; the paper prints some with one."""
    judged(cii_bench, ("test",))
    (printed,) = printed_tables(cii_bench, "rating-")
    shown: Mapping[str, float] = {
        name_of(name): number(cell)
        for name, cell in printed.by_heading("GPT-4o").items()
    }
    assert shown == {
        name_of(name): number(cell)
        for name, cell in TYPED[4].by_heading("GPT-4o").items()
    }
