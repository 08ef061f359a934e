"""Records, rounds, validation answers and discussions in the history of a project."""

from collections.abc import Collection, Mapping

from projects.models import Project
from review.models import Case, Round, Thread, ValidationAssignment
from workflow.domain.texts import _


def case_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of cases: the numbers of their items."""
    cases = Case.objects.filter(pk__in=ids).values_list("pk", "item__number")
    return {
        case_id: _("Record of item {number}", number=number)
        for case_id, number in cases
    }


def round_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of validation rounds."""
    rounds = Round.objects.filter(pk__in=ids).values_list("pk", "number")
    return {
        round_id: _("Validation round {number}", number=number)
        for round_id, number in rounds
    }


def validation_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of validation assignments: question and item."""
    assignments = ValidationAssignment.objects.filter(pk__in=ids)
    return {
        assignment_id: _(
            "Validation answer to question {question} of item {number}",
            question=position,
            number=number,
        )
        for assignment_id, position, number in assignments.values_list(
            "pk", "revision__question__position", "revision__question__item__number"
        )
    }


def thread_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of discussions: the numbers of their items."""
    threads = Thread.objects.filter(pk__in=ids).values_list("pk", "item__number")
    return {
        thread_id: _("Discussion of item {number}", number=number)
        for thread_id, number in threads
    }
