"""A random walk over the slots: whatever people do, what must hold holds."""

from itertools import count
from typing import Any

import pytest
from django.db.models import Q
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.drafts.services.drafts import save_draft
from annotation.drafts.services.submissions import submit_annotation
from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.items.selectors.items import work_annotations
from annotation.slots.selectors.slots import get_draft
from annotation.slots.services.leases import extend_lease
from annotation.slots.services.transitions import decline_slot, reopen_slot, return_slot
from core.errors import ConflictError, SubtextError
from core.models import LedgerEntry
from projects.models import User
from tests.annotation.desk import leases_run_out
from tests.support.cast import Cast
from tests.support.images import accepted_images
from tests.support.writing import finished_record

_numbers = count(1)
people = st.integers(0, 2)
slots = st.integers(0, 5)
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5
)


class Walk(RuleBasedStateMachine):
    """Three people who all want one item with two places."""

    @initialize()
    def begin(self) -> None:
        self.cast = Cast(f"walk-{next(_numbers)}")
        accepted_images(self.cast.project, 1)
        self.record = finished_record(self.cast.project.protocol)
        self.kept: set[int] = set()
        self.typed: dict[tuple[int, int], Any] = {}

    def of(self, person: int) -> tuple[User, Any]:
        user = self.cast.annotators[person]
        return user, self.cast.actor(user)

    def slot(self, number: int, user: User) -> Slot | None:
        """Some slot at which the person may try something; the next if none."""
        project = self.cast.project
        tried = Slot.objects.filter(
            Q(person=user) | Q(drafts__person=user), project=project
        ).distinct()
        found = list(tried.order_by("pk"))
        if not found:
            return lease_next_slot(project=project, actor=self.cast.actor(user))
        return found[number % len(found)]

    @rule(person=people)
    def ask(self, person: int) -> None:
        user, actor = self.of(person)
        slot = lease_next_slot(project=self.cast.project, actor=actor)
        if slot is not None:
            assert slot.person_id == user.pk

    @rule(person=people, number=slots, text=TEXTS)
    def type(self, person: int, number: int, text: str) -> None:
        user, actor = self.of(person)
        slot = self.slot(number, user)
        draft = get_draft(slot, user) if slot else None
        if slot is None or draft is None:
            return
        content = {"texts": {"explanation": text}}
        try:
            save_draft(slot=slot, actor=actor, version=draft.version, content=content)
        except ConflictError:
            return
        self.typed[user.pk, slot.item_id] = content

    @rule(person=people, number=slots)
    def submit(self, person: int, number: int) -> None:
        user, actor = self.of(person)
        slot = self.slot(number, user)
        if slot is None:
            return
        try:
            made = submit_annotation(
                slot=slot, actor=actor, content=self.record, seconds=None
            )
        except SubtextError:
            return
        self.kept.add(made.pk)
        self.typed.pop((user.pk, slot.item_id), None)

    @rule(person=people, number=slots)
    def decline(self, person: int, number: int) -> None:
        self.attempt(person, number, decline_slot, reason_id="broken")

    @rule(person=people, number=slots)
    def reopen(self, person: int, number: int) -> None:
        self.attempt(person, number, reopen_slot)

    @rule(person=people, number=slots)
    def beat(self, person: int, number: int) -> None:
        self.attempt(person, number, extend_lease)

    def attempt(self, person: int, number: int, act: Any, **more: Any) -> None:
        user, actor = self.of(person)
        slot = self.slot(number, user)
        if slot is not None:
            try:
                act(slot=slot, actor=actor, **more)
            except SubtextError:
                return

    @rule(number=slots)
    def send_back(self, number: int) -> None:
        found = list(Slot.objects.filter(project=self.cast.project).order_by("pk"))
        actor = self.cast.actor(self.cast.organizer)
        try:
            return_slot(slot=found[number % len(found)], actor=actor, reason="No.")
        except ConflictError:
            return

    @rule()
    def leave(self) -> None:
        leases_run_out()

    @invariant()
    def every_item_has_two_live_places(self) -> None:
        for item in self.items():
            work = item.slots.filter(purpose="work")
            assert work.exclude(status__in=["declined", "closed"]).count() == 2
            assert len(work_annotations(item.pk)) in (0, 2)

    @invariant()
    def nobody_has_an_item_twice_or_two_leases(self) -> None:
        for item in self.items():
            held = [pk for pk in item.slots.values_list("person_id", flat=True) if pk]
            assert len(held) == len(set(held))
        leased = Slot.objects.filter(project=self.cast.project, status="leased")
        holders = list(leased.values_list("person_id", flat=True))
        assert len(holders) == len(set(holders))

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        ours = Annotation.objects.filter(slot__project=self.cast.project)
        assert set(ours.values_list("pk", flat=True)) == self.kept
        for (user_pk, item_pk), content in self.typed.items():
            drafts = Draft.objects.filter(person=user_pk, slot__item=item_pk)
            assert [draft.content for draft in drafts] == [content]

    @invariant()
    def every_state_has_its_ledger(self) -> None:
        for slot in Slot.objects.filter(project=self.cast.project):
            moves = LedgerEntry.objects.filter(machine="slot", subject_id=slot.pk)
            leases = moves.filter(data__has_key="leased_at").count()
            is_leased = slot.leased_at is not None
            assert moves.count() + leases + is_leased == slot.state_version
            last = moves.order_by("version").last()
            state = last.target if last else "open"
            assert ("leased" if is_leased else state) == slot.status

    def items(self) -> list[Item]:
        return list(Item.objects.filter(project=self.cast.project))


@pytest.mark.slow
class WalkTest(TestCase):
    def test_a_random_walk(self) -> None:
        run_state_machine_as_test(
            Walk,
            settings=settings(
                max_examples=15,
                stateful_step_count=30,
                deadline=None,
                derandomize=True,
                # Shrinking a walk over a database takes minutes; the steps are printed.
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
