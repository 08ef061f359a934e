"""Agreement, annotations and hours as rows for export.

People are pseudonyms, except in hours, because they are paid by them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from annotation.models import Annotation, ItemImage
from projects.domain.statistics.agreement import (
    FEWEST_FOR_INTERVAL,
    RESAMPLES,
    Agreement,
)
from projects.models import Project, User
from review.selectors.agreement import (
    agreement,
    agreement_over_time,
    compared_items,
    pair_agreement,
    reliability,
)
from review.selectors.hours import KINDS, hours
from workflow.chunks import chunks_of

Row = Mapping[str, Any]

AGREEMENT_COLUMNS = (
    "part",
    "field",
    "metric",
    "person",
    "other",
    "period",
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
    "first",
    "last",
    "active_minutes",
    *KINDS,
)
_ANNOTATION_FIELDS = (
    "slot__item",
    "slot__item__number",
    "slot__purpose",
    "slot__work_pass",
    "slot__number",
    "person__pseudonym",
    "protocol_version__number",
    "revision",
    "submitted_at",
    "seconds",
    "answers",
    "content",
)
_CHUNK = 200


def agreement_rows(project: Project) -> Iterator[Row]:
    """Yield one row a measured value: overall, by pair, by period, by person."""
    names = _pseudonyms(project)
    # Read once: comparisons are most of a project's data.
    items = compared_items(project)
    for measured in agreement(project, items=items):
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
        for field_id, found in period.fields_measured.items():
            yield from _measured(
                field_id, found, part=over_time.unit, period=period.begins.isoformat()
            )
    for field_people in reliability(project, items=items):
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


def _measured(field: str, found: Agreement, **where: str) -> Iterator[Row]:
    for estimate in found.estimates:
        yield {
            **dict.fromkeys(AGREEMENT_COLUMNS),
            **where,
            **vars(estimate),
            "field": field,
            "metric": found.metric,
            "used": found.used,
            "total": found.total,
        }


def agreement_document(project: Project) -> dict[str, Any]:
    """Return all agreement values in one object, with the method of measurement."""
    version = project.current_protocol
    return {
        "project": project.slug,
        "protocol": version.number if version else None,
        "made_at": timezone.now().isoformat(timespec="seconds"),
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
    version used. Rows are read and written in chunks, so memory does not grow with
    their number.
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
    for chunk in chunks_of(annotations.iterator(chunk_size=_CHUNK), _CHUNK):
        images = _image_hashes({one.slot__item for one in chunk})
        for one in chunk:
            yield {
                "item": one.slot__item__number,
                "images": images.get(one.slot__item, []),
                "purpose": one.slot__purpose,
                "pass": one.slot__work_pass,
                "slot": one.slot__number,
                "person": one.person__pseudonym,
                "protocol": one.protocol_version__number,
                "revision": one.revision,
                "current": one.current,
                "submitted_at": one.submitted_at.isoformat(),
                "seconds": one.seconds,
                "answers_only": one.answers is not None,
                "labels": one.content.get("labels", {}),
                "texts": one.content.get("texts", {}),
                "sentences": one.content.get("sentences", {}),
                "questions": one.content.get("questions", []),
            }


def _image_hashes(items: Collection[int]) -> dict[int, list[str]]:
    """Return the SHA-256 of the images of each item, in order."""
    places = ItemImage.objects.filter(item__in=items).order_by("item", "position")
    found: defaultdict[int, list[str]] = defaultdict(list)
    for item, sha256 in places.values_list("item", "image__sha256"):
        found[item].append(sha256)
    return found


def hours_rows(project: Project) -> Iterator[Row]:
    """Yield one row a person and day with any activity; times are local."""
    for one in hours(project):
        yield {
            "person": one.person.username,
            "name": one.person.display_name,
            "pseudonym": one.person.pseudonym,
            "day": one.worked.day.isoformat(),
            "first": one.worked.begin.isoformat(timespec="minutes"),
            "last": one.worked.end.isoformat(timespec="minutes"),
            "active_minutes": round(one.worked.active.total_seconds() / 60, 1),
            **one.counts,
        }


def _pseudonyms(project: Project) -> dict[int, str]:
    wrote = Annotation.objects.filter(slot__project=project).values("person")
    return dict(User.objects.filter(pk__in=wrote).values_list("pk", "pseudonym"))
