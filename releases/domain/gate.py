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
    "no_key": (
        "Every question has its key.",
        "所有题目都有答案。",
        "Questions without a key, left out of this release: {count}.",
        "尚无答案、不进入本版本的题目：{count}。",
    ),
    "disputes": (
        "Nothing is in dispute.",
        "没有待裁决的分歧。",
        "Items in dispute: {count}.",
        "存在分歧、尚待裁决的条目：{count}。",
    ),
    "validators": (
        "Every question has met enough validators.",
        "每道题目都有足够的验证者。",
        "Items whose questions still wait for validators, left out: {count}.",
        "题目尚缺验证者、不进入本版本的条目：{count}。",
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
    "licence_text": (
        "Every licence under which pictures are given out is known by its text.",
        "所有随数据发布的图片，其许可文本均已知。",
        "Pictures that would be given out under a licence known by name only: {count} "
        "({licences}).",
        "仅知许可名称、没有许可文本却要发布的图片：{count}（{licences}）。",
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
    "reserved": (
        "No question holds a text that tools read as nothing.",
        "没有题目含有会被工具读作空值的文本。",
        "Items with a text that tools read as nothing, such as None or N/A: {count}.",
        "含有会被工具读作空值的文本（如 None、N/A）的条目：{count}。",
    ),
    "same_picture": (
        "No picture is in two items.",
        "没有图片出现在两个条目中。",
        "Items that have the same pictures as another: {count}.",
        "与其他条目图片完全相同的条目：{count}。",
    ),
    "near_duplicates": (
        "No two items show copies of one picture.",
        "没有两个条目的图片互为副本。",
        "Pairs of pictures in different items that are copies: {count}.",
        "分属不同条目、互为副本的图片对：{count}。",
    ),
    "restored_copies": (
        "No copies that a person let back in are in two items.",
        "没有经人工恢复的副本分属两个条目。",
        "Pairs of similar pictures that a person has let in both: {count}.",
        "经人工确认均予保留的相似图片对：{count}。",
    ),
    "released_before": (
        "No picture is a copy of one that was released before.",
        "没有图片是已发布图片的副本。",
        "Pictures that are copies of one in an earlier release or in another "
        "project's: {count}.",
        "与早先版本或其他项目已发布图片互为副本的图片：{count}。",
    ),
    "split_leak": (
        "No copies are in different splits.",
        "没有副本分属不同的划分。",
        "Pairs of copies in different splits, because both were released so: {count}.",
        "因已按此发布而分属不同划分的副本对：{count}。",
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
    "splits": (
        "Every split has the size that the protocol asks for.",
        "各划分的规模均符合规程。",
        "Splits smaller than the protocol asks for: {count} ({splits}).",
        "规模小于规程要求的划分：{count}（{splits}）。",
    ),
    "shots": (
        "There are enough examples for every few-shot setting.",
        "示例数量满足所有少样本设置。",
        "Items for examples: {count}; a few-shot setting needs {needed}.",
        "可作示例的条目：{count}；少样本设置需要 {needed} 个。",
    ),
}

FINAL = frozenset(
    {"version", "validated", "licence", "protocol", "same_picture", "reserved"}
)
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
