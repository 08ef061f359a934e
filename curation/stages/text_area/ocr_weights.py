"""Download of the model weights of a text engine."""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import InvalidInputError
from curation.stages.text_area.engines.base import EngineUnavailableError, load_engine


class FetchedWeights(NamedTuple):
    """The engine, the names of its models, and their folder if there is one."""

    engine: str
    models: Sequence[str]
    folder: str | None


def fetch_ocr_weights(*, languages: Sequence[str]) -> FetchedWeights:
    """Download the missing weights of the configured engine.

    Protocols may need each language alone or all together, with different models; all
    are downloaded. Raises InvalidInputError when the package or the network is missing.
    """
    name = settings.OCR_ENGINE
    folder = str(settings.OCR_WEIGHTS) if name == "easyocr" else None
    options = {"weights": folder, "download": True} if folder else {}
    models: set[str] = set()
    try:
        for chosen in [*([language] for language in languages), languages]:
            models |= set(load_engine(name, options, languages=chosen).models)
    except EngineUnavailableError as error:
        raise InvalidInputError(str(error)) from error
    except OSError as error:
        raise InvalidInputError(
            _(
                "The weights of {name} cannot be downloaded: {error}",
                name=name,
                error=describe_failure(error),
            )
        ) from error
    return FetchedWeights(name, sorted(models), folder)
