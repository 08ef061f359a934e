"""Messages about invalid protocols in the reader's language.

Pydantic's messages are translated by their error type. Messages of the protocol parts
are English sentences, which are recognised here.
"""

import re
from collections.abc import Mapping
from typing import Any

from projects.domain.protocol.text import Language

_OF_TYPES: Mapping[str, str] = {
    "missing": "缺少这一项",
    "extra_forbidden": "没有这一项",
    "greater_than": "应大于 {gt}",
    "greater_than_equal": "应大于或等于 {ge}",
    "less_than": "应小于 {lt}",
    "less_than_equal": "应小于或等于 {le}",
    "literal_error": "应为 {expected} 之一",
    "string_pattern_mismatch": "格式不符，应符合 {pattern}",
    "string_too_short": "至少需要 {min_length} 个字符",
    "string_too_long": "最多 {max_length} 个字符",
    "string_type": "应为文字",
    "int_type": "应为整数",
    "int_parsing": "应为整数",
    "int_from_float": "应为整数",
    "float_type": "应为数字",
    "float_parsing": "应为数字",
    "finite_number": "应为有限的数字",
    "bool_type": "应为 true 或 false",
    "bool_parsing": "应为 true 或 false",
    "tuple_type": "应为列表",
    "list_type": "应为列表",
    "dict_type": "应为键与值",
    "mapping_type": "应为键与值",
    "model_type": "应为键与值",
    "model_attributes_type": "应为键与值",
    "too_short": "至少需要 {min_length} 项，现有 {actual_length} 项",
    "too_long": "最多 {max_length} 项，现有 {actual_length} 项",
    "union_tag_invalid": "没有“{tag}”这一类；有 {expected_tags}",
    "union_tag_not_found": "缺少类型",
}

_SENTENCES: tuple[tuple[str, str], ...] = (
    (r"two (.+) have the same id '(.+)'", "标识“{1}”重复"),
    (r"there is no (?:other )?label field '(.*)'", "没有标签字段“{0}”"),
    (r"there is no field '(.*)'", "没有字段“{0}”"),
    (r"there is no setting '(.*)'", "没有设置“{0}”"),
    (r"there is no open task '(.*)'", "没有开放任务“{0}”"),
    (r"'(.+)' has no value '(.*)'", "“{0}”没有取值“{1}”"),
    (r"must name a value of '(.+)'", "应写明属于“{0}”的哪个值"),
    (r"its field has no parent", "所在字段没有上级"),
    (r"'(.+)' would be its own parent", "“{0}”会成为自己的上级"),
    (
        r"a few-shot setting needs a split with shots",
        "少样本设置需要一个用作示例的划分",
    ),
    (r"no value for (.+)", "{0} 没有对应的值"),
    (r"the prompt must use (.+) and (.+)", "提示词须使用 {0} 和 {1}"),
    (r"the prompt must use (.+)", "提示词须使用 {0}"),
    (r"an option line must use (.+) and (.+)", "选项模板须使用 {0} 和 {1}"),
    (r"(\S+) requires a keyword field, .*", "{0} 与关键词字段须同时设置"),
    (r"a few-shot setting needs an example template", "少样本设置需要示例模板"),
    (r"exactly one split must take the rest", "须有且只有一个划分收纳其余题目"),
    (
        r"examples need correct answers: .*",
        "示例需要正确答案：同一划分不能既作示例又不公开答案",
    ),
    (r"maximum is less than minimum", "最多少于最少"),
    (r"more fixed questions than the maximum allows", "固定题目多于最多题数"),
    (r"more people must agree than are asked", "须选中正确答案的人数多于作答人数"),
    (r"a checklist round needs a checklist", "清单轮次需要清单"),
    (r"a consensus needs at least two annotators", "共识至少需要两位标注员"),
    (
        r"a distance needs an ordered or multi-label field",
        "按距离判断需要有序或可多选的标签",
    ),
    (r"the template does not use the slot '(.+)'", "句式没有用到空位“{0}”"),
    (r"unlike names '(.+)', which is not a slot", "“{0}”不是空位"),
    (r"points must ascend .*", "分值须从低到高排列"),
    (r"a judge model rates responses: .*", "评审模型评的是回答：请写明开放任务"),
    (
        r"the judge model rates '(.*)', which is not a scale",
        "没有量表“{0}”供评审模型使用",
    ),
    (
        r"'(.*)' has a mean of '(.*)', which is not a scale",
        "“{0}”的均值所用的“{1}”不是量表",
    ),
    (r"raters would see nothing: .*", "评分员看不到任何内容：请显示字段或图像"),
    (r"is not a mapping", "应为键与值"),
)


def reason_in(
    language: Language, reason: str, kind: str = "", values: Mapping[str, Any] = {}
) -> str:
    """Return the reason in this language; unknown ones stay in English.

    ``kind`` and ``values`` are the type and context of Pydantic's error.
    """
    if language == "en":
        return reason
    if kind in _OF_TYPES:
        return _OF_TYPES[kind].format_map({**values})
    for pattern, text in _SENTENCES:
        found = re.fullmatch(pattern, reason)
        if found:
            return text.format(*found.groups())
    return reason
