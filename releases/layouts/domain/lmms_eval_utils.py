"""Functions for lmms-eval: ask the questions of this release and score the responses.

This file is part of a published release and needs only Python. The prompts are in the
task files beside it, and are those of ``benchmark.json``. ``answer_extraction`` beside it
is Subtext's own rule of reading answers.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from string import ascii_uppercase
from types import ModuleType
from typing import Any

Doc = Mapping[str, Any]
_PLACEHOLDER = re.compile(r"\{(question|options|keywords|picture)\}")
_PLACED = re.compile(r"\[\[image (\d+)\]\]")
_LINE_PLACEHOLDER = re.compile(r"\{(letter|text)\}")


def options_of(doc: Doc) -> list[str]:
    """Return the options in order; a question may have fewer than there are columns."""
    texts = (doc.get(f"option{at}") for at in range(1, len(ascii_uppercase) + 1))
    return [text for text in texts if text is not None]


def doc_to_visual(doc: Doc) -> list[Any]:
    """Return the images in order, each opaque on the ground that the release names."""
    return [
        _opaque(doc[name], doc.get(name.replace("image", "ground", 1)) or "white")
        for name in sorted(_image_columns(doc))
    ]


def _opaque(image: Any, ground: str) -> Any:
    """Return an image of Pillow in RGB, which by itself turns clear pixels black."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image.convert("RGB")
    layer = image.convert("RGBA")
    result = layer.convert("RGB")
    result.paste(ground, (0, 0, *result.size))
    result.paste(layer, mask=layer)
    return result


def no_images(doc: Doc) -> list[Any]:
    """Return no images, for settings with text only."""
    return []


def doc_to_text(doc: Doc, lmms_eval_specific_kwargs: Mapping[str, Any]) -> str:
    """Return the prompt: the instruction, then the question as the setting words it."""
    wording = lmms_eval_specific_kwargs
    options = [
        _filled(
            _LINE_PLACEHOLDER, wording["option_line"], {"letter": letter, "text": text}
        )
        for letter, text in zip(ascii_uppercase, options_of(doc), strict=False)
    ]
    labels = doc.get(wording["keywords"]) or [] if wording.get("keywords") else []
    chosen = [labels] if isinstance(labels, str) else list(labels)
    several = "image_2" in doc
    values = {
        "question": doc["question"],
        "options": "\n".join(options),
        "keywords": wording["keyword_separator"].join(chosen),
        "picture": f"1-{len(_image_columns(doc))}" if several else "1",
    }
    question = _filled(_PLACEHOLDER, wording["prompt"], values).rstrip("\n")
    if "picture_name" in wording:
        name = wording["picture_name"]
        question = _PLACED.sub(
            lambda match: name.replace("{number}", match[1]), question
        )
    instruction = wording["instruction"].strip()
    return f"{instruction}\n{question}".strip("\n")


def _image_columns(columns: Iterable[str]) -> list[str]:
    return [name for name in columns if re.fullmatch(r"image(_\d+)?", name)]


def _filled(pattern: re.Pattern[str], template: str, values: Mapping[str, str]) -> str:
    return pattern.sub(lambda match: values[match[1]], template)


def read_letter(response: str, doc: Doc) -> str | None:
    """Return the letter that a response names, or None; never guess."""
    answer: str | None = (
        _load_rule().extract_answer(response, options=options_of(doc)).answer
    )
    return answer


@cache
def _load_rule() -> Any:
    """Load the package beside this file.

    Its name has the path in it: another release may bring another version of the rule.
    """
    folder = Path(__file__).resolve().with_name("answer_extraction")
    name = f"answer_extraction_{str(folder).encode().hex()}"
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package
    return import_module(f"{name}.rule")


def process_results(doc: Doc, results: Sequence[str]) -> dict[str, Any]:
    """Return accuracy and miss of one response; a miss counts as wrong."""
    letter = read_letter(results[0], doc)
    correct = float(letter is not None and letter == doc["answer"])
    return {
        "accuracy": correct,
        "miss": float(letter is None),
        "score": correct,
        **_named(doc),
    }


def process_private(doc: Doc, results: Sequence[str]) -> dict[str, Any]:
    """Return the miss of one response; the release holds no correct answers."""
    letter = read_letter(results[0], doc)
    return {"miss": float(letter is None), **_named(doc)}


def _named(doc: Doc) -> dict[str, str]:
    """Return the ids for the log of samples, which leaves the question out."""
    return {"id": doc["id"], "item_id": doc["item_id"]}


def single_choice_only(dataset: Any) -> Any:
    """Return the questions with one correct option; a letter cannot answer others."""
    if "format" not in dataset.column_names:
        return dataset
    kinds = dataset.select_columns(["format"])["format"]
    indices = [at for at, kind in enumerate(kinds) if kind == "single_choice"]
    return dataset.select(indices)


def with_images(dataset: Any) -> Any:
    """Return the questions with one correct option whose images are in the release."""
    dataset = single_choice_only(dataset)
    names = _image_columns(dataset.column_names)
    images = dataset.remove_columns(
        [name for name in dataset.column_names if name not in names]
    ).with_format("arrow")
    columns = [images[name] for name in names]
    indices = [
        at
        for at in range(len(dataset))
        if all(column[at].is_valid for column in columns)
    ]
    return dataset.select(indices)
