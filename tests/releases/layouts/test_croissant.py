"""Croissant, the machine-readable description of a release."""

import json
from pathlib import Path

import pytest

from subtext_protocol.document import Protocol
from tests.releases.readers import read_with_croissant
from tests.releases.samples import frozen_release, protocol_named, written


@pytest.mark.parametrize("name", ["ii-bench", "toy"])
def test_croissant_gives_the_records(
    name: str, toy_protocol: Protocol, tmp_path: Path
) -> None:
    protocol = protocol_named(name, toy_protocol)
    release = frozen_release(protocol)
    written(release, tmp_path / "release")
    found = read_with_croissant(tmp_path / "release", tmp_path / "cache")
    assert set(found) == set(release.splits)
    for split in release.splits:
        pairs = release.questions_in_split(split)
        assert [row["id"] for row in found[split]] == [q.id for _, q in pairs]
        for row, (item, question) in zip(found[split], pairs, strict=True):
            assert row["answer"] == question.key("en").letter
            assert row["option3"] == question.options[2]
            image = "image" if len(item.images) == 1 else "image_2"
            assert row[image] == [64, 48]


def test_croissant_says_what_responsible_ai_asks_for(
    ii_bench: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(ii_bench), tmp_path)
    document = json.loads((tmp_path / "croissant.json").read_text())
    assert document["conformsTo"][0].endswith("croissant/1.1")
    assert document["version"] == "1.0.0"
    assert document["isLiveDataset"] is False
    assert document["rai:annotationsPerItem"] == "2"
    assert "independently" in document["rai:dataAnnotationProtocol"]
    assert (
        "Illustration" in document["rai:dataBiases"]
        or "%" in (document["rai:dataBiases"])
    )
