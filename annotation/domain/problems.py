"""What can be wrong with a record, said in both languages of the interface."""

import dataclasses
from collections.abc import Mapping

from workflow.errors import FieldProblem

_TEXTS: Mapping[str, tuple[str, str]] = {
    "wrong_shape": (
        "Something else belongs here.",
        "此处的数据格式不对。",
    ),
    "no_text": (
        "This holds a character that cannot be kept.",
        "此处含有无法保存的字符。",
    ),
    "unknown_field": (
        "The protocol has no such field.",
        "标注规范中没有这个字段。",
    ),
    "unknown_choice": (
        "“{choice}” is not one of the choices.",
        "“{choice}”不是可选项。",
    ),
    "wrong_parent": (
        "“{choice}” does not belong to what was chosen above.",
        "“{choice}”不属于上一级所选的类别。",
    ),
    "choose_one": ("Choose one.", "请选择一项。"),
    "choose_only_one": ("Choose only one.", "只能选择一项。"),
    "choose_some": ("Choose at least one.", "请至少选择一项。"),
    "write_something": ("This is still empty.", "此处还没有填写。"),
    "too_few_words": (
        "At least {limit} words, please; there are {count}.",
        "至少需要 {limit} 个单词，目前有 {count} 个。",
    ),
    "too_few_characters": (
        "At least {limit} characters, please; there are {count}.",
        "至少需要 {limit} 个字，目前有 {count} 个。",
    ),
    "too_many_words": (
        "At most {limit} words, please; there are {count}.",
        "最多 {limit} 个单词，目前有 {count} 个。",
    ),
    "too_many_characters": (
        "At most {limit} characters, please; there are {count}.",
        "最多 {limit} 个字，目前有 {count} 个。",
    ),
    "too_few_questions": (
        "At least {limit} questions, please; there are {count}.",
        "至少需要 {limit} 道题，目前有 {count} 道。",
    ),
    "too_many_questions": (
        "At most {limit} questions, please; there are {count}.",
        "最多 {limit} 道题，目前有 {count} 道。",
    ),
    "same_question_twice": (
        "This question is in the list twice.",
        "这道题在列表中出现了两次。",
    ),
    "unknown_format": (
        "The protocol has no questions of the kind “{format}”.",
        "标注规范中没有“{format}”类题目。",
    ),
    "fixed_missing": (
        "The question “{stem}” belongs on every picture.",
        "每张图都必须包含题目“{stem}”。",
    ),
    "fixed_unknown": (
        "The protocol has no such fixed question.",
        "标注规范中没有这道固定题目。",
    ),
    "fixed_edited": (
        "The wording of this question is fixed: “{stem}”.",
        "这道题的题干是固定的：“{stem}”。",
    ),
    "wrong_number_of_options": (
        "Exactly {limit} options, please; there are {count}.",
        "必须有 {limit} 个选项，目前有 {count} 个。",
    ),
    "no_key": (
        "Say which option is right.",
        "请标出正确答案。",
    ),
    "too_few_keys": (
        "Mark at least {limit} right answers; with one it is a single choice.",
        "请至少标出 {limit} 个正确答案；只有一个时请用单选题。",
    ),
    "true_or_false": (
        "Say whether the statement is true.",
        "请标明该陈述是对是错。",
    ),
    "no_accepted": (
        "Write at least one accepted answer.",
        "请至少写出一个可接受的答案。",
    ),
    "no_such_picture": (
        "There is no picture {number}; this question has {limit}.",
        "没有第 {number} 张图；这道题共有 {limit} 张图。",
    ),
    "accepted_twice": (
        "This answer is accepted already.",
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
        "The right answer is not among the options.",
        "正确答案不在选项之中。",
    ),
}


@dataclasses.dataclass(frozen=True)
class Problem:
    """One thing wrong with a record; ``field`` is a dotted path into it."""

    field: str
    code: str
    values: Mapping[str, str | int] = dataclasses.field(default_factory=dict)

    @property
    def message(self) -> dict[str, str]:
        """One sentence for the person who wrote it, by language."""
        english, chinese = _TEXTS[self.code]
        return {
            "en": english.format_map(self.values),
            "zh": chinese.format_map(self.values),
        }

    def spoken(self, language: str) -> FieldProblem:
        """The problem for a reader of one language."""
        message = self.message
        return FieldProblem(self.field, message.get(language, message["en"]))
