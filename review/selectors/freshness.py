"""Fresh people: those who know neither a question nor its item."""

from collections import Counter, defaultdict

from django.db.models import Exists, OuterRef, Q, QuerySet

from annotation.models import (
    OWN_PURPOSES,
    Annotation,
    Draft,
    Question,
    QuestionRevision,
)
from projects.models import Project, Role
from projects.selectors import active_people
from review.domain.states import OPEN
from review.models import Round, ValidationPlace


def _waiting(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Return the open assignments to questions that the person may still take.

    The person neither wrote the question nor has an assignment to it in the round.
    """
    wrote = QuestionRevision.objects.filter(
        question=OuterRef("revision__question"), author=person_id
    )
    there = ValidationPlace.objects.filter(
        round=OuterRef("round"), revision=OuterRef("revision"), person=person_id
    )
    return ValidationPlace.objects.filter(
        ~Exists(wrote),
        ~Exists(there),
        project=project,
        status=OPEN,
        round__status=OPEN,
    )


def _annotated(person_id: int) -> Q:
    """Match items that the person submitted or has begun.

    They may have begun a finished item as practice, calibration or gold.
    """
    here = OuterRef("revision__question__item")
    wrote = Annotation.objects.filter(slot__item=here, person=person_id)
    began = _begun_again().filter(slot__item=here, person=person_id)
    return Q(Exists(wrote)) | Q(Exists(began))


def _begun_again() -> QuerySet[Draft]:
    """Return drafts on finished items: practice, calibration and gold."""
    return Draft.objects.filter(slot__purpose__in=OWN_PURPOSES)


def _met(person_id: int) -> Exists:
    """Match questions that were assigned to the person, in any revision or round."""
    return Exists(
        ValidationPlace.objects.filter(
            revision__question=OuterRef("revision__question"), person=person_id
        )
    )


def fresh_places(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Return the open assignments to questions that are fresh to the person."""
    return _waiting(project, person_id).filter(~_annotated(person_id), ~_met(person_id))


def places_met_before(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Return open assignments to questions the person met in another round or form."""
    return _waiting(project, person_id).filter(~_annotated(person_id), _met(person_id))


def places_known_to(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Return open assignments that a round's waiver allows: all but own questions."""
    return _waiting(project, person_id).exclude(round__waiver="")


def fresh_people(
    project: Project, questions: QuerySet[Question]
) -> dict[int, set[int]]:
    """Return the fresh annotators of each question, by its primary key."""
    everybody = _annotators(project)
    known = _knowing(questions)
    keys = questions.values_list("pk", flat=True)
    return {key: everybody - known.get(key, set()) for key in keys}


def _annotators(project: Project) -> set[int]:
    return {one.pk for one in active_people(project, [Role.ANNOTATOR])}


def _knowing(questions: QuerySet[Question]) -> dict[int, set[int]]:
    """Return the ids of the people who know each question or its item."""
    asked = questions.values("pk")
    wrote = QuestionRevision.objects.filter(question__in=asked)
    met = ValidationPlace.objects.filter(
        revision__question__in=asked, person__isnull=False
    )
    annotated = Annotation.objects.filter(slot__item__questions__in=asked)
    began = _begun_again().filter(slot__item__questions__in=asked)
    knowing: defaultdict[int, set[int]] = defaultdict(set)
    for known in (
        began.values_list("slot__item__questions", "person"),
        wrote.values_list("question", "author"),
        met.values_list("revision__question", "person"),
        annotated.values_list("slot__item__questions", "person"),
    ):
        for question_id, person_id in known:
            knowing[question_id].add(person_id)
    return knowing


def too_few_are_fresh(place: ValidationPlace) -> bool:
    """Return whether a question has more open assignments than fresh people."""
    question_id = place.revision.question_id
    waiting = ValidationPlace.objects.filter(
        round=place.round_id, revision=place.revision_id, status=OPEN
    ).count()
    questions = Question.objects.filter(pk=question_id)
    return len(fresh_people(place.project, questions)[question_id]) < waiting


def questions_short_of_people(of: Round) -> list[int]:
    """Return the open round's questions with more assignments than fresh people.

    Only open assignments count.
    """
    places = ValidationPlace.objects.filter(round=of, status=OPEN)
    waiting = Counter(places.values_list("revision__question", flat=True))
    asked = Question.objects.filter(pk__in=places.values("revision__question"))
    everybody, knowing = _annotators(of.project), _knowing(asked)
    return [
        question
        for question, n in waiting.items()
        if len(everybody - knowing.get(question, set())) < n
    ]
