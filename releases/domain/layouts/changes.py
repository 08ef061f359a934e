"""``CHANGELOG.md`` of all versions, and ``diff-from-<previous>.json`` item by item."""

from releases.domain.diff import difference
from releases.domain.frozen import FrozenRelease, PastVersion
from releases.domain.writing import ReleaseFolder


def write_changes(release: FrozenRelease, folder: ReleaseFolder) -> None:
    before = release.previous
    change = difference(before.items if before else (), release.items)
    if before is not None:
        folder.json(
            f"diff-from-{before.version}.json",
            {
                "from": {"version": before.version, "sha256": before.sha256},
                "to": {"version": release.version},
                "added": change.added,
                "removed": change.removed,
                "changed": [
                    {"item": one.key, "changes": [c._asdict() for c in one.changes]}
                    for one in change.changed
                ],
            },
        )
    this = PastVersion(
        release.version,
        release.note,
        len(change.added),
        len(change.removed),
        len(change.changed),
    )
    entries = [_entry(version) for version in (this, *release.history)]
    folder.text(
        "CHANGELOG.md", f"# Versions of {release.name}\n\n" + "\n".join(entries)
    )


def _entry(version: PastVersion) -> str:
    lines = [
        f"## {version.version}\n",
        f"{version.added} items added, {version.removed} removed, "
        f"{version.changed} changed.\n",
    ]
    if version.note:
        lines.append(version.note + "\n")
    return "\n".join(lines)
