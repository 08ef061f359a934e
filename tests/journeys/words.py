"""What the interface says in 中文, read from where it says it.

In English the journeys spell out what a person reads; the other language says the same
by its own catalogue.
"""

import json
import re
from functools import cache
from typing import Any

from tests.journeys.product import ROOT

SOURCES = ROOT / "frontend" / "src"
SHARED = {
    "app": SOURCES / "app" / "locale",
    "common": SOURCES / "lib" / "i18n" / "locale",
}
MARK = re.compile(r"\[([^][]+)\]\(#[a-z-]+\)")
"""A term of the glossary in a text: a person reads only its words."""


@cache
def catalogue(namespace: str, locale: str) -> dict[str, str]:
    """Every text of a namespace, as it is read, by its dotted key."""
    folder = SHARED.get(namespace, SOURCES / "features" / namespace / "locale")
    tree = json.loads((folder / f"{locale}.json").read_text(encoding="utf-8"))
    if namespace == "common":
        roles = (SOURCES / "api" / "roles.json").read_text(encoding="utf-8")
        tree |= json.loads(roles)[locale]
    return dict(_flat(tree, ""))


def _flat(tree: dict[str, Any], prefix: str) -> list[tuple[str, str]]:
    return [
        entry
        for key, value in tree.items()
        for entry in (
            _flat(value, f"{prefix}{key}.")
            if isinstance(value, dict)
            else [(prefix + key, MARK.sub(r"\1", str(value)))]
        )
    ]


def say(locale: str, key: str, **values: object) -> str:
    """``say("zh", "annotate:commands.submit")``, with its places filled in.

    A ``count`` chooses the singular or the plural, as i18next does.
    """
    namespace, _, name = key.partition(":")
    texts = catalogue(namespace, locale)
    form = "one" if values.get("count") == 1 and locale == "en" else "other"
    text = texts.get(f"{name}_{form}") or texts[name]
    for place, value in values.items():
        text = text.replace("{{" + place + "}}", str(value))
    return text


def zh(key: str, **values: object) -> str:
    """The same in 中文."""
    return say("zh", key, **values)
