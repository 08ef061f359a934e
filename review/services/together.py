"""Round two: those who annotated an item see each other's work and agree on one record.

Source: ImageMet, §3 and Appendix J.1 – one of the two, a merged one, or discard.
"""

from dataclasses import asdict

from django.db import transaction

from annotation.services.people import person_of
from projects.models import User
from review.models import Case
from review.selectors.cases import UNDECIDED, decided_together
from review.services.cases import require_version
from review.services.deciding import (
    Decision,
    QuestionChoice,
    decision_checked,
    decision_settle,
)
from workflow.errors import Conflict, FieldProblem, Invalid, NotAllowed
from workflow.services import Actor, transition


def case_propose(
    *,
    case: Case,
    actor: Actor,
    version: int,
    decision: Decision | None = None,
    discard: str = "",
) -> Case:
    """Propose a record for an item to those who annotated it too, or to discard it.

    ``discard`` is why no record can be agreed on. A further proposal takes the place of
    the one that waits. Raises NotAllowed for who did not annotate it, Conflict, Invalid.
    """
    _require_of_them(case, actor)
    require_version(case, version)
    if decision is None and not discard.strip():
        problem = FieldProblem("discard", "Propose a record, or say why there is none.")
        raise Invalid("Nothing is proposed.", [problem])
    if decision is not None:
        decision_checked(case, decision, actor)
    by = person_of(actor).pk
    proposal = {
        "by": by,
        "agreed": [by],
        "discard": discard.strip() if decision is None else "",
        **(asdict(decision) if decision else {}),
    }
    transition(
        case, "propose", actor=actor, changes={"proposal": proposal}, data=proposal
    )
    return case


@transaction.atomic
def case_agree(*, case: Case, actor: Actor, version: int) -> Case:
    """Agree to what was proposed; when everybody has, it is so.

    The ledger keeps who proposed it and who agreed. Raises NotAllowed for who did not
    annotate the item, Conflict where nothing is proposed, Invalid.
    """
    _require_of_them(case, actor)
    require_version(case, version)
    proposal = case.proposal
    if not proposal:
        raise Conflict("Nothing is proposed yet.")
    person = person_of(actor).pk
    if person in proposal["agreed"]:
        raise Conflict("You have agreed to this already: the others have not yet.")
    agreed = [*proposal["agreed"], person]
    transition(
        case,
        "agree_to",
        actor=actor,
        changes={"proposal": {**proposal, "agreed": agreed}},
    )
    if not set(case.comparison["people"]) <= set(agreed):
        return case
    data = {"proposed_by": proposal["by"], "agreed": agreed}
    if proposal["discard"]:
        transition(
            case,
            "discard",
            actor=actor,
            reason=proposal["discard"],
            changes={"proposal": {}},
            data=data,
        )
        return case
    decision = Decision(
        record=proposal["record"],
        questions=[QuestionChoice(**one) for one in proposal["questions"]],
        reasons=proposal["reasons"],
    )
    by = User.objects.get(pk=proposal["by"])
    decision_settle(case, "settle", actor, decision, by=by, data=data)
    return case


def _require_of_them(case: Case, actor: Actor) -> None:
    if not decided_together(case.project):
        raise NotAllowed("A third person decides on the items of this project.")
    if case.status not in UNDECIDED:
        raise Conflict("There is nothing to decide on this item now.")
    if person_of(actor).pk not in case.comparison["people"]:
        raise NotAllowed("Those who annotated this item decide on it together.")
