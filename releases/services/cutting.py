"""Cutting a release: judge, freeze, queue the build."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from projects.models import Project, Role
from releases.domain.diff import difference, marked
from releases.domain.frozen import FrozenItem, digest_of, item_payload
from releases.domain.gate import GateLine
from releases.domain.states import OUT
from releases.models import FrozenRow, GateOverride, Release
from releases.selectors.gate import Gate, gate
from releases.selectors.reasons import change_reasons
from releases.selectors.records import (
    frozen_items,
    last_out,
    past_versions,
    private_by_default,
)
from review.models import Round
from review.selectors.agreement import agreement
from review.selectors.cases import decision_waivers
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
    private: Sequence[str] | None = None,
) -> Release:
    """Freeze what is validated as ``version`` and queue the build of its folder.

    ``overrides`` maps lines of the gate that block to the reason why they may pass.
    ``private`` names the splits whose keys stay here; None: as in the last release. A
    version whose build failed may be cut again. Raises NotAllowed, Invalid naming each
    line that blocks (``overrides.<line>``), the version or the private split, Conflict
    when a build is under way.
    """
    if actor.role != Role.MAINTAINER:
        raise NotAllowed("Only a maintainer can publish releases.")
    judged = gate(project, version, seed=seed)
    passed = _passed_lines(judged, overrides or {})
    release = _blank_release(project, version, actor)
    previous = last_out(project)
    release.name = project.name
    release.protocol_version = _protocol_version(project)
    release.previous = previous
    release.seed = judged.seed
    release.note = note.strip()
    release.private = _private_splits(project, private)
    release.secret = _secret(release)
    before = frozen_items(previous.rows.all()) if previous else []
    change = difference(before, [one.frozen for one in judged.items])
    release.facts = {
        **_facts(project),
        "reasons": change_reasons(previous, change, judged.items),
    }
    release.changes = {
        "added": len(change.added),
        "removed": len(change.removed),
        "changed": len(change.changed),
    }
    release.save()
    frozen = marked([one.frozen for one in judged.items], before, version)
    item_ids = {one.frozen.key: one.item_id for one in judged.items}
    rows_freeze(release, frozen, item_ids)
    # As everything in the folder, in the language of the benchmark.
    language = project.protocol.language
    GateOverride.objects.bulk_create(
        GateOverride(
            release=release,
            line=line.id,
            message=line.message[language],
            reason=reason,
            person_id=actor.user.pk if actor.user else None,
        )
        for line, reason in passed
    )
    build_queue(release, actor)
    return release


def build_queue(release: Release, actor: Actor) -> None:
    """Queue the build of a frozen release. Raises Conflict when one is under way."""
    release.job = job_enqueue(
        kind=BUILD,
        scope_id=release.project_id,
        actor=actor,
        parameters={"release": release.pk},
    )
    release.save(update_fields=["job"])


def _private_splits(project: Project, asked: Sequence[str] | None) -> list[str]:
    """Raises Invalid (``private``) for a split that is not there or holds examples."""
    splits = project.protocol.release.splits
    if asked is None:
        return private_by_default(project)
    may = [split.id for split in splits if not split.shots]
    wrong = [split for split in asked if split not in may]
    if wrong:
        said = f"{wrong[0]!r} cannot be private: only {', '.join(may)} can."
        raise Invalid(said, [FieldProblem("private", said)])
    return [split for split in may if split in asked]


def _secret(release: Release) -> str:
    """What commitments are made with: the same wherever this version is cut anew."""
    if not release.private:
        return ""
    name = f"commitments:{release.project.slug}:{release.version}"
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, name.encode(), hashlib.sha256).hexdigest()


def _passed_lines(
    judged: Gate, overrides: Mapping[str, str]
) -> list[tuple[GateLine, str]]:
    """The blocking lines with their reasons. Raises Invalid when one has none."""
    known = {line.id for line in judged.lines}
    problems = [
        FieldProblem(f"overrides.{line}", "There is no such blocking check.")
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
            raise Conflict(f"Release {version} is already being built.") from error
        return release
    if release.status in OUT:
        raise Conflict(f"Release {version} already exists.")
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
        "decided_alone": decision_waivers(project),
        "agreement": [
            {
                "field": one.field,
                "percent": one.agreement.percent,
                "alpha": one.agreement.alpha,
                "items": one.agreement.used,
            }
            for one in agreement(project, intervals=False)
        ],
        "history": [version._asdict() for version in past_versions(project)],
    }


def rows_freeze(
    release: Release, items: Iterable[FrozenItem], item_ids: Mapping[str, int]
) -> None:
    """Write the items down as they are; ``item_ids`` is the row of each, by key."""
    rows = []
    for item in items:
        payload = item_payload(item)
        rows.append(
            FrozenRow(
                release=release,
                item_id=item_ids[item.key],
                key=item.key,
                split=item.split,
                payload=payload,
                digest=digest_of(payload),
            )
        )
    FrozenRow.objects.bulk_create(rows, batch_size=_CHUNK)
