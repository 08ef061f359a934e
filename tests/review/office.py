"""Review as its people do it, through the API."""

from typing import Any

from annotation.items.models.questions import QuestionRevision
from projects.models import User
from review.adjudication.models import Case
from tests.support.cast import Cast, browser


class Office:
    """What organizers and validators of a project do. Bodies of answers."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        person: User | None = None,
        status: int = 200,
    ) -> Any:
        client = browser(person or self.cast.organizer)
        address = f"/api/projects/{self.cast.project.slug}/{path}"
        response = getattr(client, method)(address, body)
        assert response.status_code == status, response.data
        return response.data

    def queue(self, person: User | None = None) -> list[Any]:
        results: list[Any] = self.call("get", "cases/queue/", person=person)["results"]
        return results

    def case(self, case_id: int) -> Any:
        return self.call("get", f"cases/{case_id}/")

    def decision(self, case_id: int, **changes: Any) -> dict[str, Any]:
        """Take the first person's side in everything, and their questions."""
        shown = self.case(case_id)
        first = shown["records"][0]
        labels = {
            one["field"]: one["value"] or one["values"][0]
            for one in shown["fields_compared"]
            if one["kind"] == "label"
        }
        questions = [
            {"sources": [{"annotation": 0, "question": at}]}
            for at in range(len(first["questions"]))
        ]
        record = {"labels": labels, "texts": first["texts"]}
        body = {"version": shown["version"], "record": record, "questions": questions}
        return {**body, **changes}

    def finalize(self, case_id: int, *, status: int = 200, **changes: Any) -> Any:
        body = self.decision(case_id, **changes)
        return self.call("post", f"cases/{case_id}/finalize/", body, status=status)

    def finalize_all(self) -> list[Case]:
        for case in self.queue():
            self.finalize(case["id"])
        return list(Case.objects.filter(project=self.cast.project).order_by("pk"))

    def open_round(self, *, status: int = 200, automatic: bool = False) -> Any:
        body = {"automatic": automatic}
        return self.call("post", "rounds/open/", body, status=status)

    def close_round(self, number: int = 1, *, status: int = 200) -> Any:
        return self.call("post", f"rounds/{number}/close/", status=status)

    def next(self, person: User) -> Any:
        return self.call("post", "validation/next/", person=person)["place"]

    def answer(
        self,
        person: User,
        place: Any,
        chosen: int | None,
        *,
        status: int = 200,
        **more: Any,
    ) -> Any:
        path = f"validation/{place['id']}/answer/"
        body = {"chosen": chosen, "seconds": 12.5, **more}
        return self.call("post", path, body, person=person, status=status)

    def answer_all(
        self, *, right: bool = True, people: list[User] | None = None
    ) -> int:
        """Everybody answers until nobody is asked any more. Returns how many answers."""
        count = 0
        for person in people or self.cast.annotators:
            place = self.next(person)
            while place:
                at = key_as_shown(place)
                chosen = at if right else (at + 1) % len(place["options"])
                place = self.answer(person, place, chosen, next=True)["place"]
                count += 1
        return count

    def tick_all(self, number: int) -> None:
        marks = self.call("get", f"rounds/{number}/checklist/")["results"]
        rounds = self.call("get", "rounds/")
        points = [point["id"] for point in rounds[number - 1]["rules"]["checklist"]]
        for mark in marks:
            self.call("post", f"checklist/{mark['id']}/", {"ticked": points})


def key_as_shown(place: Any) -> int:
    """Where the key stands among the options that a validator was shown."""
    revision = QuestionRevision.objects.get(places=place["id"])
    at: int = place["options"].index(revision.options[revision.answer])
    return at
