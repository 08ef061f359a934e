"""Prompts: conversion of a question and a setting into messages to a model.

The wording is data of the protocol; this module fills it in. Images come first, in
order (those of the examples, then the question's own), then one text: instruction,
solved examples, question (II-Bench, Appendix C). An image inside a stem or an option is
sent after its name there (CMMMU).
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from core.domain.texts import _
from subtext_protocol.inline_images import (
    inline_images_in,
    split_at_images,
    with_image_names,
)
from subtext_protocol.publication import Setting
from subtext_protocol.text import in_language
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import PromptError
from subtext_runner.formats.registry import get_scorer
from subtext_runner.image_texts import text_of_images
from subtext_runner.questions import ImageFile, Question
from subtext_runner.sent_images import UNLIMITED, ImageLimit, data_address

_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")

Role = Literal["user", "assistant"]


class Exchange(NamedTuple):
    """One exchange of a conversation."""

    prompt: str
    reply: str


@dataclass(frozen=True)
class Prompt:
    """Content sent for one question: images in order, then the text."""

    images: tuple[ImageFile, ...]
    text: str
    order: str = ""
    """Letters of the release's options in the order shown; empty if unchanged."""
    language: str = "en"
    placed: tuple[int, ...] = ()
    """Numbers of the images that are sent after their names in the text."""
    earlier: tuple[Exchange, ...] = ()
    """Earlier turns of the same conversation, which begins with the images."""
    follow_ups: tuple[str, ...] = ()
    """Texts of the turns that follow once this one is answered."""

    @property
    def parts(self) -> Sequence[int | str]:
        """Image numbers and pieces of text, in the order in which they are sent."""
        return self._parts_of(self.text)

    def _parts_of(self, text: str) -> Sequence[int | str]:
        text_parts = list(split_at_images(text, self.placed, self.language))
        ahead = [at for at in range(1, len(self.images) + 1) if at not in text_parts]
        return [*ahead, *text_parts]

    @property
    def to_record(self) -> str:
        """The prompt as it is stored, with the SHA-256 of every image."""
        lines = [f"<image {image.sha256}>" for image in self.images]
        for turn in self.earlier:
            lines += ["<user>", turn.prompt, "<assistant>", turn.reply]
        if self.earlier:
            lines.append("<user>")
        return "\n".join([*lines, self.text])

    @property
    def messages(self) -> list[tuple[Role, Sequence[int | str]]]:
        """The conversation in pieces as in ``parts``; its first turn has the images."""
        if not self.earlier:
            return [("user", self.parts)]
        messages: list[tuple[Role, Sequence[int | str]]] = []
        for turn in self.earlier:
            parts = [turn.prompt] if messages else self._parts_of(turn.prompt)
            messages += [("user", parts), ("assistant", [turn.reply])]
        return [*messages, ("user", [self.text])]


def chat_messages(
    prompt: Prompt, benchmark: Benchmark, limit: ImageLimit = UNLIMITED
) -> list[dict[str, object]]:
    """Return the prompt as chat messages, with images within ``limit`` as data URLs.

    Raises ReleaseError when an image is missing or was altered, UnreadableImageError
    when it is damaged.
    """
    addresses = [data_address(image, benchmark, limit) for image in prompt.images]
    return [
        {
            "role": role,
            "content": [
                {"type": "text", "text": part}
                if isinstance(part, str)
                else {"type": "image_url", "image_url": {"url": addresses[part - 1]}}
                for part in parts
            ],
        }
        for role, parts in prompt.messages
    ]


