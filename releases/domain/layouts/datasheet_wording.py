"""Wording of the datasheet, in every language of a benchmark.

The questions are those of Gebru et al., "Datasheets for Datasets", shortened.
"""

from collections.abc import Mapping

from projects.domain.phrases import Phrases
from projects.domain.protocol.text import Language

_SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "title": {"en": "Datasheet of {name}", "zh": "{name} 数据说明书"},
    "motivation": {"en": "Motivation", "zh": "动机"},
    "purpose?": {"en": "For what purpose was the dataset created?", "zh": "为何制作？"},
    "makers?": {
        "en": "Who created and who funded the dataset?",
        "zh": "由谁制作，由谁资助？",
    },
    "makers": {
        "en": "Not recorded in this release; see `CITATION.cff`.",
        "zh": "本次发布未作记录；见 `CITATION.cff`。",
    },
    "composition": {"en": "Composition", "zh": "构成"},
    "instance?": {
        "en": "What do the instances represent?",
        "zh": "每个样本代表什么？",
    },
    "instance": {
        "en": "Each instance is one question, {asked}. Images per item: {pictures}.",
        "zh": "每个样本是一道题目，{asked}。每个条目的图像数：{pictures}。",
    },
    "lettered": {
        "en": "with {options} options, one of them correct",
        "zh": "有 {options} 个选项，其中一个正确",
    },
    "of_formats": {
        "en": "in one of these formats: {kinds}; choices have {options} options",
        "zh": "题型为{kinds}之一；选择题有 {options} 个选项",
    },
    "number?": {"en": "How many instances are there?", "zh": "共有多少？"},
    "number": {
        "en": "Questions: {questions}, items: {items}, images: {images}.",
        "zh": "{items} 个条目、{images} 张图像上的 {questions} 道题目。",
    },
    "parts?": {"en": "What does each instance consist of?", "zh": "每个样本包含什么？"},
    "parts": {
        "en": "Images, question, options, correct answer; {fields}.",
        "zh": "图像、题干、选项、正确答案；{fields}。",
    },
    "splits?": {
        "en": "Are there recommended splits?",
        "zh": "有推荐的划分吗？",
    },
    "splits": {
        "en": "Questions by split: {splits} (seed {seed}). All questions of an item are "
        "in one split.",
        "zh": "{splits} 道题目，抽取所用的种子为 {seed}。同一条目的所有题目都在同一划分中。",
    },
    "missing?": {"en": "Is any information missing?", "zh": "有缺失吗？"},
    "missing": {
        "en": "Images without a file: {withheld}. Their address, hash and licence "
        "are given.",
        "zh": "有 {withheld} 张图像不提供文件，只给出地址、哈希值与许可。",
    },
    "errors?": {
        "en": "Are there errors or redundancies?",
        "zh": "有错误或冗余吗？",
    },
    "errors": {
        "en": "See “Known limits” in `README.md` for overridden checks and their reasons.",
        "zh": "放行了什么、为何放行，见 `README.md` 的“已知局限”。",
    },
    "no_errors": {
        "en": "None were known at release.",
        "zh": "发布时未发现。",
    },
    "offensive?": {
        "en": "Does it contain confidential or offensive content?",
        "zh": "含有机密或冒犯性内容吗？",
    },
    "inoffensive": {
        "en": "No such content is expected.",
        "zh": "预计没有此类内容。",
    },
    "collection": {"en": "Collection", "zh": "收集"},
    "acquired?": {"en": "How was the data acquired?", "zh": "数据如何取得？"},
    "involved?": {"en": "Who was involved?", "zh": "谁参与其中？"},
    "time?": {"en": "Over what timeframe?", "zh": "时间跨度如何？"},
    "time": {
        "en": "`LICENSES.csv` names the source of each image. Dates are kept by the project.",
        "zh": "`LICENSES.csv` 列出每张图像的来源；时间记录保存在项目中。",
    },
    "processing": {
        "en": "Preprocessing, cleaning, labelling",
        "zh": "预处理、清洗与标注",
    },
    "processed?": {"en": "Was the data preprocessed?", "zh": "做过预处理吗？"},
    "processed": {
        "en": "Metadata was removed from the images without re-encoding them; "
        "stored rotation was applied. Both hashes are in `LICENSES.csv`.",
        "zh": "在不重新编码的前提下去除了图像的元数据；带有旋转信息的图像已按其旋转。"
        "前后两个哈希值都在 `LICENSES.csv` 中。",
    },
    "raw?": {"en": "Was the raw data kept?", "zh": "保留原始数据吗？"},
    "raw": {"en": "Yes, by the project.", "zh": "由项目保留。"},
    "uses": {"en": "Uses", "zh": "用途"},
    "meant?": {"en": "What should the dataset be used for?", "zh": "应当用于什么？"},
    "meant": {
        "en": "Evaluating how well models understand what images imply.",
        "zh": "评测模型对图像深层含义的理解。",
    },
    "unmeant?": {
        "en": "What should the dataset not be used for?",
        "zh": "不应当用于什么？",
    },
    "unmeant": {
        "en": "Training. Every file carries the canary `{canary}`.",
        "zh": "训练。每个文件都带有金丝雀标识 `{canary}`。",
    },
    "affected?": {
        "en": "What could affect future uses?",
        "zh": "什么可能影响今后的使用？",
    },
    "distribution": {"en": "Distribution", "zh": "分发"},
    "licence?": {"en": "Under which licence?", "zh": "采用何种许可？"},
    "licence": {
        "en": "Annotations: {licence}. Each image: the licence of its source.",
        "zh": "标注：{licence}。每张图像：其来源的许可。",
    },
    "maintenance": {"en": "Maintenance", "zh": "维护"},
    "updated?": {"en": "Will the dataset be updated?", "zh": "会更新吗？"},
    "updated": {
        "en": "Yes, as new versions. Previous version: {before}. `CHANGELOG.md` lists the "
        "changes.",
        "zh": "以新版本更新；上一版本：{before}。变更见 `CHANGELOG.md`。",
    },
    "none": {"en": "none", "zh": "无"},
    "stay?": {"en": "Will older versions be kept?", "zh": "旧版本会保留吗？"},
    "stay": {
        "en": "Yes. Releases never change. A faulty release is withdrawn with a reason.",
        "zh": "已发布的版本不再改变。有缺陷的版本会注明理由后撤下。",
    },
    "list": {"en": ", ", "zh": "、"},
}

said = Phrases(_SENTENCES)
"""Return a sentence of the datasheet in a language."""
