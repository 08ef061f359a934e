"""A project of validated items in an installation; runs in its environment.

    python -m benchmarks.faults.bench_project fill USERNAME
    python -m benchmarks.faults.bench_project first-messages

``fill`` prints the checks that block its release. ``first-messages`` prints how many
responses two simultaneous first messages of a run brought, how many of them were lost,
and whether the run was scored.
"""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import monotonic
from typing import Any
from unittest.mock import patch

import django

django.setup()

from django.db import connection  # noqa: E402 - needs the settings

from benchmarks.faults import BENCH, VERSION  # noqa: E402
from benchmarks.release_build.project import Bench  # noqa: E402
from core.services import Actor  # noqa: E402
from evaluation.dispatch.services import runs  # noqa: E402
from evaluation.runs.domain.served_models import ServedModel  # noqa: E402
from evaluation.runs.models.runs import Backend, Response, Run  # noqa: E402
from evaluation.runs.selectors.released_questions import released_questions  # noqa: E402
from evaluation.runs.services.responses import record_responses  # noqa: E402
from projects.memberships.services.members import add_member  # noqa: E402
from projects.models import User  # noqa: E402
from projects.roles import Role  # noqa: E402
from releases.records.models import Release  # noqa: E402

IMAGES = 200
"""Enough that a build is not over before it is killed."""


def fill(username: str) -> list[str]:
    bench = Bench(images=IMAGES, questions=IMAGES)
    person = User.objects.get(username=username)
    add_member(project=bench.project, user=person, role=Role.MAINTAINER)
    return bench.judge()


def first_messages() -> dict[str, Any]:
    release = Release.objects.get(project__slug=BENCH, version=VERSION)
    # A worker would ask the model for what the messages bring.
    with patch.object(runs, "send_run"):
        run = runs.create_run(
            release=release,
            model=ServedModel(
                name="a-model",
                backend=Backend.OPENAI,
                base_url="http://127.0.0.1:9",
                by_operator=True,
            ),
            setting="none",
            actor=Actor.system(),
        )
    questions = released_questions(release, splits=run.splits)
    responses = [
        {"question_id": question, "text": "(A)", "finish_reason": "stop"}
        for question in questions
    ]
    halves = [responses[::2], responses[1::2]]
    together = Barrier(len(halves))

    def record(half: Sequence[dict[str, Any]]) -> None:
        try:
            together.wait()
            record_responses(run_id=run.pk, responses=half)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(halves)) as messages:
        list(messages.map(record, halves))
    begun = monotonic()
    runs.run_in_this_process(run=Run.objects.get(pk=run.pk))
    run.refresh_from_db()
    stored = Response.objects.filter(run=run).count()
    return {
        "acknowledged": len(responses),
        "lost": len(responses) - stored,
        "stuck": int(run.status != "finished"),
        "seconds": monotonic() - begun,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("fill").add_argument("username")
    commands.add_parser("first-messages")
    options = parser.parse_args()
    result = fill(options.username) if options.command == "fill" else first_messages()
    print(json.dumps(result))


if __name__ == "__main__":
    main()
