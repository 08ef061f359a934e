"""Where each field of a final record came from, for the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

from projects.domain.protocol.document import Protocol
from review.domain.comparison import overrides_everybody


def letter_of(position: int) -> str:
    """What a compared person is called on the page: A, B, C …"""
    return chr(ord("A") + position)


def label_origins(
    protocol: Protocol,
    compared: Mapping[str, Mapping[str, Any]],
    labels: Mapping[str, Sequence[str]],
) -> tuple[dict[str, Any], list[str]]:
    """The origin of each label, and the fields in which everybody was overruled.

    An origin is a state of the comparison ("agreed", "proposed"), a list of letters of
    those who said so, "merged" or "overridden".
    """
    origins: dict[str, Any] = {}
    overridden: list[str] = []
    for field in protocol.labels:
        said = compared.get(field.id)
        chosen = list(labels.get(field.id, ()))
        if said is None:
            origins[field.id] = "written"
            continue
        by = [
            letter_of(position)
            for position, value in enumerate(said["values"])
            if set(value) == set(chosen)
        ]
        if chosen == said["value"]:
            origins[field.id] = said["outcome"]
        elif by:
            origins[field.id] = by
        elif overrides_everybody(field, chosen, said["values"]):
            origins[field.id] = "overridden"
            overridden.append(field.id)
        else:
            origins[field.id] = "merged"
    return origins, overridden


def text_origin(value: Any, said: Sequence[Any]) -> Any:
    """Letters of those who wrote exactly that, or "written"."""
    by = [letter_of(at) for at, text in enumerate(said) if _tidy(text) == _tidy(value)]
    return by or "written"


def _tidy(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value
