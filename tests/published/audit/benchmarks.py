"""Benchmarks generated for audits: clean ones, and defects to plant in them."""

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from tests.curation.drawn_images import draw, encoded, png

_WORDS = [
    a + b
    for a in ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "pla", "gri")
    for b in ("dor", "fin", "gal", "hem", "jun", "kas", "lop", "mur", "nel", "pit")
]
LETTERS = "ABCDEF"
RATES = {
    "key_positions",
    "shortcut_longest",
    "shortcut_shortest",
    "shortcut_words_of_the_question",
    "shortcut_options_only",
    "shortcut_without_image",
    "baseline_options_only",
    "baseline_without_image",
}
"""Checks of a rate, each of which speaks in one clean set of a hundred."""


@dataclass
class Generated:
    """A benchmark in II-Bench's layout, before it is written to a folder."""

    records: list[dict[str, Any]]
    images: dict[str, bytes] = field(default_factory=dict)
    texts: dict[str, str] = field(
        default_factory=lambda: {
            "LICENSE": "Apache-2.0",
            "README.md": "Canary: 1f0c2b1e-benchmark",
        }
    )

    def question(self, at: int) -> dict[str, Any]:
        question: dict[str, Any] = self.records[at]["questions"][0]
        return question

    def write_table(self, folder: Path) -> Path:
        """Write one JSONL file with a row a question, the images and the texts."""
        self.write(folder)
        for split in {record["split"] for record in self.records}:
            (folder / f"{split}.json").unlink()
        rows = [
            {
                **record["questions"][0],
                "split": record["split"],
                "image": record["local_path"],
                **record["meta_data"],
            }
            for record in self.records
        ]
        (folder / "all.jsonl").write_text("\n".join(map(json.dumps, rows)))
        return folder

    def write(self, folder: Path) -> Path:
        """Write one JSON file a split, the images and the texts."""
        for name, content in self.images.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        folder.mkdir(parents=True, exist_ok=True)
        for split in {record["split"] for record in self.records}:
            rows = [
                {key: value for key, value in record.items() if key != "split"}
                for record in self.records
                if record["split"] == split
            ]
            (folder / f"{split}.json").write_text(json.dumps(rows))
        for name, text in self.texts.items():
            (folder / name).write_text(text)
        return folder


def clean(seed: int, *, questions: int = 60, with_images: bool = False) -> Generated:
    """Return a benchmark without defects: options and keys are independent."""
    chosen = random.Random(seed)  # noqa: S311 - no secret
    records = []
    for number in range(questions):
        name = f"images/{seed}-{number}.png"
        records.append(
            {
                "split": "dev" if number < questions // 6 else "test",
                "local_path": name,
                "questions": [
                    {
                        "id": f"q-{number}",
                        "question": f"{_sentence(chosen, 6)}?",
                        "options": [_sentence(chosen, 7) for _ in LETTERS],
                        "answer": chosen.choice(LETTERS),
                    }
                ],
                "meta_data": {
                    "domain": chosen.choice(["Life", "Art", "Society"]),
                    "explanation": _sentence(chosen, 30),
                },
            }
        )
    images: dict[str, bytes] = {}
    if with_images:
        for at, record in enumerate(records):
            images[str(record["local_path"])] = png(seed * 1000 + at)
    return Generated(records, images)


def _sentence(chosen: random.Random, words: int) -> str:
    return " ".join(chosen.sample(_WORDS, words)).capitalize()


Plant = Callable[[Generated, int], set[str]]
"""Changes a clean benchmark; returns what the finding must name (questions, images)."""


def same_option(made: Generated, at: int) -> set[str]:
    options = made.question(at)["options"]
    options[4] = f"{options[1].upper()}."
    return {made.question(at)["id"]}


def slip_in_an_option(made: Generated, at: int) -> set[str]:
    options = made.question(at)["options"]
    options[2] = options[0].replace(options[0].split()[3], options[0].split()[3] + "s")
    return {made.question(at)["id"]}


def empty_option(made: Generated, at: int) -> set[str]:
    made.question(at)["options"][3] = "  "
    return {made.question(at)["id"]}


def one_option(made: Generated, at: int) -> set[str]:
    made.question(at).update(options=["Only this."], answer="A")
    return {made.question(at)["id"]}


def no_key(made: Generated, at: int) -> set[str]:
    del made.question(at)["answer"]
    return {made.question(at)["id"]}


def key_beyond(made: Generated, at: int) -> set[str]:
    made.question(at)["answer"] = "H"
    return {made.question(at)["id"]}


def other_key_text(made: Generated, at: int) -> set[str]:
    question = made.question(at)
    letters = "ABCDEF"
    question["correct_option"] = question["options"][
        letters.index(question["answer"]) - 1
    ]
    return {question["id"]}


