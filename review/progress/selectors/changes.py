"""Detect changes in what an organizer's pages show."""

from hashlib import sha256
from time import time

from django.db.models import Count, Max, Sum

from annotation.items.domain.slot_states import LEASED
from annotation.items.models.slots import Slot
from core.selectors import list_jobs
from curation.screening.selectors import undecided_images
from projects.models import Project
from review.rounds.domain.round_states import OPEN
from review.rounds.models.rounds import ChecklistMark
from review.rounds.models.threads import Message
from review.stored_statistics.selectors import FiguresState

_JOBS = 5
_AT_MOST = 60
"""Seconds after which a mark changes by itself.

Changes that the mark does not cover, such as a person's new name, appear no later.
"""


def change_mark(project: Project, position: str, state: FiguresState) -> str:
    """Return a value that differs whenever organizers' pages may show something new.

    The ledger and the stored figures do not cover jobs, screening votes, leases,
    checklist marks, messages, new requests for items and invitations, so the mark reads
    these itself.
    """
    jobs = list_jobs(project.pk).values_list("pk", "status", "done")[:_JOBS]
    ticked = ChecklistMark.objects.filter(
        round__project=project, round__status=OPEN, passed__isnull=False
    )
    leased = Slot.objects.filter(project=project, status=LEASED)
    messages = Message.objects.filter(thread__project=project)
    seen = (
        position,
        state,
        list(jobs),
        undecided_images(project).count(),
        ticked.count(),
        messages.aggregate(newest=Max("pk"))["newest"],
        leased.aggregate(number=Count("pk"), newest=Max("leased_at")),
        project.calls.aggregate(newest=Max("pk"))["newest"],
        project.invitations.aggregate(newest=Max("pk"), left=Sum("uses_left")),
        int(time() // _AT_MOST),
    )
    return sha256(repr(seen).encode()).hexdigest()[:32]
