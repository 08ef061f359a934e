"""Submitted drafts without earlier versions go: their annotations hold the content."""

from django.db import migrations, models
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

CHUNK = 1000


def drop_submitted(apps, schema_editor):
    """Move the versions of submitted drafts to their annotations, and drop the drafts."""
    Draft = apps.get_model("annotation", "Draft")
    DraftVersion = apps.get_model("annotation", "DraftVersion")
    Annotation = apps.get_model("annotation", "Annotation")
    of_annotation = Draft.objects.filter(
        slot=OuterRef("slot"), person=OuterRef("person")
    )
    Annotation.objects.update(
        draft_version=Coalesce(Subquery(of_annotation.values("version")[:1]), 1)
    )
    own = Annotation.objects.filter(person=OuterRef("person"))
    submitted = Draft.objects.filter(
        Exists(own.filter(slot=OuterRef("slot"))),
        # Work that went on in another slot of the item keeps its draft.
        ~Exists(
            own.filter(slot__item=OuterRef("slot__item")).exclude(slot=OuterRef("slot"))
        ),
        ~Exists(DraftVersion.objects.filter(draft=OuterRef("pk"))),
        content__isnull=True,
    )
    ids = list(submitted.values_list("pk", flat=True))
    for start in range(0, len(ids), CHUNK):
        Draft.objects.filter(pk__in=ids[start : start + CHUNK]).delete()


def restore_drafts(apps, schema_editor):
    """Give every submitted slot without a draft one that equals its annotation."""
    Draft = apps.get_model("annotation", "Draft")
    Annotation = apps.get_model("annotation", "Annotation")
    drafts = Draft.objects.filter(slot=OuterRef("slot"), person=OuterRef("person"))
    without = Annotation.objects.filter(~Exists(drafts))
    versions = dict(
        ((slot, person), version)
        for slot, person, version in without.order_by("revision").values_list(
            "slot", "person", "draft_version"
        )
    )
    Draft.objects.bulk_create(
        (
            Draft(slot_id=slot, person_id=person, version=version)
            for (slot, person), version in versions.items()
        ),
        batch_size=CHUNK,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0019_lease_begin"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="draft_version",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.RunPython(drop_submitted, restore_drafts),
    ]
