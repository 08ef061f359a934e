"""A bad document is refused with its file, the place in it and the reason."""

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from core.translation import override_language, translate
from subtext_protocol.reading import ProtocolError, protocol_from_data

TOY = Path(__file__).parents[1] / "protocols" / "toy.yaml"
DOCUMENT: dict[str, Any] = yaml.safe_load(TOY.read_text(encoding="utf-8"))

Change = Callable[[dict[str, Any]], object]


def refusal(change: Change) -> ProtocolError:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(ProtocolError) as caught:
        protocol_from_data(document, origin="mine.yaml")
    return caught.value


def scale(*values: int) -> dict[str, Any]:
    return {
        "id": "quality",
        "title": "Quality",
        "points": [{"value": value, "title": str(value)} for value in values],
    }


def judge(prompt: str = "{reply}") -> dict[str, Any]:
    return {
        "scale": "quality",
        "instruction": "Mark it.",
        "prompt": prompt,
        "source": "Ours",
    }


def rated(document: dict[str, Any], **changed: Any) -> None:
    rating = {"id": "r", "title": "R", "scales": [scale(1, 2)], "source": "Ours"}
    document["evaluation"]["ratings"] = [{**rating, **changed}]


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        pytest.param(
            lambda d: d["fields"][0].update(colour="red"),
            "fields.0.colour",
            "not permitted",
            id="unknown key",
        ),
        pytest.param(
            lambda d: d["fields"][0].pop("title"),
            "fields.0.title",
            "required",
            id="missing key",
        ),
        pytest.param(
            lambda d: d["evaluation"].update(
                open_tasks=[
                    {
                        "id": "say",
                        "title": "Say",
                        "reference": d["fields"][0]["id"],
                        "shots": 1,
                        "example": "{nothing.there}",
                        "prompts": ["Say it."],
                        "source": "Ours",
                    }
                ]
            ),
            "evaluation.open_tasks.0.example",
            "no value for {nothing.there}",
            id="example with an unknown place",
        ),
        pytest.param(
            lambda d: rated(d, replies_of="nothing"),
            "evaluation.ratings.0.replies_of",
            "no open task 'nothing'",
            id="rating of an unknown task",
        ),
        pytest.param(
            lambda d: rated(d, shown=["nothing"]),
            "evaluation.ratings.0.shown.0",
            "no field 'nothing'",
            id="rating beside an unknown field",
        ),
        pytest.param(
            lambda d: rated(d, images=False),
            "evaluation.ratings.0",
            "raters would see nothing",
            id="rating of nothing",
        ),
        pytest.param(
            lambda d: rated(d, only={"mood": ["nothing"]}),
            "evaluation.ratings.0.only.mood.0",
            "'mood' has no value 'nothing'",
            id="rating of an unknown choice",
        ),
        pytest.param(
            lambda d: rated(d, judge=judge()),
            "evaluation.ratings.0",
            "name an open task in replies_of",
            id="judge of items",
        ),
        pytest.param(
            lambda d: rated(d, judge=judge(prompt="{what}")),
            "evaluation.ratings.0.judge",
            "must use {reply}",
            id="judge without a reply",
        ),
        pytest.param(
            lambda d: rated(d, scales=[scale(2, 1)]),
            "evaluation.ratings.0.scales.0",
            "must ascend",
            id="points that do not ascend",
        ),
        pytest.param(
            lambda d: d.pop("review"), "review", "required", id="missing section"
        ),
        pytest.param(
            lambda d: d["fields"][1].update(id="mood"),
            "fields.1.id",
            "two fields have the same id 'mood'",
            id="duplicate field",
        ),
        pytest.param(
            lambda d: d["fields"][0]["choices"][1].update(id="gloomy"),
            "fields.0",
            "two choices have the same id 'gloomy'",
            id="duplicate choice",
        ),
        pytest.param(
            lambda d: d["release"]["splits"][0].update(id="main"),
            "release",
            "two splits have the same id 'main'",
            id="duplicate split",
        ),
        pytest.param(
            lambda d: d["evaluation"]["settings"][1].update(id="none"),
            "evaluation",
            "two settings have the same id 'none'",
            id="duplicate setting",
        ),
        pytest.param(
            lambda d: d["review"]["issues"][1].update(id="two_keys"),
            "review.issues",
            "two reasons have the same id 'two_keys'",
            id="duplicate reason",
        ),
        pytest.param(
            lambda d: d["evaluation"]["slices"].append("domain"),
            "evaluation.slices.2",
            "there is no label field 'domain'",
            id="unknown label in slices",
        ),
        pytest.param(
            lambda d: d["evaluation"].update(frequent_by="note"),
            "evaluation.frequent_by",
            "there is no label field 'note'",
            id="a text is no label",
        ),
        pytest.param(
            lambda d: d["evaluation"].update(
                open_tasks=[
                    {
                        "id": "say",
                        "title": "Say",
                        "reference": d["fields"][0]["id"],
                        "repeats": 3,
                        "prompts": ["Say it."],
                        "source": "Ours",
                    }
                ]
            ),
            "evaluation.open_tasks.0",
            "repeats at temperature 0 are identical",
            id="repeats without sampling",
        ),
        pytest.param(
            lambda d: d["evaluation"].update(frequent_in="validation"),
            "evaluation.frequent_in",
            "there is no split 'validation'",
            id="unknown split",
        ),
        pytest.param(
            lambda d: d["review"]["agreement_floor"].update(domain=0.5),
            "review.agreement_floor.domain",
            "there is no label field 'domain'",
            id="unknown label with a floor",
        ),
        pytest.param(
            lambda d: d["evaluation"]["models"][0]["settings"].append("cot"),
            "evaluation.models.0.settings.1",
            "there is no setting 'cot'",
            id="unknown setting",
        ),
        pytest.param(
            lambda d: d["fields"][1].update(parent="mood"),
            "fields.1.choices.0",
            "must name a value of 'mood'",
            id="choice without its parent",
        ),
        pytest.param(
            lambda d: d["fields"][1].update(parent="season"),
            "fields.1.parent",
            "there is no other label field 'season'",
            id="unknown parent",
        ),
        pytest.param(
            lambda d: d["release"]["splits"][0].pop("shots"),
            "release.splits",
            "a few-shot setting needs a split with shots",
            id="few-shot without shots",
        ),
        pytest.param(
            lambda d: d["evaluation"]["settings"][1].pop("example"),
            "evaluation.settings.1",
            "needs an example template",
            id="few-shot without example",
        ),
        pytest.param(
            lambda d: d["release"]["splits"][0].update(questions="rest"),
            "release",
            "exactly one split must take the rest",
            id="two rests",
        ),
        pytest.param(
            lambda d: d["evaluation"]["settings"][0].update(
                prompt="{question} {options} {answer}"
            ),
            "evaluation.settings.0",
            "no value for {answer}",
            id="the key in a prompt",
        ),
        pytest.param(
            lambda d: d["evaluation"].update(option_line="{text}"),
            "evaluation.option_line",
            "{letter}",
            id="options without letters",
        ),
        pytest.param(
            lambda d: d["review"]["rounds"][0].update(agree=3),
            "review.rounds.0",
            "more people must agree than are asked",
            id="impossible round",
        ),
        pytest.param(
            lambda d: d["fields"][0]["significant"].update(over=-1),
            "fields.0.significant.over",
            "greater than or equal to 0",
            id="negative distance",
        ),
        pytest.param(
            lambda d: d["fields"][0]["title"].update(fr="Humeur"),
            "fields.0.title.fr",
            "'en' or 'zh'",
            id="unknown language",
        ),
        pytest.param(
            lambda d: d["fields"][0].update(id="Mood!"),
            "fields.0.id",
            "pattern",
            id="id that is no id",
        ),
        pytest.param(
            lambda d: d["annotation"].update(people=0),
            "annotation.people",
            "greater than or equal to 1",
            id="nobody annotates",
        ),
    ],
)
def test_a_bad_document_says_where_and_why(
    change: Change, path: str, reason: str
) -> None:
    error = refusal(change)
    reasons = [one.reason for one in error.problems if one.path == path]
    assert any(reason in one for one in reasons), error.problems
    assert f"mine.yaml: {path}: {reasons[0]}" in str(error).splitlines()
    for one in error.problems:
        with override_language("zh"):
            assert re.search(r"[一-鿿]", translate(one.reason)), one


