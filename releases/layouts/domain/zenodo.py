"""``.zenodo.json``: the record that Zenodo makes of the folder.

Field names: https://developers.zenodo.org/#representation
"""

from typing import Any

from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_phrases import phrase
from releases.layouts.domain.citation import family_name_last
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.text import in_language

_ISO_639_3 = {"en": "eng", "zh": "zho"}


def write_zenodo(release: FrozenRelease, folder: ReleaseFolder) -> None:
    rules = release.protocol.release
    record: dict[str, Any] = {
        "title": release.title,
        "upload_type": "dataset",
        "description": in_language(release.protocol.summary, release.language),
        "version": release.version,
        "language": _ISO_639_3[release.language],
        "license": rules.licence.lower(),
        "access_right": "open",
        "creators": _creators(release),
        "keywords": ["image implication", "benchmark", "evaluation"],
        "notes": f"{phrase('canary', release.language)}: {release.canary}",
        **({"doi": release.form.doi} if release.form.doi else {}),
    }
    if rules.homepage:
        record["related_identifiers"] = [
            {"identifier": rules.homepage, "relation": "isDocumentedBy"}
        ]
    folder.write_json(".zenodo.json", record)


def _creators(release: FrozenRelease) -> list[dict[str, str]]:
    if not release.form.authors:
        return [{"name": phrase("team", release.language, name=release.name)}]
    creators = []
    for author in release.form.authors:
        first_names, family = family_name_last(author.name)
        name = f"{family}, {first_names}" if first_names else family
        affiliation = {"affiliation": author.affiliation} if author.affiliation else {}
        creators.append({"name": name, **affiliation})
    return creators
