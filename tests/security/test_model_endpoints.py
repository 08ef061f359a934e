"""Organizers choose among the operator's model servers, and send a key nowhere else."""

from typing import Any

import pytest
from django.conf import LazySettings

from core.environment.models import ENDPOINTS
from core.environment.variables import EnvironmentVariableError
from core.selectors import last_entry
from evaluation.dispatch.domain import Endpoint, parse_endpoints
from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.dispatch.services.runs import retry_run, send_run
from evaluation.runs.models.runs import Run
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.reading import protocol_from_data
from subtext_runner.records import spec_from_data
from tests.evaluation.ordering import cut_release, ordered
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

INSIDE = "http://169.254.169.254/latest"


@pytest.fixture(autouse=True)
def _listed(settings: LazySettings, cast: Cast) -> None:
    settings.MODEL_ENDPOINTS = parse_endpoints(
        [
            "lab=http://gpu-7:8000/v1",
            f"bought=https://models.example/v1 {cast.project.slug} another",
            "theirs=http://10.0.0.9/v1 another",
        ]
    )


def reason(run: Run) -> str:
    entry = last_entry(run)
    assert entry is not None
    return entry.reason


def test_a_run_names_an_endpoint_that_its_project_may_ask(cast: Cast) -> None:
    release = cut_release(cast, items=6)
    organizer = browser(cast.organizer)
    address = f"/api/projects/{cast.project.slug}/evaluation/"
    assert organizer.get(f"{address}endpoints/").json() == [
        {"name": "lab", "key_variable": "SUBTEXT_MODEL_KEY_LAB"},
        {"name": "bought", "key_variable": "SUBTEXT_MODEL_KEY_BOUGHT"},
    ]
    tested = {"version": release.version, "endpoint": "theirs", "model": ""}
    refused = organizer.post(
        f"{address}connection-test/", {**tested, "setting": "none"}, format="json"
    )
    assert refused.status_code == 400

    def asking(**where: str) -> Any:
        asked = {
            "version": release.version,
            "model": "m",
            "backend": "openai",
            "settings": ["none"],
        }
        return organizer.post(f"{address}runs/", asked | where)

    for unknown in ("theirs", INSIDE):
        refused = asking(endpoint=unknown)
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["field"] == "endpoint"
    run = Run.objects.get(pk=asking(endpoint="bought").json()[0]["id"])
    model = spec_from_data(run_spec(run)).model
    assert model.base_url == "https://models.example/v1"
    assert model.api_key_variable == "SUBTEXT_MODEL_KEY_BOUGHT"
    shown = organizer.get(f"{address}runs/{run.pk}/")
    assert shown.json()["endpoint"] == "bought"
    assert b"models.example" not in shown.content


def test_an_address_in_a_request_is_nowhere_asked(cast: Cast) -> None:
    release = cut_release(cast, items=6)
    asked = {
        "version": release.version,
        "model": "m",
        "backend": "openai",
        "base_url": INSIDE,
        "settings": ["none"],
    }
    address = f"/api/projects/{cast.project.slug}/evaluation/runs/"
    made = browser(cast.organizer).post(address, asked).json()
    run = Run.objects.get(pk=made[0]["id"])
    assert run.base_url == ""
    assert spec_from_data(run_spec(run)).model.base_url is None


@pytest.mark.parametrize(
    ("base_url", "asked"),
    [(INSIDE, None), ("http://10.0.0.9/v1", None), ("http://gpu-7:8000/v1/", "lab")],
)
def test_a_protocols_address_is_asked_where_it_is_listed(
    cast: Cast,
    base_url: str,
    asked: str | None,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # No server answers, and this test does not wait for one.
    monkeypatch.setenv("SUBTEXT_MODEL_ATTEMPTS", "1")
    document = cast.project.protocol.model_dump(mode="json")
    served = {"name": "served", "backend": "openai", "settings": ["none"]}
    document["evaluation"]["models"] = [{**served, "base_url": base_url}]
    change_protocol(
        project=cast.project,
        protocol=protocol_from_data(document, origin="test"),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    with django_capture_on_commit_callbacks(execute=True):
        cut_release(cast, items=6)
    run = Run.objects.get(model="served")
    if asked is None:
        assert run.status == "failed"
        assert base_url in reason(run)
    else:
        model = spec_from_data(run_spec(run)).model
        assert model.api_key_variable == "SUBTEXT_MODEL_KEY_LAB"


def test_what_was_ordered_before_is_not_asked_again(cast: Cast) -> None:
    """An organizer's address of an earlier version; an endpoint that is taken away."""
    release = cut_release(cast, items=6)
    for where in ({"base_url": INSIDE}, {"endpoint": "lab"}):
        run = ordered(release, model=str(where), by_operator=False, **where)
        with pytest.MonkeyPatch.context() as later:
            later.setattr("django.conf.settings.MODEL_ENDPOINTS", ())
            send_run(run=run)
        run.refresh_from_db()
        assert run.status == "failed"
        retry_run(run=run, actor=cast.actor(cast.organizer))
        assert run.status == "queued"
    run.refresh_from_db()
    assert spec_from_data(run_spec(run)).model.base_url == "http://gpu-7:8000/v1"


def test_the_operators_shell_may_name_any_address(cast: Cast) -> None:
    run = ordered(cut_release(cast, items=6), base_url=INSIDE, by_operator=True)
    assert spec_from_data(run_spec(run)).model.base_url == INSIDE


@pytest.mark.parametrize(
    "entry",
    [
        "lab",
        "lab=gpu-7:8000",
        "Lab=http://gpu-7",
        "lab=file:///etc/passwd",
        "=http://x",
    ],
)
def test_a_list_with_a_mistake_stops_the_start(
    entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_ENDPOINTS", entry)
    with pytest.raises(
        EnvironmentVariableError,
        match=r"SUBTEXT_ENDPOINTS is .* is not of the form NAME=",
    ):
        ENDPOINTS.read()
    twice = ["lab=http://a", "lab=http://b"]
    with pytest.raises(EnvironmentVariableError, match="'lab' appears twice"):
        parse_endpoints(twice)


def test_names_become_the_variables_of_their_keys() -> None:
    assert Endpoint("gpu-7", "http://gpu-7").key_variable == "SUBTEXT_MODEL_KEY_GPU_7"
