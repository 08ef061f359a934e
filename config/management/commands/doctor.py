"""Check an installation: what is wrong, and what to do.

It looks at settings, database, clock, broker, the right to write, free space, waiting
jobs, the age of the last backup, missing and superfluous files, and compares every file
with its hash. Exit code 1
means that there is a problem; nothing is changed.
"""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser

from config.doctor.files import check_files
from config.doctor.findings import Finding, FindingLevel, count_problems
from config.doctor.services import (
    INDEPENDENT,
    ON_DATABASE,
    check_database,
    run_check,
)
from core.commands import SubtextCommand


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--quick",
            action="store_true",
            help="do not look at the files: reading all of them takes long",
        )

    def run_command(self, **options: Any) -> None:
        findings: list[Finding] = []
        for name, check in INDEPENDENT.items():
            findings += run_check(name, check)
        findings += run_check("database", check_database)
        if findings[-1].level == FindingLevel.OK:
            for name, check in ON_DATABASE.items():
                findings += run_check(name, check)
            if not options["quick"]:
                findings += run_check("files", check_files)
        problems = count_problems(findings)
        self.print_outcome(
            {"ok": not problems, "findings": [asdict(finding) for finding in findings]},
            "\n".join(finding.as_line for finding in findings),
        )
        if problems:
            self.stdout.flush()
            raise CommandError(problems)
