"""Import of published benchmarks: images, labels, texts and questions unchanged.

A published set can so be repaired and continued. Each image becomes an item with a
final record, and the ledger marks it as imported. Records that the protocol would
reject, such as a question without its correct answer, go to rework with the reasons.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import transaction

from annotation.domain.published.layout_errors import LayoutError
from annotation.domain.published.nested import (
    PublishedItem,
    PublishedSet,
    read_nested,
)
from annotation.domain.record import normalize_record
from annotation.models import ItemImage
from annotation.services.items import adopt_item
from curation.domain.material.base import Entry
from curation.domain.material.folders import Folder
from curation.domain.rejection import Reason
from curation.domain.states import ACCEPTED, IMPORTED, IN_SCREENING
from curation.models.images import Image
from curation.services.import_jobs import import_images
from curation.services.importing.unpacking import unpack_files
from curation.services.importing.worker_sessions import Progress
from curation.services.imports import delete_import_leftovers
from projects.models import Project, User
from projects.selectors import project_of
from review.models import Case
from review.services.cases import validate_without_rounds
from review.services.records import (
    record_changes,
    record_problems_for_decision,
    record_question,
    record_without_questions,
)
from workflow.domain.texts import _, join_texts
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


def import_published(
    *,
    job: Job,
    progress: Progress,
    folder: Path | None = None,
    rework: Mapping[str, str] = MappingProxyType({}),
) -> Mapping[str, Any]:
    """Import a published set: first the images, as in any import, then their items.

    A repeated run continues where the last one stopped. Missing image files become
    rejections under the set's names. Images that the project has excluded stay
    excluded. ``folder`` replaces the material that the job names. ``rework`` says why
    questions go to rework, by their published ids. Raises InvalidInputError that names
    file, record and field of unreadable data.
    """
    project = project_of(job.scope_id)
    actor = _actor(job)
    with _read(job, project, progress, folder) as published:
        readable = [item for item in published.items if item.sha256 is not None]
        _require_images(published, readable)

        def both(done: int, total: int | None) -> None:
            progress(done, None if total is None else total + len(readable))

        material = _Files(published.root, found=published)
        result = import_images(job=job, progress=both, material=material)
        files = result["files"]
        counts = _Counts()
        notes = _Notes(_disagreements(published), rework)
        for done, item in enumerate(readable, start=1):
            _take(project, item, notes, actor, counts)
            progress(files + done, files + len(readable))
    delete_import_leftovers(job)
    return {**result, "published": counts.__dict__}


class _Notes(NamedTuple):
    """What is known about questions besides what was published, by their ids."""

    disagreements: Mapping[str, list[str]]
    """Fields on which an image's records disagree, by the first question."""
    rework: Mapping[str, str]
    """Why a question goes to rework."""


@contextmanager
def _read(
    job: Job, project: Project, progress: Progress, unpacked: Path | None
) -> Iterator[PublishedSet]:
    """Yield the set whose files lie in the given folder, else in the job's material."""
    with (
        nullcontext(unpacked)
        if unpacked
        else unpack_files(job.parameters, on_heartbeat=lambda: progress(0, None))
    ) as folder:
        try:
            published = read_nested(folder, project.protocol)
        except LayoutError as error:
            problems = [
                FieldProblem(
                    ", ".join(part for part in problem[:3] if part), problem.message
                )
                for problem in error.problems
            ]
            raise InvalidInputError(
                _("The published set cannot be read. {error}", error=error), problems
            ) from error
        yield published


def _require_images(published: PublishedSet, readable: Sequence[PublishedItem]) -> None:
    """Raise InvalidInputError when no image of the set is there."""
    if published.items and not readable:
        path = published.missing[0]
        raise InvalidInputError(
            _(
                "None of the {number} images that the set names is in the folder. Choose "
                "the folder that holds both the JSON files and the images.",
                number=len(published.items),
            ),
            [
                FieldProblem(
                    "path", _("{path} is missing, and so are all others.", path=path)
                )
            ],
        )


@dataclass(frozen=True)
class _Files(Folder):
    """All files that a set names, whether they exist or not."""

    found: PublishedSet = field(kw_only=True)
    sequential = True

    def entries(self) -> Iterator[Entry]:
        for item in self.found.items:
            for path, file in item.files.items():
                if file is None:
                    why = _("named in the set, but missing")
                    yield Entry(path, refused=(Reason.MISSING, why))
                else:
                    yield self.entry(file.relative_to(self.root).as_posix())


def _actor(job: Job) -> Actor:
    assert job.requested_by_id is not None  # noqa: S101 - ``published`` requires it
    person = User.objects.get(pk=job.requested_by_id)
    role = person.memberships.get(project=job.scope_id).role
    return Actor(person, role)


def _disagreements(published: PublishedSet) -> Mapping[str, list[str]]:
    """Return fields on which an image's records disagree, by the first question."""
    notes: dict[str, list[str]] = {}
    for disagreement in published.disagreements:
        question = disagreement.first.rpartition(", ")[2]
        notes.setdefault(question, []).append(
            f"{disagreement.field}: see also {disagreement.second}"
        )
    return notes


def _take(
    project: Project,
    item: PublishedItem,
    notes: _Notes,
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
    case = _adopt(project, image, item, notes, actor)
    counts.items += 1
    counts.questions += len(item.questions)
    counts.without_key += sum(question.answer is None for question in item.questions)
    counts.to_rework += case.status == "rework"


@transaction.atomic
def _adopt(
    project: Project,
    image: Image,
    published: PublishedItem,
    notes: _Notes,
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
    named = [
        FieldProblem(question.id, notes.rework[question.id])
        for question in published.questions
        if question.id in notes.rework
    ]
    obstacles = [*named, *record_problems_for_decision(protocol, content)]
    record = normalize_record(protocol, content)
    questions = {
        record_question(
            item,
            position,
            dict(question),
            person,
            reason=_("Published as {uid}.", uid=question["uid"]),
        ).uid: question["uid"]
        for position, question in enumerate(record["questions"], start=1)
    }
    case = Case.objects.create(project=project, item=item)
    transition(
        case,
        "import_unsound" if obstacles else "import",
        actor=actor,
        reason=_reason(obstacles, published),
        changes=record_changes(record_without_questions(record)),
        data={
            "paths": list(published.paths),
            "questions": questions,
            "splits": sorted({question.split for question in published.questions}),
            "disagreements": notes.disagreements.get(published.questions[0].id, []),
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
        where = names.get(question, problem.field)
        lines.append(_("{where}: {message}", where=where, message=problem.message))
    return join_texts(" ", lines)
