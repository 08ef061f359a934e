"""Work that programs did in the name of simulated people."""

from annotation.items.models.items import ItemImage
from annotation.items.models.questions import QuestionRevision
from annotation.items.models.submissions import Annotation
from curation.screening.models import ScreeningVote
from projects.models import Project, User
from review.adjudication.models import Case
from review.rounds.domain.round_states import COUNTED
from review.rounds.models.rounds import ValidationAssignment


def simulated_items(project: Project) -> set[int]:
    """Return the items that a simulated person worked on, at any stage.

    Screening of their images, annotation, questions, adjudication and validation count.
    """
    people = User.objects.filter(memberships__project=project, is_simulated=True)
    simulated = set(people.values_list("pk", flat=True))
    if not simulated:
        return set()
    screened = ScreeningVote.objects.filter(
        image__project=project, person__in=simulated
    )
    return {
        *ItemImage.objects.filter(image__in=screened.values("image")).values_list(
            "item", flat=True
        ),
        *Annotation.objects.filter(
            slot__project=project, person__in=simulated
        ).values_list("slot__item", flat=True),
        *QuestionRevision.objects.filter(
            question__item__project=project, author__in=simulated
        ).values_list("question__item", flat=True),
        *Case.objects.filter(project=project, adjudicator__in=simulated).values_list(
            "item", flat=True
        ),
        *ValidationAssignment.objects.filter(
            project=project, person__in=simulated, status=COUNTED
        ).values_list("revision__question__item", flat=True),
    }
