"""The release checks (the gate) and their messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Level = Literal["block", "warn", "ok"]

_SENTENCES: Mapping[str, tuple[str, str, str, str]] = {
    # passed in English and Chinese, not passed in English and Chinese
    "version": (
        "The version number is available.",
        "版本号可用。",
        "Version {version} cannot be published: {reason}",
        "无法发布版本 {version}：{reason}",
    ),
    "validated": (
        "Validated items: {count}.",
        "已通过验证的条目：{count}。",
        "No items are validated yet.",
        "还没有任何条目通过验证。",
    ),
    "unfinished": (
        "All items are finished.",
        "所有条目均已完成。",
        "Unfinished items, not in this release: {count}.",
        "尚未完成、不进入本版本的条目：{count}。",
    ),
    "no_key": (
        "All questions have a correct answer.",
        "所有题目都有正确答案。",
        "Questions without a correct answer, not in this release: {count}.",
        "没有正确答案、不进入本版本的题目：{count}。",
    ),
    "disputes": (
        "No items are disputed.",
        "没有待仲裁的条目。",
        "Items to adjudicate: {count}.",
        "待仲裁的条目：{count}。",
    ),
    "validators": (
        "All questions have enough validators.",
        "所有题目都有足够的验证员。",
        "Items that still need validators, not in this release: {count}.",
        "尚缺验证员、不进入本版本的条目：{count}。",
    ),
    "simulated": (
        "No item contains work by simulated people.",
        "没有条目含有模拟人员的工作。",
        "Items with work by simulated people: {count}. "
        "The release will be named “Simulated”.",
        "含有模拟人员工作的条目：{count}。该发布的名称将标明“模拟”。",
    ),
    "form": (
        "The release form is complete.",
        "发布信息表已填写完整。",
        "Empty fields of the release form: {count} ({fields}).",
        "发布信息表中未填写的字段：{count}（{fields}）。",
    ),
    "rounds": (
        "No validation round is open.",
        "没有进行中的验证轮次。",
        "Open validation rounds: {count}.",
        "尚未结束的验证轮次：{count}。",
    ),
    "withdrawn": (
        "No finished item has a withdrawn image.",
        "已完成的条目中没有被撤下的图像。",
        "Finished items with a withdrawn image, not in this release: {count}.",
        "图像已撤下、不进入本版本的条目：{count}。",
    ),
    "licence": (
        "All images have a licence that allows their release.",
        "所有图像的许可均允许发布。",
        "Images without a licence or with prohibited rights: {count}.",
        "缺少许可或禁止使用的图像：{count}。",
    ),
    "licence_text": (
        "All licences of the released images are known with their text.",
        "所有随数据发布的图像，其许可文本均已知。",
        "Images under a licence that is known only by name: {count} ({licences}).",
        "只有许可名称、没有许可文本的图像：{count}（{licences}）。",
    ),
    "protocol": (
        "All records match the current protocol.",
        "所有记录均符合当前协议。",
        "Items with labels that are not in the current protocol: {count}.",
        "含有当前协议中不存在的标签的条目：{count}。",
    ),
    "agreement": (
        "All fields reach the minimum agreement of the protocol.",
        "各字段的一致性均达到协议规定的下限。",
        "Fields below the minimum agreement of the protocol: {count} ({fields}).",
        "一致性低于协议下限的字段：{count}（{fields}）。",
    ),
    "duplicate_options": (
        "No question has identical options.",
        "没有题目含有重复选项。",
        "Questions with identical options: {count}.",
        "含有重复选项的题目：{count}。",
    ),
    "repeated_questions": (
        "No item has identical questions.",
        "没有条目含有相同的题目。",
        "Questions that repeat another question of their item: {count}.",
        "与同一条目中另一题相同的题目：{count}。",
    ),
    "shared_questions": (
        "No two items have the same question.",
        "没有两个条目使用相同的题目。",
        "Questions with the same text and options as a question of another item: {count}.",
        "题干和选项与其他条目的题目相同的题目：{count}。",
    ),
    "reserved": (
        "No question has a text that tools read as an empty value.",
        "没有题目含有会被工具读作空值的文本。",
        "Items with a text that tools read as empty, such as None or N/A: {count}.",
        "含有会被工具读作空值的文本（如 None、N/A）的条目：{count}。",
    ),
    "same_picture": (
        "No image is in two items.",
        "没有图像出现在两个条目中。",
        "Items with the same images as another item: {count}.",
        "与其他条目图像完全相同的条目：{count}。",
    ),
    "near_duplicates": (
        "No two items have near-duplicate images.",
        "没有两个条目的图像互为近重复。",
        "Pairs of near-duplicate images in different items: {count}.",
        "分属不同条目的近重复图像对：{count}。",
    ),
    "possible_duplicates": (
        "No two items have possible near-duplicates.",
        "没有两个条目的图像可能互为近重复。",
        "Pairs of possible near-duplicates in different items to decide: {count}.",
        "分属不同条目、有待判定的可能近重复图像对：{count}。",
    ),
    "restored_copies": (
        "No restored near-duplicates are in two items.",
        "没有经人工恢复的近重复图像分属两个条目。",
        "Pairs of similar images that a person has both kept: {count}.",
        "经人工确认均予保留的相似图像对：{count}。",
    ),
    "released_before": (
        "No image is a near-duplicate of a released one.",
        "没有图像与已发布的图像近重复。",
        "Near-duplicates of images in an earlier release or in another "
        "project's release: {count}.",
        "与早先版本或其他项目已发布图像近重复的图像：{count}。",
    ),
    "split_leak": (
        "No near-duplicates are in different splits.",
        "没有近重复图像分属不同的划分。",
        "Pairs of near-duplicates in different splits, as released before: {count}.",
        "因此前已发布而分属不同划分的近重复图像对：{count}。",
    ),
    "personal_data": (
        "No item looks like it has personal data.",
        "未发现疑似个人信息。",
        "Items that may have personal data: {count}.",
        "疑似含有个人信息的条目：{count}。",
    ),
    "checks": (
        "All questions pass the required checks of the protocol.",
        "所有题目均通过协议要求的检查。",
        "Items that fail a required check of the protocol: {count}.",
        "未通过协议要求的检查的条目：{count}。",
    ),
    "splits": (
        "All splits have the size that the protocol requires.",
        "各划分的规模均符合协议。",
        "Splits smaller than the protocol requires: {count} ({splits}).",
        "规模小于协议要求的划分：{count}（{splits}）。",
    ),
    "shots": (
        "All few-shot settings have enough examples.",
        "示例数量满足所有少样本设置。",
        "Items for examples: {count}. Required by a few-shot setting: {needed}.",
        "可作示例的条目：{count}；少样本设置需要 {needed} 个。",
    ),
}

LINES = frozenset(_SENTENCES)
"""The ids of all checks."""

FINAL = frozenset(
    {"version", "validated", "licence", "protocol", "same_picture", "reserved"}
)
"""Checks that cannot be overridden: without them the release would be unusable."""


@dataclass(frozen=True)
class GateLine:
    """One check: how many cases or images it concerns, and which."""

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
    """Return the check with its message in both languages; ``values`` fill it in."""
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
    """Return a check that passes when it concerns no case or image."""
    number = count if count is not None else len(cases) or len(images)
    shown_level: Level = level if number else "ok"
    return gate_line(line, shown_level, number, cases=cases, images=images, **values)
