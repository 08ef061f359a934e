"""Agreement, annotations and hours as rows for export.

People are pseudonyms, except in hours, because they are paid by them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from annotation.items.models.items import ItemImage
from annotation.items.models.submissions import Annotation
from core.chunks import split_into_chunks
from core.selectors import list_ledger
from projects.models import Project, User
from projects.security_record.selectors import PasswordLinkPeriods
from reporting.statistics.agreement import FEWEST_FOR_INTERVAL, RESAMPLES, Agreement
from review.calibration.selectors.agreement import (
    agreement_by_label,
    agreement_over_time,
    compared_items,
    pair_agreement,
    reliability_by_label,
)
from review.progress.selectors.hours import KINDS, list_person_days

Row = Mapping[str, Any]

AGREEMENT_COLUMNS = (
    "part",
    "field",
    "metric",
    "person",
    "other",
    "period",
    "time_zone",
    "measure",
    "value",
    "low",
    "high",
    "undefined",
    "used",
    "total",
)
ANNOTATION_COLUMNS = (
    "item",
    "images",
    "purpose",
    "pass",
    "slot",
    "person",
    "protocol",
    "revision",
    "current",
    "submitted_at",
    "seconds",
    "answers_only",
    "blind",
    "after_password_link",
    "labels",
    "texts",
    "sentences",
    "questions",
)
HOURS_COLUMNS = (
    "person",
    "name",
    "pseudonym",
    "day",
    "time_zone",
    "first",
    "last",
    "active_minutes",
    *KINDS,
)
HISTORY_COLUMNS = (
    "id",
    "at",
    "object",
    "object_id",
    "objects",
    "action",
    "from",
    "to",
    "role",
    "person",
    "after_password_link",
    "reason",
)
_ANNOTATION_FIELDS = (
    "slot__item",
    "slot__item__number",
    "slot__purpose",
    "slot__work_pass",
    "slot__number",
    "person",
    "person__pseudonym",
    "protocol_version__number",
    "revision",
    "submitted_at",
    "seconds",
    "answers",
    "is_blind",
    "content",
)
_CHUNK = 200


def agreement_rows(project: Project) -> Iterator[Row]:
    """Yield one row a measured value: overall, by pair, by period, by person."""
    names = _pseudonyms(project)
    # Read once: comparisons are most of a project's data.
    items = compared_items(project)
    for measured in agreement_by_label(project, items=items):
        yield from _measured(measured.field, measured.agreement, part="overall")
    for field in project.protocol.labels:
        for pair in pair_agreement(project, field, items=items):
            yield from _measured(
                field.id,
                pair.agreement,
                part="pair",
                person=names[pair.one_id],
                other=names[pair.other_id],
            )
    over_time = agreement_over_time(project, items=items)
    for period in over_time.periods:
        for field_id, period_agreement in period.fields_measured.items():
            yield from _measured(
                field_id,
                period_agreement,
                part=over_time.unit,
                period=period.begins.isoformat(),
                time_zone=project.zone.key,
            )
    for field_people in reliability_by_label(project, items=items):
        for person in field_people.people:
            yield {
                **dict.fromkeys(AGREEMENT_COLUMNS),
                "part": "person",
                "field": field_people.field,
                "person": names[person.person],
                "measure": "dawid_skene",
                "value": person.accuracy,
                "low": person.low,
                "high": person.high,
                "undefined": person.undefined,
                "used": person.items,
                "total": person.items,
            }


def _measured(field: str, measured: Agreement, **where: str) -> Iterator[Row]:
    for estimate in measured.estimates:
        yield {
            **dict.fromkeys(AGREEMENT_COLUMNS),
            **where,
            **vars(estimate),
            "field": field,
            "metric": measured.metric,
            "used": measured.used,
            "total": measured.total,
        }


def agreement_document(project: Project) -> dict[str, Any]:
    """Return all agreement values in one object, with the method of measurement."""
    version = project.current_protocol
    return {
        "project": project.slug,
        "protocol": version.number if version else None,
        "made_at": timezone.localtime(timezone=project.zone).isoformat(
            timespec="seconds"
        ),
        "time_zone": project.zone.key,
        "interval": {
            "level": 0.95,
            "method": "percentile bootstrap over items",
            "resamples": RESAMPLES,
            "fewest_items": FEWEST_FOR_INTERVAL,
            "dawid_skene": "Jeffreys, as if the true values were known",
        },
        "values": list(agreement_rows(project)),
    }


def annotation_rows(project: Project) -> Iterator[Row]:
    """Yield every revision of every submission, whatever the slot's purpose, by item.

    ``current`` marks the newest revision of a slot. ``images`` are the SHA-256 of the
    item's images in order. ``answers_only``: the questions are someone else's, and the
    keys in them are this person's answers. ``protocol`` is the number of the protocol
    version used. ``after_password_link``: somebody else may have acted as the person
    (projects.security_record.domain). Rows are read and written in chunks, so
    memory does not grow with their number.
    """
    newer = Annotation.objects.filter(
        slot=OuterRef("slot"), revision__gt=OuterRef("revision")
    )
    annotations = (
        Annotation.objects.filter(slot__project=project)
        .annotate(current=~Exists(newer))
        .order_by("slot__item__number", "slot__purpose", "slot__number", "revision")
        # Columns instead of models, which would read the protocol's document with each
        # row.
        .values_list(*_ANNOTATION_FIELDS, "current", named=True)
    )
    zone = project.zone
    periods = PasswordLinkPeriods()
    for chunk in split_into_chunks(annotations.iterator(chunk_size=_CHUNK), _CHUNK):
        images = _image_hashes({row.slot__item for row in chunk})
        for row in chunk:
            yield {
                "item": row.slot__item__number,
                "images": images.get(row.slot__item, []),
                "purpose": row.slot__purpose,
                "pass": row.slot__work_pass,
                "slot": row.slot__number,
                "person": row.person__pseudonym,
                "protocol": row.protocol_version__number,
                "revision": row.revision,
                "current": row.current,
                "submitted_at": row.submitted_at.astimezone(zone).isoformat(),
                "seconds": row.seconds,
                "answers_only": row.answers is not None,
                "blind": row.is_blind,
                "after_password_link": periods.covers(row.person, row.submitted_at),
                "labels": row.content.get("labels", {}),
                "texts": row.content.get("texts", {}),
                "sentences": row.content.get("sentences", {}),
                "questions": row.content.get("questions", []),
            }


def _image_hashes(items: Collection[int]) -> dict[int, list[str]]:
    """Return the SHA-256 of the images of each item, in order."""
    places = ItemImage.objects.filter(item__in=items).order_by("item", "position")
    hashes: defaultdict[int, list[str]] = defaultdict(list)
    for item, sha256 in places.values_list("item", "image__sha256"):
        hashes[item].append(sha256)
    return hashes


def history_rows(project: Project) -> Iterator[Row]:
    """Yield one row an entry of the ledger, the oldest first.

    ``objects`` are the ids of all that moved at once. ``person`` is None for Subtext
    itself.
    """
    periods = PasswordLinkPeriods()
    entries = list_ledger(project.pk).order_by("pk")
    for entry in entries.iterator(chunk_size=_CHUNK):
        person = entry.actor if isinstance(entry.actor, User) else None
        yield {
            "id": entry.pk,
            "at": entry.at.astimezone(project.zone).isoformat(),
            "object": entry.machine,
            "object_id": entry.subject_id,
            "objects": entry.subjects or [entry.subject_id],
            "action": entry.action,
            "from": entry.source,
            "to": entry.target,
            "role": entry.role,
            "person": person.pseudonym if person else None,
            "after_password_link": periods.covers(entry.actor_id, entry.at),
            "reason": str(entry.reason),
        }


def hours_rows(project: Project) -> Iterator[Row]:
    """Yield one row a person and day with any activity, in the project's time zone."""
    for person_day in list_person_days(project):
        yield {
            "person": person_day.person.username,
            "name": person_day.person.display_name,
            "pseudonym": person_day.person.pseudonym,
            "day": person_day.worked.day.isoformat(),
            "time_zone": project.zone.key,
            "first": person_day.worked.begin.isoformat(timespec="minutes"),
            "last": person_day.worked.end.isoformat(timespec="minutes"),
            "active_minutes": round(person_day.worked.active.total_seconds() / 60, 1),
            **person_day.counts,
        }


def _pseudonyms(project: Project) -> dict[int, str]:
    wrote = Annotation.objects.filter(slot__project=project).values("person")
    return dict(User.objects.filter(pk__in=wrote).values_list("pk", "pseudonym"))
