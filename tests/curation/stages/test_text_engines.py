"""Which engine reads, with what, and how its weights come."""

import io
import json
import sys
from importlib.metadata import version

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from core.errors import InvalidInputError
from curation.stages.text_area.measure import TextMeasurer, text_engine
from curation.stages.text_area.stage import TextAreaRules


@pytest.fixture
def without_easyocr(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """EasyOCR is asked for on a machine that does not have it."""
    settings.OCR_ENGINE = "easyocr"
    monkeypatch.setitem(sys.modules, "easyocr", None)
    monkeypatch.delitem(
        sys.modules, "curation.stages.text_area.engines.easy", raising=False
    )


def fetched(*arguments: str) -> str:
    out = io.StringIO()
    call_command("ocr_weights_fetch", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("rapidocr")
def test_an_engine_that_brings_its_models_has_nothing_to_fetch() -> None:
    assert "nothing to download" in fetched()
    answer = json.loads(fetched("--json", "--languages", "en"))
    assert answer["engine"] == "rapidocr"
    assert answer["folder"] is None


@pytest.mark.usefixtures("without_easyocr")
def test_an_engine_that_is_not_installed_is_one_sentence() -> None:
    with pytest.raises(CommandError, match="needs the package 'easyocr'"):
        fetched()
    with pytest.raises(InvalidInputError, match="needs the package 'easyocr'"):
        text_engine(["zh"])


def test_the_engine_is_made_once_for_a_set_of_languages() -> None:
    assert text_engine(["zh", "en"]) is text_engine(["en", "zh"])


@pytest.mark.usefixtures("rapidocr")
def test_the_runtime_is_a_setting_and_recorded(settings: Settings) -> None:
    settings.OCR_RUNTIME = "onnxruntime"
    measurer = TextMeasurer(TextAreaRules())
    assert measurer.tool_versions["settings"]["detection"] == (
        f"onnxruntime {version('onnxruntime')}, float32"
    )
