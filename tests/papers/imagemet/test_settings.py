"""Ways of asking in ImageMet's Tables 1 and 3, and its comparison of datasets (Table 6).

§4.2: CoT is a conversation of four stages, MS shows four examples; MS + CoT joins both.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from releases.content.domain.splits import SplitItem, split_items
from releases.records.models import Release
from subtext_protocol.publication import OpenTask, Setting
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.records import Response
from tests.papers.printed import table_of
from tests.papers.requests import run_on_server
from tests.support.model_server import ChatRequest, Reply
from tests.support.tiny_release import question

EVALUATION = shipped_protocol("imagemet").evaluation
TYPES = ["juxtaposition", "fusion", "abstract_source", "tangible_source"]
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


@given(
    types=st.lists(st.sampled_from(TYPES), min_size=60, max_size=90),
    seed=st.integers(0, 999),
)
def test_the_four_examples_are_one_of_each_type(types: list[str], seed: int) -> None:
    # §4.2: "covering core types: (1) juxtaposition, (2) fusion, (3) abstract source, and
    # (4) tangible source".
    assume(set(types) == set(TYPES))
    items = {
        f"{number:012x}": SplitItem(3, labels={"metaphor_type": [name]})
        for number, name in enumerate(types)
    }
    protocol = shipped_protocol("imagemet")
    splits = split_items(
        items,
        protocol.release.splits,
        seed=seed,
        kept_splits={},
        shots=protocol.evaluation.most_shots,
    )
    examples = [key for key, split in splits.items() if split == "dev"]
    assert sorted(
        name for key in examples for name in items[key].labels["metaphor_type"]
    ) == sorted(TYPES)


def turns_of(asked: ChatRequest) -> list[tuple[str, str]]:
    """Return role and text of each message."""
    return [
        (
            message["role"],
            "\n".join(
                part["text"] for part in message["content"] if part["type"] == "text"
            ),
        )
        for message in asked.body["messages"]
    ]


def ask_component(
    folder: Path, monkeypatch: pytest.MonkeyPatch, setting_id: str
) -> tuple[list[ChatRequest], list[Response]]:
    """Ask one question of the test split, after four items for examples."""
    lines = [
        question(
            number,
            split="dev" if number < 4 else "test",
            options=["caffeine", "drugs", "addictiveness"],
        )
        | {"labels": {}}
        for number in range(5)
    ]
    replies = iter(["I guess B", "{scene graph}", "The source is drugs", "Answer: A"])
    return run_on_server(
        folder,
        monkeypatch,
        "imagemet",
        lines,
        setting_id,
        lambda _: Reply(next(replies)),
    )


@pytest.mark.parametrize(("setting_id", "images"), [("cot", 1), ("4-shot-cot", 5)])
def test_a_component_question_is_asked_in_four_stages(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    setting_id: str,
    images: int,
) -> None:
    asked, kept = ask_component(tmp_path, monkeypatch, setting_id)
    assert len(asked) == 4
    # Figure 2: initial guess, scene graph, analysis, refinement.
    (_, guess), *later = turns_of(asked[-1])
    assert "(A) caffeine\n(B) drugs\n(C) addictiveness\nAnswer:" in guess
    assert [text for role, text in later if role == "assistant"] == [
        "I guess B",
        "{scene graph}",
        "The source is drugs",
    ]
    graph, analysis, refinement = [text for role, text in later if role == "user"]
    # Figure 9, stages 2 and 3, which are those of the captions.
    assert graph.startswith("For the provided image, generate a scene graph in JSON")
    assert [graph, analysis] == list(task("simile-caption-cot").prompts[1:3])
    assert "(A) caffeine\n(B) drugs\n(C) addictiveness\nAnswer:" in refinement
    assert [len(request.images) for request in asked] == [images] * 4
    # The last reply is the answer.
    [response] = kept
    assert response.text == "Answer: A"
    assert "<assistant>\nThe source is drugs\n<user>" in response.prompt


def test_suffixes_are_those_of_the_tables() -> None:
    def suffixes(tasks: Sequence[OpenTask | Setting]) -> set[str]:
        return {task.suffix for task in tasks} - {""}

    assert suffixes(EVALUATION.open_tasks) == {"CoT", "MS", "MS + CoT"}
    assert suffixes(EVALUATION.settings) == {"CoT", "MS", "MS + CoT"}
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
