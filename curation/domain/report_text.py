"""The funnel report as in a paper: a paragraph and a table, in two languages."""

from curation.domain.report import FunnelReport, RunRecord, Stage
from projects.domain.tables import Group, Row, Table, as_csv, as_latex, as_markdown

LANGUAGES = ("en", "zh")
_DASH = "–"

_WORDS = {
    "en": {
        "stage": "Stage",
        "in": "Images in",
        "removed": "Removed",
        "withdrawn": "Withdrawn",
        "waiting": "Undecided",
        "left": "Remaining",
        "share": "Of raw",
        "raw": "Raw images",
        "exact": "Exact duplicates",
        "duplicates": "1. Deduplication",
        "text": "2. Text area",
        "screening": "3. Visual inspection",
        "later": "Withdrawn later",
        "remaining": "Remaining",
        "caption": "Data filtration",
    },
    "zh": {
        "stage": "阶段",
        "in": "进入",
        "removed": "排除",
        "withdrawn": "撤下",
        "waiting": "待定",
        "left": "剩余",
        "share": "占原始图像",
        "raw": "原始图像",
        "exact": "完全重复",
        "duplicates": "1. 图像去重",
        "text": "2. 文字面积",
        "screening": "3. 人工审查",
        "later": "之后撤下",
        "remaining": "最终保留",
        "caption": "数据过滤",
    },
}


_COLUMNS = ("in", "removed", "withdrawn", "waiting", "left")


def report_texts(report: FunnelReport, language: str) -> dict[str, str]:
    """Return the paragraph, and the table in each format."""
    table = _table(report, language)
    return {
        "paragraph": _english(report) if language == "en" else _chinese(report),
        "markdown": as_markdown(table),
        "latex": as_latex(table),
        "csv": as_csv(table),
    }


def _table(report: FunnelReport, language: str) -> Table:
    """Return the table, without columns that are zero throughout."""
    words = _WORDS[language]
    unused = {"withdrawn": not report.withdrawn, "waiting": not report.waiting}
    shown = [name for name in _COLUMNS if not unused.get(name)]

    def row(title: str, *counts: int | None) -> Row:
        values = dict(zip(_COLUMNS, counts, strict=True))
        share = _percent(values["left"] or 0, report.raw) if report.raw else None
        return Row(words[title], [*(values[name] for name in shown), share])

    rows = [
        row("raw", None, None, None, None, report.raw),
        row("exact", report.raw, report.exact_copies, 0, 0, report.distinct),
        *(
            row(
                stage.name,
                stage.entered,
                stage.excluded,
                stage.withdrawn,
                stage.waiting,
                stage.passed,
            )
            for stage in report.stages
        ),
    ]
    if report.withdrawn_later:
        passed = report.stages[-1].passed
        rows.append(
            row("later", passed, 0, report.withdrawn_later, 0, report.remaining)
        )
    remaining = row("remaining", None, None, None, None, report.remaining)
    return Table(
        words["caption"],
        words["stage"],
        [words[name] for name in (*shown, "share")],
        [Group("", rows), Group("", [remaining])],
        unit="count",
        missing=_DASH,
    )


def _english(report: FunnelReport) -> str:
    duplicates, text, screening = report.stages
    seen = report.inspection
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
    parts.append(
        f"In stage 1, image deduplication, {_removed(duplicates)} as "
        f"near-duplicates{_hash_rule(duplicates, 'en')}."
    )
    parts.append(
        f"In stage 2, text area, {_removed(text)} as mostly text"
        f"{_text_rule(text, 'en')}."
    )
    people = _images(seen.people, "person", "people")
    parts.append(
        f"In stage 3, visual inspection, {people} looked at the images "
        f"({_images(seen.votes_needed, 'vote')} per image); {_removed(screening)}"
        f"{_reasons(report, 'en')}."
        if seen.votes
        else "Stage 3, visual inspection, has not begun."
    )
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
    if report.waiting:
        is_ = "is" if report.waiting == 1 else "are"
        parts.append(f"{_images(report.waiting, 'image')} {is_} still undecided.")
    parts.append(
        f"From {_images(report.raw, 'raw image')}, {_number(report.remaining)} "
        f"{'remains' if report.remaining == 1 else 'remain'}: {_gone(report)} were "
        "eliminated."
    )
    return " ".join(parts)


