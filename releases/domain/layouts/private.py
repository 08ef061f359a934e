"""``commitments.json``: commitments to the private correct answers."""

from releases.domain.commitments import COMMITMENTS, commitments, private_answers
from releases.domain.frozen import FrozenRelease
from releases.domain.release_folder import ReleaseFolder


def write_commitments(release: FrozenRelease, folder: ReleaseFolder) -> None:
    if release.private:
        folder.json(COMMITMENTS, commitments(private_answers(release)))