def same_id(made: Generated, at: int) -> set[str]:
    made.question(at)["id"] = made.question(at - 1)["id"]
    return {made.question(at)["id"]}


def repeated(made: Generated, at: int) -> set[str]:
    source = made.question(at - 1)
    made.records[at]["local_path"] = made.records[at - 1]["local_path"]
    made.records[at]["meta_data"] = made.records[at - 1]["meta_data"]
    made.question(at).update(
        question=source["question"].upper(),
        options=source["options"],
        answer=source["answer"],
    )
    return {made.question(at)["id"], source["id"]}


def another_key(made: Generated, at: int) -> set[str]:
    named = repeated(made, at)
    key = LETTERS.index(made.question(at)["answer"])
    made.question(at)["answer"] = LETTERS[(key + 1) % 6]
    return named


def other_labels(made: Generated, at: int) -> set[str]:
    """A second question about the image before, under another label."""
    made.records[at]["local_path"] = made.records[at - 1]["local_path"]
    domain = made.records[at - 1]["meta_data"]["domain"]
    made.records[at]["meta_data"]["domain"] = "Art" if domain != "Art" else "Life"
    return {made.question(at)["id"], made.question(at - 1)["id"]}


def spelled_otherwise(made: Generated, at: int) -> set[str]:
    meta = made.records[at]["meta_data"]
    meta["domain"] = f"{meta['domain'].upper()} "
    return set()


def address(made: Generated, at: int) -> set[str]:
    made.records[at]["meta_data"]["explanation"] += " Write to jo.doe@example.org."
    return {made.question(at)["id"]}


def without_licence(made: Generated, at: int) -> set[str]:
    del made.texts["LICENSE"]
    return set()


def without_canary(made: Generated, at: int) -> set[str]:
    made.texts["README.md"] = "A benchmark."
    return set()


def without_source(made: Generated, at: int) -> set[str]:
    """All records but one name where their image comes from."""
    for number, record in enumerate(made.records):
        if number != at:
            record["meta_data"]["source"] = f"Archive {number % 3}"
    return {made.question(at)["id"]}


def no_question(made: Generated, at: int) -> set[str]:
    made.records[at]["questions"] = []
    return set()


def table_beside(made: Generated, at: int) -> set[str]:
    made.texts[f"hours-{at}.csv"] = "name,hours\nA,3\n"
    return set()


def one_label(made: Generated, at: int) -> set[str]:
    for number, record in enumerate(made.records):
        record["meta_data"]["domain"] = "Art" if number == at else "Life"
    return set()


def no_image_file(made: Generated, at: int) -> set[str]:
    name = str(made.records[at]["local_path"])
    del made.images[name]
    return {name}


def broken_image(made: Generated, at: int) -> set[str]:
    return _replaced(made, at, b"no image")


def tiny_image(made: Generated, at: int) -> set[str]:
    return _replaced(made, at, encoded(draw(at, (40, 300))))


def blank_image(made: Generated, at: int) -> set[str]:
    shade = (at * 9 % 256, 200, 90)
    return _replaced(made, at, encoded(Image.new("RGB", (300, 300), shade)))


def page_of_text(made: Generated, at: int) -> set[str]:
    page = Image.new("RGB", (400, 300), "white")
    for top in range(10, 290, 20):
        for left in range(10, 380, 14):
            box = (left, top, left + 9, top + 13)
            ImageDraw.Draw(page).rectangle(box, fill="black")
    return _replaced(made, at, encoded(page))


def copy_in_a_split(made: Generated, at: int) -> set[str]:
    return _copied(made, at, at - 1)


def copy_across_splits(made: Generated, at: int) -> set[str]:
    return _copied(made, at, 0)


def edited_in_a_split(made: Generated, at: int) -> set[str]:
    return _edited(made, at, at - 1)


def edited_across_splits(made: Generated, at: int) -> set[str]:
    return _edited(made, at, 0)


def _replaced(made: Generated, at: int, content: bytes) -> set[str]:
    name = str(made.records[at]["local_path"])
    made.images[name] = content
    return {name}


def _copied(made: Generated, at: int, source: int) -> set[str]:
    original = str(made.records[source]["local_path"])
    # Labels belong to the image, so both records have the same.
    made.records[at]["meta_data"] = made.records[source]["meta_data"]
    return _replaced(made, at, made.images[original]) | {original}


def _edited(made: Generated, at: int, source: int) -> set[str]:
    """A smaller, recompressed copy without its edge."""
    original = str(made.records[source]["local_path"])
    image = Image.open(io.BytesIO(made.images[original]))
    inner = image.crop((8, 6, image.width - 4, image.height - 8)).resize((220, 165))
    return _replaced(made, at, encoded(inner, "JPEG", quality=60)) | {original}
