"""``commitments.json``: commitments to the private correct answers."""

from releases.content.domain.commitments import (
    COMMITMENTS,
    commitments_content,
    private_answers,
)
from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.release_folder import ReleaseFolder


def write_commitments(release: FrozenRelease, folder: ReleaseFolder) -> None:
    if release.private:
        folder.write_json(COMMITMENTS, commitments_content(private_answers(release)))
