"""A release folder small enough to read, written by hand for the runner's tests."""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

OPTIONS = (
    "The clock cuts time into pieces.",
    "Reading lets a person climb.",
    "A phone can be a chain.",
    "Trees remember their roots.",
    "Money buys no friends.",
    "Waves carry letters home.",
)


def protocol_document() -> dict[str, Any]:
    """Return a protocol like II-Bench's, as it is in a release."""
    return {
        "id": "tiny",
        "name": "Tiny",
        "summary": "Six options about a picture",
        "language": "en",
        "curation": {
            "screening": {
                "question": "Does it imply anything?",
                "reasons": [{"id": "plain", "title": "Nothing implied"}],
            }
        },
        "fields": [
            {
                "kind": "label",
                "id": "domain",
                "title": "Domain",
                "choices": [
                    {"id": "life", "title": {"en": "Life", "zh": "生活"}},
                    {"id": "art", "title": {"en": "Art", "zh": "艺术"}},
                ],
            },
            {
                "kind": "label",
                "id": "rhetoric",
                "title": "Rhetoric",
                "multiple": True,
                "choices": [
                    {"id": "metaphor", "title": {"en": "Metaphor", "zh": "隐喻"}},
                    {"id": "contrast", "title": {"en": "Contrast", "zh": "对比"}},
                ],
            },
        ],
        "questions": {"options": 6},
        "annotation": {
            "decline_reasons": [{"id": "broken", "title": "Broken"}],
            "guidelines": "Look twice.",
        },
        "review": {"issues": [{"id": "unclear", "title": "Unclear"}]},
        "release": {
            "splits": [
                {"id": "dev", "questions": 4, "shots": True},
                {"id": "test", "questions": "rest"},
            ]
        },
        "evaluation": {
            "settings": [
                {
                    "id": "none",
                    "title": "None",
                    "instruction": "Answer the question about the picture.",
                    "prompt": "Question: {question}\n{options}\nAnswer:\n",
                    "source": "a test's own",
                },
                {
                    "id": "rhetoric",
                    "title": "Rhetoric",
                    "instruction": "Answer with the key words.",
                    "prompt": "Key words: {keywords}\nQuestion: {question}\n"
                    "{options}\nAnswer:",
                    "keywords": "rhetoric",
                    "source": "a test's own",
                },
                {
                    "id": "2-shot",
                    "title": "2-shot",
                    "instruction": "Answer as the examples do.",
                    "prompt": "Question: {question}\nPicture: <Picture {picture}>\n"
                    "{options}\nAnswer:",
                    "example": "Question: {question}\nPicture: <Picture {picture}>\n"
                    "{options}\nAnswer: ({answer})",
                    "shots": 2,
                    "source": "a test's own",
                },
                {
                    "id": "text-only",
                    "title": "Text only",
                    "instruction": "Answer without the picture.",
                    "prompt": "Question: {question}\n{options}\nAnswer:",
                    "images": False,
                    "maximum_tokens": 32,
                    "source": "a test's own",
                },
                {
                    "id": "shuffled",
                    "title": "Shuffled",
                    "instruction": "Answer the question about the picture.",
                    "prompt": "Question: {question}\n{options}\nAnswer:",
                    "shuffled": True,
                    "source": "a test's own",
                },
            ],
            "slices": ["domain", "rhetoric"],
        },
    }


def image_bytes(colour: tuple[int, int, int]) -> bytes:
    """Return a PNG of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(file, "PNG")
    return file.getvalue()


def question(
    number: int,
    *,
    split: str = "test",
    item: int | None = None,
    answer: str | None = "A",
    domain: str = "life",
    rhetoric: Sequence[str] = ("metaphor",),
    options: Sequence[str] = OPTIONS,
) -> dict[str, Any]:
    """Return a line of a questions file; ``item`` numbers images from 0."""
    image_number = number if item is None else item
    sha256 = hashlib.sha256(
        image_bytes((image_number, 2 * image_number, 90))
    ).hexdigest()
    line: dict[str, Any] = {
        "id": f"q-{number:03d}",
        "item_id": f"i-{image_number:03d}",
        "split": split,
        "images": [{"path": f"images/{sha256}.png", "sha256": sha256}],
        "format": "single_choice",
        "language": "en",
        "stem": f"Question {number}: what does picture {image_number} imply?",
        "options": list(options),
        "labels": {"domain": [domain], "rhetoric": list(rhetoric)},
        "texts": {},
    }
    if answer is not None:
        line["answer"] = answer
    return line


def twelve_questions() -> list[dict[str, Any]]:
    """Return four of dev (keys B, B, C, D) and eight of test about six images."""
    dev = [question(n, split="dev", answer="BBCD"[n]) for n in range(4)]
    test = [
        question(
            4 + n,
            item=(4, 4, 5, 5, 6, 7, 8, 9)[n],
            answer="ABCDEFAB"[n],
            domain="art" if n % 2 else "life",
            rhetoric=("metaphor", "contrast") if n < 3 else ("metaphor",),
        )
        for n in range(8)
    ]
    return dev + test


def tiny_images() -> dict[str, bytes]:
    """Return the images of ``question`` by path."""
    contents = [image_bytes((number, 2 * number, 90)) for number in range(32)]
    return {
        f"images/{hashlib.sha256(content).hexdigest()}.png": content
        for content in contents
    }


def write_release(
    folder: Path,
    *,
    questions: Sequence[Mapping[str, Any]] | None = None,
    protocol: Mapping[str, Any] | None = None,
    images: Mapping[str, bytes] | None = None,
) -> str:
    """Write the release to ``folder`` and return its release hash.

    ``pictures`` are by path in the release, by default those of ``question``.
    """
    lines = twelve_questions() if questions is None else questions
    contents: dict[str, bytes] = {
        "benchmark.json": json.dumps(protocol or protocol_document()).encode()
    }
    for split in ("dev", "val", "test"):
        split_lines = [
            json.dumps(q, sort_keys=True) for q in lines if q["split"] == split
        ]
        contents[f"questions/{split}.jsonl"] = "".join(
            f"{q}\n" for q in split_lines
        ).encode()
    contents |= images or tiny_images()
    manifest = {
        "schema": "subtext-release/1",
        "project": "tiny",
        "name": "Tiny",
        "version": "1.0.0",
        "language": "en",
        "seed": 0,
        "splits": {},
        "files": [
            {
                "path": path,
                "sha256": hashlib.sha256(content).hexdigest(),
                "bytes": len(content),
            }
            for path, content in sorted(contents.items())
        ],
    }
    contents["manifest.json"] = json.dumps(manifest, indent=1).encode()
    for path, content in contents.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return hashlib.sha256(contents["manifest.json"]).hexdigest()
