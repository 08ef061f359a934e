"""Import a published benchmark with its records, to be repaired and continued."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from core.domain.texts import read_text
from core.errors import FieldProblem, InvalidInputError
from core.services import Actor
from core.translation import translate
from curation.imports.command_options import (
    add_names_argument,
    add_source_arguments,
    name_lines,
    named_source,
)
from curation.imports.selectors import import_rejections
from projects.access.selectors import get_project
from projects.roles import ORGANIZERS
from projects.states import MEMBER
from published.imports.services.requests import begin_published_import
from published.reading.readers.columns import ColumnMapping, ColumnsError, load_columns

_MOST_MISSING = 3
"""Missing files that are printed; the others are only counted."""


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "path",
            help="folder, archive or table in any layout that audit reads: nested JSON, "
            "CSV, TSV, JSON, JSONL, Parquet, Arrow or WebDataset, and its images",
        )
        parser.add_argument(
            "--mapping",
            type=local_path,
            metavar="FILE",
            help="YAML file that names the columns of a table; audit --propose-mapping "
            "prints a proposal",
        )
        parser.add_argument(
            "--skip-missing",
            action="store_true",
            help="leave out the questions of images that are missing or cannot be decoded, and "
            "name the files; without it nothing is imported then",
        )
        add_names_argument(parser)
        add_source_arguments(parser, ": who published the set")
        parser.add_argument(
            "--by",
            required=True,
            help="user name of the organizer or maintainer responsible for the import",
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        membership = project.memberships.filter(
            user__username=options["by"], role__in=ORGANIZERS, status=MEMBER
        ).first()
        if membership is None:
            problem = FieldProblem(
                "by", "Not an organizer or maintainer of the project."
            )
            raise InvalidInputError(
                f"{options['by']} cannot import a published set.", [problem]
            )
        actor = Actor(membership.user, membership.role)
        source = named_source(project, actor, options)
        job = self.wait_for_job(
            begin_published_import(
                project=project,
                source=source,
                path=options["path"],
                actor=actor,
                columns=_columns(options["mapping"]),
                skip_missing=options["skip_missing"],
                names=options["names"],
            )
        )
        rejected = import_rejections(project, job.pk).order_by("pk")
        missing = [file.path for file in rejected if file.code == "missing"]
        other_rejections = [
            {"path": file.path, "reason": file.reason, "code": file.code}
            for file in rejected
            if file.code != "missing"
        ]
        result, counts = job.result, job.result["published"]
        skipped = [
            {"path": file["path"], "reason": translate(read_text(file["reason"]))}
            for file in counts["skipped"]
        ]
        lines = [
            f"Imported images: {result['imported']}. New items: {counts['items']}, "
            f"questions: {counts['questions']}, already present: {counts['items_present']}.",
            f"Questions without a correct answer: {counts['without_key']}. Items to "
            f"rework: {counts['to_rework']}.",
            f"Questions left out: {counts['questions_left_out']}. Missing files: "
            f"{len(missing)}. Rejected files: {len(other_rejections)}.",
            *(f"  {path}: missing" for path in missing[:_MOST_MISSING]),
            *_rest(missing),
            *(f"  {file['path']}: {file['reason']}" for file in other_rejections),
            *(f"  {file['path']}: not read; {file['reason']}" for file in skipped),
            *name_lines(result["names"]),
        ]
        self.print_outcome(
            {
                "imported": result["imported"],
                "already_present": result["already_present"],
                **counts,
                "skipped": skipped,
                "missing": missing,
                "rejected": other_rejections,
                "names": result["names"],
            },
            "\n".join(lines),
        )


def _columns(file: Path | None) -> ColumnMapping | None:
    try:
        return load_columns(file) if file else None
    except ColumnsError as error:
        raise CommandError(translate(str(error))) from error


def _rest(missing: Sequence[str]) -> Iterator[str]:
    if len(missing) > _MOST_MISSING:
        yield f"  and {len(missing) - _MOST_MISSING} more; --json lists them all"
