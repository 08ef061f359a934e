"""Ways of asking in ImageMet's Tables 1 and 3, and its comparison of datasets (Table 6).

§4.2: CoT is a conversation of four stages, MS shows four examples; MS + CoT joins both.
"""

import pytest

from projects.domain.protocol.publication import OpenTask, Setting
from projects.domain.shipped import shipped_protocol
from releases.models import Release
from tests.papers.printed import table_of

EVALUATION = shipped_protocol("imagemet").evaluation
TABLE_6 = {
    "VFLUTE": "1,024",
    "HAIVMet": "958",
    "IRFL": "1,440",
    "ImageMet (synthetic)": "2,177",
}


def task(name: str) -> OpenTask:
    found = EVALUATION.open_task(name)
    assert found is not None
    return found


def setting(name: str) -> Setting:
    found = EVALUATION.setting(name)
    assert found is not None
    return found


@pytest.mark.parametrize("form", ["simile", "open"])
def test_cot_has_four_stages_and_ms_four_examples(form: str) -> None:
    plain, cot = task(f"{form}-caption"), task(f"{form}-caption-cot")
    both = task(f"{form}-caption-ms-cot")
    assert (len(plain.prompts), len(cot.prompts), len(both.prompts)) == (1, 4, 4)
    assert cot.prompts[0] == plain.prompts[0]
    # Stages 2 and 3 are those of Appendix I.4 in either form.
    assert cot.prompts[1:3] == task("simile-caption-cot").prompts[1:3]
    assert both.prompts[1:] == cot.prompts[1:]
    assert (plain.shots, cot.shots, both.shots) == (0, 0, 4)
    assert both.metrics == plain.metrics


def test_the_component_questions_have_cot_and_ms_and_both() -> None:
    assert setting("cot").instruction == task("simile-caption-cot").prompts[2]
    assert setting("4-shot-cot").instruction == setting("cot").instruction
    assert (setting("4-shot").shots, setting("4-shot-cot").shots) == (4, 4)


@pytest.mark.django_db
def test_table_6_compares_datasets(imagemet: Release) -> None:
    table = table_of(imagemet, "datasets", "en")
    assert table.columns == ["Number of instances", "Text source", "Image source"]
    [group] = table.groups
    own, *others = group.rows
    assert own.values[0] == str(imagemet.rows.count())
    assert {row.label: row.values[0] for row in others} == TABLE_6
    assert table.note == "Other datasets: ImageMet, Table 6."
    assert table_of(imagemet, "datasets", "zh").columns[0] == "实例数"
