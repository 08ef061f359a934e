"""Screening votes and decisions; the protocol sets the number of votes per image."""

from collections import Counter

from django.db import IntegrityError, transaction
from django.db.models import F

from core.domain.texts import _
from core.errors import ChangedError, ConflictError, FieldProblem, InvalidInputError
from core.selectors import get_or_missing, last_entry
from core.services import Actor, transition
from curation.images.domain.states import ACCEPTED, DISCARDED, IN_SCREENING
from curation.images.models import Image
from curation.ports import require_admission
from curation.screening.domain.stage import screening_rules
from curation.screening.models import ScreeningVote, VoteDecision
from curation.screening.selectors import votes_needed
from projects.models import Project, User

_BY_VOTES = "votes"
_BY_ORGANIZER = "organizer"
_ACTIONS = {VoteDecision.KEEP: "accept", VoteDecision.DISCARD: "discard"}
_UNDO = {ACCEPTED: "undo_accept", DISCARDED: "undo_discard"}


@transaction.atomic
def cast_vote(
    *,
    image: Image,
    person: User,
    decision: str,
    reason: str = "",
    note: str = "",
    seconds: float | None = None,
    actor: Actor,
) -> ScreeningVote:
    """Record one person's vote; the last vote that the protocol requires decides.

    Voting again changes the vote while the image is undecided. Raises InvalidInputError
    (decision, reason, note), ConflictError when the image is already decided, and
    NotAllowedError for people who are not admitted yet.
    """
    require_admission(project=image.project, actor=actor)
    note = note.strip()
    _check_reason(image.project, decision, reason, note)
    values = {"decision": decision, "reason": reason, "note": note, "seconds": seconds}
    needed = votes_needed(image.project)
    own_vote = ScreeningVote.objects.filter(image=image, person=person)
    # The first to update the image's row goes first. Others wait for the lock and then
    # see the earlier votes.
    undecided = Image.objects.filter(pk=image.pk, status=IN_SCREENING)
    if own_vote.exists():
        if not undecided.update(votes_cast=F("votes_cast")):
            raise ConflictError(_("This image is already decided."))
        own_vote.update(**values)
    else:
        if not undecided.filter(votes_cast__lt=needed).update(
            votes_cast=F("votes_cast") + 1
        ):
            raise ConflictError(_("This image is already decided."))
        try:
            with transaction.atomic():
                ScreeningVote.objects.create(image=image, person=person, **values)
        except IntegrityError as error:
            raise ConflictError(_("You have already voted on this image.")) from error
    image.refresh_from_db()
    _decide_by_votes(image, needed, actor)
    return own_vote.get()


def _check_reason(project: Project, decision: str, reason: str, note: str) -> None:
    reasons = {
        reason.id: reason for reason in screening_rules(project.protocol).reasons
    }
    problems = []
    if decision not in VoteDecision.values:
        problems.append(FieldProblem("decision", _("Must be keep, discard or unsure.")))
    if decision == VoteDecision.DISCARD and reason not in reasons:
        problems.append(
            FieldProblem(
                "reason", _("Must be one of {names}.", names=", ".join(reasons))
            )
        )
    if decision != VoteDecision.DISCARD and reason:
        problems.append(FieldProblem("reason", _("Only for discarded images.")))
    has_reason = decision == VoteDecision.DISCARD and reason in reasons
    if has_reason and reasons[reason].text and not note:
        problems.append(FieldProblem("note", _("Please explain the reason.")))
    if note and not (has_reason and reasons[reason].text):
        problems.append(
            FieldProblem("note", _("Only for reasons that require an explanation."))
        )
    if problems:
        raise InvalidInputError(_("This vote is not valid."), problems)


def _decide_by_votes(image: Image, needed: int, actor: Actor) -> None:
    """Decide by a majority of all votes; otherwise the image waits for an organizer."""
    votes = list(image.votes.all())
    if len(votes) < needed:
        return
    counts = Counter(vote.decision for vote in votes)
    for decision, action in _ACTIONS.items():
        if counts[decision] * 2 > needed:
            reasons = sorted({vote.reason for vote in votes if vote.reason})
            notes = [vote.note for vote in votes if vote.note]
            transition(
                image,
                action,
                actor=actor,
                reason=", ".join(reasons),
                data={
                    "decided_by": _BY_VOTES,
                    "votes": dict(counts),
                    "notes": notes,
                },
            )


@transaction.atomic
def undo_vote(*, image: Image, person: User, actor: Actor) -> Image:
    """Undo a person's vote and the decision that followed from it.

    Raises NotFoundError without a vote, and ConflictError when an organizer or a later
    stage (``config.wiring``) has acted on the image since.
    """
    vote = get_or_missing(
        ScreeningVote.objects.filter(image=image, person=person),
        _("You have not voted on this image."),
    )
    if image.status in _UNDO:
        entry = last_entry(image)
        if entry is None or entry.data.get("decided_by") != _BY_VOTES:
            raise ChangedError(_("Someone else has already worked on this image."))
        transition(image, _UNDO[image.status], actor=actor)
    elif image.status != IN_SCREENING:
        raise ConflictError(_("This image is no longer in screening."))
    Image.objects.filter(pk=image.pk).update(votes_cast=F("votes_cast") - 1)
    deleted, _rest = ScreeningVote.objects.filter(pk=vote.pk).delete()
    if not deleted:
        raise ConflictError(_("This vote is already undone."))
    image.refresh_from_db()
    return image


def decide_screened_image(
    *, image: Image, decision: str, reason: str = "", note: str = "", actor: Actor
) -> Image:
    """Decide an undecided image. Raises InvalidInputError or ConflictError."""
    note = note.strip()
    _check_reason(image.project, decision, reason, note)
    if decision not in _ACTIONS:
        problem = FieldProblem("decision", _("Must be keep or discard."))
        raise InvalidInputError(_("Choose keep or discard."), [problem])
    if image.votes_cast < votes_needed(image.project):
        raise ConflictError(_("This image is still waiting for votes."))
    transition(
        image,
        _ACTIONS[VoteDecision(decision)],
        actor=actor,
        reason=reason,
        data={"decided_by": _BY_ORGANIZER, "notes": [note] if note else []},
    )
    return image


def reopen_screened_image(*, image: Image, actor: Actor) -> Image:
    """Undo an organizer's decision, so that the image is undecided again.

    Raises ConflictError when there is no such decision or a later action on the image.
    """
    entry = last_entry(image) if image.status in _UNDO else None
    if entry is None or entry.data.get("decided_by") != _BY_ORGANIZER:
        raise ConflictError(_("There is no organizer decision to undo."))
    transition(image, _UNDO[image.status], actor=actor)
    return image
