"""Changes to a published release: errata, withdrawal.

The release itself never changes. The next release reports them in its change log.
"""

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotAllowedError
from core.services import Actor, transition
from projects.roles import ORGANIZERS
from releases.records.models import Release, ReleaseNotice, ReleaseNoticeKind
from releases.records.selectors.releases import frozen_items
from releases.records.states import OUT


def yank_release(*, release: Release, actor: Actor, reason: str) -> Release:
    """Withdraw a release with a reason. Its files remain available."""
    transition(release, "yank", actor=actor, reason=reason)
    return release


def add_erratum(
    *, release: Release, text: str, actor: Actor, question: str = ""
) -> ReleaseNotice:
    """Add an erratum to a published release or to one of its questions.

    Raises NotAllowedError, ConflictError when the release is not published, and
    InvalidInputError (text, question).
    """
    if actor.role not in ORGANIZERS:
        raise NotAllowedError(_("Only organizers and maintainers can record errata."))
    if release.status not in OUT:
        raise ConflictError(_("Only a published release can have errata."))
    problems = []
    if not text.strip():
        problems.append(FieldProblem("text", _("Please describe the error.")))
    key = ""
    if question:
        keys = {
            question.id: item.key
            for item in frozen_items(release.rows.all())
            for question in item.questions
        }
        if question not in keys:
            problems.append(
                FieldProblem("question", _("This release has no such question."))
            )
        key = keys.get(question, "")
    if problems:
        raise InvalidInputError(_("The erratum is not valid."), problems)
    return add_notice(
        release, ReleaseNoticeKind.ERRATUM, key, text, actor, question=question
    )


def add_notice(
    release: Release,
    kind: ReleaseNoticeKind,
    key: str,
    text: str,
    actor: Actor,
    *,
    question: str = "",
) -> ReleaseNotice:
    """Add a notice about the item ``key`` to a release."""
    return ReleaseNotice.objects.create(
        release=release,
        kind=kind,
        key=key,
        question=question,
        text=text.strip(),
        role=actor.role,
        person_id=actor.user.pk if actor.user else None,
    )
