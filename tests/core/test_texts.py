"""Texts that are shown in the reader's language, also after they were stored."""

import copy
import pickle

import pytest
from django.utils.translation import gettext_lazy

from core.domain.texts import Text, _, join_texts, local_text, read_text, store_text
from core.translation import override_language, translate
from tools.texts import compile_catalogue


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compile_catalogue()


def chinese(text: str) -> str:
    with override_language("zh"):
        return translate(text)


def test_a_text_is_its_english_sentence() -> None:
    text = _("Item {number} is already being annotated.", number=7)
    assert text == "Item 7 is already being annotated."
    assert translate(text) == text
    assert chinese(text) == "条目 7 已开始标注。"


def test_what_people_typed_is_not_translated() -> None:
    assert chinese("Not found") == "Not found"
    assert chinese(Text("{text}", text="Not found")) == "Not found"


def test_values_may_be_texts_and_errors() -> None:
    inner = _("{path} is not among the files", path="a.png")
    text = _("The manifest is not valid. {error}", error=ValueError(inner))
    assert text == "The manifest is not valid. a.png is not among the files"
    assert chinese(text) == "清单有误。文件中没有 a.png"


def test_the_message_of_an_error_stays_a_text() -> None:
    error = ValueError(_("Must be a number."))
    assert chinese(str(error)) == "应为数字。"


def test_a_sentence_may_come_in_both_languages() -> None:
    text = local_text({"en": "Choose one.", "zh": "请选择一项。"})
    assert text == "Choose one."
    assert chinese(text) == chinese(read_text(store_text(text))) == "请选择一项。"


def test_joined_texts_are_translated_one_by_one() -> None:
    text = join_texts("; ", [_("Too long."), "as typed", _("Required.")])
    assert text == "Too long.; as typed; Required."
    assert chinese(text) == "过长。; as typed; 必填。"


@pytest.mark.parametrize(
    "text",
    [
        _("Too long."),
        _("{size:,} bytes: the file is too large", size=12345),
        _("{where}: {message}", where="a", message=_("Required.")),
        _("no value for {{{name}}}", name="x"),
        Text("braces {without} values"),
        "typed by a person",
        '{"text": "typed, and looks like a stored one", "values": {}}',
    ],
)
def test_a_stored_text_reads_the_same(text: str) -> None:
    again = read_text(store_text(text))
    assert again == text
    assert chinese(again) == chinese(text)


def test_a_text_can_be_copied_and_sent_to_another_process() -> None:
    text = _("{name}, line {line}", name="{}", line=3)
    for same in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):  # noqa: S301
        assert same == text
        assert same.template == text.template


def test_django_and_the_rest_framework_are_translated() -> None:
    with override_language("zh"):
        assert str(gettext_lazy("This field is required.")) == "该字段是必填项。"
