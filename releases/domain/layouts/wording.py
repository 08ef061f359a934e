"""Wording of the data card, in every language of a benchmark."""

from collections.abc import Mapping

from projects.domain.phrases import Phrases
from projects.domain.protocol.text import Language

_SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "redistribute": {
        "en": "image files are in `images/` and in the parquet files",
        "zh": "图像文件在 `images/` 与 parquet 文件中",
    },
    "address_only": {
        "en": "no image files; hash, address and licence only",
        "zh": "不提供图像文件，只给出哈希值、地址与许可",
    },
    "contents": {"en": "Contents", "zh": "内容"},
    "split": {"en": "Split", "zh": "划分"},
    "items": {"en": "Items", "zh": "条目"},
    "images": {"en": "Images", "zh": "图像"},
    "questions": {"en": "Questions", "zh": "题目"},
    "and": {"en": " and ", "zh": "与"},
    "seed": {
        "en": "All questions of one item are in the same split. Splits were drawn with "
        "seed {seed}.",
        "zh": "同一条目的所有题目都在同一划分中。划分抽取所用的种子为 {seed}。",
    },
    "files": {
        "en": "* `data/`: parquet, one row per question, images in {pictures}; "
        "`croissant.json` describes it\n"
        "* `questions/`: JSON lines, one question per line, labels by id\n"
        "* `nested/`: JSON in II-Bench's layout, one record per item\n"
        "* `vlmevalkit/`, `lmms_eval/`, `inspect/`: files for these tools, see below\n"
        "* `images/`: published files, named by their SHA-256\n"
        "* `benchmark.json`: the protocol with labels, prompts and settings\n"
        "* `STATISTICS.md`, `statistics.json`, `statistics/` (LaTeX, CSV, SVG)\n"
        "* `DATASHEET.md`, `CITATION.cff`, `LICENSES.csv`, `LICENSES/`\n"
        "* `CHANGELOG.md` and, from the second version on, "
        "`diff-from-<previous>.json`\n"
        "* `manifest.json`, `SHA256SUMS`\n",
        "zh": "* `data/`：parquet，每题一行，图像在 {pictures} 列；`croissant.json` 对其加以"
        "描述\n"
        "* `questions/`：JSON lines，每行一题，标签以标识表示\n"
        "* `nested/`：II-Bench 格式的 JSON，每个条目一条记录\n"
        "* `vlmevalkit/`、`lmms_eval/`、`inspect/`：供这些工具使用，见下文\n"
        "* `images/`：发布的图像文件，以 SHA-256 命名\n"
        "* `benchmark.json`：协议，含标签、提示词与评测设置\n"
        "* `STATISTICS.md`、`statistics.json`、`statistics/`（LaTeX、CSV、SVG）\n"
        "* `DATASHEET.md`、`CITATION.cff`、`LICENSES.csv`、`LICENSES/`\n"
        "* `CHANGELOG.md`，以及自第二版起的 `diff-from-<previous>.json`\n"
        "* `manifest.json`、`SHA256SUMS`\n",
    },
    "private": {
        "en": "The correct answers of {splits} are private. `{file}` contains a salted "
        "commitment to each, so answers that are published later can be verified.\n",
        "zh": "{splits} 的正确答案不公开。`{file}` 保存每个答案的加盐承诺值，日后公布的答案文件"
        "可据此核对。\n",
    },
    "unlettered": {
        "en": "Questions by format: {kinds}. `nested/`, `vlmevalkit/` and `lmms_eval/` "
        "can hold only questions with one correct option, so they leave out {left} "
        "of {all}. These are in `data/` and `questions/` with all correct answers, and in "
        "`inspect/` in files by format.\n",
        "zh": "各题型数量：{kinds}。`nested/`、`vlmevalkit/` 与 `lmms_eval/` 只能容纳单选题，"
        "因此略去 {all} 题中的 {left} 题；这些题连同完整答案在 `data/` 与 `questions/` 中，"
        "并按题型分文件存于 `inspect/`。\n",
    },
    "reading": {"en": "Usage", "zh": "使用方法"},
    "tools": {
        "en": "Use the unmodified tools. Run the commands in this folder.\n",
        "zh": "直接使用各工具即可；命令在本文件夹中运行。\n",
    },
    "withheld": {
        "en": "The last three leave out questions without image files.\n",
        "zh": "后三种方式略去不提供图像文件的题目。\n",
    },
    "making": {"en": "How it was made", "zh": "制作过程"},
    "label": {"en": "Label", "zh": "标签"},
    "same": {"en": "Percent agreement", "zh": "一致率"},
    "alpha": {"en": "Krippendorff's alpha", "zh": "Krippendorff's alpha"},
    "rights": {"en": "Rights", "zh": "版权"},
    "licences": {
        "en": "Annotations: {licence}. Each image has the licence of its source; "
        "`LICENSES.csv` names it with the address.\n",
        "zh": "标注：{licence}。每张图像沿用其来源的许可，`LICENSES.csv` 列出许可与地址。\n",
    },
    "licence": {"en": "Licence", "zh": "许可"},
    "pictures": {"en": "Image files", "zh": "图像文件"},
    "count": {"en": "Count", "zh": "数量"},
    "limits": {"en": "Known limits", "zh": "已知局限"},
    "override": {
        "en": "* {message} Overridden: {reason}",
        "zh": "* {message}已放行：{reason}",
    },
    "waiver": {
        "en": "* Some items were validated by people who had seen them: {reason}",
        "zh": "* 部分条目由接触过它们的人验证：{reason}",
    },
    "alone_decided": {
        "en": "* Some items were decided by a single organizer: {reason}",
        "zh": "* 部分条目由一名组织者单独决定：{reason}",
    },
    "checking": {"en": "Verification", "zh": "核对"},
    "proof": {
        "en": "`sha256sum -c SHA256SUMS` verifies every file. The hash of this release is "
        "the SHA-256 of `manifest.json`. Please report it with every score.\n\n"
        "This data is for evaluation and must never be used for training. Canary of this "
        "release: `{canary}`\n",
        "zh": "`sha256sum -c SHA256SUMS` 可核对每个文件。本次发布的哈希值即 `manifest.json` "
        "的 SHA-256，公布成绩时应当注明。\n\n"
        "本数据仅供评测，不得用于训练。本次发布的标记串（canary）：`{canary}`\n",
    },
    "citation": {"en": "Citation", "zh": "引用"},
    "collection": {
        "en": "Images: {pictures}. Sources: {sources}, each with its licence. Exact and "
        "near-duplicates were removed first (perceptual hashes within {radius} bits, "
        "confirmed by comparing pixels), then images with a text area of more than "
        "{threshold}, then images that people discarded in screening (votes per image: "
        "{votes}).",
        "zh": "{pictures} 张图像，来自 {sources} 个来源，各有许可。先排除完全重复与近重复的图像"
        "（感知哈希相差不超过 {radius} 位，并经像素比对确认），再排除识别出的文字面积超过 "
        "{threshold} 的图像，最后排除人工筛选中舍弃的图像（每张 {votes} 票）。",
    },
    "blind": {
        "en": "{people} people annotated each item independently. "
        "A third person adjudicated their differences.",
        "zh": "每个条目由 {people} 人独立标注，有分歧时由第三人仲裁。",
    },
    "alone": {
        "en": "One person annotated each item.",
        "zh": "每个条目由一人标注。",
    },
    "answered": {
        "en": "{title} (answers per question: {people}, at least {agree} had to be "
        "correct)",
        "zh": "{title}（每题 {people} 人作答，至少 {agree} 人须选中正确答案）",
    },
    "checked": {
        "en": "{title} (checklist points: {points})",
        "zh": "{title}（{points} 项核查）",
    },
    "rounds": {
        "en": "{blind} Validation rounds: {rounds}.",
        "zh": "{blind}验证轮次：{rounds}。",
    },
    "between": {"en": "; ", "zh": "；"},
    "frequent": {
        "en": "{field}: {choice} is {share} of labels",
        "zh": "{field}：“{choice}”占标签的 {share}",
    },
    "biases": {
        "en": "What images imply depends on culture and time. The correct answers are what the "
        "annotators of one team agreed on. Most frequent labels: {frequent}.",
        "zh": "图像的含义取决于文化与时代；正确答案是一个团队的标注员所达成的共识。最常见的标签："
        "{frequent}。",
    },
    "versions": {"en": "Versions of {name}", "zh": "{name} 的各版本"},
    "changes": {
        "en": "Items added: {added}, removed: {removed}, changed: {changed}.",
        "zh": "新增 {added} 个条目，移除 {removed} 个，修改 {changed} 个。",
    },
    "yanked": {"en": "Withdrawn: {reason}", "zh": "已撤下：{reason}"},
    "takedown": {"en": "Takedown: {reason}", "zh": "撤下：{reason}"},
    "notice_erratum": {
        "en": "Erratum{about}, {role}: {text}",
        "zh": "勘误{about}，{role}：{text}",
    },
    "notice_takedown": {
        "en": "Takedown{about}, {role}: {text}",
        "zh": "撤下{about}，{role}：{text}",
    },
    "about": {"en": " ({what})", "zh": "（{what}）"},
    "organizer": {"en": "organizer", "zh": "组织者"},
    "maintainer": {"en": "maintainer", "zh": "维护者"},
    "system": {"en": "system", "zh": "系统"},
}

said = Phrases(_SENTENCES)
"""Return a sentence of the card in a language."""
