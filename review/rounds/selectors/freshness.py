"""Fresh people: those who know neither a question nor its item.

A former organizer knows every item whose case was open at the end of their period.
"""

from collections import Counter, defaultdict

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.slots import OWN_PURPOSES
from annotation.items.models.submissions import Annotation, Draft
from projects.access.selectors import active_people
from projects.models import Membership, Project
from projects.roles import Role
from review.rounds.domain.round_states import OPEN
from review.rounds.models.rounds import Round, ValidationAssignment


def waiting_assignments() -> QuerySet[ValidationAssignment]:
    """Return the assignments of open rounds that nobody has yet."""
    return ValidationAssignment.objects.filter(status=OPEN, round__status=OPEN)


def _waiting(project: Project, person_id: int) -> QuerySet[ValidationAssignment]:
    """Return the open assignments to questions that the person may still take.

    The person neither wrote the question nor has an assignment to it in the round.
    """
    wrote = QuestionRevision.objects.filter(
        question=OuterRef("revision__question"), author=person_id
    )
    there = ValidationAssignment.objects.filter(
        round=OuterRef("round"), revision=OuterRef("revision"), person=person_id
    )
    return waiting_assignments().filter(~Exists(wrote), ~Exists(there), project=project)


def _annotated(person_id: int) -> Q:
    """Match items that the person submitted or has begun.

    They may have begun a finished item as practice, calibration or gold.
    """
    here = OuterRef("revision__question__item")
    wrote = Annotation.objects.filter(slot__item=here, person=person_id)
    began = _begun_again().filter(slot__item=here, person=person_id)
    return Q(Exists(wrote)) | Q(Exists(began))


def _read(person_id: int) -> Exists:
    """Match questions of items that the person could read as an organizer."""
    return Exists(
        Membership.objects.filter(
            project=OuterRef("project"),
            user=person_id,
            known_until__gte=OuterRef("revision__question__item__case__created_at"),
        )
    )


def _begun_again() -> QuerySet[Draft]:
    """Return drafts on finished items: practice, calibration and gold."""
    return Draft.objects.filter(slot__purpose__in=OWN_PURPOSES)


def _met(person_id: int) -> Exists:
    """Match questions that were assigned to the person, in any revision or round."""
    return Exists(
        ValidationAssignment.objects.filter(
            revision__question=OuterRef("revision__question"), person=person_id
        )
    )


def validation_assignments_for_fresh_people(
    project: Project, person_id: int
) -> QuerySet[ValidationAssignment]:
    """Return the open assignments to questions that are fresh to the person."""
    return _waiting(project, person_id).filter(
        ~_annotated(person_id), ~_met(person_id), ~_read(person_id)
    )


def assignments_of_known_items(
    project: Project, person_id: int
) -> QuerySet[ValidationAssignment]:
    """Return open assignments to questions the person met in another round or form.

    Whoever could read a discussion of the question knows its key.
    """
    discussed = ValidationAssignment.objects.filter(
        revision__question=OuterRef("revision__question"),
        person=person_id,
        revision__verdicts__discussion__isnull=False,
        revision__verdicts__round=F("round"),
    )
    return _waiting(project, person_id).filter(
        ~_annotated(person_id), ~Exists(discussed), _met(person_id), ~_read(person_id)
    )


def assignments_under_waiver(
    project: Project, person_id: int
) -> QuerySet[ValidationAssignment]:
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


def people_with_fresh_questions(of: Round) -> set[int]:
    """Return the annotators to whom an open assignment of the round is fresh."""
    places = ValidationAssignment.objects.filter(round=of, status=OPEN)
    questions = Question.objects.filter(pk__in=places.values("revision__question"))
    return set().union(*fresh_people(of.project, questions).values())


def known_questions(questions: QuerySet[Question], person_id: int) -> int:
    """Return how many of these questions the person knows, or knows the item of."""
    return sum(person_id in people for people in _knowing(questions).values())


def _annotators(project: Project) -> set[int]:
    return {annotator.pk for annotator in active_people(project, [Role.ANNOTATOR])}


def _knowing(questions: QuerySet[Question]) -> dict[int, set[int]]:
    """Return the ids of the people who know each question or its item."""
    question_ids = questions.values("pk")
    wrote = QuestionRevision.objects.filter(question__in=question_ids)
    met = ValidationAssignment.objects.filter(
        revision__question__in=question_ids, person__isnull=False
    )
    annotated = Annotation.objects.filter(slot__item__questions__in=question_ids)
    began = _begun_again().filter(slot__item__questions__in=question_ids)
    read = Membership.objects.filter(
        project__items__questions__in=question_ids,
        project__items__case__created_at__lte=F("known_until"),
    )
    knowing: defaultdict[int, set[int]] = defaultdict(set)
    for known in (
        began.values_list("slot__item__questions", "person"),
        read.values_list("project__items__questions", "user"),
        wrote.values_list("question", "author"),
        met.values_list("revision__question", "person"),
        annotated.values_list("slot__item__questions", "person"),
    ):
        for question_id, person_id in known:
            knowing[question_id].add(person_id)
    return knowing


def too_few_are_fresh(place: ValidationAssignment) -> bool:
    """Return whether a question has more open assignments than fresh people."""
    question_id = place.revision.question_id
    waiting = ValidationAssignment.objects.filter(
        round=place.round_id, revision=place.revision_id, status=OPEN
    ).count()
    questions = Question.objects.filter(pk=question_id)
    return len(fresh_people(place.project, questions)[question_id]) < waiting


def questions_short_of_people(of: Round) -> list[int]:
    """Return the open round's questions with more assignments than fresh people.

    Only open assignments count.
    """
    places = ValidationAssignment.objects.filter(round=of, status=OPEN)
    waiting = Counter(places.values_list("revision__question", flat=True))
    questions = Question.objects.filter(pk__in=places.values("revision__question"))
    everybody, knowing = _annotators(of.project), _knowing(questions)
    return [
        question
        for question, n in waiting.items()
        if len(everybody - knowing.get(question, set())) < n
    ]
