"""Lookup of text engines by name."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any

from core.domain.texts import _
from curation.stages.text_area.area import TextEngine

ENGINES: Mapping[str, str] = MappingProxyType(
    {
        "rapidocr": "curation.stages.text_area.engines.rapid:RapidEngine",
        "easyocr": "curation.stages.text_area.engines.easy:EasyEngine",
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
            _(
                "there is no text engine {name!r}: choose one of {engines}",
                name=name,
                engines=", ".join(engines),
            )
        )
    module_name, _rest, class_name = path.partition(":")
    module = import_for_engine(name, module_name)
    engine: TextEngine = getattr(module, class_name)(languages=languages, **options)
    return engine


def import_for_engine(name: str, module_name: str) -> ModuleType:
    """Import a module that the engine ``name`` needs.

    Raises EngineUnavailableError naming the package that is not installed.
    """
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        raise EngineUnavailableError(
            _(
                "the text engine {name!r} needs the package {package!r}, "
                "which is not installed",
                name=name,
                package=error.name,
            )
        ) from error
