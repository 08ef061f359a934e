"""List earlier imports whose tables were not read as manifests.

Their images may have been imported with other rights than a table says. The command
changes nothing: withdraw such images, or correct the rights of their source.
"""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from curation.imports.services.earlier_imports import ImportCheck, check_earlier_imports
from projects.access.selectors import get_project
from projects.models import Project


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slugs", nargs="*", help="slug of a project (default: all projects)"
        )

    def run_command(self, **options: Any) -> None:
        projects = [get_project(slug) for slug in options["slugs"]]
        checks = [
            (project.slug, check)
            for project in projects or Project.objects.order_by("slug")
            for check in check_earlier_imports(project)
        ]
        lines = [line for slug, check in checks for line in _described(slug, check)]
        self.print_outcome(
            {"imports": [{"project": slug, **asdict(check)} for slug, check in checks]},
            "\n".join(lines or ["No earlier import has a table that was not read."]),
        )


def _described(slug: str, check: ImportCheck) -> list[str]:
    lines = [f"{slug}, import {check.job} of {check.at[:10]}: {check.images} images."]
    lines += [f"  Not read: {path}" for path in check.unread]
    lines += [
        f"  Imported, though its row was refused: {path}" for path in check.contradicted
    ]
    if check.table:
        lines.append(f"  The imported table today: {check.table}")
    return lines
