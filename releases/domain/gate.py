"""What stands between a project and its next release, line by line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["block", "warn", "ok"]

_SENTENCES: Mapping[str, tuple[str, str, str, str]] = {
    # fine in English and Chinese, not fine in English and Chinese
    "version": (
        "The version number is free.",
        "版本号可用。",
        "Version {version} cannot be cut: {reason}",
        "无法发布版本 {version}：{reason}",
    ),
    "validated": (
        "Validated items: {count}.",
        "已通过验证的条目：{count}。",
        "Nothing is validated yet.",
        "还没有任何条目通过验证。",
    ),
    "unfinished": (
        "Every item is finished.",
        "所有条目均已完成。",
        "Items not finished, left out of this release: {count}.",
        "尚未完成、不进入本版本的条目：{count}。",
    ),
    "disputes": (
        "Nothing is in dispute.",
        "没有待裁决的分歧。",
        "Items in dispute: {count}.",
        "存在分歧、尚待裁决的条目：{count}。",
    ),
    "rounds": (
        "No validation round is open.",
        "没有进行中的验证轮次。",
        "Validation rounds not closed: {count}.",
        "尚未结束的验证轮次：{count}。",
    ),
    "withdrawn": (
        "No finished item has lost a picture.",
        "已完成的条目中没有被撤下的图片。",
        "Finished items whose picture was withdrawn, left out: {count}.",
        "图片已被撤下、不进入本版本的条目：{count}。",
    ),
    "licence": (
        "Every picture has a licence that allows its release.",
        "所有图片的许可均允许发布。",
        "Pictures without a licence or with prohibited rights: {count}.",
        "缺少许可或禁止使用的图片：{count}。",
    ),
    "protocol": (
        "Every record fits the protocol in force.",
        "所有记录均符合现行规程。",
        "Items with labels that the protocol in force does not have: {count}.",
        "含有现行规程中不存在的标签的条目：{count}。",
    ),
    "agreement": (
        "Agreement reaches the protocol's floor in every field.",
        "各字段的一致性均达到规程下限。",
        "Fields whose agreement is below the protocol's floor: {count} ({fields}).",
        "一致性低于规程下限的字段：{count}（{fields}）。",
    ),
    "duplicate_options": (
        "No question gives the same option twice.",
        "没有题目含有重复选项。",
        "Questions that give the same option twice: {count}.",
        "含有重复选项的题目：{count}。",
    ),
    "same_picture": (
        "No picture is in two items.",
        "没有图片出现在两个条目中。",
        "Items that have the same pictures as another: {count}.",
        "与其他条目图片完全相同的条目：{count}。",
    ),
    "near_duplicates": (
        "No restored near-duplicate pictures are in two items.",
        "没有恢复的近似图片分属两个条目。",
        "Pairs of near-duplicate pictures that a person restored: {count}.",
        "经人工恢复的近似图片对：{count}。",
    ),
    "personal_data": (
        "Nothing looks like personal data.",
        "未发现疑似个人信息。",
        "Items in which something looks like personal data: {count}.",
        "疑似含有个人信息的条目：{count}。",
    ),
    "checks": (
        "No question fails a check that the protocol makes binding.",
        "所有题目均通过规程要求的检查。",
        "Items that fail a check that the protocol makes binding: {count}.",
        "未通过规程强制检查的条目：{count}。",
    ),
    "shots": (
        "There are enough examples for every few-shot setting.",
        "示例数量满足所有少样本设置。",
        "Questions for examples: {count}; a few-shot setting needs {needed}.",
        "可作示例的题目：{count}；少样本设置需要 {needed} 题。",
    ),
}

FINAL = frozenset({"version", "validated", "licence", "protocol", "same_picture"})
"""Lines that nobody can let pass: without them there would be no usable release."""


@dataclass(frozen=True)
class GateLine:
    """One line: how many things it is about, and which."""

    id: str
    level: Level
    count: int
    message: Mapping[str, str]
    cases: Sequence[int] = field(default_factory=tuple)
    images: Sequence[int] = field(default_factory=tuple)

    @property
    def overridable(self) -> bool:
        return self.level == "block" and self.id not in FINAL


def gate_line(
    line: str,
    level: Level,
    count: int,
    *,
    cases: Sequence[int] = (),
    images: Sequence[int] = (),
    **values: object,
) -> GateLine:
    """The line with its sentence in both languages; ``values`` fill it in."""
    fine_en, fine_zh, not_en, not_zh = _SENTENCES[line]
    english, chinese = (fine_en, fine_zh) if level == "ok" else (not_en, not_zh)
    values = {"count": count, **values}
    message = {"en": english.format_map(values), "zh": chinese.format_map(values)}
    return GateLine(line, level, count, message, sorted(cases), sorted(images))


def counted_line(
    line: str,
    level: Level,
    *,
    cases: Sequence[int] = (),
    images: Sequence[int] = (),
    count: int | None = None,
    **values: object,
) -> GateLine:
    """A line that is fine when there is nothing to name."""
    number = count if count is not None else len(cases) or len(images)
    shown: Level = level if number else "ok"
    return gate_line(line, shown, number, cases=cases, images=images, **values)


def blocking(lines: Sequence[GateLine]) -> list[GateLine]:
    return [line for line in lines if line.level == "block"]
