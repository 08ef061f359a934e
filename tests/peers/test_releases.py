"""VLMEvalKit, lmms-eval and inspect_ai read a release as it is, offline."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval
from inspect_ai.dataset import json_dataset
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice
from lmms_eval.tasks import TaskManager, get_task_dict
from vlmeval.dataset import build_dataset

from releases.content.domain.frozen import FrozenQuestion, FrozenRelease
from releases.layouts.domain.lmms_eval_utils import options_of
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.benchmark import read_benchmark
from subtext_runner.prompts import build_prompt
from tests.releases.samples import frozen_item, frozen_release, written
from tests.subtext_runner.extraction_styles import RESPONSES


def release_of(protocol: Protocol) -> FrozenRelease:
    """Twelve items and one whose bytes are withheld."""
    split = protocol.release.splits[-1].id
    hidden = frozen_item(protocol, 20, split=split, rights="address_only")
    whole = frozen_release(protocol)
    return frozen_release(protocol, [*whole.items, hidden])


@pytest.fixture(params=["ii-bench", "cii-bench", "toy"])
def release(
    request: pytest.FixtureRequest, toy_protocol: Protocol, tmp_path: Path
) -> FrozenRelease:
    """A release lying in ``tmp_path``."""
    name: str = request.param
    protocol = toy_protocol if name == "toy" else shipped_protocol(name)
    made = release_of(protocol)
    written(made, tmp_path)
    return made


def asked(release: FrozenRelease) -> list[Any]:
    """The last split's questions whose pictures are there."""
    pairs = release.questions_in_split(release.filled_splits[-1])
    return [(item, question) for item, question in pairs if not item.withheld]


def letter(release: FrozenRelease, question: FrozenQuestion) -> str | None:
    return question.key(release.language).letter


