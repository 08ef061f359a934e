"""Every figure and mark of II-Bench's Tables 2 to 11 (``tables.md``).

The paper's marks of the best and the second best are compared, too, but for the eleven
columns in which they do not fit its own figures.
"""

from collections.abc import Mapping

import pytest

from evaluation.runs.models.model_cards import ModelCard
from evaluation.tables.selectors.paper_tables import paper_tables, render_table
from releases.records.models import Release
from tests.papers.runs import accuracy, finished_run
from tests.papers.typed_runs import (
    HUMANS,
    add_label_runs,
    add_outcome_runs,
    add_setting_runs,
    outcome_figures,
    printed_tables,
)
from tests.papers.typed_tables import (
    TypedTable,
    figure,
    leaders,
    typed_tables,
)
from tests.support.cast import browser

pytestmark = pytest.mark.django_db

N = 1399
TYPED = typed_tables("ii_bench")
OPEN, CLOSED = "Open-source Models", "Closed-source Models"
BY_LABEL = {
    3: ("labels-1", ("domain", "emotion")),
    6: ("labels-2", ("image_type", "difficulty")),
    7: ("labels-3", ("rhetoric",)),
}
WRONG_MARKS = {
    (3, CLOSED, "Art (85)"),
    (3, CLOSED, "Psy. (152)"),
    (3, CLOSED, "Positive (196)"),
    (4, OPEN, "CoT"),
    (4, CLOSED, "None"),
    (6, OPEN, "Poster (133)"),
    (6, OPEN, "Paint. (101)"),
    (7, OPEN, "Others (55)"),
    (7, CLOSED, "VisD. (88)"),
    (7, CLOSED, "Pers. (128)"),
    (7, CLOSED, "Others (55)"),
}
"""Such as Table 3, Art: 74.1 is bold and 71.8 underlined, but GPT-4o has 72.9."""


def heading(name: str) -> str:
    """Return a heading of Table 7 with a separator of thousands: "Meta. (1106)"."""
    title, _, count = name.partition(" (")
    return f"{title} ({int(count[:-1].replace(',', '')):,})" if count else title


def figures(table: TypedTable) -> Mapping[str, Mapping[str, str]]:
    return {
        label: {
            heading(name): figure(cell)
            for name, cell in table.by_heading(label).items()
        }
        for label in table.rows()
    }


def require_marks(number_of_table: int, printed: TypedTable) -> None:
    typed = TYPED[number_of_table]
    for title in (OPEN, CLOSED):
        shown = {
            heading(name): (best, second)
            for name, best, second in leaders(
                printed, title.replace("Models", "models")
            )
        }
        for name, best, second in leaders(typed, title):
            fits = shown[heading(name)] == (best, second)
            assert fits != ((number_of_table, title, name) in WRONG_MARKS), name


@pytest.mark.parametrize("number_of_table", BY_LABEL)
def test_accuracy_by_label_of_all_models_and_people(
    ii_bench: Release, number_of_table: int
) -> None:
    typed = TYPED[number_of_table]
    table_id, fields = BY_LABEL[number_of_table]
    add_label_runs(ii_bench, typed, fields, people=2, n=N)
    (printed,) = printed_tables(ii_bench, table_id)
    assert figures(printed) == figures(typed)
    require_marks(number_of_table, printed)
    # The paper's order: ascending within each group, open models before closed ones.
    assert [list(rows) for rows in printed.groups.values()] == [
        list(rows) for rows in typed.groups.values()
    ]
    assert list(typed.groups)[-1] == HUMANS


def test_accuracy_by_prompt_of_all_models(ii_bench: Release) -> None:
    settings = ("none", "cot", "domain", "emotion", "rhetoric")
    add_setting_runs(ii_bench, TYPED[4], settings, n=N)
    (printed,) = printed_tables(ii_bench, "prompts")
    assert figures(printed) == figures(TYPED[4])
    require_marks(4, printed)


def test_accuracy_by_number_of_examples_of_all_models(ii_bench: Release) -> None:
    add_setting_runs(ii_bench, TYPED[5], ("none", "1-shot", "2-shot", "3-shot"), n=N)
    (printed,) = printed_tables(ii_bench, "shots")
    assert [*printed.columns[1:]] == [*TYPED[5].columns[1:]]
    assert [list(map(figure, cells)) for cells in printed.rows().values()] == [
        list(map(figure, cells)) for cells in TYPED[5].rows().values()
    ]


def test_rates_of_all_models_and_settings(ii_bench: Release) -> None:
    """Tables 8 to 11: 20 models; few-shot rates of six of them."""
    typed = add_outcome_runs(ii_bench, [TYPED[n] for n in range(8, 12)], n=N)
    assert len({model for model, _, _ in typed}) == 20
    tables = printed_tables(ii_bench, "outcomes")
    assert [len(table.columns) for table in tables] == [5, 5, 5, 5]
    printed = outcome_figures(tables)
    assert {cell: printed[cell] for cell in typed} == typed


SHORT_NAMES = {
    "BLIP-2 FLAN-T5-XL": "BLIP2-XL",
    "BLIP-2 FLAN-T5-XXL": "BLIP2-XXL",
    "CogVLM2-Llama3-Chat": "CogVLM2",
    "DeepSeek-VL-Chat-7B": "DeepSeek",
    "InstructBLIP-T5-XL": "InsBLIP-XL",
}
"""Columns of Table 8."""


def test_models_are_abbreviated_in_tables_of_rates(ii_bench: Release) -> None:
    """Appendix E: "For convenience of presentation, some model names are abbreviated."""
    project = ii_bench.project
    client = browser(project.memberships.get(role="organizer").user)
    for model, short in SHORT_NAMES.items():
        finished_run(ii_bench, model, accuracy(50, N), total=N)
        body = {"model": model, "access": "open", "short_name": short}
        address = f"/api/projects/{project.slug}/evaluation/models/"
        saved = client.put(address, body, format="json")
        assert saved.status_code == 200, saved.data
    (table,) = (one for one in paper_tables(ii_bench, "en") if one.id == "outcomes-1")
    assert set(table.columns) == set(TYPED[8].columns)
    assert "BLIP2-XL refers to BLIP-2 FLAN-T5-XL" in render_table(table, "latex", "en")
    # Where models are rows, their full names stay.
    (by_label,) = printed_tables(ii_bench, "labels-1")
    assert set(by_label.rows()) == set(SHORT_NAMES)


def test_architecture_and_size_of_all_models(ii_bench: Release) -> None:
    for model, parts in TYPED[2].rows().items():
        finished_run(ii_bench, model, accuracy(50, N), total=N)
        size, encoder, projection, language_model = parts
        ModelCard.objects.create(
            project=ii_bench.project,
            model=model,
            access="open",
            size=size,
            vision_encoder=encoder,
            projection=projection,
            language_model=language_model,
        )
    (printed,) = printed_tables(ii_bench, "models")
    assert printed.rows() == TYPED[2].rows()
