"""Verify that a release folder is complete and unchanged."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from releases.content.domain.commitments import check_answers
from releases.layouts.domain.verify import verify_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder",
            type=local_path,
            metavar="DIR",
            help="release folder to verify",
        )
        parser.add_argument("--sha256", help="expected release hash")
        parser.add_argument(
            "--answers",
            type=local_path,
            metavar="FILE",
            help="answers file to compare with the commitments",
        )

    def run_command(self, **options: Any) -> None:
        folder: Path = options["folder"]
        check = verify_release(folder, sha256=options["sha256"])
        lines = [f"{problem.path}: {problem.reason}" for problem in check.problems]
        broken = check_answers(folder, options["answers"]) if options["answers"] else []
        lines += broken
        data = {
            "ok": check.is_intact and not broken,
            "version": check.version,
            "sha256": check.sha256,
            "files": check.files,
            "problems": [problem._asdict() for problem in check.problems],
            "bytecode": list(check.bytecode),
            "answers": broken,
        }
        fine = (
            f"All files are as published: {check.files}.\nRelease hash {check.sha256}"
        )
        if check.bytecode:
            fine += f"\nNot verified, written by Python: {', '.join(check.bytecode)}."
        self.print_outcome(data, fine if data["ok"] else "\n".join(lines))
        if not check.is_intact:
            raise CommandError(f"{folder} is not as published.")
        if broken:
            raise CommandError(f"{options['answers']} does not match the commitments.")
