"""Import of published benchmarks: images, labels, texts and questions unchanged.

A published set can so be repaired and continued. Each image becomes an item with a
final record, and the ledger marks it as imported. Records that the protocol would
reject, such as a question without its correct answer, go to rework with the reasons.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import transaction

from annotation.items.models.items import ItemImage
from annotation.items.services.lifecycle import adopt_item
from annotation.records.domain.record import normalize_record
from core.domain.reasons import describe_failure
from core.domain.texts import _, join_texts, store_text
from core.errors import FieldProblem, InvalidInputError
from core.job_kinds import Progress
from core.models import Job
from core.scratch import scratch_folder
from core.services import Actor, transition
from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.images.domain.states import ACCEPTED, IMPORTED, IN_SCREENING
from curation.images.models import Image
from curation.imports.services.jobs import import_images
from curation.imports.services.requests import delete_import_leftovers
from curation.material.domain.base import MaterialFile, printable_path
from curation.material.domain.folders import FolderMaterial
from projects.access.selectors import get_project_by_id
from projects.models import Project, User
from published.imports.services.files import (
    benchmark_files,
    rejected_file_problems,
    require_no_manifest,
    require_tables,
)
from published.reading.benchmark import Benchmark
from published.reading.layout_errors import LayoutError
from published.reading.published_set import PublishedItem, PublishedSet, match_protocol
from published.reading.readers.base import BenchmarkLocation, UnreadableBenchmarkError
from published.reading.readers.columns import ColumnMapping
from published.reading.readers.registry import read_benchmark
from review.adjudication.models import Case
from review.adjudication.services.comparison import validate_without_rounds
from review.adjudication.services.records import (
    record_changes,
    record_problems_for_decision,
    record_question,
    record_without_questions,
)

_MOST_REASONS = 10
_DRAFT_SIDE = 512
"""Pixels; a JPEG is decoded at about this size to see whether it can be."""


@dataclass
class _Counts:
    items: int = 0
    items_present: int = 0
    items_left_out: int = 0
    questions: int = 0
    questions_left_out: int = 0
    """Questions of an image that is missing, unreadable or excluded."""
    without_key: int = 0
    to_rework: int = 0


def import_published(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Read a published benchmark in any layout and import it, as ``import_benchmark``.

    Raises InvalidInputError that names file, record and field of unreadable data.
    """
    columns = job.parameters.get("columns")
    with (
        benchmark_files(
            job.parameters, on_heartbeat=lambda: progress(0, None)
        ) as files,
        scratch_folder() as scratch,
    ):
        require_tables(files.rejected)
        place = BenchmarkLocation(
            files.place,
            scratch,
            ColumnMapping(**columns) if columns else None,
            rejected=rejected_file_problems(files.rejected),
        )
        try:
            benchmark = read_benchmark(place)
        except (FileNotFoundError, UnreadableBenchmarkError) as error:
            raise InvalidInputError(
                _(
                    "The published set cannot be read: {error}. Audit it to see how "
                    "its columns are read and to change that.",
                    error=error,
                )
            ) from error
        require_no_manifest(files.place, benchmark.skipped)
        result = import_benchmark(job=job, progress=progress, benchmark=benchmark)
    return {**result, "names": [reading.data() for reading in files.names]}


def import_benchmark(
    *,
    job: Job,
    progress: Progress,
    benchmark: Benchmark,
    rework: Mapping[str, str] = MappingProxyType({}),
) -> Mapping[str, Any]:
    """Import a benchmark: first the images, as in any import, then their items.

    A repeated run continues where the last one stopped. With the job's parameter
    ``skip_missing``, questions whose image is missing or cannot be decoded are left out
    and their files become rejections; without it nothing is imported then. Images that
    the project has excluded stay excluded. ``rework`` says why questions go to rework,
    by their published ids. Raises InvalidInputError that names file, record and field
    of what cannot be imported.
    """
    project = get_project_by_id(job.scope_id)
    actor = _actor(job)
    published = _matched(benchmark, project)
    if not job.parameters.get("skip_missing"):
        _require_images(published, _reasons_by_name(benchmark), progress)
    readable = [item for item in published.items if item.sha256 is not None]
    if not readable:
        raise InvalidInputError(
            _(
                "None of the {number} images that the set names is in the folder. Choose "
                "the folder that holds both the data and the images.",
                number=len(published.items),
            ),
            [FieldProblem("path", _("All image files are missing."))],
        )

    def both(done: int, total: int | None) -> None:
        progress(done, None if total is None else total + len(readable))

    material = _Files(Path("/"), found=published)
    result = import_images(job=job, progress=both, material=material)
    files = result["files"]
    counts = _Counts()
    notes = _Notes(_disagreements(published), rework)
    for done, item in enumerate(readable, start=1):
        _take(project, item, notes, actor, counts)
        progress(files + done, files + len(readable))
    counts.questions_left_out += sum(
        len(item.questions) for item in published.items if item.sha256 is None
    )
    delete_import_leftovers(job)
    skipped = [
        {"path": problem.file, "reason": store_text(problem.message)}
        for problem in benchmark.skipped
    ]
    return {**result, "published": {**counts.__dict__, "skipped": skipped}}


