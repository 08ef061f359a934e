"""``datasets.load_dataset`` reads a release offline, with pictures and types."""

from pathlib import Path

import pytest

from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.releases.readers import load_with_datasets
from tests.releases.samples import frozen_item, frozen_release, written


@pytest.mark.parametrize("withheld", [False, True])
def test_ii_bench_columns_are_typed_and_images_decode(
    withheld: bool, tmp_path: Path
) -> None:
    protocol = shipped_protocol("ii-bench")
    release = frozen_release(protocol)
    if withheld:
        hidden = frozen_item(protocol, 20, split="test", rights="address_only")
        release = frozen_release(protocol, [*release.items, hidden])
    written(release, tmp_path / "release")
    found = load_with_datasets(tmp_path / "release", "test", tmp_path / "cache")
    assert found["rows"] == {"dev": 6, "val": 6, "test": 7 if withheld else 6}
    features = found["features"]
    string = {"dtype": "string", "_type": "Value"}
    assert features["image"] == {"_type": "Image"}
    assert features["rhetoric"] == {"feature": string, "_type": "List"}
    assert features["domain"] == string
    assert {f"option{n}" for n in range(1, 7)} <= features.keys()
    first = found["first"]
    letter = "ABCDEF".index(first["answer"]) + 1
    assert first[f"option{letter}"] == first["correct_option"]
    assert found["sizes"].count([None]) == (1 if withheld else 0)
    assert found["sizes"].count([[64, 48]]) == 6


def test_two_images_an_item_are_two_columns(
    toy_protocol: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(toy_protocol), tmp_path / "release")
    found = load_with_datasets(tmp_path / "release", "main", tmp_path / "cache")
    assert found["features"]["image_1"] == {"_type": "Image"}
    assert found["features"]["image_2"] == {"_type": "Image"}
    assert "option4" not in found["features"]
    assert all(row == [[64, 48], [64, 48]] for row in found["sizes"])
