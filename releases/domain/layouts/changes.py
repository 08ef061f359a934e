"""``CHANGELOG.md`` of all versions, and ``diff-from-<previous>.json`` item by item."""

from typing import Any

from projects.domain.protocol.text import Language
from releases.domain.diff import Change, difference
from releases.domain.frozen import FrozenRelease, PastVersion
from releases.domain.layouts.wording import said
from releases.domain.release_folder import ReleaseFolder


def write_changes(release: FrozenRelease, folder: ReleaseFolder) -> None:
    before = release.previous
    hidden = {item.key for item in release.items if item.split in release.private}
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
                    {
                        "item": one.key,
                        "changes": [
                            _told(change_, secret=one.key in hidden)
                            for change_ in one.changes
                        ],
                    }
                    for one in change.changed
                ],
                "reasons": {
                    key: [because._asdict() for because in reasons]
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
    language = release.protocol.language
    entries = [_entry(version, language) for version in (this, *release.history)]
    title = said("versions", language, name=release.name)
    folder.text("CHANGELOG.md", f"# {title}\n\n" + "\n".join(entries))


def _told(change: Change, *, secret: bool) -> dict[str, Any]:
    """Return a change for the folder, without the values of a private answer."""
    if secret and change.what == "key":
        return {**change._asdict(), "before": None, "after": None}
    return change._asdict()


def _entry(version: PastVersion, language: Language) -> str:
    counts = said(
        "changes",
        language,
        added=version.added,
        removed=version.removed,
        changed=version.changed,
    )
    lines = [f"## {version.version}\n", counts + "\n"]
    if version.note:
        lines.append(version.note + "\n")
    if version.yanked:
        lines.append(said("yanked", language, reason=version.yanked) + "\n")
    lines += [f"* {notice}" for notice in version.notices]
    return "\n".join(lines).rstrip() + "\n"
