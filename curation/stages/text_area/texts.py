"""Texts of the text-area stage."""

from curation.stages.base import Texts

TEXTS: Texts = {
    "title": {"en": "Text area", "zh": "文字面积"},
    "lead": {
        "en": "Images that are mostly text state their meaning in words. Images above "
        "the threshold are removed.",
        "zh": "以文字为主的图像直接用文字说出含义。文字面积高于阈值的图像会被排除。",
    },
    "name": {"en": "text area", "zh": "文字面积"},
    "removed_as": {"en": "as mostly text", "zh": "以文字为主的"},
    "rule": {
        "en": "recognised text over more than {threshold} of the image, {engine}",
        "zh": "识别出的文字面积超过 {threshold}，{engine}",
    },
    "card": {
        "en": "images with a text area of more than {threshold}",
        "zh": "识别出的文字面积超过 {threshold} 的图像",
    },
    "status": {"en": "Too much text", "zh": "文字过多"},
    "action": {"en": "Removed for its text", "zh": "因文字过多被排除"},
    "measure.text_area": {"en": "Text area", "zh": "文字面积占比"},
    "reason.text_area": {
        "en": "{value} of the image is text (threshold {threshold})",
        "zh": "文字占图像的 {value}（阈值 {threshold}）",
    },
    "parameter.threshold": {"en": "Maximum text area", "zh": "文字面积上限"},
    "parameter.threshold.hint": {
        "en": "Images with a larger share of recognised text are removed.",
        "zh": "识别出的文字面积占比更高的图像会被排除。",
    },
    "parameter.confidence": {"en": "Minimum confidence", "zh": "最低置信度"},
    "parameter.confidence.hint": {
        "en": "Confidence with which a line must be recognised. A lower value also "
        "counts faint or decorated letters, and sometimes drawings.",
        "zh": "一行文字须达到的识别置信度。数值越低，越会把模糊或装饰性的字（有时甚至图案）计入。",
    },
    "parameter.minimum_characters": {"en": "Minimum characters", "zh": "最少字符数"},
    "parameter.minimum_characters.hint": {
        "en": "Shorter lines do not count: single letters are often shapes.",
        "zh": "更短的文字不计入，单个字母往往只是图形。",
    },
    "parameter.languages": {"en": "Languages of the text", "zh": "文字的语言"},
    "parameter.languages.hint": {
        "en": "Languages that the text recognition reads.",
        "zh": "文字识别所用的语言。",
    },
}
