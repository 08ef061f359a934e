"""The schemas of the files that the Hugging Face Hub reads."""

import json
from pathlib import Path
from typing import Any

import jsonschema

_SCHEMAS = Path(__file__).with_name("schemas")


def validate(data: Any, schema: str) -> None:
    """Raise jsonschema.ValidationError if the data does not match the schema."""
    rules = json.loads((_SCHEMAS / f"{schema}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(
        rules, format_checker=jsonschema.FormatChecker()
    ).validate(data)
