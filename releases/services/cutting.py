"""Cutting a release: judge, freeze, queue the build. And taking one back."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from projects.models import Project, Role
from releases.domain.diff import difference
from releases.domain.frozen import digest_of, item_payload
from releases.domain.gate import GateLine
from releases.domain.states import OUT
from releases.models import FrozenRow, GateOverride, Release
from releases.selectors.candidates import Candidate
from releases.selectors.gate import Gate, gate
from releases.selectors.records import frozen_items, last_out, past_versions
from review.models import Round
from review.selectors.measures import agreement
from workflow.errors import Conflict, FieldProblem, Invalid, NotAllowed
from workflow.jobs import job_enqueue
from workflow.services import Actor, transition

BUILD = "releases.build"
"""The kind of job that builds a folder; one at a time in a project."""
_CHUNK = 200


@transaction.atomic
def release_cut(
    *,
    project: Project,
    version: str,
    actor: Actor,
    overrides: Mapping[str, str] | None = None,
    note: str = "",
    seed: int | None = None,
) -> Release:
    """Freeze what is validated as ``version`` and queue the build of its folder.

    ``overrides`` maps lines of the gate that block to the reason why they may pass. A
    version whose build failed may be cut again. Raises NotAllowed, Invalid naming each
    line that blocks (``overrides.<line>``) or the version, Conflict when a build is
    under way.
    """
    if actor.role != Role.MAINTAINER:
        raise NotAllowed("Only a maintainer cuts releases.")
    judged = gate(project, version, seed=seed)
    passed = _passed_lines(judged, overrides or {})
    release = _blank_release(project, version, actor)
    previous = last_out(project)
    release.name = project.name
    release.protocol_version = _protocol_version(project)
    release.previous = previous
    release.seed = judged.seed
    release.note = note.strip()
    release.facts = _facts(project)
    release.changes = _changes(previous, judged.items)
    release.save()
    _freeze(release, judged.items)
    GateOverride.objects.bulk_create(
        GateOverride(
            release=release,
            line=line.id,
            message=line.message["en"],
            reason=reason,
            person_id=actor.user.pk if actor.user else None,
        )
        for line, reason in passed
    )
    release.job = job_enqueue(
        kind=BUILD,
        scope_id=project.pk,
        actor=actor,
        parameters={"release": release.pk},
    )
    release.save(update_fields=["job"])
    return release


def _passed_lines(
    judged: Gate, overrides: Mapping[str, str]
) -> list[tuple[GateLine, str]]:
    """The blocking lines with their reasons. Raises Invalid when one has none."""
    known = {line.id for line in judged.lines}
    problems = [
        FieldProblem(f"overrides.{line}", "There is no such line.")
        for line in overrides
        if line not in known
    ]
    passed = []
    for line in judged.blocking:
        reason = overrides.get(line.id, "").strip()
        if line.overridable and reason:
            passed.append((line, reason))
            continue
        place = "version" if line.id == "version" else f"overrides.{line.id}"
        problems.append(FieldProblem(place, line.message["en"]))
    if problems:
        said = " ".join(problem.message for problem in problems)
        raise Invalid(f"Release {judged.version} is blocked. {said}", problems)
    return passed


def _blank_release(project: Project, version: str, actor: Actor) -> Release:
    """A new row, or the one of a build that never came to its end, emptied."""
    release = Release.objects.filter(project=project, version=version).first()
    if release is None:
        release = Release(
            project=project,
            version=version,
            protocol_version=_protocol_version(project),
            created_by_id=actor.user.pk if actor.user else None,
        )
        try:
            with transaction.atomic():
                release.save()
        except IntegrityError as error:
            raise Conflict(f"Release {version} is being cut already.") from error
        return release
    if release.status in OUT:
        raise Conflict(f"Release {version} is out already.")
    transition(release, "recut", actor=actor)
    release.rows.all().delete()
    release.overrides.all().delete()
    return release


def _protocol_version(project: Project) -> Any:
    if project.current_protocol is None:
        raise Invalid("The project has no protocol yet.")
    return project.current_protocol


def _facts(project: Project) -> dict[str, Any]:
    """What the data card says of how the benchmark was made, as it is now."""
    rounds = Round.objects.filter(project=project).exclude(waiver="")
    return {
        "waivers": list(rounds.order_by("number").values_list("waiver", flat=True)),
        "agreement": [
            {
                "field": one.field,
                "percent": one.agreement.percent,
                "alpha": one.agreement.alpha,
                "items": one.agreement.used,
            }
            for one in agreement(project)
        ],
        "history": [version._asdict() for version in past_versions(project)],
    }


def _changes(previous: Release | None, items: Sequence[Candidate]) -> dict[str, int]:
    before = frozen_items(previous.rows.all()) if previous else []
    change = difference(before, [one.frozen for one in items])
    return {
        "added": len(change.added),
        "removed": len(change.removed),
        "changed": len(change.changed),
    }


def _freeze(release: Release, items: Sequence[Candidate]) -> None:
    rows = []
    for one in items:
        payload = item_payload(one.frozen)
        rows.append(
            FrozenRow(
                release=release,
                item_id=one.item_id,
                key=one.frozen.key,
                split=one.frozen.split,
                payload=payload,
                digest=digest_of(payload),
            )
        )
    FrozenRow.objects.bulk_create(rows, batch_size=_CHUNK)


def release_yank(*, release: Release, actor: Actor, reason: str) -> Release:
    """Say that a release should no longer be used. Its files stay where they are."""
    transition(release, "yank", actor=actor, reason=reason)
    return release