class _Notes(NamedTuple):
    """What is known about questions besides what was published, by their ids."""

    disagreements: Mapping[str, list[str]]
    """Fields on which an image's records disagree, by the first question."""
    rework: Mapping[str, str]
    """Why a question goes to rework."""


def _matched(benchmark: Benchmark, project: Project) -> PublishedSet:
    try:
        return match_protocol(benchmark, project.protocol)
    except LayoutError as error:
        raise InvalidInputError(
            _("The published set cannot be imported. {error}", error=error),
            [
                FieldProblem(problem.source_location, problem.message)
                for problem in error.problems
            ],
        ) from error


def _reasons_by_name(benchmark: Benchmark) -> Mapping[str, str]:
    """Return why files were not read, by their names without folders."""
    return {
        PurePosixPath(problem.file).name: problem.message
        for problem in benchmark.skipped
    }


def _require_images(
    published: PublishedSet, reasons: Mapping[str, str], progress: Progress
) -> None:
    """Raise InvalidInputError that names all missing and undecodable image files."""
    problems = []
    for item in published.items:
        for path, file in item.files.items():
            if file is None:
                reason = reasons.get(PurePosixPath(path).name, _("is missing"))
            else:
                reason = _decoding_problem(file)
            if reason:
                problems.append(FieldProblem(path, reason))
        progress(0, None)
    if problems:
        raise InvalidInputError(
            _(
                "{number} image files are missing or cannot be decoded, so nothing was "
                "imported: {paths}. Add them, or skip the questions that need them.",
                number=len(problems),
                paths=join_texts(
                    "; ",
                    [
                        _("{where}: {message}", where=path, message=reason)
                        for path, reason in problems[:_MOST_REASONS]
                    ],
                ),
            ),
            problems,
        )


def _decoding_problem(file: Path) -> str:
    try:
        decode_image(file.read_bytes(), draft_side=_DRAFT_SIDE)
    except (RejectedFileError, OSError) as error:
        return describe_failure(error)
    return ""


@dataclass(frozen=True)
class _Files(FolderMaterial):
    """All image files that a set names, whether they exist or not.

    Readers name only files inside the set's folder or the job's scratch folder.
    """

    found: PublishedSet = field(kw_only=True)
    sequential = True

    def entries(self) -> Iterator[MaterialFile]:
        for item in self.found.items:
            for path, file in item.files.items():
                name = printable_path(path)
                if file is None:
                    why = _("named in the set, but missing")
                    yield MaterialFile(name, refused=(RejectionReason.MISSING, why))
                else:
                    entry = self.entry(file.relative_to(self.root).as_posix())
                    yield entry._replace(path=name)


def _actor(job: Job) -> Actor:
    assert job.requested_by_id is not None  # noqa: S101 - ``published`` requires it
    person = User.objects.get(pk=job.requested_by_id)
    role = person.memberships.get(project=job.scope_id).role
    return Actor(person, role)


def _disagreements(published: PublishedSet) -> Mapping[str, list[str]]:
    """Return fields on which an image's records disagree, by the first question."""
    notes: dict[str, list[str]] = {}
    for disagreement in published.disagreements:
        notes.setdefault(disagreement.question, []).append(
            f"{disagreement.field}: see also {disagreement.place}"
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
        counts.questions_left_out += len(item.questions)
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
        transition(
            image, "adopt", actor=actor, data={"paths": list(published.published_paths)}
        )
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
            "paths": list(published.published_paths),
            "questions": questions,
            "splits": sorted({question.split for question in published.questions}),
            "disagreements": notes.disagreements.get(published.questions[0].id, []),
        },
    )
    if not obstacles:
        validate_without_rounds(case)
    return case


def _reason(obstacles: list[FieldProblem], published: PublishedItem) -> str:
    """Return what has to be corrected, a line each, under the published names."""
    names = {
        f"questions.{at}": question.id
        for at, question in enumerate(published.questions)
    }
    lines = []
    for problem in obstacles[:_MOST_REASONS]:
        question = ".".join(problem.field.split(".")[:2])
        where = names.get(question, problem.field)
        lines.append(_("{where}: {message}", where=where, message=problem.message))
    return join_texts("\n", lines)
