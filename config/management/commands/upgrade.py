"""Upgrade the database to the installed version, after a look at what that means.

`--check` only looks: which migrations will run, about how long they take, whether the
version before can serve meanwhile, and whether the last backup is younger than a day.
Exit code 1 means that there is a problem; then nothing is changed.
"""

from dataclasses import asdict
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser

from config.data_folder import unused_folder
from config.doctor.findings import count_problems
from config.doctor.services import find_missing_database
from config.upgrade.findings import check_upgrade, estimate_seconds, require_stopped
from config.upgrade.plan import plan_upgrade
from core.commands import SubtextCommand


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="only look, and change nothing"
        )
        parser.add_argument(
            "--without-backup",
            action="store_true",
            help="upgrade although no backup is younger than a day",
        )

    def run_command(self, **options: Any) -> None:
        if (missing := find_missing_database()) is not None:
            raise CommandError(f"{missing.message} {missing.advice}")
        plan = plan_upgrade()
        findings = check_upgrade(plan, needs_backup=not options["without_backup"])
        problems = count_problems(findings)
        lines = [
            line
            for finding in findings
            for line in (
                finding.as_line,
                *(f"{'':<11}{name}" for name in finding.names),
            )
        ]
        self.print_outcome(
            {
                "ok": not problems,
                "migrations": [asdict(migration) for migration in plan.migrations],
                "seconds": estimate_seconds(plan),
                "version_before_serves": not plan.conflicts,
                "findings": [asdict(finding) for finding in findings],
            },
            "\n".join(lines),
        )
        if problems:
            self.stdout.flush()
            raise CommandError(problems)
        if plan.migrations and not options["check"]:
            with unused_folder():
                require_stopped(plan)
                call_command(
                    "installation_prepare",
                    stdout=self.stderr if self.as_json else self.stdout,
                )
