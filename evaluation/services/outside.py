"""Scoring what others computed: imported results and entrants' predictions."""

import hashlib
import secrets
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.services.people import person_of
from evaluation.domain.outside import Prediction, matched, read_answers
from evaluation.models import Backend, Entrant, Origin, Run, Submission
from evaluation.runner.extraction.rule import RULE
from evaluation.selectors.outside import digest_of_key, left_today, today
from evaluation.selectors.questions import released_questions
from evaluation.services.runs import responses_record, run_finish
from projects.models import Project
from releases.models import Release
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.services import Actor


class OutsideFile(NamedTuple):
    """A file as it came, and what whoever sends it says of it."""

    content: bytes
    name: str
    model: str
    revision: str = ""
    setting: str = ""
    """Empty: the protocol's first."""
    note: str = ""


def results_import(*, release: Release, file: OutsideFile, actor: Actor) -> Run:
    """Take in responses that others computed; they are read and scored here.

    The run says that it was imported, from which file. Raises Invalid naming each bad
    line, and the questions that have no answer.
    """
    return _scored(release, file, origin=Origin.IMPORTED, actor=actor)


def entrant_admit(
    *, project: Project, name: str, daily_limit: int, actor: Actor
) -> tuple[Entrant, str]:
    """Give somebody outside a key, which is returned this once.

    Raises Conflict when the name is taken.
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
        raise Conflict(f"{name!r} has a key already.") from error
    return entrant, key


def entrant_revoke(*, entrant: Entrant) -> Entrant:
    """Make a key worthless; what was scored with it stays."""
    Entrant.objects.filter(pk=entrant.pk).update(active=False)
    entrant.refresh_from_db()
    return entrant


def predictions_submit(
    *, entrant: Entrant, release: Release, file: OutsideFile
) -> Submission:
    """Score an entrant's predictions against the keys, hidden ones too.

    A file that cannot be scored does not count. Raises Invalid naming each bad line,
    Conflict when the day's limit is reached.
    """
    with transaction.atomic():
        if not left_today(entrant):
            raise _limit_reached(entrant)
        number = entrant.submissions.filter(day=today()).count() + 1
        # The entrant's name tells equal names of models apart on the leaderboard.
        named = file._replace(revision=entrant.name)
        run = _scored(release, named, origin=Origin.SUBMITTED, actor=Actor.system())
        try:
            with transaction.atomic():
                return Submission.objects.create(
                    entrant=entrant, run=run, day=today(), number=number
                )
        except IntegrityError as error:
            # Two files at once: this one is taken back with its run.
            raise _limit_reached(entrant) from error


def _limit_reached(entrant: Entrant) -> Conflict:
    return Conflict(
        f"{entrant.daily_limit} files a day are scored, and only one at a time. "
        "The day begins at 00:00 UTC."
    )


@transaction.atomic
def _scored(
    release: Release, file: OutsideFile, *, origin: Origin, actor: Actor
) -> Run:
    protocol = release.protocol_version.protocol
    if release.status != "published":
        raise Invalid("Only a published release is scored.")
    setting = protocol.evaluation.setting(
        file.setting or protocol.evaluation.settings[0].id
    )
    if setting is None:
        known = ", ".join(s.id for s in protocol.evaluation.settings)
        problem = FieldProblem("setting", f"There are {known}.")
        raise Invalid(f"There is no setting {file.setting!r}.", [problem])
    splits = [protocol.release.main_split]
    read = read_answers(file.content)
    questions = released_questions(release, splits=splits)
    answers = matched(
        read.answers, {uid: (q.stem, q.options) for uid, q in questions.items()}
    )
    now = timezone.now()
    try:
        with transaction.atomic():
            run = Run.objects.create(
                project_id=release.project_id,
                release=release,
                model=file.model,
                revision=file.revision,
                backend=Backend.REPLAY,
                origin=origin,
                setting=setting.id,
                splits=splits,
                total=len(questions),
                heard_at=now,
                requested_by_id=actor.user.pk if actor.user else None,
            )
    except IntegrityError as error:
        raise Conflict("A run of that name is being scored just now.") from error
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
        # How the model was asked is not known: only what it was called.
        "setting": {
            **setting.model_dump(mode="json"),
            "instruction": "",
            "prompt": "",
        },
        "temperature": None,
        "rule": RULE,
        "published_rule": protocol.evaluation.published_rule,
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
    run_finish(run_id=run.pk, summary=summary)
    run.refresh_from_db()
    return run


def _response(uid: str, one: Prediction) -> dict[str, object]:
    error = {"kind": "server", "detail": one.error} if one.error else None
    return {"question_id": uid, "text": one.text, "error": error}
