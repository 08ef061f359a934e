"""States and transitions of a release."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import MAINTAINERS

DRAFT = "draft"
BUILDING = "building"
PREVIEWED = "previewed"
PUBLISHED = "published"
YANKED = "yanked"
FAILED = "failed"

OUT = (PUBLISHED, YANKED)
"""States of a published release, which never changes again."""

BUILT = (PREVIEWED, *OUT)
"""States of a release whose folder is complete."""

RELEASE = StateMachine(
    "release",
    DRAFT,
    (
        # A worker checks, freezes and builds a draft.
        make_transitions("build", (DRAFT, FAILED), BUILDING, by={SYSTEM}),
        make_transitions("publish", BUILDING, PUBLISHED, by={SYSTEM}),
        # A preview is complete but not public; it is published as it is, or replaced.
        make_transitions("preview", BUILDING, PREVIEWED, by={SYSTEM}),
        make_transitions("publish_preview", PREVIEWED, PUBLISHED, by=MAINTAINERS),
        make_transitions("fail", BUILDING, FAILED, by={SYSTEM}, reason_required=True),
        # A version that was never published can be frozen again under the same number.
        make_transitions(
            "recut", (DRAFT, BUILDING, FAILED, PREVIEWED), DRAFT, by=MAINTAINERS
        ),
        make_transitions(
            "yank", PUBLISHED, YANKED, by=MAINTAINERS, reason_required=True
        ),
    ),
)
