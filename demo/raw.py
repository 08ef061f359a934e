"""Draws the folder of raw files: scenes, plain pictures, pages, copies, broken ones."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypedDict

import PIL
import resvg_py
from PIL import Image

from demo import crawl
from demo.scenes import (
    climate,
    clocks,
    days,
    fortune,
    galleries,
    heads,
    letters,
    machines,
    neighbours,
    pages,
    plain,
    power,
    ties,
    water,
)
from demo.truth import Annotation, Outcome, TrueFate, annotations

_Scene = Callable[[], Image.Image]
_THEMES: Sequence[Sequence[_Scene]] = (
    clocks.SCENES,
    days.SCENES,
    heads.SCENES,
    ties.SCENES,
    power.SCENES,
    neighbours.SCENES,
    climate.SCENES,
    water.SCENES,
    galleries.SCENES,
    letters.SCENES,
    machines.SCENES,
    fortune.SCENES,
)
_FOLDERS: Mapping[str, str] = {
    "painting": "museum",
    "poster": "posters",
    "single_panel_comic": "comics",
    "multi_panel_comic": "comics",
    "meme": "social",
    "logo": "logos",
}
# How the first copy of a scene came, where not by its type's rule.
_DELIVERED: Mapping[str, tuple[str, Callable[[Image.Image], bytes]]] = {
    "hand-bridge": (".jpg", crawl.cmyk_jpeg),
    "piano-crossing": (".jpg", crawl.phone_photo),
    "snail-express": (".gif", crawl.animated_gif),
    "locked-gate": (".jpg", crawl.png),  # the name says JPEG, the content PNG
    "misty-mountains": (".png", crawl.sixteen_bit_png),
}
_AS_JPEG = frozenset(
    {
        "book-ladder",
        "hamster-clock",
        "inbox-sisyphus",
        "head-cage",
        "ashtray-factory",
        "cello-tree",
        "growing-dominoes",
        "coin-scales",
        "tightening-knot",
        "satellite-dandelion",
        "brick-verse",
        "echo-room",
        "melting-scoop",
        "lion-mirror",
        "rainy-day-jar",
        "hourglass-forest",
        "fruit-bowl",
        "sleeping-cat",
    }
)


class _Record(TypedDict):
    edition: str
    images: list[TrueFate]


class RawFile(NamedTuple):
    """One file of the crawl, with its fate."""

    path: str
    content: bytes
    outcome: Outcome
    reason: str
    duplicate_of: str | None = None
    annotation: Annotation | None = None

    def fate(self) -> TrueFate:
        row: TrueFate = {
            "path": self.path,
            "sha256": hashlib.sha256(self.content).hexdigest(),
            "outcome": self.outcome,
            "duplicate_of": self.duplicate_of,
            "reason": self.reason,
        }
        if self.annotation is not None:
            row["annotation"] = self.annotation
        return row


def scene_name(scene: Callable[[], object]) -> str:
    """A scene's name in the YAML files and paths: `book-ladder`."""
    return scene.__name__.replace("_", "-")


def _delivered(name: str, image: Image.Image, *, kind: str) -> tuple[str, bytes]:
    if name in _DELIVERED:
        suffix, encode = _DELIVERED[name]
        return suffix, encode(image)
    if kind == "painting" or name in _AS_JPEG:
        return ".jpg", crawl.jpeg(image)
    transparent = kind == "logo"
    return ".png", crawl.png(image if transparent else image.convert("RGB"))


def raw_files() -> Iterator[RawFile]:
    """Every file of the crawl, drawn afresh; the same bytes every time."""
    ways: dict[str, list[str]] = {}
    for way, names in crawl.COPIES.items():
        for name in names:
            ways.setdefault(name, []).append(way)
    for number, theme in enumerate(_THEMES):
        for scene in theme:
            yield from _scene_files(scene, f"gallery-{'ab'[number % 2]}", ways)
    for picture in plain.SCENES:
        name = scene_name(picture)
        suffix, content = _delivered(name, picture(), kind="plain")
        yield RawFile(
            f"stock/{name}{suffix}",
            content,
            "screened_out",
            "a plain picture: no second meaning",
        )
    for drawn in pages.SCENES:
        name, page = scene_name(drawn), drawn()
        folder = "social" if "screenshot" in name else "posters"
        share = round(100 * page.text_area())
        yield RawFile(
            f"{folder}/{name}.png",
            crawl.png(page.image),
            "too_much_text",
            f"the ink boxes of its lines cover {share} % of the picture",
        )
    for path, (content, reason) in crawl.broken_files(plain.vase_of_flowers()).items():
        yield RawFile(path, content, "rejected", reason)


def _scene_files(
    scene: _Scene, gallery: str, ways: Mapping[str, Sequence[str]]
) -> Iterator[RawFile]:
    name, image = scene_name(scene), scene()
    annotation = annotations()[name]
    kind = annotation["image_type"][0]
    suffix, content = _delivered(name, image, kind=kind)
    path = f"{_FOLDERS.get(kind, gallery)}/{name}{suffix}"
    yield RawFile(
        path, content, "kept", "a picture with a second meaning", annotation=annotation
    )
    if name in crawl.EXACT_COPIES:
        yield RawFile(
            f"web/{name} (1){suffix}",
            content,
            "duplicate",
            "the same bytes",
            path,
        )
    source = crawl.scaled(image, 0.8) if suffix == ".gif" else image
    for way in ways.get(name, ()):
        ending, copy = crawl.copy(way, source)
        yield RawFile(
            f"web/{name}-{way}{ending}", copy, "duplicate", f"a copy: {way}", path
        )


def _edition() -> str:
    """What the drawing depends on: this package's text and the two renderers."""
    digest = hashlib.sha256(f"{PIL.__version__} {resvg_py.__version__}".encode())
    folder = Path(__file__).parent
    sources = [*folder.glob("*.py"), *folder.glob("scenes/*")]
    for source in sorted(file for file in sources if file.suffix in (".py", ".yaml")):
        digest.update(source.relative_to(folder).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _is_drawn(directory: Path, record: _Record, edition: str) -> bool:
    return record["edition"] == edition and all(
        (file := directory / row["path"]).is_file()
        and hashlib.sha256(file.read_bytes()).hexdigest() == row["sha256"]
        for row in record["images"]
    )


def draw_all(directory: Path) -> Path:
    """Draw every raw file under `directory`; answers the ground-truth file beside it.

    The file is JSON: `edition`, and `images`, one `TrueFate` a raw file. Where all
    of it is there already and unchanged, nothing is written.
    """
    truth, edition = directory.with_name(f"{directory.name}.json"), _edition()
    if truth.is_file():
        before: _Record = json.loads(truth.read_text("utf-8"))
        if _is_drawn(directory, before, edition):
            return truth
        # An earlier edition's files would have no place in the new ground truth.
        for row in before["images"]:
            (directory / row["path"]).unlink(missing_ok=True)
        truth.unlink()
    fates = []
    for file in raw_files():
        target = directory / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.content)
        fates.append(file.fate())
    fates.sort(key=lambda fate: fate["path"])
    record: _Record = {"edition": edition, "images": fates}
    truth.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return truth
