"""Automatic runs of a new release; earlier scores become stale."""

from collections.abc import Sequence

from core.models import LedgerEntry
from core.services import Actor, transition
from evaluation.dispatch.services.runs import create_runs
from evaluation.runs.domain.baselines import FREQUENT_CHOICE, RANDOM_CHOICE
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Run
from evaluation.runs.states import FINISHED
from evaluation.scores.models.outcome_arrays import QuestionColumns
from releases.records.models import Release
from subtext_protocol.publication import BackendName, EvaluatedModel


def queue_runs_for_releases(entries: Sequence[LedgerEntry]) -> None:
    """Mark earlier runs as stale and queue the models and baselines of new releases.

    Subscribed to the ledger (release → published).
    """
    actor = Actor.system()
    for entry in entries:
        release = Release.objects.select_related("protocol_version").get(
            pk=entry.subject_id
        )
        protocol = release.protocol
        first_setting = protocol.evaluation.settings[0].id
        for old in Run.objects.filter(
            project_id=release.project_id, status=FINISHED
        ).exclude(release=release):
            transition(old, "supersede", actor=actor)
        models = [*protocol.evaluation.models]
        backends = {model.backend for model in models}
        if "random" not in backends:
            models.append(_baseline(RANDOM_CHOICE, "random", first_setting))
        has_shots = any(split.shots for split in protocol.release.splits)
        if "frequent" not in backends and has_shots:
            models.append(_baseline(FREQUENT_CHOICE, "frequent", first_setting))
        model_settings = [
            (model, setting) for model in models for setting in model.settings
        ]
        for model, setting in model_settings:
            create_runs(
                release=release,
                model=ServedModel(
                    name=model.name,
                    backend=model.backend,
                    endpoint=model.endpoint,
                    base_url=model.base_url,
                    revision=model.revision,
                ),
                setting=setting,
                seed=0,
                actor=actor,
            )


def drop_runs_of_changed_previews(entries: Sequence[LedgerEntry]) -> None:
    """Delete the runs of a preview that is made again, for its questions may differ.

    Decisions on questions that need no image are kept. Subscribed to the ledger
    (release → draft).
    """
    previews = [entry.subject_id for entry in entries]
    Run.objects.filter(release__in=previews).delete()
    QuestionColumns.objects.filter(release__in=previews).delete()


def _baseline(name: str, backend: BackendName, setting: str) -> EvaluatedModel:
    return EvaluatedModel(name=name, backend=backend, settings=(setting,))
