"""WebDataset shards: tar files in which the members of a sample share a name."""

import json
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path, PurePosixPath

from core.domain.texts import _
from curation.image_files.domain.rejection import RejectedFileError
from curation.material.domain.tars import TarMaterial

IMAGES = ("jpg", "jpeg", "png", "webp", "gif", "bmp", "tif", "tiff")
_TEXTS = ("txt", "cls", "text")


def is_shard(file: Path) -> bool:
    """Return whether the members of a tar archive share names, as those of samples do."""
    extensions: dict[str, set[str]] = defaultdict(set)
    with closing(TarMaterial(file.name, file.open("rb"))) as archive:
        try:
            for entry in archive.entries():
                name, _dot, extension = PurePosixPath(entry.path).name.partition(".")
                key = str(PurePosixPath(entry.path).with_name(name))
                extensions[key].add(extension.lower())
        except RejectedFileError:
            return False
    return any(
        not of_sample.isdisjoint(IMAGES) and not of_sample.isdisjoint(("json", *_TEXTS))
        for of_sample in extensions.values()
    )


def read_shard(file: Path) -> list[Mapping[str, object]]:
    """Return the samples of a shard: fields of the JSON, texts, and the image.

    Raises ValueError when the file is no such shard, or a member cannot be read.
    """
    samples: dict[str, dict[str, object]] = {}
    with closing(TarMaterial(file.name, file.open("rb"))) as archive:
        try:
            # Places are offsets, so that a member can be read after all are listed.
            for entry in list(archive.entries()):
                if entry.refused:
                    raise ValueError(entry.refused[1])
                path = PurePosixPath(entry.path)
                name, _dot, extension = path.name.partition(".")
                key = str(path.with_name(name))
                sample = samples.setdefault(key, {"__key__": key})
                _add(sample, extension.lower(), entry.path, archive.read(entry.place))
        except RejectedFileError as rejection:
            raise ValueError(rejection.message) from rejection
    rows: list[Mapping[str, object]] = [
        {"id": sample.pop("__key__"), **sample}
        for sample in samples.values()
        if len(sample) > 1
    ]
    if not any(set(row) - {"id", "image"} for row in rows):
        raise ValueError(_("holds no JSON or text beside its images"))
    return rows


def _add(sample: dict[str, object], extension: str, path: str, content: bytes) -> None:
    if extension == "json":
        fields = json.loads(content)
        if not isinstance(fields, dict):
            raise ValueError(_("{path} is not an object", path=path))
        sample.update(fields)
    elif extension in IMAGES:
        sample["image"] = {"bytes": content, "path": path}
    elif extension in _TEXTS:
        sample[extension] = content.decode("utf-8", errors="replace").strip()
