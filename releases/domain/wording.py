"""Wording of the statistics tables, in the language of the benchmark."""

from collections.abc import Mapping

from projects.domain.phrases import Phrases
from projects.domain.protocol.text import Language

_WORDS: Mapping[str, Mapping[Language, str]] = {
    "title": {"en": "Statistics of {name}", "zh": "{name}的统计"},
    "totals": {"en": "Totals", "zh": "总览"},
    "statistic": {"en": "Statistic", "zh": "统计项"},
    "value": {"en": "Value", "zh": "数值"},
    "total_questions": {"en": "Total questions", "zh": "题目总数"},
    "total_images": {"en": "Total images", "zh": "图像总数"},
    "total_items": {"en": "Total items", "zh": "条目总数"},
    "total_levels": {"en": "Total {levels}", "zh": "{levels}总数"},
    "ratio_images": {"en": "{splits} (images)", "zh": "{splits}（图像）"},
    "ratio_questions": {"en": "{splits} (questions)", "zh": "{splits}（题目）"},
    "length": {
        "en": "Average length: {title} ({unit})",
        "zh": "平均长度：{title}（{unit}）",
    },
    "words": {"en": "words", "zh": "词"},
    "characters": {"en": "characters", "zh": "字"},
    "stem": {"en": "Question", "zh": "题干"},
    "option": {"en": "Option", "zh": "选项"},
    "items": {"en": "Items", "zh": "条目"},
    "share": {"en": "Share", "zh": "占比"},
    "questions": {"en": "Questions", "zh": "题目"},
    "frequent": {"en": "Most frequent", "zh": "最常见"},
    "and": {"en": ", ", "zh": "、"},
    "of_labels": {
        "en": "Shares are of the labels given to items.",
        "zh": "占比以条目所带的标签计。",
    },
    "of_items": {"en": "Shares are of all items.", "zh": "占比以全部条目计。"},
    "several": {"en": " An item may have several.", "zh": "一个条目可有多个标签。"},
    "of_questions": {
        "en": "Shares are of all questions.",
        "zh": "占比以全部题目计。",
    },
    "with_options": {
        "en": "Multiple-choice questions (one or several answers)",
        "zh": "选择题（单选与多选）",
    },
    "single_choice": {"en": "Questions with one correct option", "zh": "单选题"},
    "multiple_choice": {"en": "Questions with several correct options", "zh": "多选题"},
    "true_false": {"en": "True or false questions", "zh": "判断题"},
    "fill_in_blank": {"en": "Fill in the blank questions", "zh": "填空题"},
    "other_kind": {"en": "Questions of the format {kind}", "zh": "{kind} 题"},
    "with_text": {"en": "Questions with: {title}", "zh": "附有{title}的题目"},
    "in_question": {"en": "Image in the question", "zh": "题干含图"},
    "in_options": {"en": "Image in options", "zh": "选项含图"},
    "several_images": {"en": "Several images", "zh": "含多张图像"},
}


said = Phrases(_WORDS)
"""Return the phrase of that name in a language."""


def kind_said(format_id: str, language: Language) -> str:
    """Return the phrase for a question format; an unknown format is named by its id."""
    if format_id in _WORDS:
        return said(format_id, language)
    return said("other_kind", language, kind=format_id.replace("_", " "))
