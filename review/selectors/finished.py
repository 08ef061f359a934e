"""Finished items, for the stage that asks them again."""

from collections.abc import Collection

from annotation.models import QuestionRevision
from annotation.ports import Items
from review.models import Case, ValidationPlace
from review.selectors.cases import DECIDED


class ReviewedItems:
    """Final records and who has had to do with them (annotation.ports)."""

    def finished(self, items: Items) -> Items:
        cases = Case.objects.filter(item__in=items, status__in=DECIDED)
        return cases.values_list("item", flat=True)

    def known_to(self, person: int, items: Collection[int]) -> Collection[int]:
        decided = Case.objects.filter(item__in=items, adjudicator=person)
        wrote = QuestionRevision.objects.filter(question__item__in=items, author=person)
        asked = ValidationPlace.objects.filter(
            revision__question__item__in=items, person=person
        )
        return {
            *decided.values_list("item", flat=True),
            *wrote.values_list("question__item", flat=True),
            *asked.values_list("revision__question__item", flat=True),
        }
