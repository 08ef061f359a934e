"""Requests to all addresses, and their costs. Needs Django set up."""

import json
import os
import pickle
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from django.core.management import call_command
from django.db import connection, models
from rest_framework.test import APIClient

from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from benchmarks.growth import SLUG, VERSION
from core.models import Job
from curation.images.models import Image, Source
from curation.stages.base import ImageStage
from curation.stages.registry import automatic_stages
from evaluation.marking.models.error_analyses import ErrorAnalysis
from evaluation.runs.models.runs import Run
from evaluation.runs.states import FINISHED
from projects.models import Membership, ProtocolVersion, User
from projects.roles import Role
from review.adjudication.models import Case
from review.rounds.models.rounds import Round
from review.rounds.models.threads import Thread

HERE = "/api/projects/{slug}/"
POLLED = {
    "activity/",
    "agreement/",
    "agreement/over-time/",
    "calibration/",
    "calibration/{number}/",
    "evaluation/runs/",
    "evaluation/runs/{run_id}/",
    "images/counts/",
    "imports/",
    "jobs/",
    "my-day/",
    "notices/unread/",
    "outlook/",
    "overview/",
    "people/",
    "releases/",
    "releases/gate/",
    "rounds/",
    "threads/",
    "threads/{thread_id}/",
}
"""Addresses that the front end polls (``refetchInterval``)."""
VARIANTS = {
    "cases/": ["?status=validated"],
    "images/": ["?search=png", "?status=accepted", "?search=不在"],
    "items/": ["?status=submitted"],
    "items/find/": [
        "?state=validated",
        "?text=clock",
        "?text=时间",
        "?label=emotion:positive",
        "?person={person_id}",
    ],
    "threads/": ["?status=waiting"],
    "stages/{stage_id}/effects/": ["?threshold=0.2"],
}
"""Searches and filters of lists, beside the list itself."""
_QUERY = {"stages/{stage_id}/effects/": "?threshold=0.3"}
_TRIES = 3
_SLOW = 1.0
"""Seconds from which one try has to do."""


@dataclass(frozen=True)
class AddressRequest:
    """One address, as the schema writes it and filled in."""

    template: str
    address: str
    polled: bool
    export: bool
    """Whether it returns a file."""


@dataclass(frozen=True)
class Spent:
    """What one request cost."""

    status: int
    queries: int
    seconds: float
    """Of the processor, the database's process included."""
    bytes: int
    memory: int
    """Bytes by which the process grew."""


def addresses(only: str = "") -> Iterator[AddressRequest]:
    """Every GET of the API, filled in from the project, some with filters."""
    schema = StringIO()
    call_command("spectacular", "--format", "openapi-json", stdout=schema)
    filled = _filled()
    for path, methods in sorted(json.loads(schema.getvalue())["paths"].items()):
        if "get" not in methods or only not in path:
            continue
        operation = methods["get"]
        within = path.removeprefix(HERE)
        values = _Filled(filled)
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path" and "enum" in parameter["schema"]:
                values[parameter["name"]] = parameter["schema"]["enum"][0]
        address = path.format_map(values)
        content = operation["responses"].get("200", {}).get("content", {})
        for variant in (_QUERY.get(within, ""), *VARIANTS.get(within, [])):
            yield AddressRequest(
                template=path + variant,
                address=address + variant.format_map(values),
                polled=within in POLLED,
                export="/export/" in path
                or ("application/json" not in content and "/file" not in path),
            )


class _Filled(dict[str, Any]):
    """1 for unknown parameters."""

    def __missing__(self, name: str) -> int:
        return 1


def _filled() -> dict[str, Any]:
    def middle(rows: "models.QuerySet[Any]") -> int:
        keys = rows.order_by("pk").values_list("pk", flat=True)
        return keys[len(keys) // 2] if keys else 1

    run = Run.objects.filter(status=FINISHED).order_by("pk").first()
    return _Filled(
        slug=SLUG,
        stage_id=next(
            stage.id
            for stage in automatic_stages()
            if isinstance(stage, ImageStage) and stage.on_by_default
        ),
        version=VERSION,
        before=VERSION,
        after=VERSION,
        item_id=middle(Item.objects.all()),
        item_number=1,
        image_id=middle(Image.objects.all()),
        case_id=middle(Case.objects.all()),
        slot_id=middle(Slot.objects.filter(pk__in=Annotation.objects.values("slot"))),
        source_id=middle(Source.objects.all()),
        thread_id=middle(Thread.objects.all()),
        person_id=middle(Membership.objects.filter(role=Role.ANNOTATOR)),
        job_id=middle(Job.objects.all()),
        run_id=run.pk if run else 1,
        other_id=middle(Run.objects.filter(status=FINISHED)),
        analysis_id=middle(ErrorAnalysis.objects.all()),
        number=Round.objects.order_by("number").first() and 1,
        since=ProtocolVersion.objects.first() and 1,
        file="thumbnail",
        file_format="csv",
        path="manifest.json",
        field="emotion",
    )


def ask(request: AddressRequest, *, patience: float) -> Spent | None:
    """Request in a process of its own, to measure its memory. None: timed out."""
    reading, writing = os.pipe()
    connection.close()
    child = os.fork()
    if child == 0:
        os.close(reading)
        # The process ends, and with it the request.
        signal.setitimer(signal.ITIMER_REAL, patience)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(_spent(request), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        pickled = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(pickled) if pickled else None  # noqa: S301 - our own child's


def _spent(request: AddressRequest) -> Spent:
    client = _client(Role.MAINTAINER)
    connection.ensure_connection()
    before = _memory()
    queries = 0

    def counting(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*arguments)

    # Loading a module once is no cost of a request.
    client.get(f"/api/projects/{SLUG}/")
    with connection.execute_wrapper(counting):
        response, size, first = _timed(client, request.address)
        if response.status_code in (403, 404):
            client = _client(Role.ANNOTATOR)
            queries = 0
            response, size, first = _timed(client, request.address)
        counted = queries
    times = [first]
    if first < _SLOW:
        times = [_timed(client, request.address)[2] for _ in range(_TRIES)]
    return Spent(response.status_code, counted, median(times), size, _memory() - before)


def _timed(client: APIClient, address: str) -> tuple[Any, int, float]:
    begun = process_time() + _database_time()
    response = client.get(address)
    parts: Iterable[bytes] = [response.content] if not response.streaming else response
    size = sum(map(len, parts))
    return response, size, process_time() + _database_time() - begun


def _client(role: str) -> APIClient:
    member = Membership.objects.filter(role=role).order_by("pk").first()
    client = APIClient(raise_request_exception=False, HTTP_HOST="localhost")
    client.force_authenticate(User.objects.get(pk=member.user_id if member else 0))
    return client


def _database_time() -> float:
    """Processor seconds of the PostgreSQL process that serves us, if it is near."""
    if connection.vendor != "postgresql":
        return 0.0
    wrapped = connection.connection
    if wrapped is None:
        return 0.0
    file = Path(f"/proc/{wrapped.info.backend_pid}/schedstat")
    return int(file.read_text().split()[0]) / 1e9 if file.exists() else 0.0


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
