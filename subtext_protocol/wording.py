"""Reasons of errors that Pydantic finds, in English and Chinese."""

from collections.abc import Mapping

from pydantic_core import ErrorDetails

from core.domain.texts import local_text

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


def validation_error_reason(detail: ErrorDetails) -> str:
    """Return the reason of an error: our own text, or else Pydantic's."""
    values = detail.get("ctx", {})
    reason = str(values.get("error") or values.get("reason") or detail["msg"])
    if detail["type"] in _OF_TYPES:
        chinese = _OF_TYPES[detail["type"]].format_map(values)
        return local_text({"en": reason, "zh": chinese})
    return reason
