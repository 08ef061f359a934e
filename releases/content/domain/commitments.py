"""Private correct answers: commitments in the release, answers later.

The release publishes one HMAC-SHA256 per question (RFC 2104). Its key is a salt of that
question, derived from a secret that stays with the project, so nobody can find the
answer by trying six options. The commitment is binding: with the salt, anyone can
verify the answer that is published later.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from core.domain.reasons import describe_failure
from releases.content.domain.frozen import FrozenQuestion, FrozenRelease, canonical_json

COMMITMENTS = "commitments.json"
SCHEMA = "subtext-commitments/1"
ANSWERS_SCHEMA = "subtext-answers/1"


class SaltedAnswer(NamedTuple):
    """A correct answer with the salt of its commitment."""

    id: str
    answer: Any
    """As in the questions file: a letter for a single choice."""
    correct_option: str
    salt: str


def question_salt(secret: str, question_id: str) -> str:
    """Return the salt of a question, 64 hex digits; it reveals no other salt."""
    return _hmac(bytes.fromhex(secret), f"salt:{question_id}")


def commit_to_answer(answer: SaltedAnswer) -> str:
    """Return the published commitment to an answer, 64 hex digits."""
    message = canonical_json(
        {
            "id": answer.id,
            "answer": answer.answer,
            "correct_option": answer.correct_option,
        }
    )
    return _hmac(bytes.fromhex(answer.salt), message)


def _hmac(key: bytes, message: str) -> str:
    return hmac.new(key, message.encode(), hashlib.sha256).hexdigest()


def private_answers(release: FrozenRelease) -> list[SaltedAnswer]:
    """Return the correct answers that the release omits, sorted by question id."""
    questions = [
        question
        for split in release.private
        for _, question in release.questions_in_split(split)
    ]
    # Sort by id alone, which is unique: answers of different formats are not
    # comparable.
    return sorted(
        (_answer(release, question) for question in questions),
        key=lambda answer: answer.id,
    )


def _answer(release: FrozenRelease, question: FrozenQuestion) -> SaltedAnswer:
    key = question.key(release.language)
    salt = question_salt(release.secret, question.id)
    return SaltedAnswer(question.id, key.answer, key.correct_option, salt)


def commitments_content(answers: Iterable[SaltedAnswer]) -> dict[str, Any]:
    """Return the content of the published commitments file."""
    return {
        "schema": SCHEMA,
        "rule": "HMAC-SHA256, key: the salt's bytes, message: JSON of id, answer and "
        "correct_option with sorted keys, no spaces, UTF-8",
        "commitments": {answer.id: commit_to_answer(answer) for answer in answers},
    }


def answers_file(release: FrozenRelease, sha256: str) -> dict[str, Any]:
    """Return the answers file, for publication when the answers may be public."""
    return {
        "schema": ANSWERS_SCHEMA,
        "project": release.project,
        "version": release.version,
        "release": sha256,
        "answers": [answer._asdict() for answer in private_answers(release)],
    }


def check_answers(folder: Path, answers: Path) -> list[str]:
    """Compare an answers file with the commitments of a release folder.

    Returns one sentence per problem, sorted; an empty list when every commitment
    matches. A missing answer is a problem.
    """
    try:
        published_commitments = json.loads((folder / COMMITMENTS).read_bytes())[
            "commitments"
        ]
        published_commitments = dict(published_commitments)
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{COMMITMENTS}: cannot be read: {describe_failure(error)}"]
    try:
        data = json.loads(answers.read_bytes())
        if data["schema"] != ANSWERS_SCHEMA:
            return [f"{answers.name}: is not a file of the schema {ANSWERS_SCHEMA}"]
        answers_by_id = {line["id"]: SaltedAnswer(**line) for line in data["answers"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [f"{answers.name}: cannot be read: {describe_failure(error)}"]
    problems = [
        f"{question_id}: has no answer"
        for question_id in published_commitments.keys() - answers_by_id
    ]
    for question_id, answer in answers_by_id.items():
        if question_id not in published_commitments:
            problems.append(f"{question_id}: has no commitment in the release")
            continue
        try:
            is_match = hmac.compare_digest(
                commit_to_answer(answer), published_commitments[question_id]
            )
        except (ValueError, TypeError):
            is_match = False
        if not is_match:
            problems.append(f"{question_id}: does not match the commitment")
    return sorted(problems)
