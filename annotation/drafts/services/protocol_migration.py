"""Migration of items, slots and drafts to a new protocol version."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, QuerySet

from annotation.drafts.services.versions import replace_draft
from annotation.items.domain.slot_states import CLOSED, GONE, SUBMITTED
from annotation.items.models.items import Item
from annotation.items.models.questions import Question
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.items.selectors.items import current_contents
from annotation.items.services.lifecycle import close_slots, create_items, end_slots
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem
from projects.models import Project
from projects.ports import ProtocolMigration
from subtext_protocol.changes import ProtocolChange, map_values

_ATTEMPTS = 5


class AnnotationWork:
    """Annotation's part of a protocol change (projects.ports.StageWork).

    * Items that are not begun move to the new protocol.
    * Begun items with unfinished slots get more slots when the protocol asks for more
      people per item; when it asks for fewer, they keep their slots.
    * Drafts are converted. Submissions stay unchanged and are read through the
      version's mapping.
    """

    def count_work(self, project: Project) -> Mapping[str, int]:
        items = Item.objects.filter(project=project)
        begun = _begun(items)
        return {
            "items": items.count(),
            "begun": begun.count(),
            "unfinished": len(_lacking_work(begun)),
        }

    def items_using_path(self, project: Project, path: str) -> Collection[int]:
        annotations = list(
            Annotation.objects.filter(slot__project=project).select_related("slot")
        )
        # The content of a submitted draft is that of its annotation.
        drafts = Draft.objects.filter(slot__project=project, content__isnull=False)
        contents = [
            *zip(
                (annotation.slot.item_id for annotation in annotations),
                current_contents(project, annotations),
                strict=True,
            ),
            *drafts.values_list("slot__item_id", "content"),
        ]
        return {item for item, content in contents if _uses(content, path)}

    def list_blocked_changes(
        self, project: Project, changes: Sequence[ProtocolChange]
    ) -> Sequence[FieldProblem]:
        begun = _begun(Item.objects.filter(project=project)).count()
        if not begun:
            return []
        message = _(
            "Not possible any more. Items already being annotated: {begun}.",
            begun=begun,
        )
        return [
            FieldProblem(change.path, message)
            for change in changes
            if change.effect == "begun"
        ]

    def migrate_work(self, move: ProtocolMigration) -> None:
        if move.version.mapping:
            _carry_drafts(move)
        items = Item.objects.filter(project=move.project)
        # The lock makes a simultaneous submission wait, or makes its result visible
        # here.
        list(Slot.objects.select_for_update().filter(project=move.project).only("pk"))
        _renew_untouched(move, items)
        people_per_item = move.version.protocol.annotation.people
        if people_per_item > move.old.annotation.people:
            for item in _lacking_work(_begun(items)):
                _add_places(item, people_per_item)
                item.protocol_version = move.version
                item.save(update_fields=["protocol_version"])


def _begun(items: QuerySet[Item]) -> QuerySet[Item]:
    """Return the items with work in them; imported ones have questions and no slots."""
    begun_slots = Slot.objects.filter(item=OuterRef("pk"), moved_at__isnull=False)
    item_questions = Question.objects.filter(item=OuterRef("pk"))
    return items.filter(
        Exists(begun_slots.exclude(status=CLOSED)) | Exists(item_questions)
    )


def _live(item: Item) -> QuerySet[Slot]:
    return Slot.objects.filter(item=item, purpose=Purpose.WORK).exclude(status__in=GONE)


def _lacking_work(items: QuerySet[Item]) -> list[Item]:
    slots = Slot.objects.filter(item=OuterRef("pk"), purpose=Purpose.WORK)
    done = (SUBMITTED, *GONE)
    return list(items.filter(Exists(slots.exclude(status__in=done))))


def _renew_untouched(move: ProtocolMigration, items: QuerySet[Item]) -> None:
    untouched = list(items.exclude(pk__in=_begun(items).values("pk")))
    old, new = move.old, move.version.protocol
    if new.item != old.item:
        for item in untouched:
            close_slots(
                item=item, reason=_("The number of images per item has changed.")
            )
            item.delete()
        create_items(project=move.project)
        return
    if new.annotation.people != old.annotation.people:
        for item in untouched:
            if not _live(item).exists():
                continue  # no open slots: it is in a calibration batch only
            _add_places(item, new.annotation.people)
            _close_surplus(item, new.annotation.people)
    Item.objects.filter(pk__in=[item.pk for item in untouched]).update(
        protocol_version=move.version
    )


def _close_surplus(item: Item, people_per_item: int) -> None:
    surplus = list(_live(item).order_by("-pinned", "number"))[people_per_item:]
    reason = _("The number of annotators per item has decreased.")
    end_slots(surplus, reason=reason)


def _add_places(item: Item, people_per_item: int) -> None:
    slots = Slot.objects.filter(item=item, purpose=Purpose.WORK)
    there = slots.aggregate(last=Max("number"), work_pass=Max("work_pass"))
    last = there["last"] or 0
    started = slots.filter(status=SUBMITTED).exists()
    Slot.objects.bulk_create(
        Slot(
            project_id=item.project_id,
            item=item,
            purpose=Purpose.WORK,
            work_pass=there["work_pass"] or 1,
            number=last + nth,
            started=started,
        )
        for nth in range(1, people_per_item - _live(item).count() + 1)
    )


def _carry_drafts(move: ProtocolMigration) -> None:
    """Convert drafts by the version's mapping.

    A browser tab with a converted draft gets a conflict at its next save. The
    annotations of submitted drafts are translated when they are read.
    """
    drafts = Draft.objects.filter(slot__project=move.project)
    drafts.filter(content__isnull=True).update(version=F("version") + 1)
    submitted = Annotation.objects.filter(slot__project=move.project)
    submitted.update(draft_version=F("draft_version") + 1)
    for draft in drafts.filter(content__isnull=False):
        for _attempt in range(_ATTEMPTS):
            before = draft.content
            if before is None:
                break  # submitted meanwhile
            content = map_values(before, move.version.mapping)
            if content == before or replace_draft(
                draft=draft, before=before, content=content, at=draft.saved_at
            ):
                break
            draft.refresh_from_db()
        else:
            raise ConflictError(_("An annotator is saving a draft. Try again."))


def _uses(content: Any, path: str) -> bool:
    _, field, *choice = path.split(".")
    parts = [content.get(part, {}) for part in ("labels", "texts", "sentences")]
    values = [part[field] for part in parts if part.get(field)]
    return bool(values) and (not choice or choice[-1] in values[0])
