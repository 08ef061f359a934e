"""Takedowns: withdrawing an image or a question from the project and its releases."""

from django.db import transaction

from annotation.items.models.questions import Question
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotAllowedError
from core.services import Actor
from curation.images.domain.states import WITHDRAWN
from curation.images.services.withdrawal import withdraw_image
from projects.models import Project, SecurityEventKind
from projects.roles import MAINTAINERS
from projects.security_record.services import record_release_event
from releases.building.services.creation import blank_release, queue_build
from releases.content.domain.release_phrases import phrase
from releases.ports import delete_derived_files
from releases.records.models import GateOverride, Release, ReleaseNoticeKind
from releases.records.selectors.releases import past_versions
from releases.records.services.errata import add_notice, yank_release
from releases.records.states import PUBLISHED
from releases.takedown.selectors import TakedownPlan, TakedownTarget, takedown_plan
from review.adjudication.selectors.cases import case_of_item
from review.rework.services.question_rework import take_down_question


@transaction.atomic
def take_down_release(
    *,
    project: Project,
    target: TakedownTarget,
    actor: Actor,
    reason: str,
    version: str,
) -> Release | None:
    """Take an image or a question out of the benchmark, also where it was released.

    1. Withdraw it from the project, unless it is withdrawn already.
    2. Add a notice to every release that holds it, delete its site, and yank those not
       yet yanked.
    3. Queue the next version: the last one without it, independent of the project's
       other work.

    ``version`` confirms the takedown: the newest release that holds the target.
    Returns the new version, or None if the last version did not hold the target or
    would be empty without it. Raises NotAllowedError, InvalidInputError (image or
    question, reason, version), and ConflictError when another build is running.
    """
    plan = _checked_plan(project, target, actor, reason)
    if version != plan.confirm:
        problem = _("Type {confirm} to confirm the takedown.", confirm=plan.confirm)
        raise InvalidInputError(problem, [FieldProblem("version", problem)])
    if target.question is not None:
        _drop_question(target.question, actor, reason)
    elif target.image is not None and target.image.status != WITHDRAWN:
        withdraw_image(image=target.image, reason=reason, actor=actor)
    for release, key in plan.keys.items():
        record_release_event(SecurityEventKind.TAKEDOWN, release, actor)
        add_notice(
            release,
            ReleaseNoticeKind.TAKEDOWN,
            key,
            reason,
            actor,
            question=target.question.uid if target.question else "",
        )
        delete_derived_files(release)
        if release.status == PUBLISHED:
            yank_release(
                release=release, actor=actor, reason=_takedown(release, reason)
            )
    return _without(plan, actor=actor, reason=reason, preview=False)


@transaction.atomic
def preview_takedown(
    *, project: Project, target: TakedownTarget, actor: Actor, reason: str
) -> Release:
    """Queue the version that a takedown would publish, as a preview.

    Nothing is withdrawn. Raises what ``take_down_release`` raises, and ConflictError
    when the takedown would publish no new version.
    """
    plan = _checked_plan(project, target, actor, reason)
    release = _without(plan, actor=actor, reason=reason, preview=True)
    if release is None:
        raise ConflictError(
            _("This takedown publishes no new release, so there is nothing to preview.")
        )
    return release


def _checked_plan(
    project: Project, target: TakedownTarget, actor: Actor, reason: str
) -> TakedownPlan:
    if actor.role not in MAINTAINERS:
        raise NotAllowedError(
            _("Only a maintainer can take down this {name}.", name=target.name)
        )
    plan = takedown_plan(project, target)
    problems = []
    if not plan.keys:
        problems.append(
            FieldProblem(
                target.name,
                _("No release contains this {name}.", name=target.name),
            )
        )
    if not reason.strip():
        problems.append(FieldProblem("reason", _("Please give a reason.")))
    if problems:
        raise InvalidInputError(
            _("The {name} cannot be taken down.", name=target.name), problems
        )
    return plan


def _drop_question(question: Question, actor: Actor, reason: str) -> None:
    if question.live:
        case = case_of_item(question.item.project, question.item_id)
        take_down_question(case=case, question=question, actor=actor, reason=reason)


def _takedown(release: Release, reason: str) -> str:
    """Return why a version is withdrawn or created, in the benchmark's language."""
    language = release.protocol.language
    return phrase("takedown", language, reason=reason.strip())


def _without(
    plan: TakedownPlan, *, actor: Actor, reason: str, preview: bool
) -> Release | None:
    """Create the next version from the last one without the target."""
    last = plan.last
    if last is None or plan.next_version is None:
        return None
    key = plan.keys[last]
    release = blank_release(last.project, plan.next_version, actor)
    release.name = last.name
    release.protocol_version = last.protocol_version
    release.previous = last
    release.seed = last.seed
    release.note = _takedown(last, reason)
    release.private = last.private
    release.secret = last.secret
    release.asked = {
        "without": [key] if plan.removed_items else [],
        "without_questions": [plan.target.question.uid] if plan.target.question else [],
        "preview": preview,
    }
    release.blocked = []
    release.frozen_at = None
    release.summary = {}
    release.changes = {
        "added": 0,
        "removed": plan.removed_items,
        "changed": 1 - plan.removed_items,
    }
    release.facts = {
        **last.facts,
        "history": [version._asdict() for version in past_versions(last.project)],
        "reasons": {key: [(actor.role, "takedown", reason.strip())]},
    }
    release.save()
    release.overrides.all().delete()
    GateOverride.objects.bulk_create(
        GateOverride(
            release=release,
            line=override.line,
            message=override.message,
            reason=override.reason,
            person_id=override.person_id,
        )
        for override in last.overrides.all()
    )
    queue_build(release, actor)
    return release
