"""Fifty people at work over HTTP, and what each of them has been told is saved."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

import httpx

from tests.curation.installation import Installation

PEOPLE = 50
SLUG = "cii-bench"
"""The kept project in the middle of its work."""
ENROLL = f"""
import json
from annotation.models import Item
from projects.accounts.services.api_tokens import make_api_token
from curation.images.models import Source
from projects.models import Project, User
from projects.memberships.services.members import add_member
from core.services import Actor
project = Project.objects.get(slug={SLUG!r})
tokens = []
for number in range({PEOPLE}):
    user = User.objects.create_user(f"drill-{{number}}")
    add_member(project=project, user=user, role="organizer")
    tokens.append(make_api_token(user))
item = Item.objects.filter(project=project).first()
source = Source.objects.filter(project=project).first()
print(json.dumps({{"tokens": tokens, "item": item.pk, "source": source.pk}}))
"""


@dataclass
class Write:
    """A write: a discussion with its first message, or an uploaded file."""

    text: str
    sent_at: datetime
    acknowledged_at: datetime | None = None


@dataclass
class Person:
    """Opens discussions and uploads files, one after the other, until told to stop."""

    url: str
    token: str
    number: int
    item: int
    source: int
    threads: list[Write] = field(default_factory=list)
    files: list[Write] = field(default_factory=list)

    def work(self, stop: Event) -> None:
        with httpx.Client(
            base_url=f"{self.url}/api/projects/{SLUG}/",
            headers={"Authorization": f"Token {self.token}"},
            timeout=60,
        ) as api:
            upload = (
                api.post("uploads/", json={"source_id": self.source})
                .raise_for_status()
                .json()["id"]
            )
            count = 0
            while not stop.is_set():
                count += 1
                text = f"Person {self.number}, number {count}."
                self._write(
                    self.threads,
                    text,
                    lambda text=text: api.post(
                        "threads/open/", json={"item": self.item, "text": text}
                    ),
                )
                self._write(
                    self.files,
                    text,
                    lambda text=text: api.post(
                        f"uploads/{upload}/parts/",
                        data={"path": f"{text}.txt"},
                        files={"content": ("piece", text.encode())},
                    ),
                )

    def _write(self, writes: list[Write], text: str, send: Any) -> None:
        write = Write(text, datetime.now(UTC))
        writes.append(write)
        answer = send()
        if answer.status_code == httpx.codes.CREATED:
            write.acknowledged_at = datetime.now(UTC)


class Enrolled(NamedTuple):
    """The people's tokens, an item and a source to work on."""

    tokens: Sequence[str]
    item: int
    source: int


def enroll(installation: Installation) -> Enrolled:
    """Add the people to the project."""
    printed = installation.manage("shell", "--verbosity=0", "--command", ENROLL)
    return Enrolled(**json.loads(printed.splitlines()[-1]))


@contextmanager
def people_at_work(url: str, enrolled: Enrolled) -> Iterator[Sequence[Person]]:
    """Let everybody work during the block, and be at work when it begins."""
    crew = [
        Person(url, token, number, enrolled.item, enrolled.source)
        for number, token in enumerate(enrolled.tokens)
    ]
    stop = Event()
    threads = [Thread(target=person.work, args=(stop,)) for person in crew]
    for thread in threads:
        thread.start()
    try:
        deadline = monotonic() + 240
        while not all(saved(person.files) for person in crew):
            assert monotonic() < deadline
            sleep(0.1)
        yield crew
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def saved(writes: Sequence[Write]) -> list[Write]:
    """The writes that were acknowledged."""
    return [write for write in writes if write.acknowledged_at is not None]
