"""Reading questions that are made from decided records."""

from django.db.models import Exists, OuterRef, QuerySet

from annotation.models import Question
from projects.models import Project
from review.domain.states import FINAL
from review.models import Case


def without_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Of these those whose questions have still to be made and accepted."""
    if project.protocol.questions.written_by != "rule":
        return cases.none()
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(~Exists(live))


def with_questions(project: Project, cases: QuerySet[Case]) -> QuerySet[Case]:
    """Of these those that rounds can take in."""
    if project.protocol.questions.written_by != "rule":
        return cases
    live = Question.objects.filter(item=OuterRef("item"), live=True)
    return cases.filter(Exists(live))


def cases_to_make(project: Project) -> QuerySet[Case]:
    """Decided cases whose questions have still to be accepted, by item."""
    decided = Case.objects.filter(project=project, status=FINAL)
    return (
        without_questions(project, decided)
        .select_related("item")
        .prefetch_related("item__places__image")
    )


def words_of_others(project: Project, field: str, slot: str) -> dict[int, str]:
    """What the decided records of a project say in a slot, by case."""
    rows = Case.objects.filter(project=project).exclude(record={})
    found = rows.values_list("pk", f"record__sentences__{field}__{slot}")
    return {case: word for case, word in found.order_by("pk") if word}
