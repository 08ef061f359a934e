"""Copies of one record in drafts and versions become one; other text stays."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotation.items.models.submissions import Annotation, Draft
from tests.annotation.desk import Desk
from tests.annotation.drafts.test_history import saying
from tests.support.cast import Cast
from tests.support.images import accepted_images
from tests.support.migrations import migrate_back

BEFORE = ("annotation", "0012_annotations_by_time")

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def test_copies_of_a_record_become_one_and_can_be_restored(cast: Cast) -> None:
    accepted_images(cast.project, 2)
    desk = Desk(cast, cast.annotators[0])
    done = desk.next()
    desk.submit(done)
    begun = desk.next()
    desk.save(begun, saying("A thought"), version=1)
    record = Annotation.objects.get().content
    try:
        old = migrate_back(BEFORE)
        drafts = old.get_model("annotation", "Draft").objects
        assert drafts.get(slot=done["id"]).content == record
        versions = old.get_model("annotation", "DraftVersion").objects
        long_ago = timezone.now() - timedelta(hours=1)
        for draft in drafts.all():
            current = {"number": 2, "content": draft.content}
            versions.create(draft=draft, saved_at=draft.saved_at, **current)
            lost = {"number": 1, "content": saying("Replaced")}
            versions.create(draft=draft, saved_at=long_ago, **lost)
        versions.filter(number=2).update(begun_at=long_ago)
    finally:
        call_command("migrate", verbosity=0)
    assert Draft.objects.get(slot=done["id"]).content is None
    assert desk.slot(done["id"])["draft"]["content"] == record
    assert desk.slot(begun["id"])["draft"]["content"] == saying("A thought")
    assert {draft.begun_at for draft in Draft.objects.all()} == {long_ago}
    for slot in (done, begun):
        assert desk.versions(slot) == [2, 1]
        assert desk.version(slot, 1)["content"] == saying("Replaced")
