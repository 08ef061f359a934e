"""The life of a release."""

from workflow.domain.machine import Machine, edges

DRAFT = "draft"
BUILDING = "building"
PUBLISHED = "published"
YANKED = "yanked"
FAILED = "failed"

OUT = (PUBLISHED, YANKED)
"""States of a release that is out in the world. It never changes again."""

RELEASE = Machine(
    "release",
    DRAFT,
    (
        # A draft waits for a worker, which judges, freezes and builds it.
        edges("build", (DRAFT, FAILED), BUILDING, by="system"),
        edges("publish", BUILDING, PUBLISHED, by="system"),
        edges("fail", BUILDING, FAILED, by="system", reason_required=True),
        # What was never published is frozen anew under the same version.
        edges("recut", (DRAFT, BUILDING, FAILED), DRAFT, by="maintainer"),
        edges("yank", PUBLISHED, YANKED, by="maintainer", reason_required=True),
    ),
)
