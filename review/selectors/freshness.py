"""Who may still be asked a question: people who neither know it nor its item."""

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
    """Open places at questions that the person neither wrote nor has a place at."""
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
    """The person handed in the item; a finished one may be on their desk still."""
    here = OuterRef("revision__question__item")
    wrote = Annotation.objects.filter(slot__item=here, person=person_id)
    began = _begun_again().filter(slot__item=here, person=person_id)
    return Q(Exists(wrote)) | Q(Exists(began))


def _begun_again() -> QuerySet[Draft]:
    """What people type on items that are finished: practice, calibration, gold."""
    return Draft.objects.filter(slot__purpose__in=OWN_PURPOSES)


def _met(person_id: int) -> Exists:
    """The person has had a place at the question, in whichever revision or round."""
    return Exists(
        ValidationPlace.objects.filter(
            revision__question=OuterRef("revision__question"), person=person_id
        )
    )


def fresh_places(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Open places at questions that an annotator knows nothing of."""
    return _waiting(project, person_id).filter(~_annotated(person_id), ~_met(person_id))


def places_met_before(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Open places at questions that the person answered in another round or form."""
    return _waiting(project, person_id).filter(~_annotated(person_id), _met(person_id))


def places_known_to(project: Project, person_id: int) -> QuerySet[ValidationPlace]:
    """Open places that a round's waiver lets the person into: all but one's own."""
    return _waiting(project, person_id).exclude(round__waiver="")


def fresh_people(
    project: Project, questions: QuerySet[Question]
) -> dict[int, set[int]]:
    """For each question, by its key, the annotators who know nothing of it."""
    everybody = _annotators(project)
    known = _knowing(questions)
    keys = questions.values_list("pk", flat=True)
    return {key: everybody - known.get(key, set()) for key in keys}


def _annotators(project: Project) -> set[int]:
    return {one.pk for one in active_people(project, [Role.ANNOTATOR])}


def _knowing(questions: QuerySet[Question]) -> dict[int, set[int]]:
    """Who knows each question or its item, of those that somebody knows."""
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
    """Whether a question has more open places than there are fresh people for it."""
    question_id = place.revision.question_id
    waiting = ValidationPlace.objects.filter(
        round=place.round_id, revision=place.revision_id, status=OPEN
    ).count()
    questions = Question.objects.filter(pk=question_id)
    return len(fresh_people(place.project, questions)[question_id]) < waiting


def questions_short_of_people(of: Round) -> list[int]:
    """Questions that an open round has more places for than there are fresh people."""
    places = ValidationPlace.objects.filter(round=of, status=OPEN)
    waiting = Counter(places.values_list("revision__question", flat=True))
    asked = Question.objects.filter(pk__in=places.values("revision__question"))
    everybody, knowing = _annotators(of.project), _knowing(asked)
    return [
        question
        for question, n in waiting.items()
        if len(everybody - knowing.get(question, set())) < n
    ]
