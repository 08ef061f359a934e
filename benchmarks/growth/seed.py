"""Make a small finished project: imported, annotated by a crew, released, evaluated.

    python -m benchmarks.growth.seed

``benchmarks.growth.databases`` says on which database.
"""

import random
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - needs the settings

from annotation.items.models.items import Item  # noqa: E402
from benchmarks.growth import PEOPLE, SLUG, VERSION  # noqa: E402
from core.services import Actor  # noqa: E402
from demo.drawing.raw_files import draw_all  # noqa: E402
from evaluation.dispatch.services.runs import (  # noqa: E402
    create_run,
    run_in_this_process,
)
from evaluation.marking.services.error_analyses import (  # noqa: E402
    SampleDesign,
    draw_error_analysis,
)
from evaluation.runs.domain.served_models import ServedModel  # noqa: E402
from evaluation.runs.models.runs import Backend, Run  # noqa: E402
from evaluation.runs.selectors.released_questions import (  # noqa: E402
    ReleasedQuestion,
    released_questions,
)
from evaluation.runs.services.responses import record_responses  # noqa: E402
from projects.models import Project, User  # noqa: E402
from projects.roles import Role  # noqa: E402
from releases.gate.selectors.checks import check_gate  # noqa: E402
from releases.records.models import Release  # noqa: E402
from review.discussions.selectors import subject_of_item  # noqa: E402
from review.discussions.services.threads import open_thread  # noqa: E402
from review.rounds.models.threads import ThreadPurpose  # noqa: E402

MODELS = {"model-a": 0.4, "model-b": 0.7, "model-c": 0.85}
"""Shares of the questions that each of them answers correctly."""
SETTINGS = ("none", "cot", "domain", "text-only")


def main() -> None:
    call_command("migrate", verbosity=0)
    maintainer = User.objects.create_user("maintainer")
    call_command(
        *("project_create", SLUG, "--protocol", "ii-bench", "--name", "Growth"),
        *("--maintainer", maintainer.username),
    )
    with tempfile.TemporaryDirectory() as raw:
        draw_all(Path(raw))
        licence = ("--source=Drawn", "--licence=CC0-1.0", "--rights=redistribute")
        call_command("images_import", SLUG, raw, *licence)
    call_command("crew_simulate", SLUG, "--people", str(PEOPLE), "--accuracy", "0.9")
    _release()
    actor = Actor(maintainer, Role.MAINTAINER)
    _evaluate(actor)
    _talk(actor)


def _release() -> None:
    judged = check_gate(Project.objects.get(slug=SLUG))
    passed = [f"--override={line.id}=A benchmark." for line in judged.blocking_lines]
    call_command("release_cut", SLUG, VERSION, "--wait", *passed)


def _evaluate(actor: Actor) -> None:
    """Every model in every setting, the baselines, and one error analysis."""
    release = Release.objects.get(project__slug=SLUG, version=VERSION)
    for model, accuracy in MODELS.items():
        for setting in SETTINGS:
            run = _run(release, model, Backend.OPENAI, setting)
            questions = released_questions(release, splits=run.splits)
            answers = _answers(f"{model} {setting}", questions.values(), accuracy)
            record_responses(run_id=run.pk, responses=list(answers))
            # Nothing is left to be asked: it is only scored.
            run_in_this_process(run=run)
    for baseline in (Backend.RANDOM, Backend.FREQUENT):
        run_in_this_process(run=_run(release, baseline.value, baseline, "none"))
    weak = Run.objects.filter(release=release, model="model-a").latest("pk")
    draw_error_analysis(run=weak, design=SampleDesign(size=5, markers=2), actor=actor)


def _run(release: Release, model: str, backend: Backend, setting: str) -> Run:
    return create_run(
        release=release,
        model=ServedModel(
            name=model,
            backend=backend,
            base_url="http://127.0.0.1:9" if backend == Backend.OPENAI else "",
            by_operator=True,
        ),
        setting=setting,
        actor=Actor.system(),
    )


def _answers(
    seed: str, questions: Iterable[ReleasedQuestion], accuracy: float
) -> Iterator[dict[str, object]]:
    """Answers with this share of correct ones.

    No model gives the key of the first question, and all give that of the second, so
    that there are label-error candidates and questions that need no image.
    """
    chance = random.Random(seed)  # noqa: S311 - no secret
    for number, question in enumerate(
        sorted(questions, key=lambda question: question.id)
    ):
        right = chance.random() < accuracy if number > 1 else number == 1
        wrong_letters = "ABCDEF".replace(question.answer, "")
        letter = question.answer if right else chance.choice(wrong_letters)
        text = f"The picture tells of more than it shows.\n\nThe answer is ({letter})."
        yield {"question_id": question.id, "text": text, "finish_reason": "stop"}


def _talk(actor: Actor) -> None:
    """One question about every fourth item."""
    project = Project.objects.get(slug=SLUG)
    items = Item.objects.filter(project=project).order_by("number")
    for item_id in items.values_list("pk", flat=True)[::4]:
        open_thread(
            project=project,
            actor=actor,
            about=subject_of_item(project, item_id, ""),
            purpose=ThreadPurpose.QUESTION,
            text="Is the caption part of the picture?",
        )


if __name__ == "__main__":
    main()
