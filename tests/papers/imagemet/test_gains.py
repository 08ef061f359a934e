"""Gains in percent of the lower score, as ImageMet states them.

Typed from the abstract, §5.1 and §5.2. They follow from the scores in Tables 1 to 3; the
paper cuts off their decimals. Its +5.21 % and +9.3 % for the questions and its +24.49 % do
not follow from its tables in any way that was tried, so that they are not compared.
"""

import math
from statistics import fmean

import pytest

from evaluation.runs.services.model_cards import save_card
from releases.records.models import Release
from reporting.tables import Table
from tests.papers.imagemet.test_tables import (
    TABLE_1,
    TABLE_2,
    TABLE_3,
    component_runs,
    three_runs,
)
from tests.papers.printed import table_of
from tests.support.cast import browser

pytestmark = pytest.mark.django_db

SBERT, ACD = 3, 4
PRIMARY, SECONDARY, ATTRIBUTE = 0, 1, 2


@pytest.fixture
def fine_tuned(imagemet: Release) -> Release:
    for model, base in (
        ("Qwen2 IM", "Qwen2"),
        ("Qwen2 VF", "Qwen2"),
        ("LLaVa-1.5-7B-IM", "LLaVa-1.5-7B"),
    ):
        save_card(project=imagemet.project, model=model, access="open", base_model=base)
    return imagemet


def gains_in(table: Table, group: int = 0) -> dict[str, list[float]]:
    """Return gains in percent by what is compared."""
    rows = table.groups[group].rows
    return {
        row.label: [100 * value for value in row.values if isinstance(value, float)]
        for row in rows
    }


def cut(percent: float, decimals: int = 2) -> float:
    return math.floor(percent * 10**decimals) / 10**decimals


def test_fine_tuning_gains_4_67_and_4_84_percent(fine_tuned: Release) -> None:
    # Abstract: "+4.67% SBERT-Similarity, +4.84% task-specific metric".
    three_runs(fine_tuned, "simile-caption", TABLE_2)
    gains = gains_in(table_of(fine_tuned, "captions-1-gains"))["Qwen2 IM over Qwen2"]
    assert (cut(gains[SBERT]), cut(gains[ACD])) == (4.67, 4.84)


def test_prompting_gains_4_48_percent_in_open_and_14_64_in_closed_models(
    imagemet: Release,
) -> None:
    # §5.1: "modest improvements (+4.48 % SBERT-Similarity) for open models, but unlocks
    # substantial gains in closed models (14.64 % on average)".
    three_runs(imagemet, "simile-caption", TABLE_2)
    gains = gains_in(table_of(imagemet, "captions-1-gains"))
    assert cut(gains["Qwen2 MS + CoT over Qwen2"][SBERT]) == 4.48
    closed = ("GPT4o MS + CoT over GPT4o", "Gemini MS over Gemini")
    assert cut(fmean(gains[name][SBERT] for name in closed)) == 14.64


def test_chain_of_thought_gains_1_99_percent(imagemet: Release) -> None:
    # Abstract: "+1.99% in VMC", which is the mean over the two forms of captions.
    three_runs(imagemet, "simile-caption", TABLE_2)
    three_runs(imagemet, "open-caption", TABLE_1)
    name = "Qwen2 CoT over Qwen2"
    simile = gains_in(table_of(imagemet, "captions-1-gains"))[name][SBERT]
    [opened] = gains_in(table_of(imagemet, "captions-2-gains"))[name]
    assert round(fmean([simile, opened]), 2) == 1.99


def test_components_gain_10_and_17_percent(fine_tuned: Release) -> None:
    # §5.2: "+10% increase in Primary accuracy, +17% increase in Attribute Accuracy".
    component_runs(fine_tuned, TABLE_3)
    table = table_of(fine_tuned, "fixed-questions-gains")
    gains = gains_in(table)["Qwen2 IM over Qwen2"]
    assert (cut(gains[PRIMARY], 0), cut(gains[ATTRIBUTE], 0)) == (10, 17)
    assert gains[SECONDARY] == 0
    assert "GPT4o MS + CoT over GPT4o" in gains_in(table)


def test_without_techniques_and_base_models_there_is_no_table(
    imagemet: Release,
) -> None:
    three_runs(imagemet, "simile-caption", {"Qwen2": TABLE_2["Qwen2"]})
    with pytest.raises(StopIteration):
        table_of(imagemet, "captions-1-gains")


def test_an_organizer_names_the_base_model(imagemet: Release) -> None:
    organizer = imagemet.project.memberships.get(role="organizer").user
    client = browser(organizer)
    here = f"/api/projects/{imagemet.project.slug}/evaluation/models/"
    card = {"model": "Qwen2 IM", "access": "open", "base_model": "Qwen2"}
    assert client.put(here, card, format="json").status_code == 200
    [shown] = client.get(here).json()
    assert shown["base_model"] == "Qwen2"
