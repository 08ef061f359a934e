"""Drawing of the folder of raw files: pictures, pages, copies and broken files."""

import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import yaml

from demo.drawing import crawl
from demo.drawing.svg import IMAGES, draw_image
from demo.drawing.text_pages import draw_pages
from demo.drawing.truth import Annotation, Outcome, Question, TrueFate

_STORED = {
    # A file for print: four inks.
    "cmyk": lambda image: crawl.encode_image(image.convert("CMYK"), "JPEG", quality=93),
    "phone": crawl.phone_photo,
    "sixteen_bit": crawl.sixteen_bit_png,
    "gif": crawl.animated_gif,
    "png": crawl.encode_png,
    "jpg": crawl.encode_jpeg,
}


class _Record(TypedDict):
    edition: str
    images: list[TrueFate]


class RawFile(NamedTuple):
    """One file of the crawl, with its expected outcome."""

    content: bytes
    fate: TrueFate


def _raw(path: str, content: bytes, outcome: Outcome, reason: str) -> RawFile:
    digest = hashlib.sha256(content).hexdigest()
    fate = TrueFate(
        path=path, sha256=digest, outcome=outcome, duplicate_of=None, reason=reason
    )
    return RawFile(content, fate)


def draw_raw_files() -> Iterator[RawFile]:
    """Draw every file of the crawl again; the same bytes every time."""
    pictures = yaml.safe_load((IMAGES / "pictures.yaml").read_text("utf-8"))
    for number, (path, known) in enumerate(pictures.items()):
        yield from _image_files(path, known, number)
    for page in draw_pages():
        reason = f"its lines of text cover {page.text_area:.0%} of the image"
        content = crawl.encode_png(page.image)
        yield _raw(f"web/{page.name}.png", content, "too_much_text", reason)
    for name, (content, reason) in crawl.broken_files(draw_image("bicycle")).items():
        yield _raw(f"downloads/{name}", content, "rejected", reason)


def _image_files(path: str, known: dict[str, Any], number: int) -> Iterator[RawFile]:
    name, suffix = Path(path).stem, Path(path).suffix
    image = draw_image(name)
    if not path.startswith("logos/"):
        image = image.convert("RGB")
    content = _STORED[known.get("stored", suffix[1:])](image)
    if "labels" not in known:
        yield _raw(path, content, "screened_out", "a plain image: no second meaning")
        return
    original = _raw(path, content, "kept", "an image with a second meaning")
    original.fate["annotation"] = _annotation(known, number)
    yield original
    if suffix == ".gif":
        image = crawl.scale_image(image, 0.8)
    for way in known["copies"]:
        if way == "exact":
            copied, copy = f"web/{name} (1){suffix}", content
        else:
            ending, make = crawl.COPIES[way]
            copied, copy = f"web/{name}-{way}{ending}", make(image)
        duplicate = _raw(copied, copy, "duplicate", f"a copy: {way}")
        duplicate.fate["duplicate_of"] = path
        yield duplicate


def _annotation(known: dict[str, Any], number: int) -> Annotation:
    """Return a reference annotation; `pictures.yaml` lists the correct option first."""
    questions: list[Question] = []
    for at, (stem, (right, *distractors)) in enumerate(known["questions"].items()):
        place = (number + at) % (len(distractors) + 1)
        options = [*distractors[:place], right, *distractors[place:]]
        questions.append({"stem": stem, "options": options, "key": "ABCDEF"[place]})
    explained = {"explanation": known["explanation"], "questions": questions}
    annotation: Annotation = known["labels"] | explained
    return annotation


def _edition() -> str:
    """Return a hash of what the drawing depends on: this package and two libraries."""
    digest = hashlib.sha256(f"{version('pillow')} {version('resvg-py')}".encode())
    for source in sorted([*Path(__file__).parent.glob("*.py"), *IMAGES.iterdir()]):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()


def _is_drawn(directory: Path, record: _Record, edition: str) -> bool:
    return record["edition"] == edition and all(
        (file := directory / row["path"]).is_file()
        and hashlib.sha256(file.read_bytes()).hexdigest() == row["sha256"]
        for row in record["images"]
    )


def draw_all(directory: Path) -> Path:
    """Draw every raw file under `directory`; return the ground-truth file beside it.

    The file is JSON: `edition`, and `images` with one `TrueFate` per raw file. If all
    files exist unchanged, nothing is written.
    """
    truth, edition = directory.with_name(f"{directory.name}.json"), _edition()
    if truth.is_file():
        before: _Record = json.loads(truth.read_text("utf-8"))
        if _is_drawn(directory, before, edition):
            return truth
        # Files of an earlier edition are not in the new ground truth.
        for row in before["images"]:
            (directory / row["path"]).unlink(missing_ok=True)
        truth.unlink()
    fates = []
    for content, fate in draw_raw_files():
        target = directory / fate["path"]
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        fates.append(fate)
    fates.sort(key=lambda fate: fate["path"])
    record: _Record = {"edition": edition, "images": fates}
    truth.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return truth
