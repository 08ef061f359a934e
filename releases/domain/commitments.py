"""Keys that a release keeps to itself: commitments now, answers later.

The release publishes one HMAC-SHA256 a question (RFC 2104). It is keyed by a salt of the
question's own, derived from a secret that stays with the project, so six options cannot
be tried out; and it binds: with the salt anybody can check the key that is given later.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from releases.domain.frozen import FrozenQuestion, FrozenRelease, canonical_json

COMMITMENTS = "commitments.json"
SCHEMA = "subtext-commitments/1"
ANSWERS_SCHEMA = "subtext-answers/1"


class Answer(NamedTuple):
    """A key with the salt that its commitment was made with."""

    id: str
    answer: Any
    """As the questions file would hold it: of a single choice, a letter."""
    correct_option: str
    salt: str


def salt_of(secret: str, question_id: str) -> str:
    """The question's salt, 64 hex digits; it tells nothing of any other."""
    return _hmac(bytes.fromhex(secret), f"salt:{question_id}")


def commitment(answer: Answer) -> str:
    """What is published for the answer, 64 hex digits."""
    said = canonical_json(
        {
            "id": answer.id,
            "answer": answer.answer,
            "correct_option": answer.correct_option,
        }
    )
    return _hmac(bytes.fromhex(answer.salt), said)


def _hmac(key: bytes, message: str) -> str:
    return hmac.new(key, message.encode(), hashlib.sha256).hexdigest()


def private_answers(release: FrozenRelease) -> list[Answer]:
    """The keys that the release does not hold, by question id."""
    questions = [
        question
        for split in release.private
        for _, question in release.questions_in(split)
    ]
    # By id alone, of which each is there once: answers of two formats have no order.
    return sorted(
        (_answer(release, question) for question in questions), key=lambda one: one.id
    )


def _answer(release: FrozenRelease, question: FrozenQuestion) -> Answer:
    key = question.key(release.language)
    salt = salt_of(release.secret, question.id)
    return Answer(question.id, key.answer, key.correct_option, salt)


def commitments(answers: Iterable[Answer]) -> dict[str, Any]:
    """The published file."""
    return {
        "schema": SCHEMA,
        "rule": "HMAC-SHA256, key: the salt's bytes, message: JSON of id, answer and "
        "correct_option with sorted keys, no spaces, UTF-8",
        "commitments": {one.id: commitment(one) for one in answers},
    }


def answers_file(release: FrozenRelease, sha256: str) -> dict[str, Any]:
    """What is given out when the keys need not be private any more."""
    return {
        "schema": ANSWERS_SCHEMA,
        "project": release.project,
        "version": release.version,
        "release": sha256,
        "answers": [one._asdict() for one in private_answers(release)],
    }


def check_answers(folder: Path, answers: Path) -> list[str]:
    """Where an answers file does not keep what the release folder has promised.

    Sentences, empty when every commitment is met. An answer that is missing is one.
    """
    try:
        promised = json.loads((folder / COMMITMENTS).read_bytes())["commitments"]
        promised = dict(promised)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{COMMITMENTS}: cannot be read: {error}"]
    try:
        data = json.loads(answers.read_bytes())
        if data["schema"] != ANSWERS_SCHEMA:
            return [f"{answers.name}: is not a file of the schema {ANSWERS_SCHEMA}"]
        given = {one["id"]: Answer(**one) for one in data["answers"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{answers.name}: cannot be read: {error}"]
    problems = [
        f"{question_id}: has no answer" for question_id in promised.keys() - given
    ]
    for question_id, answer in given.items():
        if question_id not in promised:
            problems.append(f"{question_id}: has no commitment in the release")
            continue
        try:
            kept = hmac.compare_digest(commitment(answer), promised[question_id])
        except (ValueError, TypeError):
            kept = False
        if not kept:
            problems.append(f"{question_id}: does not match the commitment")
    return sorted(problems)
