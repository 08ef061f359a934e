"""Reading a run's answers one by one."""

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from evaluation.models import Outcome, Response, Run
from evaluation.runner.extraction.rule import RULE
from evaluation.selectors.questions import frozen_questions


def samples(
    run: Run, *, outcome: str = "", field: str = "", choice: str = ""
) -> QuerySet[Response]:
    """Responses with their outcome, filtered, for looking at them one by one.

    Of several attempts it is the latest.
    """
    under_rule = Outcome.objects.filter(rule=RULE)
    later = Response.objects.filter(
        run=run, question_id=OuterRef("question_id"), attempt__gt=OuterRef("attempt")
    )
    rows = Response.objects.filter(~Exists(later), run=run).prefetch_related(
        Prefetch("outcomes", queryset=under_rule, to_attr="scored")
    )
    if outcome:
        rows = rows.filter(outcomes__rule=RULE, outcomes__outcome=outcome)
    if field and choice:
        chosen = [
            uid
            for uid, question in frozen_questions(run.release).items()
            if choice in question["labels"].get(field, ())
        ]
        rows = rows.filter(question_id__in=chosen)
    return rows
