"""The API describes itself: front end and scripts are built from this schema."""

from pathlib import Path

from django.core.management import call_command


def test_the_schema_is_valid_and_warns_of_nothing(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    call_command(
        "spectacular",
        format="openapi-json",
        validate=True,
        fail_on_warn=True,
        file=str(file),
    )
    assert file.stat().st_size
