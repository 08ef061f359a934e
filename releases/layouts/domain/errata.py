"""``errata.json``: what a release corrects of the benchmark that it repairs."""

from collections import Counter
from typing import Any

from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_phrases import phrase
from releases.layouts.domain.release_folder import ReleaseFolder

PATH = "errata.json"


def write_errata(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write the findings of the published benchmark and the changed questions.

    Correct answers of private splits are left out. Other releases have no such file.
    """
    errata = release.errata
    if errata:
        questions = [_public(row, release) for row in errata["questions"]]
        folder.write_json(PATH, {**errata, "questions": questions})


def _public(row: dict[str, Any], release: FrozenRelease) -> dict[str, Any]:
    hidden = row["split"] in release.private
    changes = [
        {**change, "before": None, "after": None}
        if hidden and change["what"] == "key"
        else change
        for change in row["changes"]
    ]
    return {**row, "changes": changes}


def errata_sentence(release: FrozenRelease) -> str:
    """Return how many findings are corrected, removed and open; empty without any."""
    if not release.errata:
        return ""
    outcomes = Counter(finding["outcome"] for finding in release.errata["findings"])
    return phrase(
        "errata",
        release.language,
        published=release.errata["published"],
        corrected=outcomes["corrected"],
        removed=outcomes["removed"],
        open=outcomes["open"],
    )
