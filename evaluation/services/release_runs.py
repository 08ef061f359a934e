"""Automatic runs of a new release; earlier scores become stale."""

from collections.abc import Sequence

from evaluation.domain.states import FINISHED
from evaluation.models import Run
from evaluation.services.runs import run_create
from projects.domain.protocol.publication import BackendName, ModelToRun
from releases.models import Release
from workflow.models import LedgerEntry
from workflow.services import Actor, transition


def runs_queue_for_releases(entries: Sequence[LedgerEntry]) -> None:
    """Mark earlier runs as stale and queue the models and baselines of new releases.

    Subscribed to the ledger (release → published).
    """
    actor = Actor.system()
    for entry in entries:
        release = Release.objects.select_related("protocol_version").get(
            pk=entry.subject_id
        )
        protocol = release.protocol_version.protocol
        plain = protocol.evaluation.settings[0].id
        for old in Run.objects.filter(
            project_id=release.project_id, status=FINISHED
        ).exclude(release=release):
            transition(old, "supersede", actor=actor)
        wanted = [*protocol.evaluation.models]
        named = {model.backend for model in wanted}
        if "random" not in named:
            wanted.append(_baseline("Random choice", "random", plain))
        has_shots = any(split.shots for split in protocol.release.splits)
        if "frequent" not in named and has_shots:
            wanted.append(_baseline("Frequent choice", "frequent", plain))
        asked = [(model, setting) for model in wanted for setting in model.settings]
        for model, setting in asked:
            run_create(
                release=release,
                model=model.name,
                backend=model.backend,
                endpoint=model.endpoint,
                base_url=model.base_url,
                revision=model.revision,
                setting=setting,
                actor=actor,
            )


def _baseline(name: str, backend: BackendName, setting: str) -> ModelToRun:
    return ModelToRun(name=name, backend=backend, settings=(setting,))
