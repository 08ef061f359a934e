"""Texts of the near-duplicates stage."""

from curation.stages.base import Texts

TEXTS: Texts = {
    "title": {"en": "Near-duplicates", "zh": "近重复图像"},
    "lead": {
        "en": "Of images that show the same, the best one is kept.",
        "zh": "内容相同的图像只保留质量最好的一张。",
    },
    "name": {"en": "deduplication", "zh": "图像去重"},
    "removed_as": {"en": "as near-duplicates", "zh": "近重复"},
    "rule": {
        "en": "perceptual hashes and local features, registered and compared by a "
        "calibrated model: at least {certainty} certain",
        "zh": "按感知哈希与局部特征检索，配准后由校准模型判定，置信度至少 {certainty}",
    },
    "card": {
        "en": "exact and near-duplicates (local features and perceptual hashes, "
        "compared by a model that is at least {certainty} certain)",
        "zh": "完全重复与近重复的图像（按局部特征与感知哈希检索，模型判定的置信度至少"
        " {certainty}）",
    },
    "status": {"en": "Duplicate", "zh": "重复"},
    "action": {"en": "Removed as a near-duplicate", "zh": "作为近重复图像被排除"},
    "reason.match": {
        "en": "{value} certain to show the same (at least {threshold} for "
        "near-duplicates)",
        "zh": "内容相同的置信度为 {value}（近重复至少 {threshold}）",
    },
    "reason.hash": {
        "en": "hashes differ in {value} of 64 bits (at most {threshold} for "
        "near-duplicates)",
        "zh": "哈希相差 64 位中的 {value} 位（近重复至多 {threshold} 位）",
    },
    "reason.window": {
        "en": "hashes of a part differ in {value} of 64 bits (at most {threshold} for "
        "near-duplicates)",
        "zh": "局部哈希相差 64 位中的 {value} 位（近重复至多 {threshold} 位）",
    },
    "reason.released": {
        "en": "{value} certain to show the same as a released image (at least "
        "{threshold})",
        "zh": "与已发布图像内容相同的置信度为 {value}（至少 {threshold}）",
    },
    "parameter.certainty": {"en": "Minimum certainty", "zh": "最低置信度"},
    "parameter.certainty.hint": {
        "en": "Probability from which one of two images is removed. Less certain pairs "
        "are listed as possible near-duplicates.",
        "zh": "达到此概率时，两张图像中的一张会被排除；较不确定的图像对列为可能的近重复。",
    },
    "parameter.block_release": {
        "en": "Block releases with undecided pairs",
        "zh": "有未判定的图像对时阻止发布",
    },
    "parameter.block_release.hint": {
        "en": "Otherwise the release checks only warn about possible near-duplicates.",
        "zh": "否则发布检查只提示可能的近重复。",
    },
}
