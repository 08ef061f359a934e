"""Facts of every image file of a benchmark, read once for all checks."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from core.domain.processors import count_available_processors
from core.domain.reasons import describe_failure
from core.threads import map_in_threads
from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.rejection import RejectedFileError
from curation.images.domain.description import ImageDescription, describe_image
from curation.stages.text_area.area import DEFAULT_THRESHOLD, OcrThresholds, TextEngine
from curation.stages.text_area.large_areas import measure_large_areas
from published.audit.domain.measurements import MeasurementCache
from published.reading.benchmark import Benchmark

_SIDE = 512
"""Side in pixels down to which a JPEG is decoded; enough for a description."""


@dataclass(frozen=True)
class ImageFacts:
    """What is known of an image file."""

    sha256: str
    width: int = 0
    height: int = 0
    contrast: float = 0.0
    """Standard deviation of the grey values (0 to 255)."""
    refused: str = ""
    """Why it cannot be decoded; empty if it can."""
    description: ImageDescription | None = None
    """What near-duplicates are found by; None if it cannot be decoded."""


def read_image_facts(file: Path, measurements: MeasurementCache) -> ImageFacts:
    """Read a file; one that is no image has ``refused``."""
    try:
        content = file.read_bytes()
    except OSError as error:
        return ImageFacts("", refused=describe_failure(error))
    digest = hashlib.sha256(content).hexdigest()
    stored = measurements.find_measurement("facts", digest)
    if stored is not None:
        return _unpacked(digest, stored)
    try:
        decoded = decode_image(content, draft_side=_SIDE)
    except RejectedFileError as error:
        return ImageFacts(digest, refused=str(error))
    grey = np.asarray(decoded.image.convert("L"))
    description = describe_image(decoded.image)
    facts = ImageFacts(
        digest,
        decoded.width,
        decoded.height,
        float(grey.std()),
        description=description,
    )
    numbers = json.dumps([facts.width, facts.height, facts.contrast]).encode()
    measurements.store_measurement(
        numbers + b"\n" + description.to_bytes(), "facts", digest
    )
    return facts


def _unpacked(digest: str, stored: bytes) -> ImageFacts:
    numbers, _, packed = stored.partition(b"\n")
    width, height, contrast = json.loads(numbers)
    return ImageFacts(
        digest, width, height, contrast, description=ImageDescription.from_bytes(packed)
    )


def facts_by_image(
    benchmark: Benchmark,
    measurements: MeasurementCache,
    progress: Callable[[int, int], None],
) -> Mapping[str, ImageFacts]:
    """Return the facts of each image whose file is there, by name.

    A file is read once, by one of as many threads as there are processors: decoding and
    describing release Python's lock. ``progress`` is told how many of all files were
    read.
    """
    names_by_file: defaultdict[Path, list[str]] = defaultdict(list)
    for name, file in benchmark.images.items():
        if file is not None:
            names_by_file[file].append(name)
    facts: dict[str, ImageFacts] = {}
    read = map_in_threads(
        lambda file: read_image_facts(file, measurements),
        names_by_file,
        count_available_processors(),
    )
    for number, (file, known) in enumerate(read, start=1):
        facts.update(dict.fromkeys(names_by_file[file], known))
        progress(number, len(names_by_file))
    return {name: facts[name] for name in benchmark.images if name in facts}


def large_text_areas(
    benchmark: Benchmark,
    facts: Mapping[str, ImageFacts],
    engine: TextEngine,
    measurements: MeasurementCache,
    progress: Callable[[int, int], None],
) -> Mapping[str, float]:
    """Return the share of text (0 to 1) of the images that are mostly text, by name.

    They have at least ``DEFAULT_THRESHOLD``. Copies of an image are read once.
    ``progress`` is told how many of all were read.
    """
    name_by_content = {
        known.sha256: name for name, known in facts.items() if not known.refused
    }

    def open_image(digest: str) -> Image.Image:
        file = benchmark.images[name_by_content[digest]]
        assert file is not None  # noqa: S101 - it has facts
        return decode_image(file.read_bytes()).image

    confirmation = OcrThresholds()
    kind = (
        *("large text area", DEFAULT_THRESHOLD, engine.name, engine.version),
        *(list(engine.models), dict(engine.parameters), asdict(confirmation)),
    )
    ratios: dict[str, float | None] = {}
    for digest in name_by_content:
        stored = measurements.find_measurement(*kind, digest)
        if stored is not None:
            ratios[digest] = json.loads(stored)
    unread = [digest for digest in name_by_content if digest not in ratios]
    for digest, ratio in measure_large_areas(
        unread, open_image, engine, DEFAULT_THRESHOLD, confirmation=confirmation
    ):
        ratios[digest] = ratio
        measurements.store_measurement(json.dumps(ratio).encode(), *kind, digest)
        progress(len(ratios), len(name_by_content))
    progress(len(ratios), len(name_by_content))
    return {
        name: ratio
        for name, known in facts.items()
        if (ratio := ratios.get(known.sha256)) is not None
    }
