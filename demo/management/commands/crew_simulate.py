"""Simulate people who screen, annotate, adjudicate and validate over HTTP.

Work in this process, or on a running server with --url and a maintainer's --token.
"""

from pathlib import Path
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from core.services import Actor
from demo.crew.browser import RefusedError, in_process_clients, server_clients
from demo.crew.quality import describe_label_errors
from demo.crew.questions import UnknownFormatError
from demo.crew.simulate import STAGES, CrewAccess, CrewPlan, simulate_crew
from demo.crew.truth import SeededTruths, TruthSource, WrittenTruths
from projects.access.selectors import get_project, list_members
from projects.memberships.services.invitations import create_invitation
from subtext_protocol.document import Protocol


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--people",
            type=int,
            required=True,
            help="number of annotators to simulate",
        )
        parser.add_argument(
            "--accuracy",
            type=float,
            default=0.9,
            help="share of correct answers, 0 to 1 (default: %(default)s)",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=0,
            help="seed of all choices (default: %(default)s)",
        )
        parser.add_argument(
            "--until",
            choices=list(STAGES),
            default="validation",
            help="last stage to work on (default: %(default)s)",
        )
        parser.add_argument(
            "--truth",
            type=local_path,
            help="ground-truth file (default: invented answers)",
        )
        parser.add_argument(
            "--url", help="URL of a running server (default: run in this process)"
        )
        parser.add_argument(
            "--token", help="API token of a maintainer, required with --url"
        )

    def run_command(self, **options: Any) -> None:
        if options["people"] < 1:
            raise CommandError("--people must be at least 1.")
        if not 0 <= options["accuracy"] <= 1:
            raise CommandError("--accuracy must be between 0 and 1.")
        slug, url, token = options["slug"], options["url"], options["token"]
        if url and not token:
            raise CommandError("--url needs the --token of a maintainer.")
        protocol, entrance = _remote(url, token, slug) if url else _local(slug)
        truths: TruthSource = SeededTruths(protocol, options["seed"])
        if options["truth"]:
            truths = _read_truths(options["truth"], protocol, options["seed"])
        plan = CrewPlan(
            slug=slug,
            people=options["people"],
            accuracy=options["accuracy"],
            seed=options["seed"],
            until=options["until"],
            secret=token or settings.SECRET_KEY,
        )
        try:
            done = simulate_crew(
                plan,
                protocol=protocol,
                truths=truths,
                connect=server_clients(url) if url else in_process_clients(),
                entrance=entrance,
                say=self._say,
            )
        except (RefusedError, UnknownFormatError, httpx.HTTPError) as error:
            raise CommandError(str(error)) from error
        acted = f"Simulated people: {done['people']}. Actions: {done['actions']}."
        self.print_outcome(done, f"{acted} {describe_label_errors(done['quality'])}")

    def _say(self, line: str) -> None:
        if not self.as_json:
            self.stdout.write(line)
            self.stdout.flush()


def _local(slug: str) -> tuple[Protocol, CrewAccess]:
    project = get_project(slug)

    def invite(role: str) -> str:
        invitation = create_invitation(
            project=project,
            role=role,
            uses=1,
            days=1,
            actor=Actor.system(),
            simulated=True,
        )
        return invitation.token

    members = [membership.user.username for membership in list_members(project)]
    return project.protocol, CrewAccess(members, invite)


def _remote(url: str, token: str, slug: str) -> tuple[Protocol, CrewAccess]:
    client = httpx.Client(base_url=url, headers={"Authorization": f"Token {token}"})

    def fetch(path: str) -> Any:
        try:
            answer = client.get(f"/api/projects/{slug}/{path}")
        except httpx.HTTPError as error:
            raise CommandError(f"{url}: {error}") from error
        if answer.is_error:
            raise CommandError(str(RefusedError(answer)))
        return answer.json()

    protocol = Protocol.model_validate(fetch("")["protocol"])
    members = [member["username"] for member in fetch("members/")]

    def invite(role: str) -> str:
        response = client.post(
            f"/api/projects/{slug}/invitations/",
            json={"role": role, "uses": 1, "days": 1, "simulated": True},
        )
        if response.is_error:
            raise RefusedError(response)
        link: str = response.json()["token"]
        return link

    return protocol, CrewAccess(members, invite)


def _read_truths(file: Path, protocol: Protocol, seed: int) -> TruthSource:
    try:
        return WrittenTruths(file, protocol, SeededTruths(protocol, seed))
    except (OSError, ValueError, KeyError) as error:
        raise CommandError(f"{file}: {error!r}") from error
