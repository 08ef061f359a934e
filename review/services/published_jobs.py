"""Import of published benchmarks: images, labels, texts and questions unchanged.

A published set can so be repaired and continued. Each image becomes an item with a
final record, and the ledger marks it as imported. Records that the protocol would
reject, such as a question without its correct answer, go to rework with the reasons.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from annotation.domain.published.nested import (
    LayoutError,
    PublishedItem,
    PublishedSet,
    read_nested,
)
from annotation.domain.record import record_normalised
from annotation.models import ItemImage
from annotation.services.items import adopt_item
from curation.domain.material.base import Entry
from curation.domain.material.folders import Folder
from curation.domain.rejection import Reason
from curation.domain.states import ACCEPTED, IMPORTED, IN_SCREENING
from curation.models.images import Image
from curation.services.import_jobs import import_images
from curation.services.importing.shifts import Progress
from curation.services.importing.unpacking import unpacked
from curation.services.imports import delete_import_leftovers
from projects.models import Project, User
from projects.selectors import project_of
from review.models import Case
from review.services.cases import validate_without_rounds
from review.services.records import (
    record_changes,
    record_obstacles,
    record_question,
    without_questions,
)
from workflow.errors import FieldProblem, InvalidInputError
from workflow.models import Job
from workflow.services import Actor, transition

_MOST_REASONS = 10


@dataclass
class _Counts:
    items: int = 0
    items_present: int = 0
    items_left_out: int = 0
    questions: int = 0
    without_key: int = 0
    to_rework: int = 0


def published_import(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Import a published set: first the images, as in any import, then their items.

    A repeated run continues where the last one stopped. Missing image files become
    rejections under the set's names. Images that the project has excluded stay
    excluded. Raises InvalidInputError that names file, record and field of unreadable
    data.
    """
    project = project_of(job.scope_id)
    actor = _actor(job)
    with _read(job, project, progress) as (found, root):
        readable = [item for item in found.items if item.sha256 is not None]

        def both(done: int, total: int | None) -> None:
            progress(done, None if total is None else total + len(readable))

        material = _Files(root, found=found)
        result = import_images(job=job, progress=both, material=material)
        files = result["files"]
        counts = _Counts()
        said = _disagreements(found)
        for done, item in enumerate(readable, start=1):
            _take(project, item, said, actor, counts)
            progress(files + done, files + len(readable))
    delete_import_leftovers(job)
    return {**result, "published": counts.__dict__}


@contextmanager
def _read(
    job: Job, project: Project, progress: Progress
) -> Iterator[tuple[PublishedSet, Path]]:
    """Yield the set and the folder that its paths are relative to."""
    with unpacked(job.parameters, heard=lambda: progress(0, None)) as folder:
        root = _root(folder)
        try:
            found = read_nested(root, project.protocol)
        except LayoutError as error:
            problems = [
                FieldProblem(
                    ", ".join(part for part in problem[:3] if part), problem.message
                )
                for problem in error.problems
            ]
            raise InvalidInputError(
                f"The published set cannot be read. {error}", problems
            ) from error
        yield found, root


def _root(folder: Path) -> Path:
    """Return the folder with the JSON files: this one or one inside it."""
    depths = ("*.json", "*/*.json", "*/*/*.json")
    for depth in depths:
        first = min(folder.glob(depth), default=None)
        if first is not None:
            return first.parent
    return folder


@dataclass(frozen=True)
class _Files(Folder):
    """All files that a set names, whether they exist or not."""

    found: PublishedSet = field(kw_only=True)
    sequential = True

    def entries(self) -> Iterator[Entry]:
        for item in self.found.items:
            for path in item.paths:
                if (self.root / path).is_file():
                    yield self.entry(path)
                else:
                    why = "named in the set, but missing"
                    yield Entry(path, refused=(Reason.MISSING, why))


def _actor(job: Job) -> Actor:
    assert job.requested_by_id is not None  # noqa: S101 - ``published`` requires it
    person = User.objects.get(pk=job.requested_by_id)
    role = person.memberships.get(project=job.scope_id).role
    return Actor(person, role)


def _disagreements(found: PublishedSet) -> Mapping[str, list[str]]:
    """Return fields on which an image's records disagree, by the first question."""
    said: dict[str, list[str]] = {}
    for one in found.disagreements:
        question = one.first.rpartition(", ")[2]
        said.setdefault(question, []).append(f"{one.field}: see also {one.second}")
    return said


def _take(
    project: Project,
    item: PublishedItem,
    said: Mapping[str, list[str]],
    actor: Actor,
    counts: _Counts,
) -> None:
    image = Image.objects.filter(project=project, sha256=item.sha256).first()
    if image is None or image.status not in (IMPORTED, IN_SCREENING, ACCEPTED):
        # An unreadable or excluded image is reported elsewhere.
        counts.items_left_out += 1
        return
    if ItemImage.objects.filter(image=image).exists():
        counts.items_present += 1
        return
    case = _adopt(project, image, item, said.get(item.questions[0].id, []), actor)
    counts.items += 1
    counts.questions += len(item.questions)
    counts.without_key += sum(one.answer is None for one in item.questions)
    counts.to_rework += case.status == "rework"


@transaction.atomic
def _adopt(
    project: Project,
    image: Image,
    published: PublishedItem,
    disagreements: list[str],
    actor: Actor,
) -> Case:
    """Create the image's item with its final record and questions."""
    protocol = project.protocol
    person = actor.user
    assert isinstance(person, User)  # noqa: S101 - nobody else begins such an import
    item = adopt_item(project=project, image=image)
    if image.status != ACCEPTED:
        transition(image, "adopt", actor=actor, data={"paths": list(published.paths)})
    content = {
        "labels": {field: list(ids) for field, ids in published.labels.items()},
        "texts": dict(published.texts),
        "sentences": {},
        "questions": [
            {
                "uid": question.id,
                "format": "single_choice",
                "fixed": question.fixed,
                "stem": question.stem,
                "options": list(question.options),
                "answer": question.answer,
            }
            for question in published.questions
        ],
    }
    obstacles = record_obstacles(protocol, content, actor)
    record = record_normalised(protocol, content)
    made = {
        record_question(
            item,
            position,
            dict(question),
            person,
            reason=f"Published as {question['uid']}.",
        ).uid: question["uid"]
        for position, question in enumerate(record["questions"], start=1)
    }
    case = Case.objects.create(project=project, item=item)
    transition(
        case,
        "import_unsound" if obstacles else "import",
        actor=actor,
        reason=_reason(obstacles, published),
        changes=record_changes(without_questions(record)),
        data={
            "paths": list(published.paths),
            "questions": made,
            "splits": sorted({question.split for question in published.questions}),
            "disagreements": disagreements,
        },
    )
    if not obstacles:
        validate_without_rounds(case)
    return case


def _reason(obstacles: list[FieldProblem], published: PublishedItem) -> str:
    """Return what has to be corrected, under the published names."""
    names = {
        f"questions.{at}": question.id
        for at, question in enumerate(published.questions)
    }
    lines = []
    for problem in obstacles[:_MOST_REASONS]:
        question = ".".join(problem.field.split(".")[:2])
        lines.append(f"{names.get(question, problem.field)}: {problem.message}")
    return " ".join(lines)