def _images(count: int, one: str, many: str = "") -> str:
    return f"{_number(count)} {one if count == 1 else many or one + 's'}"


def _removed(stage: Stage) -> str:
    was = "was" if stage.excluded == 1 else "were"
    return (
        f"{_number(stage.excluded)} of {_images(stage.entered, 'image')} {was} removed"
    )


def _chinese(report: FunnelReport) -> str:
    duplicates, text, screening = report.stages
    seen = report.inspection
    parts = [
        f"我们从 {_number(report.sources)} 个来源收集了 "
        f"{_number(report.raw)} 张原始图像。"
    ]
    if report.exact_copies:
        parts.append(f"其中 {_number(report.exact_copies)} 张是完全重复的文件。")
    parts.append(
        f"第一阶段为图像去重：{_removed_zh(duplicates)}近重复图像"
        f"{_hash_rule(duplicates, 'zh')}。"
    )
    parts.append(
        f"第二阶段控制文字面积：{_removed_zh(text)}以文字为主的图像"
        f"{_text_rule(text, 'zh')}。"
    )
    parts.append(
        f"第三阶段为人工审查：{_number(seen.people)} 人逐张查看图像"
        f"（每张 {_number(seen.votes_needed)} 票），{_removed_zh(screening)}图像"
        f"{_reasons(report, 'zh')}。"
        if seen.votes
        else "第三阶段人工审查尚未开始。"
    )
    restored = sum(stage.restored for stage in report.stages)
    if restored:
        parts.append(f"另有 {_number(restored)} 张被过滤的图像经人工恢复。")
    if report.withdrawn:
        parts.append(f"{_number(report.withdrawn)} 张图像被撤下。")
    if report.waiting:
        parts.append(f"{_number(report.waiting)} 张图像待定。")
    parts.append(
        f"从 {_number(report.raw)} 张原始图像中最终保留 {_number(report.remaining)} 张，"
        f"排除 {_gone(report)}。"
    )
    return "".join(parts)


def _removed_zh(stage: Stage) -> str:
    return f"从 {_number(stage.entered)} 张中排除 {_number(stage.excluded)} 张"


def _hash_rule(stage: Stage, language: str) -> str:
    run = _last(stage)
    if run is None:
        return ""
    radius = run.parameters["radius"]
    alike = f"{run.parameters['similarity'] * 100:.0f}%"
    if language == "zh":
        return (
            f"（感知哈希相差不超过 64 位中的 {radius} 位，或局部相似，"
            f"再经像素比对确认，相似度至少 {alike}）"
        )
    return (
        f" (perceptual hashes within {radius} of 64 bits, or similar parts, confirmed "
        f"by comparing pixels: at least {alike} similarity)"
    )


def _text_rule(stage: Stage, language: str) -> str:
    run = _last(stage)
    if run is None:
        return ""
    share = f"{run.parameters['threshold'] * 100:g}%"
    engine = " ".join(
        str(run.tools[name]) for name in ("engine", "version") if name in run.tools
    )
    if language == "zh":
        return f"（识别出的文字面积超过 {share}，{engine}）"
    return f" (recognised text over more than {share} of the image, {engine})"


def _last(stage: Stage) -> RunRecord | None:
    finished = [run for run in stage.runs if run.seconds is not None]
    return finished[-1] if finished else None


def _reasons(report: FunnelReport, language: str) -> str:
    counted = [
        f"{one.title.get(language) or one.title['en']} {_number(one.count)}"
        for one in report.inspection.reasons
        if one.count
    ]
    if not counted:
        return ""
    if language == "zh":
        return f"（{'、'.join(counted)}）"
    return f" ({', '.join(counted)})"


def _gone(report: FunnelReport) -> str:
    left = report.remaining + report.waiting
    return _percent(report.raw - left, report.raw)


def _number(count: int) -> str:
    return f"{count:,}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else _DASH
