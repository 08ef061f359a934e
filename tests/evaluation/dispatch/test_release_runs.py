"""The runs that the publication of a release queues."""

import pytest

from evaluation.runs.models.runs import Run
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.reading import protocol_from_data
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    """A project without a release."""
    return Cast()


def test_publishing_orders_the_protocols_models_in_their_settings(
    cast: Cast,
) -> None:
    document = cast.project.protocol.model_dump(mode="json")
    document["evaluation"]["models"] = [
        {
            "name": "Qwen/Qwen2.5-VL-7B-Instruct",
            "backend": "transformers",
            "revision": "cc59489",
            "settings": ["none", "shuffled"],
        },
        {
            "name": "served",
            "backend": "openai",
            "base_url": "http://gpu-7:8000/v1",
            "settings": ["cot"],
        },
    ]
    change_protocol(
        project=cast.project,
        protocol=protocol_from_data(document, origin="test"),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    cut_release(cast, items=6)
    asked = Run.objects.values_list("model", "revision", "base_url", "setting")
    assert {*asked} == {
        ("Qwen/Qwen2.5-VL-7B-Instruct", "cc59489", "", "none"),
        ("Qwen/Qwen2.5-VL-7B-Instruct", "cc59489", "", "shuffled"),
        ("served", "", "http://gpu-7:8000/v1", "cot"),
        ("Random choice", "", "", "none"),
        ("Frequent choice", "", "", "none"),
    }
