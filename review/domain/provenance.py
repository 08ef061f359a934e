"""Provenance of each field of a final record, for the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

from projects.domain.protocol.document import Protocol
from review.domain.comparison import overrides_everybody


def letter_of(position: int) -> str:
    """Return the letter that names a compared person on the page: A, B, C …"""
    return chr(ord("A") + position)


def label_origins(
    protocol: Protocol,
    compared: Mapping[str, Mapping[str, Any]],
    labels: Mapping[str, Sequence[str]],
) -> tuple[dict[str, Any], list[str]]:
    """Return the origin of each label, and the fields that override all annotators.

    An origin is a state of the comparison ("agreed", "proposed"), the letters of those
    who gave the value, "merged", "overridden", or "written" without a comparison.
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
    """Return the letters of those who wrote exactly this text, or "written"."""
    by = [letter_of(at) for at, text in enumerate(said) if _tidy(text) == _tidy(value)]
    return by or "written"


def _tidy(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value
