"""The funnel report as in a paper: a paragraph and a table, in two languages."""

from typing import Any

from curation.reports.domain.report import FunnelReport, RunRecord, StageRecord
from curation.stages.base import PeopleStage, Stage
from curation.stages.registry import find_stage
from reporting.phrases import Phrases
from reporting.tables import Group, Row, Table, as_csv, as_latex, as_markdown
from subtext_protocol.text import Language

LANGUAGES: tuple[Language, ...] = ("en", "zh")
_DASH = "–"

phrase = Phrases("filtration")
_COLUMNS = ("in", "removed", "withdrawn", "waiting", "left")


def report_texts(report: FunnelReport, language: Language) -> dict[str, str]:
    """Return the paragraph, and the table in each format."""
    table = _table(report, language)
    return {
        "paragraph": _english(report) if language == "en" else _chinese(report),
        "markdown": as_markdown(table),
        "latex": as_latex(table),
        "csv": as_csv(table),
    }


def _table(report: FunnelReport, language: Language) -> Table:
    """Return the table, without columns that are zero throughout."""
    unused = {"withdrawn": not report.withdrawn, "waiting": not report.undecided_images}
    columns = [name for name in _COLUMNS if not unused.get(name)]

    def row(title: str, *counts: int | None) -> Row:
        values = dict(zip(_COLUMNS, counts, strict=True))
        share = _percent(values["left"] or 0, report.raw) if report.raw else None
        return Row(title, [*(values[name] for name in columns), share])

    rows = [
        row(phrase("raw", language), None, None, None, None, report.raw),
        row(
            phrase("exact", language),
            report.raw,
            report.exact_copies,
            0,
            0,
            report.distinct_images,
        ),
        *(
            row(
                _heading(number, stage, language),
                stage.entered,
                stage.excluded,
                stage.withdrawn,
                stage.waiting,
                stage.passed,
            )
            for number, stage in enumerate(report.stages, start=1)
        ),
    ]
    if report.withdrawn_later:
        passed = report.stages[-1].passed
        rows.append(
            row(
                phrase("later", language),
                passed,
                0,
                report.withdrawn_later,
                0,
                report.remaining,
            )
        )
    remaining = row(
        phrase("remaining", language), None, None, None, None, report.remaining
    )
    return Table(
        phrase("caption", language),
        phrase("stage", language),
        [phrase(name, language) for name in (*columns, "share")],
        [Group("", rows), Group("", [remaining])],
        unit="count",
        missing=_DASH,
    )


def _declared(record: StageRecord) -> Stage[Any]:
    stage = find_stage(record.name)
    if stage is None:
        raise ValueError(f"the curation stage {record.name} is not installed")
    return stage


def _heading(number: int, record: StageRecord, language: Language) -> str:
    name = _declared(record).text("name", language)
    return f"{number}. {name[0].upper()}{name[1:]}"


def _english(report: FunnelReport) -> str:
    parts = [
        f"We collected {_images(report.raw, 'raw image')} from "
        f"{_images(report.sources, 'source')}."
    ]
    if report.exact_copies:
        copies = (
            "was an exact duplicate"
            if report.exact_copies == 1
            else "were exact duplicates"
        )
        parts.append(f"{_number(report.exact_copies)} of them {copies}.")
    parts += [
        _english_stage(number, record, report)
        for number, record in enumerate(report.stages, start=1)
    ]
    restored = sum(stage.restored for stage in report.stages)
    if restored:
        was = "was" if restored == 1 else "were"
        parts.append(
            f"{_images(restored, 'image')} that a filter had removed {was} restored "
            "by a person."
        )
    if report.withdrawn:
        was = "was" if report.withdrawn == 1 else "were"
        parts.append(f"{_images(report.withdrawn, 'image')} {was} withdrawn.")
    if report.undecided_images:
        is_ = "is" if report.undecided_images == 1 else "are"
        parts.append(
            f"{_images(report.undecided_images, 'image')} {is_} still undecided."
        )
    parts.append(
        f"From {_images(report.raw, 'raw image')}, {_number(report.remaining)} "
        f"{'remains' if report.remaining == 1 else 'remain'}: "
        f"{_removed_share(report)} were eliminated."
    )
    return " ".join(parts)


