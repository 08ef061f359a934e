"""States and transitions of a release."""

from core.domain.machine import SYSTEM, Machine, edges
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

RELEASE = Machine(
    "release",
    DRAFT,
    (
        # A worker checks, freezes and builds a draft.
        edges("build", (DRAFT, FAILED), BUILDING, by={SYSTEM}),
        edges("publish", BUILDING, PUBLISHED, by={SYSTEM}),
        # A preview is complete but not public; it is published as it is, or replaced.
        edges("preview", BUILDING, PREVIEWED, by={SYSTEM}),
        edges("publish_preview", PREVIEWED, PUBLISHED, by=MAINTAINERS),
        edges("fail", BUILDING, FAILED, by={SYSTEM}, reason_required=True),
        # A version that was never published can be frozen again under the same number.
        edges("recut", (DRAFT, BUILDING, FAILED, PREVIEWED), DRAFT, by=MAINTAINERS),
        edges("yank", PUBLISHED, YANKED, by=MAINTAINERS, reason_required=True),
    ),
)
