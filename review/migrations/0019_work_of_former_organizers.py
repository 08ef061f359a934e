"""Mark work that former organizers did on items that they could read.

Until now a person who was an organizer and became an annotator again counted as blind
and fresh. Their labels are left out of agreement and their answers are marked like
those under a waiver. Nothing reopens, and published releases stay.
"""

from typing import Any

from django.db import migrations
from django.db.models import Min
from django.utils import timezone

ORGANIZERS = ("organizer", "maintainer")
REASON = "The person could read the correct answer as an organizer or maintainer."


def mark_work(apps: Any, schema_editor: object) -> None:
    memberships = apps.get_model("projects", "Membership").objects
    for membership in memberships.order_by("pk"):
        ends = period_ends(apps, membership)
        if not ends:
            continue
        memberships.filter(pk=membership.pk).update(known_until=ends[-1])
        marked = [
            *mark_annotations(apps, membership, ends),
            *mark_answers(apps, membership, ends),
        ]
        if marked:
            figures = apps.get_model("review", "StoredFigures").objects
            figures.filter(project=membership.project_id).delete()


def period_ends(apps: Any, membership: Any) -> list[Any]:
    """Return when the person's periods as an organizer or maintainer ended."""
    entries = apps.get_model("workflow", "LedgerEntry").objects.filter(
        machine="membership", subject_id=membership.pk
    )
    ends, role = [], None
    for target, data, at in entries.order_by("version").values_list(
        "target", "data", "at"
    ):
        new = data.get("role") if target == "member" else None
        if role in ORGANIZERS and new not in ORGANIZERS:
            ends.append(at)
        role = new
    return ends


def mark_annotations(apps: Any, membership: Any, ends: list[Any]) -> list[int]:
    """Mark annotations of items that others had annotated when a period ended."""
    annotations = apps.get_model("annotation", "Annotation").objects.filter(
        slot__project=membership.project_id
    )
    own = list(
        annotations.filter(person=membership.user_id)
        .order_by("submitted_at", "pk")
        .values_list("pk", "slot", "slot__item", "submitted_at")
    )
    others = annotations.filter(slot__item__in={item for _, _, item, _ in own})
    others = others.exclude(person=membership.user_id).order_by()
    begun = dict(
        others.values("slot__item")
        .annotate(at=Min("submitted_at"))
        .values_list("slot__item", "at")
    )
    marked = {
        pk: item
        for pk, _slot, item, at in own
        if item in begun and _existed(begun[item], ends, before=at)
    }
    annotations.filter(pk__in=marked).update(is_blind=False)
    first = {slot: (pk, item) for pk, slot, item, _at in reversed(own)}
    items = {item for pk, item in first.values() if pk in marked}
    for case in apps.get_model("review", "Case").objects.filter(item__in=items):
        people = case.comparison.get("people", ())
        known = case.comparison.get("not_blind", [])
        if membership.user_id in people and membership.user_id not in known:
            case.comparison["not_blind"] = [*known, membership.user_id]
            case.save(update_fields=["comparison"])
    return list(marked)


def mark_answers(apps: Any, membership: Any, ends: list[Any]) -> list[int]:
    """Mark validation answers to questions of items that were begun when one ended."""
    answers = apps.get_model("review", "ValidationAssignment").objects.filter(
        project=membership.project_id, person=membership.user_id, waived=""
    )
    now = timezone.now()
    rows = answers.values_list(
        "pk", "answered_at", "revision__question__item__case__created_at"
    )
    marked = [
        pk
        for pk, at, begun in rows
        if begun is not None and _existed(begun, ends, before=at or now)
    ]
    answers.filter(pk__in=marked).update(waived=REASON)
    return marked


def _existed(begun: Any, ends: list[Any], *, before: Any) -> bool:
    """Return whether it was there at the end of a period before that time."""
    return any(begun <= end <= before for end in ends)


class Migration(migrations.Migration):
    dependencies = [
        ("review", "0018_renew_search"),
        ("annotation", "0022_blind_annotations"),
        ("projects", "0011_known_until"),
        ("workflow", "0006_job_after_job"),
    ]

    operations = [
        migrations.RunPython(mark_work, migrations.RunPython.noop, elidable=True)
    ]
