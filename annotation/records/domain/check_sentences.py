"""Sentences of the record checks in English and Chinese."""

from collections.abc import Mapping

CHECK_SENTENCES: Mapping[str, tuple[str, str]] = {
    "repeated_question": (
        "Questions {one} and {other} are identical. Change or remove one of them.",
        "题目 {one} 和 {other} 相同，请修改或删除其中一道。",
    ),
    "duplicate_options": (
        "Options {one} and {other} are identical.",
        "选项 {one} 和 {other} 相同。",
    ),
    "near_duplicate_options": (
        "Options {one} and {other} are nearly identical.",
        "选项 {one} 和 {other} 几乎相同。",
    ),
    "all_or_none_of_the_above": (
        "“{text}” depends on the order of the options, but they are shuffled.",
        "“{text}”依赖选项的顺序，但选项会被打乱。",
    ),
    "reads_as_empty": (
        "Many tools read “{text}” as an empty value. Use other words.",
        "许多工具会把“{text}”读作空值，请换一种说法。",
    ),
    "long_key": (
        "The correct answer is much longer than the others, so people can guess it.",
        "正确答案明显长于其他选项，容易被猜中。",
    ),
    "key_position": (
        "{letter} is the correct answer of {count} of your last {total} questions. Vary "
        "its position.",
        "您最近 {total} 道题目中有 {count} 道的正确答案是 {letter}，请变换位置。",
    ),
    "stem_gives_key": (
        "The question contains words of the correct answer: {words}.",
        "题干中已经出现了正确答案的用词：{words}。",
    ),
    "explanation_lacks_key": (
        "Your explanation does not mention the correct answer of this question.",
        "您的解释中没有提到这道题目的正确答案。",
    ),
    "crowded_term": (
        "Other questions about “{term}”: {count}. At most {most} are allowed.",
        "涉及“{term}”的其他题目已有 {count} 道，最多 {most} 道。",
    ),
    "more_than_usual": (
        "Write few questions per image. Usual number, already reached: {usual}.",
        "每张图像的题目应尽量少。此图像已达通常的数量：{usual} 道。",
    ),
    "personal_data": (
        "This looks like personal data or a web address: {text}",
        "这看起来是个人信息或网址：{text}",
    ),
    "wrong_language_en": (
        "This should be in English.",
        "此处应使用英文。",
    ),
    "wrong_language_zh": (
        "This should be in Chinese.",
        "此处应使用中文。",
    ),
    "similar_concepts": (
        "“{one}” and “{other}” are too similar. Compare different kinds of things.",
        "“{one}”与“{other}”过于相近，请比较不同类的事物。",
    ),
    "too_long_words": (
        "This text is long. Target: about {target} words; now: {count}.",
        "内容偏长：建议约 {target} 个单词，目前 {count} 个。",
    ),
    "too_long_characters": (
        "This text is long. Target: about {target} characters; now: {count}.",
        "内容偏长：建议约 {target} 个字，目前 {count} 个。",
    ),
}
