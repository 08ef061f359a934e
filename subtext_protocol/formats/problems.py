"""Problems of records and their sentences in English and Chinese."""

import dataclasses
from collections.abc import Mapping

from core.domain.texts import local_text
from core.errors import FieldProblem

_TEXTS: Mapping[str, tuple[str, str]] = {
    "wrong_shape": (
        "This value has the wrong format.",
        "此处的格式不正确。",
    ),
    "no_text": (
        "This text contains a character that cannot be stored.",
        "此处含有无法保存的字符。",
    ),
    "record_too_long": (
        "All texts together have {count:,} characters. The maximum is {limit:,}. "
        "Shorten some of them.",
        "所有文字共 {count:,} 个字符，最多 {limit:,} 个。请缩短一些。",
    ),
    "unknown_field": (
        "The protocol has no such field.",
        "协议中没有这个字段。",
    ),
    "unknown_choice": (
        "A chosen label is not in the current protocol. Choose another one.",
        "所选的标签不在现行协议中，请重新选择。",
    ),
    "wrong_parent": (
        "“{choice}” does not belong to the value chosen above.",
        "“{choice}”不属于上一级所选的值。",
    ),
    "choose_one": ("Choose one.", "请选择一项。"),
    "choose_only_one": ("Choose only one.", "只能选择一项。"),
    "choose_some": ("Choose at least one.", "请至少选择一项。"),
    "write_something": ("Required.", "必填。"),
    "too_few_words": (
        "Minimum: {limit} words; now: {count}.",
        "至少需要 {limit} 个单词，目前有 {count} 个。",
    ),
    "too_few_characters": (
        "Minimum: {limit} characters; now: {count}.",
        "至少需要 {limit} 个字，目前有 {count} 个。",
    ),
    "too_many_words": (
        "Maximum: {limit} words; now: {count}.",
        "最多 {limit} 个单词，目前有 {count} 个。",
    ),
    "too_many_characters": (
        "Maximum: {limit} characters; now: {count}.",
        "最多 {limit} 个字，目前有 {count} 个。",
    ),
    "too_few_questions": (
        "Minimum number of questions: {limit}; now: {count}.",
        "至少需要 {limit} 道题目，目前 {count} 道。",
    ),
    "too_many_questions": (
        "Maximum number of questions: {limit}; now: {count}.",
        "最多 {limit} 道题目，目前 {count} 道。",
    ),
    "too_many_options": (
        "Maximum number of options: {limit}; now: {count}.",
        "最多 {limit} 个选项，目前 {count} 个。",
    ),
    "same_question_twice": (
        "This question appears twice.",
        "这道题目出现了两次。",
    ),
    "unknown_format": (
        "The protocol has no question format “{format}”.",
        "协议中没有“{format}”题型。",
    ),
    "fixed_missing": (
        "Every item must have the question “{stem}”.",
        "每个条目都必须包含题目“{stem}”。",
    ),
    "fixed_unknown": (
        "The protocol has no such fixed question.",
        "协议中没有这道固定题目。",
    ),
    "fixed_edited": (
        "The wording of this question is fixed: “{stem}”.",
        "这道题目的题干是固定的：“{stem}”。",
    ),
    "wrong_number_of_options": (
        "Required number of options: {limit}; now: {count}.",
        "必须有 {limit} 个选项，目前 {count} 个。",
    ),
    "no_key": (
        "Mark the correct answer.",
        "请标出正确答案。",
    ),
    "too_few_keys": (
        "Mark at least {limit} correct answers. Use single choice for one.",
        "请至少标出 {limit} 个正确答案；只有一个时请用单选题。",
    ),
    "true_or_false": (
        "Choose true or false.",
        "请选择对或错。",
    ),
    "no_accepted": (
        "Write at least one accepted answer.",
        "请至少写出一个可接受的答案。",
    ),
    "no_such_picture": (
        "There is no image {number}. Images of this question: {limit}.",
        "没有第 {number} 张图像；这道题目共有 {limit} 张图像。",
    ),
    "accepted_twice": (
        "This answer is already accepted.",
        "这个答案已经列出。",
    ),
    "negative_tolerance": (
        "A tolerance cannot be negative.",
        "误差范围不能为负数。",
    ),
    "tolerance_needs_number": (
        "A tolerance needs an accepted answer that is a number.",
        "设置误差范围时，可接受的答案中须有数字。",
    ),
    "unit_needs_number": (
        "A unit needs an accepted answer that is a number.",
        "填写单位时，可接受的答案中须有数字。",
    ),
    "key_not_an_option": (
        "The correct answer is not among the options.",
        "正确答案不在选项之中。",
    ),
}


@dataclasses.dataclass(frozen=True)
class Problem:
    """A problem of a record; ``field`` is a dotted path into it."""

    field: str
    code: str
    values: Mapping[str, str | int] = dataclasses.field(default_factory=dict)

    @property
    def message(self) -> dict[str, str]:
        """One sentence for the author, by language."""
        english, chinese = _TEXTS[self.code]
        return {
            "en": english.format_map(self.values),
            "zh": chinese.format_map(self.values),
        }

    def as_field_problem(self) -> FieldProblem:
        """Return the problem as errors name it."""
        return FieldProblem(self.field, local_text(self.message))
