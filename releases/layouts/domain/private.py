"""``commitments.json``: commitments to the private correct answers."""

from releases.content.domain.commitments import (
    COMMITMENTS,
    commitments,
    private_answers,
)
from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.release_folder import ReleaseFolder


def write_commitments(release: FrozenRelease, folder: ReleaseFolder) -> None:
    if release.private:
        folder.json(COMMITMENTS, commitments(private_answers(release)))
