"""Request parameters of runs: on the page, by the command, and in scores."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from core.jobs import run_job
from evaluation.dispatch.domain import Endpoint
from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.runs.models.model_cards import ModelCard
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.scored_runs import latest_runs
from evaluation.tables.selectors.paper_tables import paper_tables, render_tables
from releases.records.models import Release
from subtext_runner.parameters import RequestParameters
from tests.evaluation.scoring import another, key, scored
from tests.support.cast import Cast, browser
from tests.support.model_server import ChatRequest, Reply, model_server

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"


def start(cast: Cast, **body: Any) -> Any:
    given = {
        "version": "1.0.0",
        "model": "m",
        "backend": "openai",
        "settings": ["none"],
    }
    return browser(cast.organizer).post(
        f"{BASE}runs/", {**given, **body}, format="json"
    )


def test_runs_with_other_parameters_are_other_runs(
    cast: Cast, release: Release
) -> None:
    warm = {"temperature": "none", "maximum_tokens": 4096, "extra_body": {"top_k": 5}}
    first = start(cast, parameters=warm)
    assert first.status_code == 201, first.data
    assert start(cast).status_code == 201
    assert start(cast, parameters=warm).status_code == 409
    [run] = first.json()
    label = 'maximum_tokens=4096, temperature=none, extra_body={"top_k": 5}'
    assert run["parameters_label"] == label
    assert {name: run["parameters"][name] for name in warm} == warm
    assert run_spec(Run.objects.get(pk=run["id"]))["parameters"] == warm


def test_what_the_protocol_says_anyway_is_no_other_run(
    cast: Cast, release: Release
) -> None:
    settings = release.protocol_version.protocol.evaluation.settings
    assert {setting.temperature for setting in settings} == {0}
    assert start(cast).status_code == 201
    same = {"temperature": 0, "top_p": 1, "stream": False, "extra_body": {}}
    assert start(cast, parameters=same).status_code == 409


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"temperature": 3}, "parameters.temperature"),
        ({"temperature": "off"}, "parameters.temperature"),
        ({"temperature": "NaN"}, "parameters.temperature"),
        ({"top_p": 0}, "parameters.top_p"),
        ({"maximum_tokens": 0}, "parameters.maximum_tokens"),
        ({"reasoning_effort": "HIGH!"}, "parameters.reasoning_effort"),
        ({"extra_body": []}, "parameters.extra_body"),
        ({"extra_body": {"messages": []}}, "parameters.extra_body"),
        ({"seconds": 0}, "parameters.seconds"),
    ],
)
def test_a_wrong_parameter_is_named(
    cast: Cast, release: Release, parameters: dict[str, Any], field: str
) -> None:
    answer = start(cast, parameters=parameters)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_a_backend_has_only_the_parameters_that_it_can_use(
    cast: Cast, release: Release
) -> None:
    answer = start(cast, backend="random", parameters={"temperature": 1})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "parameters.temperature"
    card = {"access": "open", "parameters": {"temperature": 1, "stream": True}}
    ModelCard.objects.create(project=release.project, model="m", **card)
    [run] = start(cast, backend="transformers").json()
    assert run["parameters_label"] == "temperature=1"


def test_a_model_card_presets_what_a_run_does_not_give(
    cast: Cast, release: Release
) -> None:
    preset = {"temperature": "none", "reasoning_effort": "low"}
    saved = browser(cast.organizer).put(
        f"{BASE}models/",
        {"model": "m", "access": "closed", "parameters": preset},
        format="json",
    )
    assert saved.status_code == 200, saved.data
    assert saved.json()["parameters"]["temperature"] == "none"
    [run] = start(cast, parameters={"reasoning_effort": "high"}).json()
    assert run["parameters_label"] == "temperature=none, reasoning_effort=high"
    [run] = start(cast).json()
    assert run["parameters_label"] == "temperature=none, reasoning_effort=low"


def test_tables_tell_them_apart_and_say_how_they_differ(release: Release) -> None:
    warm = RequestParameters(temperature="none", maximum_tokens=4096)
    scored(release, another, model="m")
    scored(release, key, model="m", parameters=warm)
    rows = latest_runs(release)
    label = "maximum_tokens=4096, temperature=none"
    assert {who.parameters for who in rows} == {"", label}
    tables = [table for table in paper_tables(release) if table.id == "prompts"] or [
        table for table in paper_tables(release) if table.groups
    ]
    text = render_tables(tables, "markdown", "en")
    assert "| m |" in text
    assert "m (maximum\\_tokens=4096, temperature=none)" in text
    assert "Request parameters that differ from the protocol: m: maximum" in text


def test_the_check_of_a_connection_asks_as_the_run_will(
    cast: Cast, release: Release, settings: Settings
) -> None:
    def behaviour(asked: ChatRequest) -> Reply:
        if "temperature" in asked.body:
            return Reply("Unsupported parameter: 'temperature'", status=400)
        return Reply("I choose A.")

    def check(**parameters: Any) -> Any:
        body = {"version": "1.0.0", "endpoint": "lab", "setting": "none", "model": "m"}
        client = browser(cast.organizer)
        path = f"{BASE}connection-test/"
        begun = client.post(path, {**body, "parameters": parameters}, format="json")
        run_job(begun.json()["id"])
        return client.get(f"{path}{begun.json()['id']}/").json()["result"]

    with model_server(behaviour) as server:
        settings.MODEL_ENDPOINTS = (Endpoint("lab", server.base_url),)
        assert "Set the temperature to “none”" in check()["problem"]
        assert check(temperature="none")["answer"] == "I choose A."


def test_the_command_gives_them_too(release: Release) -> None:
    with model_server(lambda _: Reply("I choose A.")) as server:
        out = StringIO()
        call_command(
            *("evaluation_run", "bench", "1.0.0", "--model=m", "--wait", "--json"),
            *(f"--base-url={server.base_url}", "--temperature=none", "--seed=none"),
            *("--maximum-tokens=99", "--total-time=7"),
            stdout=out,
        )
    run = Run.objects.get(pk=json.loads(out.getvalue())["run"])
    sent = run.result["parameters"]
    assert (sent["maximum_tokens"], sent["temperature"], sent["seed"]) == (
        99,
        None,
        None,
    )
    assert (sent["seconds"], run.seed) == (7, 0)
    assert server.asked[0].body["max_tokens"] == 99
    with pytest.raises(CommandError, match="--extra-body: The extra body cannot set"):
        call_command(
            "evaluation_run", "bench", "1.0.0", "--model=m", '--extra-body={"n": 2}'
        )
