"""Freezing a release: check the validated items and copy them into rows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.chunks import split_into_chunks
from core.domain.texts import _, join_texts, local_text
from core.errors import FieldProblem, InvalidInputError
from core.job_kinds import Progress
from curation.reports.selectors.report import funnel_report
from projects.models import Project
from releases.building.selectors import change_reasons
from releases.content.domain.diff import mark_changed_words
from releases.content.domain.frozen import (
    FrozenItem,
    FunnelStep,
    item_payload,
    payload_digest,
)
from releases.gate.domain import GateLine
from releases.gate.selectors.checks import Gate, check_gate
from releases.ports import published_errata
from releases.records.models import FrozenRow, GateOverride, Release
from releases.records.selectors.releases import past_versions
from review.adjudication.selectors.cases import decision_waivers
from review.rounds.models.rounds import Round

_CHUNK = 200


class BlockedReleaseError(InvalidInputError):
    """Checks block a release; ``lines`` are those without an override reason."""

    def __init__(self, version: str, lines: list[GateLine]) -> None:
        messages = join_texts(" ", [local_text(line.message) for line in lines])
        fields = [
            FieldProblem(f"overrides.{line.id}", local_text(line.message))
            for line in lines
        ]
        super().__init__(
            _("Release {version} is blocked. {said}", version=version, said=messages),
            fields,
        )
        self.lines = lines


def freeze_release(release: Release, progress: Progress) -> None:
    """Write the rows of a release; an interrupted run starts again from the beginning.

    ``progress`` receives the number of written items. ``frozen_at`` is empty until the
    last one is written. Raises BlockedReleaseError.
    """
    began = timezone.now()
    progress(0, None)
    release.rows.all().delete()
    if "without" in release.asked:
        _copy_previous(release, progress)
        Release.objects.filter(pk=release.pk).update(frozen_at=began)
    else:
        _freeze_validated(release, began, progress)
    release.refresh_from_db()


def _freeze_validated(release: Release, began: datetime, progress: Progress) -> None:
    project, options = release.project, release.asked
    judged = check_gate(project, release.version, seed=options.get("seed"))
    passed = _passed_lines(judged, options["overrides"])
    items = [candidate.frozen for candidate in judged.items]
    freeze_rows(
        release,
        mark_changed_words(items, judged.before, release.version),
        {candidate.frozen.key: candidate.item_id for candidate in judged.items},
        progress,
    )
    change, previous = judged.change, release.previous
    release.seed = judged.seed
    release.facts = {
        **_facts(project, judged),
        "override_messages": {line.id: dict(line.message) for line, _reason in passed},
        "reasons": change_reasons(previous, change, judged.items),
        "errata": published_errata(project, items),
    }
    release.changes = {
        "added": len(change.added),
        "removed": len(change.removed),
        "changed": len(change.changed),
    }
    release.frozen_at = began
    with transaction.atomic():
        release.overrides.all().delete()
        GateOverride.objects.bulk_create(_overrides(release, passed))
        release.save(update_fields=["seed", "facts", "changes", "frozen_at"])


def _overrides(
    release: Release, passed: Iterable[tuple[GateLine, str]]
) -> Iterator[GateOverride]:
    # Like everything in the folder, the message is in the language of the benchmark.
    language = release.project.protocol.language
    person_id = release.job.requested_by_id if release.job else None
    for line, reason in passed:
        yield GateOverride(
            release=release,
            line=line.id,
            message=line.message[language],
            reason=reason,
            person_id=person_id,
        )


def _copy_previous(release: Release, progress: Progress) -> None:
    """Copy the rows of the previous version without what was taken down."""
    assert release.previous is not None  # noqa: S101 - there is something to leave out
    rows = release.previous.rows.exclude(key__in=release.asked["without"])
    questions = set(release.asked.get("without_questions", ()))
    columns = rows.values_list("item", "key", "split", "payload", "digest")
    copies = (
        _copy(release, row, questions)
        for row in columns.order_by("pk").iterator(chunk_size=_CHUNK)
    )
    _write(copies, rows.count(), progress)


def _copy(
    release: Release, row: tuple[int, str, str, Any, str], without: set[str]
) -> FrozenRow:
    item, key, split, payload, digest = row
    questions = [
        question for question in payload["questions"] if question["id"] not in without
    ]
    if len(questions) < len(payload["questions"]):
        payload = {**payload, "questions": questions}
        digest = payload_digest(payload)
    return FrozenRow(
        release=release,
        item_id=item,
        key=key,
        split=split,
        payload=payload,
        digest=digest,
    )


def freeze_rows(
    release: Release,
    items: Iterable[FrozenItem],
    item_ids: Mapping[str, int],
    progress: Progress = lambda done, total: None,
) -> None:
    """Write the items as rows; ``item_ids`` is the item's id by key."""
    rows = (
        FrozenRow(
            release=release,
            item_id=item_ids[item.key],
            key=item.key,
            split=item.split,
            payload=(payload := item_payload(item)),
            digest=payload_digest(payload),
        )
        for item in items
    )
    _write(rows, len(item_ids), progress)


def _write(rows: Iterable[FrozenRow], total: int, progress: Progress) -> None:
    done = 0
    for chunk in split_into_chunks(rows, _CHUNK):
        FrozenRow.objects.bulk_create(chunk)
        done += len(chunk)
        progress(done, total)


def _passed_lines(
    judged: Gate, overrides: Mapping[str, str]
) -> list[tuple[GateLine, str]]:
    """Return the overridden checks with their reasons.

    Raises BlockedReleaseError when a blocking check has no reason or cannot be
    overridden.
    """
    reasons = {line: reason.strip() for line, reason in overrides.items()}
    missing = [
        line
        for line in judged.blocking_lines
        if not (line.overridable and reasons.get(line.id))
    ]
    if missing:
        raise BlockedReleaseError(judged.version, missing)
    return [(line, reasons[line.id]) for line in judged.blocking_lines]


def _facts(project: Project, judged: Gate) -> dict[str, Any]:
    """Return the current facts about annotation and review for the data card."""
    rounds = Round.objects.filter(project=project).exclude(waiver="")
    return {
        "waivers": list(rounds.order_by("number").values_list("waiver", flat=True)),
        "decided_alone": decision_waivers(project),
        "simulated_items": len(judged.simulated),
        "form": asdict(judged.form),
        "agreement": [
            {
                "field": measured.field,
                "percent": measured.agreement.percent,
                "alpha": measured.agreement.alpha,
                "items": measured.agreement.used,
            }
            for measured in judged.agreement
        ],
        "funnel": [*map(tuple, _funnel(project))],
        "history": [version._asdict() for version in past_versions(project)],
    }


def _funnel(project: Project) -> Iterator[FunnelStep]:
    report = funnel_report(project)
    yield FunnelStep(
        "exact_duplicates", report.raw, report.exact_copies, report.distinct_images
    )
    for stage in report.stages:
        removed = stage.excluded + stage.withdrawn
        yield FunnelStep(stage.name, stage.entered, removed, stage.passed)
