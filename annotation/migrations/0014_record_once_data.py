from collections.abc import Iterator
from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, QuerySet, Subquery

_CHUNK = 500
_BESIDE = ("work", "extra")


def _store_once(apps: Any, schema_editor: object) -> None:
    """Remove each draft's copy of its current version and of its annotation."""
    drafts = apps.get_model("annotation", "Draft").objects
    versions = apps.get_model("annotation", "DraftVersion").objects
    current = versions.filter(number=OuterRef("version"), draft=OuterRef("pk"))
    drafts.update(begun_at=F("saved_at"))
    begun_at = Subquery(current.values("begun_at")[:1])
    drafts.annotate(begun=begun_at).exclude(begun=None).update(begun_at=begun_at)
    for some in _in_chunks(drafts.select_related("slot")):
        own = {one.pk: one for one in some}
        stored = versions.filter(draft__in=own, number=F("draft__version"))
        same = [v.pk for v in stored if v.content == own[v.draft_id].content]
        versions.filter(pk__in=same).delete()
        submitted = [draft.pk for draft in some if _is_submitted(apps, draft)]
        drafts.filter(pk__in=submitted).update(content=None)


def _is_submitted(apps: Any, draft: Any) -> bool:
    annotation = _annotation(apps, draft)
    return annotation is not None and annotation.content == draft.content


def _annotation(apps: Any, draft: Any) -> Any:
    """Return the person's last annotation of the draft's item."""
    slot = draft.slot
    purposes = _BESIDE if slot.purpose in _BESIDE else (slot.purpose,)
    own = apps.get_model("annotation", "Annotation").objects.filter(
        person=draft.person_id,
        slot__item=slot.item_id,
        slot__work_pass=slot.work_pass,
        slot__purpose__in=purposes,
    )
    return own.order_by("submitted_at", "pk").last()


def _fill_in(apps: Any, schema_editor: object) -> None:
    drafts = apps.get_model("annotation", "Draft").objects
    submitted = drafts.filter(content__isnull=True).select_related("slot")
    for some in _in_chunks(submitted):
        for draft in some:
            content = _annotation(apps, draft).content
            drafts.filter(pk=draft.pk).update(content=content)


def _in_chunks(rows: "QuerySet[Any]") -> Iterator[list[Any]]:
    last = 0
    while some := list(rows.filter(pk__gt=last).order_by("pk")[:_CHUNK]):
        yield some
        last = some[-1].pk


class Migration(migrations.Migration):
    dependencies = [("annotation", "0013_record_once")]

    operations = [migrations.RunPython(_store_once, _fill_in, elidable=True)]
