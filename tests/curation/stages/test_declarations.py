"""What every installed stage declares is complete."""

from string import Formatter
from typing import Any

import pytest
from django.utils.translation import override

from core.domain.machine import IllegalMoveError
from core.translation import translate
from curation.images.domain.states import IMAGE, UNDECIDED
from curation.stages.base import ImageStage, PeopleStage, Stage
from curation.stages.registry import INSTALLED

ALWAYS = ("title", "lead", "name", "removed_as", "status", "action", "card")

stages = pytest.mark.parametrize("stage", INSTALLED, ids=lambda stage: stage.id)


def expected_keys(stage: Stage[Any]) -> set[str]:
    parameters = {f"parameter.{name}" for name in stage.parameters.model_fields}
    keys = {*ALWAYS, *parameters, *(f"{name}.hint" for name in parameters)}
    keys |= {f"reason.{rule}" for rule in stage.reasons}
    if isinstance(stage, ImageStage):
        keys |= {f"measure.{measure.id}" for measure in stage.measures}
    return keys if isinstance(stage, PeopleStage) else keys | {"rule"}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@stages
def test_it_has_every_text_in_both_languages(stage: Stage[Any]) -> None:
    assert set(stage.texts) == expected_keys(stage)
    for key, text in stage.texts.items():
        assert set(text) == {"en", "zh"}, key
        assert placeholders(text["en"]) == placeholders(text["zh"]), key
        if not (key == "removed_as" and isinstance(stage, PeopleStage)):
            assert all(text.values()), key


@stages
def test_its_state_is_reached_and_left(stage: Stage[Any]) -> None:
    by_people = isinstance(stage, PeopleStage)
    for state in UNDECIDED[1:] if by_people else UNDECIDED:
        assert IMAGE.find_transition(state, stage.action).target == stage.state
    assert IMAGE.find_transition(stage.state, "restore").reason_required
    assert IMAGE.find_transition(stage.state, "withdraw")


@stages
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_refusals_name_its_state_in_the_readers_language(
    stage: Stage[Any], language: str
) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        IMAGE.find_transition(stage.state, "accept")
    with override(language):
        assert stage.texts["status"][language[:2]] in translate(refusal.value.args[0])


@stages
def test_its_thresholds_are_parameters(stage: Stage[Any]) -> None:
    measures = stage.measures if isinstance(stage, ImageStage) else ()
    for measure in measures:
        assert measure.threshold in stage.parameters.model_fields
        low, high, step = measure.axis
        assert low < high
        assert 0 < step < high - low


def test_no_two_stages_share_a_column() -> None:
    columns = [column for stage in INSTALLED for column in stage.columns]
    assert len(set(columns)) == len(columns)
