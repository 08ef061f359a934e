"""Import raw images into a project: a folder, an archive, a manifest or a bucket.

The filters run on the imported images afterwards.
"""

from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from core.selectors import list_jobs
from core.services import Actor
from curation.imports.command_options import (
    add_names_argument,
    add_source_arguments,
    name_lines,
    named_source,
)
from curation.imports.selectors import import_rejections
from curation.imports.services.jobs import read_manifests
from curation.imports.services.requests import begin_import
from curation.material.domain.manifests.encodings import ENCODINGS
from curation.material.domain.manifests.options import (
    ManifestOptions,
    ManifestSummary,
    UnlistedFiles,
)
from projects.access.selectors import get_project


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "path",
            help="folder, archive (.zip, .tar, .tar.gz, .txz), manifest (.csv, .jsonl), list "
            "of addresses (.txt) or s3://bucket/prefix",
        )
        add_source_arguments(parser, " of the images")
        add_names_argument(parser)
        parser.add_argument(
            "--unlisted",
            choices=list(UnlistedFiles),
            default=UnlistedFiles.LEAVE_OUT.value,
            help="what happens to files that no manifest lists, if there is a manifest "
            "(default: %(default)s)",
        )
        parser.add_argument(
            "--encoding",
            choices=ENCODINGS,
            default="",
            help="encoding of the manifests, where they do not show it",
        )
        parser.add_argument(
            "--no-filters",
            action="store_true",
            help="do not run the filters after the import",
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        actor = Actor.system()
        manifests = ManifestOptions(
            options["encoding"], UnlistedFiles(options["unlisted"])
        )
        for summary in read_manifests(
            path=options["path"], names=options["names"], manifests=manifests
        ):
            if not self.as_json:
                self.stdout.write(_described(summary))
        source = named_source(project, actor, options)
        job = self.wait_for_job(
            begin_import(
                project=project,
                source=source,
                path=options["path"],
                actor=actor,
                filters=not options["no_filters"],
                names=options["names"],
                manifests=manifests,
            )
        )
        rejected = [
            {"path": rejection.path, "reason": rejection.reason, "code": rejection.code}
            for rejection in import_rejections(project, job.pk).order_by("pk")
        ]
        result = job.result
        if result["filters"] is not None:
            self.wait_for_job(list_jobs(project.pk).get(pk=result["filters"]))
        lines = [
            f"{result['imported']} imported, {result['already_present']} already "
            f"present, {len(rejected)} rejected.",
            *(f"  {file['path']}: {file['reason']}" for file in rejected),
            *name_lines(result["names"]),
        ]
        if result["unlisted"]:
            lines.append(
                f"Left out, because no manifest lists them: {result['unlisted']}. "
                "To import them too, use --unlisted import."
            )
        self.print_outcome(
            {
                "imported": result["imported"],
                "already_present": result["already_present"],
                "rejected": rejected,
                "names": result["names"],
                "unlisted": result["unlisted"],
                "manifests": result["manifests"],
                "seconds": result["seconds"],
            },
            "\n".join(lines),
        )


def _described(summary: ManifestSummary) -> str:
    kind = [summary.encoding]
    if summary.separator:
        sign = "tab" if summary.separator == "\t" else summary.separator
        kind.append(f"separator “{sign}”")
    rows = "1 row" if summary.rows == 1 else f"{summary.rows} rows"
    return (
        f"{summary.path}: {rows} read ({', '.join(kind)}, columns "
        f"{', '.join(summary.columns)}); {summary.refused} refused."
    )
