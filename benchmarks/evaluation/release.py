"""A release for runs: II-Bench's protocol, drawn images, generated questions.

The folder has the files that Subtext's runner reads and the same questions in the form
of lmms-eval's own II-Bench task.
"""

import hashlib
import io
import random
from pathlib import Path

from datasets import Dataset, Features, Image, Value, disable_progress_bars
from PIL import Image as Picture

from subtext_protocol.shipped import shipped_protocol
from tests.support.tiny_release import write_release

_WORDS = [
    "clock",
    "ladder",
    "anchor",
    "candle",
    "mirror",
    "bridge",
    "lantern",
    "river",
    "garden",
    "window",
    "letter",
    "crowd",
    "silence",
    "freedom",
    "time",
    "money",
    "memory",
    "hope",
    "fear",
    "home",
    "road",
    "wall",
    "light",
    "shadow",
]
_SIZE = (900, 700)
TASK = "subtext_release"


def make_release(folder: Path, *, questions: int, seed: int) -> str:
    """Write the release to ``folder``. Returns the release hash."""
    chance = random.Random(seed)  # noqa: S311 - a drawing
    images = [_image(chance) for _ in range(questions)]
    lines = [_question(chance, n, images[n]) for n in range(questions)]
    protocol = shipped_protocol("ii-bench").model_dump(mode="json")
    sha256 = write_release(
        folder,
        questions=lines,
        protocol=protocol,
        images={_path(image): image for image in images},
    )
    _write_rows(folder, lines, images)
    return sha256


def write_task(folder: Path, release: Path, *, ii_bench: Path) -> None:
    """Write lmms-eval's own II-Bench task for this release."""
    folder.mkdir()
    (folder / f"{TASK}.yaml").write_text(
        f"include: {ii_bench}\ntask: {TASK}\ndataset_path: {release}\n",
        encoding="utf-8",
    )


def _question(chance: random.Random, number: int, image: bytes) -> dict[str, object]:
    return {
        "id": f"q-{number:05d}",
        "item_id": f"i-{number:05d}",
        "split": "test",
        "images": [{"path": _path(image), "sha256": hashlib.sha256(image).hexdigest()}],
        "format": "single_choice",
        "language": "en",
        "stem": f"What does picture {number} imply about the {_text(chance, 14)}?",
        "options": [f"{_text(chance, 14).capitalize()}." for _ in range(6)],
        "answer": chance.choice("ABCDEF"),
        "labels": {"domain": ["life"], "rhetoric": ["metaphor"]},
    }


def _text(chance: random.Random, length: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(length))


def _image(chance: random.Random) -> bytes:
    """Return a JPEG of soft noise of about the size of II-Bench's images."""
    small = Picture.frombytes("RGB", (90, 70), chance.randbytes(90 * 70 * 3))
    file = io.BytesIO()
    small.resize(_SIZE, Picture.Resampling.BICUBIC).save(file, "JPEG", quality=85)
    return file.getvalue()


def _path(image: bytes) -> str:
    return f"images/{hashlib.sha256(image).hexdigest()}.jpg"


def _write_rows(
    folder: Path, lines: list[dict[str, object]], images: list[bytes]
) -> None:
    names = [f"option{n}" for n in range(1, 7)]
    rows = []
    for line, image in zip(lines, images, strict=True):
        options = line["options"]
        assert isinstance(options, list)  # noqa: S101 - it was made above
        rows.append(
            {
                "id": line["id"],
                "image": {"bytes": image, "path": None},
                "question": line["stem"],
                **dict(zip(names, options, strict=True)),
            }
        )
    disable_progress_bars()
    texts = {name: Value("string") for name in ("id", "question", *names)}
    data = Dataset.from_list(rows, features=Features({**texts, "image": Image()}))
    (folder / "data").mkdir()
    data.to_parquet(folder / "data" / "test-00000-of-00001.parquet")
    (folder / "README.md").write_text(
        "---\nconfigs:\n- config_name: default\n  data_files:\n"
        "  - split: test\n    path: data/test-*\n---\n",
        encoding="utf-8",
    )
