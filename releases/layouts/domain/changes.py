"""``CHANGELOG.md`` of all versions, and ``diff-from-<previous>.json`` item by item."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from releases.content.domain.diff import ContentChange, compare_frozen
from releases.content.domain.frozen import FrozenRelease, PastVersion, Predecessor
from releases.layouts.domain.documents import templates
from releases.layouts.domain.errata import errata_sentence
from releases.layouts.domain.release_folder import ReleaseFolder


@dataclass(frozen=True)
class ChangelogValues:
    """Values of the changelog's templates."""

    name: str
    versions: Sequence[PastVersion]
    """Newest first."""
    errata: str
    """What the newest version corrects of a published benchmark; may be empty."""


def write_changes(release: FrozenRelease, folder: ReleaseFolder) -> None:
    before = release.previous
    hidden = {item.key for item in release.items if item.split in release.private}
    change = compare_frozen(before.items if before else (), release.items)
    if before is not None:
        folder.write_json(
            difference_path(before),
            {
                "from": {"version": before.version, "sha256": before.sha256},
                "to": {"version": release.version},
                "added": change.added,
                "removed": change.removed,
                "changed": [
                    {
                        "item": changed_item.key,
                        "changes": [
                            _public_change(change_, secret=changed_item.key in hidden)
                            for change_ in changed_item.changes
                        ],
                    }
                    for changed_item in change.changed
                ],
                "reasons": {
                    key: [reason._asdict() for reason in reasons]
                    for key, reasons in release.reasons.items()
                },
            },
        )
    this = PastVersion(
        release.version,
        release.note,
        len(change.added),
        len(change.removed),
        len(change.changed),
    )
    changelog = ChangelogValues(
        name=release.name,
        versions=(this, *release.history),
        errata=errata_sentence(release),
    )
    folder.write_text(
        "CHANGELOG.md", templates.render("changes", release.language, changelog)
    )


def difference_path(previous: Predecessor) -> str:
    return f"diff-from-{previous.version}.json"


def _public_change(change: ContentChange, *, secret: bool) -> dict[str, Any]:
    """Return a change for the folder, without the values of a private answer."""
    if secret and change.what == "key":
        return {**change._asdict(), "before": None, "after": None}
    return change._asdict()
