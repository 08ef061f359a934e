"""Texts of the server and their translations (`make texts`).

Adds the texts of the code to the Chinese catalogue, removes those that are gone, and says
which have no translation yet. ``--compile`` only writes what Django reads.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.apps import apps

from core.domain.machine import StateMachine
from tools.check import PYTHON_CODE, ROOT

CATALOGUE = ROOT / "core" / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"


def extracted_texts() -> set[str]:
    """Return the English texts that the code marks with ``_()``, and ``named_words``."""
    marked = {text for package in PYTHON_CODE for text in _texts_in(ROOT / package)}
    return marked | named_words()


def named_words() -> set[str]:
    """Return the words that sentences name: roles, stateful objects, states, actions.

    Those that a machine names in every language are not in the catalogue.
    """
    words: set[str] = set()
    for model in apps.get_models():
        machine = getattr(model, "machine", None)
        if isinstance(machine, StateMachine):
            table = [edge for group in machine.table for edge in group]
            names = {*machine.states, *(edge.action for edge in table)}
            words |= {machine.name, str(model._meta.verbose_name)}
            words |= names - machine.words.keys()
            words |= {str(role) for edge in table for role in edge.roles}
    return words


def _texts_in(folder: Path) -> Iterator[str]:
    messages = extract_from_dir(folder, [("**.py", "python")], keywords={"_": None})
    for _path, _line, text, _comments, _context in messages:
        yield text if isinstance(text, str) else text[0]


def read_catalogue(path: Path = CATALOGUE) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="zh_Hans", charset="utf-8")


def update_catalogue() -> list[str]:
    """Write the catalogue of today's texts. Return those without a translation."""
    known = read_catalogue()
    catalogue = Catalog(locale="zh_Hans", charset="utf-8")
    for text in extracted_texts():
        message = known.get(text)
        catalogue.add(text, message.string if message else "")
    with CATALOGUE.open("wb") as file:
        # Without places and dates, changes of the code touch only what they add.
        write_po(
            file,
            catalogue,
            width=0,
            no_location=True,
            omit_header=True,
            sort_output=True,
        )
    return [
        str(message.id) for message in catalogue if message.id and not message.string
    ]


def compile_catalogue() -> None:
    """Write the file that Django reads beside the catalogue."""
    with CATALOGUE.with_suffix(".mo").open("wb") as file:
        write_mo(file, read_catalogue())


if __name__ == "__main__":
    missing = []
    if "--compile" not in sys.argv:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
        django.setup()
        missing = update_catalogue()
    compile_catalogue()
    for text in missing:
        print(f"No translation: {text}")
    sys.exit(bool(missing))
