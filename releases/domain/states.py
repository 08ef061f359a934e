"""States and transitions of a release."""

from workflow.domain.machine import Machine, edges

DRAFT = "draft"
BUILDING = "building"
PUBLISHED = "published"
YANKED = "yanked"
FAILED = "failed"

OUT = (PUBLISHED, YANKED)
"""States of a published release, which never changes again."""

RELEASE = Machine(
    "release",
    DRAFT,
    (
        # A worker checks, freezes and builds a draft.
        edges("build", (DRAFT, FAILED), BUILDING, by="system"),
        edges("publish", BUILDING, PUBLISHED, by="system"),
        edges("fail", BUILDING, FAILED, by="system", reason_required=True),
        # A version that was never published can be frozen again under the same number.
        edges("recut", (DRAFT, BUILDING, FAILED), DRAFT, by="maintainer"),
        edges("yank", PUBLISHED, YANKED, by="maintainer", reason_required=True),
    ),
)
