"""Wording of result tables, in the languages of benchmarks."""

from projects.domain.phrases import Phrases
from projects.domain.protocol.text import Language

_WORDS: dict[str, dict[Language, str]] = {
    "model": {"en": "Model", "zh": "模型"},
    "overall": {"en": "Overall", "zh": "总体"},
    "overall_of": {"en": "Overall, {split}", "zh": "{split} 总体"},
    "counted": {"en": "{title} ({n:,})", "zh": "{title}（{n:,}）"},
    "models": {"en": "Models", "zh": "模型"},
    "baselines": {"en": "Baselines", "zh": "基线"},
    "humans": {"en": "Humans", "zh": "人类"},
    "human_avg": {"en": "Human_avg", "zh": "人类平均"},
    "human_best": {"en": "Human_best", "zh": "人类最佳"},
    "and": {"en": " and ", "zh": "和"},
    "labels": {
        "en": "Accuracy by {fields}, {setting}",
        "zh": "按{fields}的准确率，{setting}",
    },
    "formats": {
        "en": "Accuracy by kind of question, {setting}",
        "zh": "各题型的准确率，{setting}",
    },
    "single_choice": {"en": "One correct option", "zh": "单选题"},
    "multiple_choice": {"en": "Several correct options", "zh": "多选题"},
    "true_false": {"en": "True or false", "zh": "判断题"},
    "fill_in_blank": {"en": "Fill in the blank", "zh": "填空题"},
    "prompts": {"en": "Accuracy by way of asking", "zh": "各提问方式的准确率"},
    "shots": {"en": "Accuracy by number of examples", "zh": "不同示例数的准确率"},
    "fixed": {"en": "Accuracy on each fixed question", "zh": "固定题目的准确率"},
    "in_setting": {"en": "{group}, {setting}", "zh": "{group}，{setting}"},
    "outcomes": {
        "en": "Accuracy, error and miss rate in every setting ({number}/{parts})",
        "zh": "各设置下的准确率、出错率与未作答率（{number}/{parts}）",
    },
    "rate": {"en": "Rate", "zh": "比率"},
    "accuracy": {"en": "Acc", "zh": "准确率"},
    "error_rate": {"en": "Error", "zh": "出错率"},
    "miss_rate": {"en": "Miss", "zh": "未作答率"},
    "captions": {
        "en": "{tasks}: mean over runs, the standard deviation where there are several",
        "zh": "{tasks}：多次运行的均值（多于一次时附标准差）",
    },
    "runs": {"en": "{model}, {n} runs", "zh": "{model}，{n} 次运行"},
    "bleu4": {"en": "BLEU-4", "zh": "BLEU-4"},
    "rouge_l": {"en": "ROUGE-L", "zh": "ROUGE-L"},
    "cider": {"en": "CIDEr", "zh": "CIDEr"},
    "sbert": {"en": "SBERT-Similarity", "zh": "SBERT 相似度"},
    "acd": {"en": "ACD", "zh": "ACD"},
    "rating": {
        "en": "{title}: mean {scale}, {low} to {high}",
        "zh": "{title}：{scale}的平均分，{low} 至 {high}",
    },
    "judged_by": {"en": "Judge: {model}", "zh": "评审模型：{model}"},
    "marked_by_people": {"en": "People ({people})", "zh": "人工评分（{people} 人）"},
    "consistency": {
        "en": "{title}: judge models compared with people",
        "zh": "{title}：评审模型与人工评分的一致性",
    },
    "judge": {"en": "Judge", "zh": "评审模型"},
    "equal": {"en": "Equal", "zh": "完全一致"},
    "within_one": {"en": "Within one point", "zh": "相差不超过一分"},
    "correlation": {
        "en": "Correlation of metrics with human ratings, 95 % intervals",
        "zh": "自动指标与人工评分的相关性（95% 置信区间）",
    },
    "metric": {"en": "Metric", "zh": "指标"},
    "marks_on": {
        "en": "{scale}: {n} captions of {items} items",
        "zh": "{scale}：{items} 个条目的 {n} 条描述",
    },
    "pearson": {"en": "Pearson r", "zh": "Pearson r"},
    "spearman": {"en": "Spearman ρ", "zh": "Spearman ρ"},
    "kendall": {"en": "Kendall τ", "zh": "Kendall τ"},
    "low": {"en": "from", "zh": "下限"},
    "high": {"en": "to", "zh": "上限"},
    "of_people": {"en": "{task}: humans", "zh": "{task}：人类"},
    "imported_people": {
        "en": "Humans, imported",
        "zh": "人类（导入）",
    },
    "candidates": {
        "en": "{title}: comparison of sets",
        "zh": "{title}：数据集对比",
    },
    "set": {"en": "Set", "zh": "数据集"},
    "as_published": {"en": "As published", "zh": "论文公布的数值"},
    "replies_of": {"en": "Responses of {model}", "zh": "{model} 的回答"},
}

said = Phrases(_WORDS)
"""Return the phrase of a name in a language."""


def kind_of_question(format_id: str, language: Language) -> str:
    """Return the title of a question format; for an unknown format, its id."""
    if format_id in said:
        return said(format_id, language)
    return format_id.replace("_", " ")
