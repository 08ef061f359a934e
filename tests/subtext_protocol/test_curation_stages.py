"""A protocol holds the parameters of the installed curation stages."""

from typing import Any

import pytest

from curation.near_duplicates.domain.stage import NearDuplicates
from curation.stages.image_quality.stage import ImageQuality
from subtext_protocol.document import Protocol
from subtext_protocol.reading import ProtocolError, protocol_from_data


def with_curation(protocol: Protocol, **stages: Any) -> dict[str, Any]:
    document = protocol.model_dump(mode="json")
    screening = document["curation"]["screening"]
    return {**document, "curation": {"screening": screening, **stages}}


def test_the_key_of_earlier_versions_is_read(toy_protocol: Protocol) -> None:
    document = with_curation(toy_protocol, duplicates={"certainty": 0.8})
    protocol = protocol_from_data(document, origin="toy")
    rules = NearDuplicates().rules(protocol)
    assert rules is not None
    assert rules.certainty == 0.8
    assert protocol.model_dump()["curation"]["near_duplicates"]["certainty"] == 0.8


def test_limits_of_the_earlier_search_are_dropped(toy_protocol: Protocol) -> None:
    document = with_curation(
        toy_protocol, near_duplicates={"radius": 12, "similarity": 0.7}
    )
    rules = NearDuplicates().rules(protocol_from_data(document, origin="toy"))
    assert rules == NearDuplicates.parameters()


def test_a_stage_that_is_off_runs_where_the_protocol_names_it(
    toy_protocol: Protocol,
) -> None:
    off = protocol_from_data(with_curation(toy_protocol), origin="toy")
    on = protocol_from_data(with_curation(toy_protocol, image_quality={}), origin="toy")
    assert ImageQuality().rules(off) is None
    assert "image_quality" not in off.model_dump()["curation"]
    assert ImageQuality().rules(on) == ImageQuality.parameters()


@pytest.mark.parametrize(
    ("stages", "path"),
    [
        ({"sharpnes": {}}, "curation.sharpnes"),
        ({"duplicates": {"certainty": 99}}, "curation.duplicates.certainty"),
        (
            {"image_quality": {"minimum_side": -1}},
            "curation.image_quality.minimum_side",
        ),
        ({"duplicates": {}, "near_duplicates": {}}, "curation.duplicates"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(
    toy_protocol: Protocol, stages: dict[str, Any], path: str
) -> None:
    with pytest.raises(ProtocolError) as refused:
        protocol_from_data(with_curation(toy_protocol, **stages), origin="toy")
    assert [problem.path for problem in refused.value.problems] == [path]