def _english_stage(number: int, record: StageRecord, report: FunnelReport) -> str:
    stage, seen = _declared(record), report.inspection
    name = f"tage {number}, {stage.text('name', 'en')},"
    if not isinstance(stage, PeopleStage):
        removed = f"{_removed(record)} {stage.text('removed_as', 'en')}"
        return f"In s{name} {removed}{_rule(stage, record, 'en')}."
    if not seen.votes:
        return f"S{name} has not begun."
    people = _images(seen.people, "person", "people")
    return (
        f"In s{name} {people} looked at the images "
        f"({_images(seen.votes_needed, 'vote')} per image); {_removed(record)}"
        f"{_reasons(report, 'en')}."
    )


def _images(count: int, singular: str, many: str = "") -> str:
    return f"{_number(count)} {singular if count == 1 else many or singular + 's'}"


def _removed(stage: StageRecord) -> str:
    was = "was" if stage.excluded == 1 else "were"
    return (
        f"{_number(stage.excluded)} of {_images(stage.entered, 'image')} {was} removed"
    )


def _chinese(report: FunnelReport) -> str:
    parts = [
        f"我们从 {_number(report.sources)} 个来源收集了 "
        f"{_number(report.raw)} 张原始图像。"
    ]
    if report.exact_copies:
        parts.append(f"其中 {_number(report.exact_copies)} 张是完全重复的文件。")
    parts += [
        _chinese_stage(number, record, report)
        for number, record in enumerate(report.stages, start=1)
    ]
    restored = sum(stage.restored for stage in report.stages)
    if restored:
        parts.append(f"另有 {_number(restored)} 张被排除的图像经人工恢复。")
    if report.withdrawn:
        parts.append(f"{_number(report.withdrawn)} 张图像被撤下。")
    if report.undecided_images:
        parts.append(f"{_number(report.undecided_images)} 张图像未决。")
    parts.append(
        f"从 {_number(report.raw)} 张原始图像中最终保留 {_number(report.remaining)} 张，"
        f"排除 {_removed_share(report)}。"
    )
    return "".join(parts)


def _chinese_stage(number: int, record: StageRecord, report: FunnelReport) -> str:
    stage, seen = _declared(record), report.inspection
    name = f"第 {number} 阶段为{stage.text('name', 'zh')}"
    removed = (
        f"从 {_number(record.entered)} 张中排除 {_number(record.excluded)} 张"
        f"{stage.text('removed_as', 'zh')}图像"
    )
    if not isinstance(stage, PeopleStage):
        return f"{name}：{removed}{_rule(stage, record, 'zh')}。"
    if not seen.votes:
        return f"{name}，尚未开始。"
    return (
        f"{name}：{_number(seen.people)} 人逐张查看图像"
        f"（每张 {_number(seen.votes_needed)} 票），{removed}{_reasons(report, 'zh')}。"
    )


def _rule(stage: Stage[Any], record: StageRecord, language: Language) -> str:
    """Return the rule of the last finished run in brackets."""
    run = _last(record)
    if run is None:
        return ""
    rule = stage.report_rule(run.parameters, run.tools, language)
    if not rule:
        return ""
    return f"（{rule}）" if language == "zh" else f" ({rule})"


def _last(stage: StageRecord) -> RunRecord | None:
    finished = [run for run in stage.runs if run.seconds is not None]
    return finished[-1] if finished else None


def _reasons(report: FunnelReport, language: Language) -> str:
    counted = [
        f"{reason.title.get(language) or reason.title['en']} {_number(reason.count)}"
        for reason in report.inspection.reasons
        if reason.count
    ]
    if not counted:
        return ""
    if language == "zh":
        return f"（{'、'.join(counted)}）"
    return f" ({', '.join(counted)})"


def _removed_share(report: FunnelReport) -> str:
    left = report.remaining + report.undecided_images
    return _percent(report.raw - left, report.raw)


def _number(count: int) -> str:
    return f"{count:,}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else _DASH
