"""External results: imported responses and entrants' predictions."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from annotation.services.people import person_of
from evaluation.domain.external_results import Prediction, matched, read_answers
from evaluation.models import Backend, Entrant, Origin, Run, Submission
from evaluation.runner import records, rules
from evaluation.selectors.external_results import (
    digest_of_key,
    left_today,
    today,
)
from evaluation.selectors.questions import released_items, released_questions
from evaluation.services.runs import responses_record, run_end, run_send
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.publication import OpenTask, Setting
from projects.models import Project
from releases.models import Release
from workflow.clock import database_now
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.services import Actor


class OutsideFile(NamedTuple):
    """File with external results, and what its sender declares about it."""

    content: bytes
    name: str
    model: str
    revision: str = ""
    setting: str = ""
    """Empty for the protocol's first setting."""
    note: str = ""
    by_people: bool = False
    """Whether people wrote the answers, such as a human baseline (ImageMet, Table
    2)."""


def import_results(*, release: Release, file: OutsideFile, actor: Actor) -> Run:
    """Import responses that were computed or written elsewhere; a worker scores them.

    ``setting`` may be an open task: then there is one response per item. The run
    records that it was imported, and from which file. Raises InvalidInputError that
    lists each bad line and the questions without an answer.
    """
    origin = Origin.PEOPLE if file.by_people else Origin.IMPORTED
    return _taken_in(release, file, origin=origin, actor=actor)


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
    except IntegrityError as error:
        raise ConflictError(f"{name!r} already has an access key.") from error
    return entrant, key


def revoke_entrant(*, entrant: Entrant) -> Entrant:
    """Revoke an entrant's access key; scored submissions remain."""
    Entrant.objects.filter(pk=entrant.pk).update(active=False)
    entrant.refresh_from_db()
    return entrant


def submit_predictions(
    *, entrant: Entrant, release: Release, file: OutsideFile
) -> Submission:
    """Submit an entrant's predictions for scoring, also against private keys.

    A file that cannot be scored does not count. Raises InvalidInputError that lists
    each bad line, ConflictError when the daily limit is reached.
    """
    with transaction.atomic():
        if not left_today(entrant):
            raise _limit_reached(entrant)
        number = entrant.submissions.filter(day=today()).count() + 1
        # The entrant's name distinguishes models of the same name on the leaderboard.
        named = file._replace(revision=entrant.name)
        run = _taken_in(release, named, origin=Origin.SUBMITTED, actor=Actor.system())
        try:
            with transaction.atomic():
                return Submission.objects.create(
                    entrant=entrant, run=run, day=today(), number=number
                )
        except IntegrityError as error:
            # Two simultaneous files: this one is rolled back with its run.
            raise _limit_reached(entrant) from error


def _limit_reached(entrant: Entrant) -> ConflictError:
    return ConflictError(
        f"Limit reached: {entrant.daily_limit} files per day, one at a time. "
        "The day starts at 00:00 UTC."
    )


@transaction.atomic
def _taken_in(
    release: Release, file: OutsideFile, *, origin: Origin, actor: Actor
) -> Run:
    protocol = release.protocol_version.protocol
    if release.status != "published":
        raise InvalidInputError("Only published releases can be scored.")
    asked_as = _asked_as(protocol, file.setting, open_tasks=origin != Origin.SUBMITTED)
    splits = [s.id for s in protocol.release.splits if s.questions == "rest"]
    read = read_answers(file.content)
    answers = matched(read.answers, _to_answer(release, asked_as, splits))
    run = Run.objects.create(
        project_id=release.project_id,
        release=release,
        model=file.model,
        revision=file.revision,
        backend=Backend.REPLAY,
        origin=origin,
        setting=asked_as.id,
        splits=splits,
        total=len(answers),
        heard_at=database_now(),
        requested_by_id=actor.user.pk if actor.user else None,
    )
    responses_record(
        run_id=run.pk, responses=[_response(uid, one) for uid, one in answers.items()]
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
        **_asked_how(protocol, asked_as),
        "temperature": None,
        "packages": {},
        "outside": {
            "format": read.format,
            "file": file.name,
            "sha256": hashlib.sha256(file.content).hexdigest(),
            "note": file.note,
        },
    }
    summary = {
        "state": "finished",
        "reason": None,
        "seconds": 0.0,
        "provenance": provenance,
    }
    run_end(run_id=run.pk, summary=summary)
    run.refresh_from_db()
    transaction.on_commit(lambda: run_send(run=run))
    return run


def _asked_as(protocol: Protocol, name: str, *, open_tasks: bool) -> Setting | OpenTask:
    """Return the setting or open task called ``name``, by default the first setting.

    Raises InvalidInputError when there is none.
    """
    evaluation = protocol.evaluation
    there: list[Setting | OpenTask] = [*evaluation.settings]
    if open_tasks:
        there += evaluation.open_tasks
    wanted = name or evaluation.settings[0].id
    found = next((one for one in there if one.id == wanted), None)
    if found is None:
        known = ", ".join(one.id for one in there)
        problem = FieldProblem("setting", f"Must be one of {known}.")
        raise InvalidInputError(f"There is no setting {name!r}.", [problem])
    return found


def _to_answer(
    release: Release, asked_as: Setting | OpenTask, splits: Sequence[str]
) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return stem and options by question id; an item has its key as stem."""
    if isinstance(asked_as, OpenTask):
        items = released_items(release, asked_as.only, splits=splits)
        return {item.key: (item.key, ()) for item in items}
    questions = released_questions(release, splits=splits)
    return {uid: (one.stem, one.options) for uid, one in questions.items()}


def _asked_how(protocol: Protocol, asked_as: Setting | OpenTask) -> dict[str, Any]:
    """Return the setting's provenance without prompts, which are not known."""
    data = asked_as.model_dump(mode="json")
    if isinstance(asked_as, OpenTask):
        return {"setting": {**data, "prompts": []}, "rule": rules.CAPTIONS}
    return {
        "setting": {**data, "instruction": "", "prompt": ""},
        "rule": rules.CHOICES,
        "published_rule": protocol.evaluation.published_rule,
    }


def _response(uid: str, one: Prediction) -> dict[str, Any]:
    error = records.CallError(kind="server", detail=one.error) if one.error else None
    return records.response_to_data(
        records.Response(question_id=uid, text=one.text, error=error)
    )
