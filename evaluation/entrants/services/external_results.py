"""External results: imported responses and entrants' predictions."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from annotation.slots.services.people import person_of
from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError, InvalidInputError, unknown_choice
from core.services import Actor, transition
from evaluation.dispatch.services.runs import send_run
from evaluation.entrants.domain import (
    ExternalPrediction,
    match_predictions,
    read_answers,
)
from evaluation.entrants.models.external_results import Entrant, Submission
from evaluation.entrants.selectors.external_results import (
    current_day_of_project,
    digest_of_key,
    submissions_left_today,
)
from evaluation.runs.models.runs import Backend, Origin, Run
from evaluation.runs.selectors.released_questions import (
    released_items,
    released_questions,
)
from evaluation.runs.selectors.scored_runs import splits_in_order
from evaluation.runs.services.responses import end_run, record_responses
from projects.models import Project, SecurityEventKind
from projects.security_record.services import record_event
from releases.records.models import Release
from subtext_protocol.document import Protocol
from subtext_protocol.publication import OpenTask, Setting
from subtext_runner import records, rules


class ExternalFile(NamedTuple):
    """File with external results, and what its sender declares about it."""

    content: bytes
    name: str
    model: str
    revision: str = ""
    setting: str = ""
    """Empty for the protocol's first setting."""
    note: str = ""
    seed: int = 0
    """Number that tells repeated runs of an open task apart; tables show their mean."""
    by_people: bool = False
    """Whether people wrote the answers, such as a human baseline (ImageMet, Table
    2)."""


def score_answers(*, release: Release, file: ExternalFile, actor: Actor) -> Run:
    """Score the answers that a person of the project gave without the key."""
    return _import_file(release, file, origin=Origin.ANSWERED, actor=actor)


def import_results(*, release: Release, file: ExternalFile, actor: Actor) -> Run:
    """Import responses that were computed or written elsewhere; a worker scores them.

    ``setting`` may be an open task: then there is one response per item. The run covers
    the splits that the file has responses of, each as a whole, and records that it was
    imported, and from which file. Raises InvalidInputError that
    lists each bad line and the questions without an answer.
    """
    origin = Origin.PEOPLE if file.by_people else Origin.IMPORTED
    return _import_file(release, file, origin=origin, actor=actor)


def admit_entrant(
    *, project: Project, name: str, daily_limit: int, actor: Actor
) -> tuple[Entrant, str]:
    """Create an entrant and return it with its access key, which is shown only once.

    Raises ConflictError when the name is taken.
    """
    key = secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            entrant = Entrant.objects.create(
                project=project,
                name=name,
                key_sha256=digest_of_key(key),
                daily_limit=daily_limit,
                created_by=person_of(actor),
            )
            _record(SecurityEventKind.ACCESS_KEY_CREATED, entrant, actor)
    except IntegrityError as error:
        raise ConflictError(
            _("{name!r} already has an access key.", name=name)
        ) from error
    return entrant, key


@transaction.atomic
def revoke_entrant(*, entrant: Entrant, actor: Actor) -> Entrant:
    """Revoke an entrant's access key; scored submissions remain."""
    Entrant.objects.filter(pk=entrant.pk).update(active=False)
    entrant.refresh_from_db()
    _record(SecurityEventKind.ACCESS_KEY_REVOKED, entrant, actor)
    return entrant


def _record(kind: SecurityEventKind, entrant: Entrant, actor: Actor) -> None:
    data = {"entrant": entrant.pk}
    record_event(kind, actor=actor, project=entrant.project, data=data)


def submit_predictions(
    *, entrant: Entrant, release: Release, file: ExternalFile
) -> Submission:
    """Submit an entrant's predictions for scoring, also against private keys.

    A file that cannot be scored does not count. Raises InvalidInputError that lists
    each bad line, ConflictError when the daily limit is reached.
    """
    with transaction.atomic():
        if not submissions_left_today(entrant):
            raise _limit_error(entrant)
        today = current_day_of_project(entrant)
        number = entrant.submissions.filter(day=today).count() + 1
        # The entrant's name distinguishes models of the same name on the leaderboard.
        entrant_file = file._replace(revision=entrant.name)
        run = _import_file(
            release, entrant_file, origin=Origin.SUBMITTED, actor=Actor.system()
        )
        try:
            with transaction.atomic():
                return Submission.objects.create(
                    entrant=entrant, run=run, day=today, number=number
                )
        except IntegrityError as error:
            # Two simultaneous files: this one is rolled back with its run.
            raise _limit_error(entrant) from error


def _limit_error(entrant: Entrant) -> ConflictError:
    return ConflictError(
        _(
            "Limit reached: {daily_limit} files per day, one at a time. "
            "The day starts at 00:00, time zone {time_zone}.",
            daily_limit=entrant.daily_limit,
            time_zone=entrant.project.zone.key,
        )
    )


