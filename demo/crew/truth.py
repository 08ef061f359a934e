"""The truth about each image, from a ground-truth file or generated from a seed."""

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_uppercase
from typing import Any
from typing import Protocol as Interface

from demo.crew.questions import (
    QuestionWords,
    TrueQuestion,
    get_simulated_format,
    insert_inline_images,
    known_formats,
)
from review.question_generation.domain.rule import drafted_question
from subtext_protocol.document import Protocol
from subtext_protocol.fields import SlotField, TextField
from subtext_protocol.text import in_language, text_length


@dataclass(frozen=True)
class ItemTruth:
    """The annotation of an item by a person who is never wrong."""

    keep: bool
    labels: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, str]
    sentences: Mapping[str, Mapping[str, str]]
    questions: tuple[TrueQuestion, ...]


class TruthSource(Interface):
    """A source of truths."""

    def truth_of_item(self, paths: Sequence[str]) -> ItemTruth:
        """Return the truth about an item, by the paths of its images in order."""


class WrittenTruths:
    """Truths of a ground-truth file, such as that of the demo images.

    A browser's upload puts the name of the folder before a path; it is left out. An image
    that is not in the file gets the generated truth of ``otherwise``.
    """

    def __init__(
        self, file: Path, protocol: Protocol, otherwise: "SeededTruths"
    ) -> None:
        rows = json.loads(file.read_text(encoding="utf-8"))["images"]
        self._rows: dict[str, dict[str, Any]] = {row["path"]: row for row in rows}
        self._protocol = protocol
        self._otherwise = otherwise

    def truth_of_item(self, paths: Sequence[str]) -> ItemTruth:
        row = self._rows.get(paths[0]) or self._rows.get(paths[0].partition("/")[2])
        made_up = self._otherwise.truth_of_item(paths)
        if row is None:
            return made_up
        written = row.get("annotation")
        if not written:
            return replace(made_up, keep=False)
        return ItemTruth(
            keep=row["outcome"] == "kept",
            labels={
                field.id: _several(written[field.id]) for field in self._protocol.labels
            },
            texts={field.id: written[field.id] for field in self._protocol.texts},
            sentences={
                field.id: written[field.id] for field in self._protocol.sentences
            },
            questions=tuple(
                TrueQuestion(
                    stem=question["stem"],
                    options=tuple(question["options"]),
                    answer=ascii_uppercase.index(question["key"]),
                )
                for question in written["questions"]
            ),
        )


