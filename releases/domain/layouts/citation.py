"""``CITATION.cff`` (Citation File Format 1.2.0)."""

from typing import Any

import yaml

from projects.domain.protocol.text import in_language
from releases.domain.frozen import FrozenRelease
from releases.domain.release_folder import ReleaseFolder


def write_citation(release: FrozenRelease, folder: ReleaseFolder) -> None:
    rules = release.protocol.release
    said: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use this benchmark, please cite it with its version.",
        "type": "dataset",
        "title": release.name,
        "abstract": in_language(release.protocol.summary, release.language),
        "version": release.version,
        "license": rules.licence,
        "authors": [{"name": f"The {release.name} team"}],
        "identifiers": [
            {
                "type": "other",
                "value": f"urn:uuid:{release.canary}",
                "description": "Canary of this release",
            }
        ],
    }
    if rules.homepage:
        said["url"] = rules.homepage
    if rules.citation:
        said["notes"] = rules.citation.strip()
    folder.text(
        "CITATION.cff", yaml.safe_dump(said, allow_unicode=True, sort_keys=False)
    )
