"""Lookup of text engines by name."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any

from curation.domain.text_area import TextEngine

ENGINES: Mapping[str, str] = MappingProxyType(
    {
        "rapidocr": "curation.engines.rapid:RapidEngine",
        "easyocr": "curation.engines.easy:EasyEngine",
    }
)
"""Engine name → module:class. A module is imported only when its engine is used."""


class EngineUnavailableError(RuntimeError):
    """The engine or a requirement of it is not installed; the message names it."""


def load_engine(
    name: str,
    options: Mapping[str, Any],
    *,
    languages: Sequence[str],
    engines: Mapping[str, str] = ENGINES,
) -> TextEngine:
    """Create the engine ``name`` for ``languages`` (the protocol's codes).

    ``name`` may also be the module:class of an unlisted engine. ``options`` are its
    other keyword arguments.

    Raises:
        EngineUnavailableError: no such engine, or its package or weights are missing.
    """
    path = name if ":" in name else engines.get(name)
    if path is None:
        raise EngineUnavailableError(
            f"there is no text engine {name!r}: choose one of {', '.join(engines)}"
        )
    module_name, _, class_name = path.partition(":")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        raise EngineUnavailableError(
            f"the text engine {name!r} needs the package {error.name!r}, "
            "which is not installed"
        ) from error
    engine: TextEngine = getattr(module, class_name)(languages=languages, **options)
    return engine