def test_vlmevalkit_builds_prompts_with_all_options_and_images(
    release: FrozenRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LMUData", str(tmp_path / "vlmevalkit"))
    split = release.filled_splits[-1]
    dataset = build_dataset(f"bench_none_{split}")
    assert type(dataset).__name__ == "CustomMCQDataset"
    pairs = asked(release)
    assert len(dataset) == len(pairs)
    for at, (item, question) in enumerate(pairs):
        *images, text = dataset.build_prompt(at)
        shown = [Path(one["value"]).read_bytes() for one in images]
        assert len(shown) == len(item.images)
        assert all(shown)
        for option in question.options:
            assert option in text["value"]
        assert dataset.data.iloc[at]["answer"] == letter(release, question)


def test_vlmevalkit_gives_keywords_as_a_hint_and_asks_without_images(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = release_of(shipped_protocol("ii-bench"))
    written(release, tmp_path)
    monkeypatch.setenv("LMUData", str(tmp_path / "vlmevalkit"))
    domain = build_dataset("bench_domain_test").build_prompt(0)[-1]["value"]
    item, _ = asked(release)[0]
    (chosen,) = item.labels["domain"]
    choice_ = release.protocol.label("domain").choice(chosen)
    assert choice_ is not None
    assert domain.startswith(f"Hint: {choice_.title['en']}\n")
    alone = build_dataset("bench_text-only_test")
    assert type(alone).__name__ == "CustomTextMCQDataset"
    assert {part["type"] for part in alone.build_prompt(0)} == {"text"}


def test_vlmevalkit_scores_by_exact_matching(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = release_of(shipped_protocol("ii-bench"))
    written(release, tmp_path)
    monkeypatch.setenv("LMUData", str(tmp_path / "vlmevalkit"))
    dataset = build_dataset("bench_none_test")
    predictions = dataset.data.drop(columns=["image"]).copy()
    predictions["prediction"] = predictions["answer"]
    predictions.loc[predictions.index[0], "prediction"] = "nothing fits"
    file = tmp_path / "out/model_bench_none_test.xlsx"
    file.parent.mkdir()
    predictions.to_excel(file, index=False)
    found = dataset.evaluate(str(file), model="exact_matching", nproc=1)
    questions = len(asked(release))
    assert float(found["Overall"].iloc[0]) == pytest.approx(1 - 1 / questions)


def test_lmms_eval_asks_what_the_runner_asks(
    release: FrozenRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline(monkeypatch, tmp_path)
    split = release.filled_splits[-1]
    settings = release.plain_settings
    names = [f"bench_{s.id}_{split}".replace("-", "_") for s in settings]
    manager = TaskManager(include_path=str(tmp_path / "lmms_eval"))
    tasks = get_task_dict(names, manager)
    benchmark = read_benchmark(str(tmp_path))
    questions = {question.id: question for question in benchmark.questions}
    for setting, name in zip(settings, names, strict=True):
        task = tasks[name]
        docs = list(task.test_docs())
        here = asked(release)
        everything = release.questions_in_split(split)
        assert len(docs) == len(here if setting.images else everything)
        for doc in docs:
            prompt = build_prompt(benchmark, questions[doc["id"]], setting, seed=0)
            assert task.doc_to_text(doc) == prompt.text
            assert task.doc_to_target(doc) == questions[doc["id"]].answer
            images = task.doc_to_visual(doc)
            assert [one.size for one in images] == [(64, 48)] * len(prompt.images)
            right = task.process_results(doc, [f"({questions[doc['id']].answer})"])
            assert right["accuracy"] == 1
        for style in RESPONSES:
            letter_read = extract_answer(
                style.response, options=options_of(docs[0])
            ).answer
            scores = task.process_results(docs[0], [style.response])
            assert scores["miss"] == (letter_read is None)
            assert scores["accuracy"] == (letter_read == docs[0]["answer"])
        assert task.config.generation_kwargs["until"] == []
        assert task.config.metadata["version"] == release.version


def test_without_keys_models_are_asked_and_nothing_is_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = release_of(shipped_protocol("ii-bench"))
    written(replace(whole, private=("test",), secret="5e" * 32), tmp_path)
    monkeypatch.setenv("LMUData", str(tmp_path / "vlmevalkit"))
    offline(monkeypatch, tmp_path)
    dataset = build_dataset("bench_none_test")
    assert "answer" not in dataset.data
    assert dataset.build_prompt(0)[-1]["value"].count("\n") > 6
    manager = TaskManager(include_path=str(tmp_path / "lmms_eval"))
    task = get_task_dict(["bench_none_test"], manager)["bench_none_test"]
    doc = next(iter(task.test_docs()))
    assert task.doc_to_target(doc) is None
    assert task.process_results(doc, ["(C)"]) == {
        "miss": 0,
        "id": doc["id"],
        "item_id": doc["item_id"],
    }
    samples = list(json_dataset(str(tmp_path / "inspect/test.jsonl")))
    assert {sample.target for sample in samples} == {""}


def offline(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Started inside the folder, as its card says."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(folder / "cache"))
    monkeypatch.chdir(folder)


def test_inspect_reads_samples_with_their_images(
    release: FrozenRelease, tmp_path: Path
) -> None:
    split = release.filled_splits[-1]
    samples = list(json_dataset(str(tmp_path / f"inspect/{split}.jsonl")))
    pairs = asked(release)
    assert [sample.id for sample in samples] == [q.id for _, q in pairs]
    for sample, (item, question) in zip(samples, pairs, strict=True):
        assert (sample.choices, sample.target) == (
            list(question.options),
            letter(release, question),
        )
        assert not isinstance(sample.input, str)
        content = sample.input[0].content
        assert not isinstance(content, str)
        images = [part.image for part in content if part.type == "image"]
        assert [Path(one).read_bytes() for one in images] == [
            (tmp_path / image.path).read_bytes() for image in item.images
        ]
        assert sample.metadata is not None
        assert sample.metadata["item_id"] == item.key


def test_inspect_asks_and_scores_them(tmp_path: Path) -> None:
    release = release_of(shipped_protocol("ii-bench"))
    written(release, tmp_path)
    said = []
    for _, question in asked(release):
        output = ModelOutput.from_content(
            "mockllm", f"ANSWER: {letter(release, question)}"
        )
        # Without it the number of tokens would be counted by a file from the network.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        said.append(output)
    (log,) = eval(
        Task(
            dataset=json_dataset(str(tmp_path / "inspect/test.jsonl")),
            solver=multiple_choice(),
            scorer=choice(),
        ),
        model=get_model("mockllm/model", custom_outputs=said),
        log_dir=str(tmp_path / "logs"),
        display="none",
        max_samples=1,
    )
    assert log.status == "success", log.error
    assert log.results is not None
    assert log.results.scores[0].metrics["accuracy"].value == 1
