"""Text in images, for settings that give a model without vision what OCR reads.

CMMMU, §4: "we deploy OCR by Mathpix processing images to convert certain image
information into textual forms". Here the text engine of curation reads them on the
worker itself.
"""

import hashlib
from functools import cache
from pathlib import Path

from curation.stages.text_area.area import TextEngine
from curation.stages.text_area.engines.base import EngineUnavailableError, load_engine
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import PromptError, UnreadableImageError
from subtext_runner.questions import ImageFile
from subtext_runner.sent_images import shown_image
from subtext_runner.storage import default_cache

ENGINE = "rapidocr"


def text_of_images(benchmark: Benchmark, images: tuple[ImageFile, ...]) -> str:
    """Return the text that the engine reads in images, line by line, in their order.

    What was read of an image is kept in the cache. Raises PromptError if no engine is
    installed or an image cannot be read.
    """
    return "\n".join(filter(None, (_text_of(benchmark, image) for image in images)))


def _text_of(benchmark: Benchmark, image: ImageFile) -> str:
    engine = _engine(benchmark.protocol.language)
    text_file = _kept_at(engine, image.sha256)
    if text_file.exists():
        return text_file.read_text("utf-8")
    try:
        regions = engine.read(shown_image(image, benchmark))
    except UnreadableImageError as error:
        raise PromptError(str(error)) from error
    text = "\n".join(region.text.strip() for region in regions)
    text_file.parent.mkdir(parents=True, exist_ok=True)
    text_file.write_text(text, "utf-8")
    return text


@cache
def _engine(language: str) -> TextEngine:
    try:
        return load_engine(ENGINE, {}, languages=(language,))
    except EngineUnavailableError as error:
        raise PromptError(str(error)) from error


def _kept_at(engine: TextEngine, sha256: str) -> Path:
    read_by = f"{engine.name} {engine.version} {sorted(engine.parameters.items())}"
    name = hashlib.sha256(read_by.encode()).hexdigest()[:12]
    return default_cache() / "image-texts" / name / f"{sha256}.txt"
