"""Licences by their SPDX identifier, with their texts.

The texts are the data of the SPDX License List 3.27.0 (https://spdx.org/licenses/,
CC-BY-3.0): ``{identifier: licenseText}`` of its ``json/details``, without trailing
space. They are included here because no maintained Python package carries them.
"""

import hashlib
import json
import lzma
from functools import cache
from pathlib import Path
from typing import NamedTuple

_TEXTS = Path(__file__).with_name("spdx_licence_texts.json.xz")

WORDS_OF_A_TEXT = 20
"""A text with fewer words is the name of a licence, not its text."""


class LicenceText(NamedTuple):
    name: str
    """File name: the SPDX identifier, or ``LicenseRef-`` and a digest."""
    text: str


@cache
def _spdx() -> dict[str, tuple[str, str]]:
    """Return the identifier and the text, by the identifier in lower case."""
    texts: dict[str, str] = json.loads(lzma.decompress(_TEXTS.read_bytes()))
    return {name.lower(): (name, text + "\n") for name, text in texts.items()}


def licence_identifiers() -> list[str]:
    """Return the SPDX identifiers whose texts are known, sorted."""
    return sorted((name for name, _ in _spdx().values()), key=str.lower)


def licence_text(licence: str) -> LicenceText | None:
    """Return the text of a licence; None if only its name is known.

    ``licence`` is an SPDX identifier in any case, or the licence text itself.
    """
    entry = _spdx().get(licence.strip().lower())
    if entry is not None:
        return LicenceText(*entry)
    if len(licence.split()) < WORDS_OF_A_TEXT:
        return None
    digest = hashlib.sha256(licence.strip().encode()).hexdigest()
    return LicenceText(f"LicenseRef-{digest[:12]}", licence.strip() + "\n")