def test_all_broken_references_are_named_at_once() -> None:
    def change(document: dict[str, Any]) -> None:
        document["evaluation"]["frequent_by"] = "domain"
        document["evaluation"]["models"][0]["settings"] = ["cot"]

    assert [problem.path for problem in refusal(change).problems] == [
        "evaluation.frequent_by",
        "evaluation.models.0.settings.0",
    ]


def places(value: object) -> list[tuple[str | int, ...]]:
    """The paths of everything inside a parsed document."""
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    else:
        inside = []
    return [(key, *rest) for key, one in inside for rest in [(), *places(one)]]


JUNK: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.integers(-3, 3),
    st.text(max_size=5),
    st.just([]),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@settings(deadline=None)
@given(place=st.sampled_from(places(DOCUMENT)), junk=JUNK)
def test_whatever_is_replaced_the_reason_points_into_the_document(
    place: tuple[str | int, ...], junk: object
) -> None:
    document = copy.deepcopy(DOCUMENT)
    here: Any = document
    for part in place[:-1]:
        here = here[part]
    here[place[-1]] = junk
    try:
        protocol_from_data(document, origin="mine.yaml")
    except ProtocolError as error:
        known = {".".join(map(str, one)) for one in places(document)} | {""}
        for problem in error.problems:
            holder = problem.path.rpartition(".")[0]
            assert problem.path in known or holder in known
            assert problem.reason
