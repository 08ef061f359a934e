"""An exported release passes, offline, where the field checks."""

import json
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command

from releases.gate.services import run_gate_check
from releases.records.models import Release
from tests.evaluation.scoring import key, scored
from tests.releases.conftest import Publish
from tests.releases.hub_schemas import validate
from tests.releases.readers import load_with_datasets, read_with_croissant
from tests.releases.records.test_previews import BASE, FORM
from tests.support.cast import Cast, browser

TEXTS_OF_NEURIPS = (
    "rai:dataLimitations",
    "rai:dataBiases",
    "rai:personalSensitiveInformation",
    "rai:dataUseCases",
    "rai:dataSocialImpact",
)


@pytest.mark.django_db
def test_an_exported_release_passes_where_the_field_checks(
    done: Cast, publish: Publish, tmp_path: Path
) -> None:
    browser(done.maintainer).put(f"{BASE}form/", FORM, format="json")
    publish(done)
    folder = tmp_path / "release"
    call_command("release_export", done.project.slug, "1.0.0", str(folder))
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    questions = {
        split: counts["questions"]
        for split, counts in manifest["splits"].items()
        if counts["questions"]
    }

    loaded = load_with_datasets(folder, next(iter(questions)), tmp_path / "cache")
    assert loaded["rows"] == questions

    records = read_with_croissant(folder, tmp_path / "croissant")
    assert {split: len(rows) for split, rows in records.items()} == questions
    described = json.loads((folder / "croissant.json").read_text("utf-8"))
    for field in TEXTS_OF_NEURIPS:
        assert len(described[field]) > 20, field
    assert described["rai:hasSyntheticData"] is False
    assert all(source["prov:label"] for source in described["prov:wasDerivedFrom"])
    activities = described["prov:wasGeneratedBy"]
    assert [activity["prov:type"] for activity in activities][:2] == [
        "collection",
        "annotation",
    ]
    assert all(
        activity["prov:label"] and activity["sc:description"] for activity in activities
    )

    benchmark = yaml.safe_load((folder / "eval.yaml").read_text("utf-8"))
    validate(benchmark, "eval")
    for task in benchmark["tasks"]:
        spec = task["field_spec"]
        columns = {spec["input"], spec["input_image"], spec["target"], *spec["choices"]}
        assert columns <= loaded["features"].keys()
        assert task["split"] in questions

    # Results of a model, in its own repository, on the Hub's board of this benchmark.
    release = Release.objects.get(project=done.project, version="1.0.0")
    scored(release, key, model="team/model")
    site = tmp_path / "site"
    call_command("release_site", done.project.slug, "1.0.0", str(site), hub="team/set")
    [results] = (site / "hub").rglob(".eval_results/*.yaml")
    entries = yaml.safe_load(results.read_text("utf-8"))
    validate(entries, "eval_results")
    task_ids = {task["id"] for task in benchmark["tasks"]}
    assert {entry["dataset"]["task_id"] for entry in entries} <= task_ids
    assert entries[0]["value"] == 100


@pytest.mark.django_db
def test_the_release_checks_name_the_fields_that_people_must_fill_in(
    done: Cast, publish: Publish, tmp_path: Path
) -> None:
    """What the form lacks is missing in Croissant too; nothing is made up."""
    run_gate_check(project=done.project)
    lines = browser(done.maintainer).get(f"{BASE}gate/").json()["lines"]
    [form] = [line for line in lines if line["id"] == "form"]
    for name in ("limits", "social impact", "synthetic data", "personal information"):
        assert name in form["message"]["en"]
    publish(done)
    folder = tmp_path / "release"
    call_command("release_export", done.project.slug, "1.0.0", str(folder))
    described = json.loads((folder / "croissant.json").read_text("utf-8"))
    missing = {"rai:dataLimitations", "rai:dataSocialImpact", "rai:hasSyntheticData"}
    assert missing.isdisjoint(described)