def _several(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


WORDS: Mapping[str, QuestionWords] = {
    "en": QuestionWords(
        "The image sets {a} against {b} and so says that {c}",
        ("a quiet room", "a crowded street", "an empty chair", "a rising tide"),
        ("a ticking clock", "a locked gate", "a paper boat", "a tall ladder"),
        ("silent", "patient", "heavy", "fragile", "sharp", "endless"),
        (
            "what we carry weighs more than what we own",
            "patience opens what force keeps shut",
            "small habits decide where a life goes",
            "those who look away take part as well",
            "a promise is only as strong as its keeper",
            "comfort may be the heaviest chain of all",
            "what is loud is seldom what matters",
            "the shortest way may cost the most time",
        ),
        "What does the image suggest with {a} beside {b}?",
        "It suggests that {c}.",
        "Which two readings fit {a} beside {b}?",
        "The image shows {a} beside {b}.",
        "From {a} to {b} it measures ____ {unit}.",
        "cm",
    ),
    "zh": QuestionWords(
        "画面把{a}与{b}放在一起，由此说明{c}",
        ("安静的房间", "拥挤的街道", "空着的椅子", "上涨的潮水"),
        ("滴答的时钟", "紧锁的大门", "折好的纸船", "高高的梯子"),
        ("沉默", "耐心", "沉重", "脆弱", "锋利", "无尽"),
        (
            "人背负的往往比拥有的更沉重",
            "耐心能打开蛮力打不开的门",
            "细小的习惯决定人生的去向",
            "移开目光的人同样参与其中",
            "承诺的分量取决于守诺的人",
            "舒适或许正是最沉重的锁链",
            "喧闹的声音很少是要紧的事",
            "最短的路有时最耗费光阴",
        ),
        "画面把{a}与{b}并置，有什么含义？",
        "它暗示{c}。",
        "下列哪两项符合画面中的{a}与{b}？",
        "画面中{a}与{b}并置。",
        "图中{a}到{b}的距离为____{unit}。",
        "厘米",
    ),
}


class SeededTruths:
    """Generated truths for any protocol, the same for the same seed and paths."""

    def __init__(self, protocol: Protocol, seed: int, *, keep: float = 0.95) -> None:
        self._protocol = protocol
        self._seed = seed
        self._keep = keep

    def truth_of_item(self, paths: Sequence[str]) -> ItemTruth:
        name = f"{self._seed}|{'|'.join(paths)}"
        chance = random.Random(hashlib.sha256(name.encode()).digest())  # noqa: S311
        keep = chance.random() < self._keep
        labels = self._labels(chance)
        texts = {f.id: self._text(f, chance) for f in self._protocol.texts}
        sentences = {f.id: self._slots(f, chance) for f in self._protocol.sentences}
        by_rule = self._protocol.questions.written_by == "rule"
        questions = (
            self._generated_questions(sentences) if by_rule else self._questions(chance)
        )
        if self._protocol.item.up_to > self._protocol.item.images:
            questions = [
                insert_inline_images(question, len(paths)) for question in questions
            ]
        return ItemTruth(keep, labels, texts, sentences, tuple(questions))

    def _generated_questions(
        self, sentences: Mapping[str, Mapping[str, str]]
    ) -> Iterator[TrueQuestion]:
        """Yield the questions that the protocol's rule makes of the sentences."""
        language = self._protocol.language
        for fixed in self._protocol.questions.fixed:
            if fixed.made is None:
                continue
            draft = drafted_question(
                self._protocol, fixed, sentences, (), seed="", similarities=None
            )
            key = draft["options"].pop(draft["answer"])
            distractors = [text for text in draft["options"] if text]
            left = [word for word in WORDS[language].qualities if word != key]
            distractors += left[: len(draft["options"]) - len(distractors)]
            stem = in_language(fixed.stem, language)
            yield TrueQuestion(stem, (key, *distractors), 0)

    def _labels(self, chance: random.Random) -> dict[str, tuple[str, ...]]:
        labels: dict[str, tuple[str, ...]] = {}
        for field in self._protocol.labels:
            offered = field.choices_under(labels.get(field.parent or "", ()))
            count = chance.choice((1, 1, 2)) if field.multiple else 1
            chosen = chance.sample(offered, min(count, len(offered)))
            labels[field.id] = tuple(choice.id for choice in chosen)
        return labels

    def _text(self, field: TextField, chance: random.Random) -> str:
        words = WORDS[self._protocol.language]
        enough = max(field.minimum, (field.target or field.minimum) // 3)
        text = ""
        while text_length(text, field.unit) < enough:
            sentence = words.sentence.format(
                a=chance.choice(words.ones),
                b=chance.choice(words.others),
                c=chance.choice(words.meanings),
            )
            text += sentence + ("。" if self._protocol.language == "zh" else ". ")
        return text.strip()

    def _slots(self, field: SlotField, chance: random.Random) -> dict[str, str]:
        words = WORDS[self._protocol.language]
        texts = chance.sample([*words.ones, *words.others], len(field.slots))
        return {
            slot.id: chance.choice(words.qualities)
            if slot.part_of_speech == "adjective"
            else text
            for slot, text in zip(field.slots, texts, strict=True)
        }

    def _questions(self, chance: random.Random) -> list[TrueQuestion]:
        rules = self._protocol.questions
        words = WORDS[self._protocol.language]
        question_count = max(rules.minimum, 1 if rules.maximum else 0)
        formats = known_formats(rules.formats) if question_count else []
        questions = []
        for number in range(question_count):
            fixed = rules.fixed[number] if number < len(rules.fixed) else None
            format_id = formats[0]
            if fixed is None and len(formats) > 1:
                format_id = chance.choice(formats)
            count = rules.option_count(fixed.id if fixed else None)
            questions.append(
                get_simulated_format(format_id).invent_question(words, chance, count)
            )
        return questions
