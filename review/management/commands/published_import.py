"""Import a published benchmark with its records, to be repaired and continued."""

from typing import Any

from django.core.management.base import CommandParser

from curation.models.images import Rights
from curation.selectors import import_rejections
from curation.services.sources import source_named
from projects.domain.states import MEMBER
from projects.selectors import ORGANIZERS, get_project
from review.services.published import begin_published_import
from workflow.commands import SubtextCommand
from workflow.errors import FieldProblem, InvalidInputError
from workflow.services import Actor


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "path",
            help="folder or archive in II-Bench's layout: one JSON file per split, and the "
            "images that they name",
        )
        parser.add_argument(
            "--source", required=True, help="name of the source: who published the set"
        )
        parser.add_argument(
            "--licence", required=True, help="SPDX identifier or text of the licence"
        )
        parser.add_argument(
            "--rights",
            choices=Rights.values,
            help="rights for a newly created source (default: redistribute)",
        )
        parser.add_argument(
            "--by",
            required=True,
            help="user name of the organizer or maintainer responsible for the import",
        )

    def act(self, **options: Any) -> None:
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
        source = source_named(
            project=project,
            name=options["source"],
            licence=options["licence"],
            rights=options["rights"],
            actor=actor,
        )
        job = self.wait_for(
            begin_published_import(
                project=project, source=source, path=options["path"], actor=actor
            )
        )
        rejected = import_rejections(project, job.pk).order_by("pk")
        missing = [one.path for one in rejected if one.code == "missing"]
        other = [
            {"path": one.path, "reason": one.reason, "code": one.code}
            for one in rejected
            if one.code != "missing"
        ]
        result, counts = job.result, job.result["published"]
        lines = [
            f"Imported images: {result['imported']}. New items: {counts['items']}, "
            f"questions: {counts['questions']}, already present: {counts['items_present']}.",
            f"Questions without a correct answer: {counts['without_key']}. Items to "
            f"rework: {counts['to_rework']}.",
            f"Missing files: {len(missing)}. Rejected files: {len(other)}.",
            *(f"  {path}: missing" for path in missing),
            *(f"  {one['path']}: {one['reason']}" for one in other),
        ]
        self.emit(
            {
                "imported": result["imported"],
                "already_present": result["already_present"],
                **counts,
                "missing": missing,
                "rejected": other,
            },
            "\n".join(lines),
        )