@transaction.atomic
def _import_file(
    release: Release, file: ExternalFile, *, origin: Origin, actor: Actor
) -> Run:
    protocol = release.protocol
    if release.status != "published":
        raise InvalidInputError(_("Only published releases can be scored."))
    task = _resolve_task(protocol, file.setting, open_tasks=origin != Origin.SUBMITTED)
    # Entrants are scored on the main split; other results may be on any splits.
    allowed = [protocol.release.main_split] if origin == Origin.SUBMITTED else []
    file_content = read_answers(file.content)
    questions = _questions_to_answer(release, task, allowed)
    answers = match_predictions(
        file_content.answers,
        {uid: (question.stem, question.options) for uid, question in questions.items()},
        splits={uid: question.split for uid, question in questions.items()},
        examples=[split.id for split in protocol.release.splits if split.shots],
    )
    splits = splits_in_order(protocol, (questions[uid].split for uid in answers))
    run = Run.objects.create(
        project_id=release.project_id,
        release=release,
        model=file.model,
        revision=file.revision,
        backend=Backend.REPLAY,
        origin=origin,
        setting=task.id,
        splits=list(splits),
        seed=file.seed,
        total=len(answers),
        heard_at=database_now(),
        requested_by_id=actor.user.pk if actor.user else None,
    )
    digest = hashlib.sha256(file.content).hexdigest()
    transition(
        run,
        "receive",
        actor=actor,
        data={
            "origin": origin.value,
            "entrant": file.revision if origin == Origin.SUBMITTED else None,
            "file": file.name,
            "bytes": len(file.content),
            "sha256": digest,
        },
    )
    record_responses(
        run_id=run.pk,
        responses=[_response(uid, prediction) for uid, prediction in answers.items()],
    )
    provenance = {
        "release": {
            "project": release.project.slug,
            "version": release.version,
            "sha256": release.manifest_sha256,
        },
        "model": {
            "name": file.model,
            "revision": file.revision or None,
            "backend": Backend.REPLAY.value,
        },
        **_task_provenance(protocol, task),
        "splits": list(splits),
        "seed": file.seed,
        "temperature": None,
        "packages": {},
        "outside": {
            "format": file_content.format,
            "file": file.name,
            "sha256": digest,
            "note": file.note,
        },
    }
    summary = {
        "state": "finished",
        "reason": None,
        "seconds": 0.0,
        "provenance": provenance,
    }
    end_run(run_id=run.pk, summary=summary)
    run.refresh_from_db()
    transaction.on_commit(lambda: send_run(run=run))
    return run


def _resolve_task(
    protocol: Protocol, name: str, *, open_tasks: bool
) -> Setting | OpenTask:
    """Return the setting or open task called ``name``, by default the first setting.

    Raises InvalidInputError when there is none.
    """
    evaluation = protocol.evaluation
    tasks: list[Setting | OpenTask] = [*evaluation.settings]
    if open_tasks:
        tasks += evaluation.open_tasks
    task_id = name or evaluation.settings[0].id
    task = next((task for task in tasks if task.id == task_id), None)
    if task is None:
        raise InvalidInputError(
            _("There is no setting {setting!r}.", setting=name),
            [unknown_choice("setting", [task.id for task in tasks])],
        )
    return task


class _Answerable(NamedTuple):
    stem: str
    options: tuple[str, ...]
    split: str


def _questions_to_answer(
    release: Release, task: Setting | OpenTask, splits: Sequence[str]
) -> dict[str, _Answerable]:
    """Return what may be answered by id; an item has its key as stem."""
    if isinstance(task, OpenTask):
        items = released_items(release, task.only, splits=splits)
        return {item.key: _Answerable(item.key, (), item.split) for item in items}
    questions = released_questions(release, splits=splits)
    return {
        uid: _Answerable(question.stem, question.options, question.split)
        for uid, question in questions.items()
    }


def _task_provenance(protocol: Protocol, task: Setting | OpenTask) -> dict[str, Any]:
    """Return the setting's provenance without prompts, which are not known."""
    data = task.model_dump(mode="json")
    if isinstance(task, OpenTask):
        return {"setting": {**data, "prompts": []}, "rule": rules.CAPTIONS}
    return {
        "setting": {**data, "instruction": "", "prompt": ""},
        "rule": rules.CHOICES,
        "published_rule": protocol.evaluation.published_rule,
    }


def _response(uid: str, prediction: ExternalPrediction) -> dict[str, Any]:
    error = (
        records.CallError(kind="server", detail=prediction.error)
        if prediction.error
        else None
    )
    return records.response_to_data(
        records.Response(question_id=uid, text=prediction.text, error=error)
    )
