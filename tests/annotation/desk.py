"""A person at work, through the API."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from annotation.items.models.slots import Slot
from annotation.slots.services.leases import expire_leases
from projects.models import User
from tests.support.cast import Cast, browser
from tests.support.writing import finished_record


class Desk:
    """What one annotator of a project does. Bodies of 2xx answers, or the response."""

    def __init__(self, cast: Cast, person: User) -> None:
        self.cast = cast
        self.person = person
        self.client = browser(person)
        self.here = f"/api/projects/{cast.project.slug}/annotate/"

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        response = getattr(self.client, method)(self.here + path, body, headers=headers)
        assert response.status_code == status, response.data
        return response.data

    def next(self) -> Any:
        return self.call("post", "next/")["slot"]

    def slot(self, slot_id: int, *, status: int = 200) -> Any:
        return self.call("get", f"slots/{slot_id}/", status=status)

    def save(self, slot: Any, content: Any, *, version: int, status: int = 200) -> Any:
        body = {"version": version, "content": content}
        return self.call("put", f"slots/{slot['id']}/draft/", body, status=status)

    def versions(self, slot: Any) -> list[int]:
        shown = self.call("get", f"slots/{slot['id']}/draft/versions/")["results"]
        return [one["number"] for one in shown]

    def version(self, slot: Any, number: int, *, status: int = 200) -> Any:
        path = f"slots/{slot['id']}/draft/versions/{number}/"
        return self.call("get", path, status=status)

    def submit(
        self, slot: Any, content: Any = None, *, status: int = 201, key: str = ""
    ) -> Any:
        body = {"content": content or self.record(), "seconds": 61.5}
        headers = {"Idempotency-Key": key} if key else {}
        path = f"slots/{slot['id']}/submit/"
        return self.call("post", path, body, status=status, headers=headers)

    def decline(
        self, slot: Any, reason: str = "broken", *, note: str = "", status: int = 200
    ) -> Any:
        body = {"reason": reason, "note": note}
        return self.call("post", f"slots/{slot['id']}/decline/", body, status=status)

    def reopen(self, slot: Any, *, status: int = 200) -> Any:
        return self.call("post", f"slots/{slot['id']}/reopen/", status=status)

    def heartbeat(self, slot: Any, *, status: int = 200) -> Any:
        return self.call("post", f"slots/{slot['id']}/heartbeat/", status=status)

    def work(self) -> Any:
        return self.call("get", "work/")["results"]

    def drafts(self) -> Any:
        """By item number, why what was typed there is not handed in."""
        shown = self.call("get", "drafts/")["results"]
        return {number_of(one): one["why"] for one in shown}

    def record(self, mark: str = "") -> dict[str, Any]:
        return finished_record(self.cast.project.protocol, mark=mark)


def number_of(given: Any) -> int:
    """The number of the item of a slot or draft, which its annotator is not told."""
    slot = Slot.objects.select_related("item").get(pk=given.get("slot") or given["id"])
    return slot.item.number


def leases_run_out(*, swept: bool = True) -> None:
    """Every lease has ended; with ``swept`` the sweeper has been there too."""
    past = timezone.now() - timedelta(minutes=1)
    Slot.objects.filter(status="leased").update(lease_until=past)
    if swept:
        expire_leases()
