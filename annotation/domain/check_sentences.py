"""What the checks of a record say, in both languages of the interface."""

from collections.abc import Mapping

CHECK_SENTENCES: Mapping[str, tuple[str, str]] = {
    "duplicate_options": (
        "Options {one} and {other} are the same.",
        "选项 {one} 和 {other} 相同。",
    ),
    "near_duplicate_options": (
        "Options {one} and {other} are nearly the same.",
        "选项 {one} 和 {other} 几乎相同。",
    ),
    "all_or_none_of_the_above": (
        "“{text}” only works while the options keep their order; they are shuffled.",
        "选项会被打乱顺序，“{text}”这样的选项不再成立。",
    ),
    "reads_as_empty": (
        "Many tools read “{text}” as no text at all; use other words.",
        "许多工具会把“{text}”当作空值，请换一种说法。",
    ),
    "long_key": (
        "The right answer is much longer than the others, so it can be guessed.",
        "正确答案明显长于其他选项，容易被猜中。",
    ),
    "key_position": (
        "{letter} is the right answer of {count} of your last {total} questions; put "
        "it elsewhere now and then.",
        "您最近 {total} 道题中有 {count} 道的正确答案都是 {letter}，请时常换个位置。",
    ),
    "stem_gives_key": (
        "The question already holds the words of the right answer: {words}.",
        "题干中已经出现了正确答案的用词：{words}。",
    ),
    "explanation_lacks_key": (
        "Nothing of this question's right answer is in your explanation.",
        "您的解释中没有提到这道题正确答案的意思。",
    ),
    "crowded_term": (
        "{count} other questions are about “{term}” already; at most {most} may be.",
        "已有 {count} 道其他题目涉及“{term}”，同一知识点最多 {most} 道。",
    ),
    "more_than_usual": (
        "Use a picture for as few questions as possible; here it already has {usual}.",
        "请尽量避免重复使用同一张图；这里已有 {usual} 道题使用它。",
    ),
    "personal_data": (
        "This looks like personal data or an address: {text}",
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
        "“{one}” and “{other}” are much the same; compare things of different kinds.",
        "“{one}”与“{other}”过于相近，请比较不同类的事物。",
    ),
    "too_long_words": (
        "This is long: {count} words where about {target} are meant.",
        "内容偏长：建议约 {target} 个单词，目前有 {count} 个。",
    ),
    "too_long_characters": (
        "This is long: {count} characters where about {target} are meant.",
        "内容偏长：建议约 {target} 字，目前有 {count} 字。",
    ),
}
