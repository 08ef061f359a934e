"""How a run is printed in tables: whether it stands for its model, its footnote."""

from django.db import transaction

from core.services import Actor, transition
from evaluation.runs.models.runs import Run


@transaction.atomic
def choose_run(*, run: Run, actor: Actor) -> Run:
    """Choose ``run`` to stand for its model instead of a newer run.

    An earlier choice among the same model's runs on the same splits, in the same setting
    with any prompt, is withdrawn; in an open task, whose tables average over seeds, only
    among those with the same seed. Raises ConflictError for a run that is not finished.
    """
    same = Run.objects.filter(
        release=run.release_id,
        model=run.model,
        backend=run.backend,
        revision=run.revision,
        parameters_label=run.parameters_label,
        origin=run.origin,
        setting__in=_wordings(run),
        judges=run.judges_id,
        chosen=True,
    ).exclude(pk=run.pk)
    if run.rules.open_task(run.setting) is not None:
        same = same.filter(seed=run.seed)
    for earlier in same.select_for_update():
        if set(earlier.splits) == set(run.splits):
            unchoose_run(run=earlier, actor=actor)
    if not run.chosen:
        transition(run, "choose", actor=actor, changes={"chosen": True})
    return run


def _wordings(run: Run) -> list[str]:
    """Return the run's setting and those that ask the same in other words."""
    setting = run.rules.setting(run.setting)
    if setting is None:
        return [run.setting]
    return [
        wording.id for wording in run.rules.wordings(setting.variant_of or setting.id)
    ]


def set_footnote(*, run: Run, text: str) -> Run:
    """Set the footnote of a run's cells in tables; an empty text removes it."""
    run.footnote = text.strip()
    run.save(update_fields=["footnote"])
    return run


def unchoose_run(*, run: Run, actor: Actor) -> Run:
    """Withdraw the choice of ``run``; the newest run stands for its model again."""
    if run.chosen:
        transition(run, "unchoose", actor=actor, changes={"chosen": False})
    return run
