from pathlib import Path

import pytest

from core.domain.processors import is_intel


@pytest.mark.parametrize(
    ("vendor", "expected"), [("GenuineIntel", True), ("AuthenticAMD", False)]
)
def test_intel_is_told_by_the_vendor(
    tmp_path: Path, vendor: str, expected: bool
) -> None:
    described = tmp_path / "cpuinfo"
    described.write_text(f"processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: 6\n")
    assert is_intel(described) is expected


def test_without_a_description_it_is_not_intel(tmp_path: Path) -> None:
    assert not is_intel(tmp_path / "none")
