"""``CITATION.cff`` (Citation File Format 1.2.0)."""

from typing import Any

import yaml

from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_form import Author
from releases.content.domain.release_phrases import phrase
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.text import in_language


def write_citation(release: FrozenRelease, folder: ReleaseFolder) -> None:
    rules = release.protocol.release
    language = release.language
    citation: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": phrase("cite", language),
        "type": "dataset",
        "title": release.name,
        "abstract": in_language(release.protocol.summary, language),
        "version": release.version,
        "license": rules.licence,
        "authors": _authors(release),
        **({"doi": release.form.doi} if release.form.doi else {}),
        "identifiers": [
            {
                "type": "other",
                "value": f"urn:uuid:{release.canary}",
                "description": phrase("canary", language),
            }
        ],
    }
    if release.form.contact:
        citation["contact"] = [{"name": release.form.contact}]
    if rules.homepage:
        citation["url"] = rules.homepage
    if rules.citation:
        citation["notes"] = rules.citation.strip()
    folder.write_text(
        "CITATION.cff", yaml.safe_dump(citation, allow_unicode=True, sort_keys=False)
    )


def _authors(release: FrozenRelease) -> list[dict[str, str]]:
    if not release.form.authors:
        return [{"name": phrase("team", release.language, name=release.name)}]
    return [_person(author) for author in release.form.authors]


def family_name_last(name: str) -> tuple[str, str]:
    """Return first names and family name; a name without a space stays whole."""
    first_names, _, family = name.rpartition(" ")
    return first_names, family


def _person(author: Author) -> dict[str, str]:
    first_names, family = family_name_last(author.name)
    parts = {
        "given-names": first_names,
        "family-names": family,
        "affiliation": author.affiliation,
    }
    return {name: text for name, text in parts.items() if text}