def build_prompt(
    benchmark: Benchmark, question: Question, setting: Setting, *, seed: int
) -> Prompt:
    """Return the prompt for ``question`` in ``setting``.

    The same seed draws the same examples for every question, but never the question's
    own item or images. It also shuffles the options where the setting says so, except
    those of the examples. Raises PromptError when there are fewer examples than the
    setting shows.
    """
    solved_examples = draw_examples(benchmark, question, setting, seed=seed)
    order = ""
    if setting.shuffled and question.options:
        order = "".join(
            _shuffle_letters(question.letters, seed=seed, question_id=question.id)
        )
        question = replace(question, options=question.options_in_order(order))
    images: list[ImageFile] = []
    image_numbers: list[int] = []
    values: dict[str, str] = {}
    wording = setting.wording(question.format)
    blocks = [wording.instruction.strip()] if wording.instruction.strip() else []
    for block_question in [*solved_examples, question]:
        first = len(images) + 1
        images.extend(block_question.images)
        image_numbers += [
            first + at - 1 for at in _inline_image_numbers(block_question)
        ]
        worded_question = _name_images(block_question, first)
        template = wording.prompt if block_question is question else wording.example
        values = {
            "question": worded_question.stem,
            "options": _options(
                worded_question, benchmark.protocol.evaluation.option_line
            ),
            "keywords": _keywords(benchmark, block_question, setting),
            "picture": image_reference(first, len(images)),
            "answer": _key_text(block_question),
            "ocr": (
                text_of_images(benchmark, block_question.images)
                if "{ocr}" in template
                else ""
            ),
        }
        blocks.append(_fill_placeholders(template, values).rstrip("\n"))
    return Prompt(
        images=tuple(images) if setting.images else (),
        # A template that begins with an empty line is set apart (CII-Bench, Figure 8).
        text="\n".join(blocks).lstrip("\n"),
        order=order,
        language=question.language,
        placed=tuple(image_numbers) if setting.images else (),
        # The last block is the question's own, so that its values are left.
        follow_ups=tuple(
            _fill_placeholders(text, values).rstrip("\n") for text in setting.follow_ups
        ),
    )


def _inline_image_numbers(question: Question) -> list[int]:
    """Return the numbers of the question's images that occur in its texts."""
    texts = (question.stem, *question.options)
    numbers = [number for text in texts for number in inline_images_in(text)]
    return [number for number in numbers if number <= len(question.images)]


def _name_images(question: Question, first: int) -> Question:
    """Return the question with names in place of images, numbered from ``first``."""
    stem, *options = (
        with_image_names(text, question.language, first=first)
        for text in (question.stem, *question.options)
    )
    return replace(question, stem=stem, options=tuple(options))


def _key_text(question: Question) -> str:
    if question.answer is None:
        return ""
    return get_scorer(question.format).key_text(question)


def _shuffle_letters(letters: str, *, seed: int, question_id: str) -> list[str]:
    def place(letter: str) -> bytes:
        return hashlib.sha256(f"{seed}:{question_id}:{letter}".encode()).digest()

    return sorted(letters, key=place)


def draw_examples(
    benchmark: Benchmark, question: Question, setting: Setting, *, seed: int
) -> Sequence[Question]:
    """Return the solved examples shown before ``question``, drawn by ``seed``."""
    if not setting.shots:
        return ()
    splits = {s.id for s in benchmark.protocol.release.splits if s.shots}
    pool = sorted(
        (
            q
            for q in benchmark.questions
            if q.split in splits
            and q.format == question.format
            and q.answer is not None
        ),
        key=lambda q: hashlib.sha256(f"{seed}:{q.id}".encode()).digest(),
    )
    drawn: list[Question] = []
    for candidate in pool:
        if len(drawn) == setting.shots:
            break
        if all(
            _are_unrelated(candidate, drawn_question)
            for drawn_question in [question, *drawn]
        ):
            drawn.append(candidate)
    if len(drawn) < setting.shots:
        raise PromptError(
            _(
                "setting {setting}: needs {shots} examples for {id}, "
                "{splits} has {count} about other images",
                setting=setting.id,
                shots=setting.shots,
                id=question.id,
                splits=", ".join(sorted(splits)),
                count=len(drawn),
            )
        )
    return drawn


def _are_unrelated(first: Question, second: Question) -> bool:
    return first.item_id != second.item_id and not set(first.cluster_key) & set(
        second.cluster_key
    )


def _fill_placeholders(template: str, values: Mapping[str, str]) -> str:
    """Fill the placeholders in one pass, so that braces inside a text are kept."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), template)


def _options(question: Question, line: str) -> str:
    return "\n".join(
        _fill_placeholders(line, {"letter": letter, "text": text})
        for letter, text in zip(question.letters, question.options, strict=True)
    )


def _keywords(benchmark: Benchmark, question: Question, setting: Setting) -> str:
    if setting.keywords is None:
        return ""
    field = benchmark.protocol.label(setting.keywords)
    choice_ids = question.labels.get(field.id, ())
    titles = [
        in_language(choice.released_title, benchmark.protocol.language)
        for choice in field.choices
        if choice.id in choice_ids
    ]
    return benchmark.protocol.evaluation.keyword_separator.join(titles)


def image_reference(first: int, last: int) -> str:
    """Return how a text refers to the images ``first`` to ``last``."""
    return str(first) if last <= first else f"{first}-{last}"
