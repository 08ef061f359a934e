"""Texts of the image-quality stage."""

from curation.stages.base import Texts

TEXTS: Texts = {
    "title": {"en": "Image quality", "zh": "图像质量"},
    "lead": {
        "en": "Images that are too small, blurred or blank cannot be understood. Images "
        "below a threshold are removed.",
        "zh": "过小、模糊或空白的图像无法理解。低于阈值的图像会被排除。",
    },
    "name": {"en": "image quality", "zh": "图像质量"},
    "removed_as": {"en": "as too small, blurred or blank", "zh": "过小、模糊或空白的"},
    "rule": {
        "en": "smallest side below {minimum_side} pixels, variance of the Laplacian below "
        "{minimum_sharpness}, or standard deviation of the grey values below "
        "{minimum_contrast}",
        "zh": "短边不足 {minimum_side} 像素，或拉普拉斯方差低于 {minimum_sharpness}，"
        "或灰度标准差低于 {minimum_contrast}",
    },
    "card": {
        "en": "images that are too small (smallest side below {minimum_side} pixels), "
        "blurred (variance of the Laplacian below {minimum_sharpness}) or blank "
        "(standard deviation of the grey values below {minimum_contrast})",
        "zh": "过小（短边不足 {minimum_side} 像素）、模糊（拉普拉斯方差低于 "
        "{minimum_sharpness}）或空白（灰度标准差低于 {minimum_contrast}）的图像",
    },
    "status": {"en": "Low quality", "zh": "质量过低"},
    "action": {"en": "Removed for its quality", "zh": "因质量过低被排除"},
    "measure.smallest_side": {"en": "Smallest side in pixels", "zh": "短边（像素）"},
    "measure.sharpness": {
        "en": "Sharpness (variance of the Laplacian)",
        "zh": "清晰度（拉普拉斯方差）",
    },
    "measure.contrast": {
        "en": "Contrast (standard deviation of the grey values)",
        "zh": "对比度（灰度标准差）",
    },
    "reason.smallest_side": {
        "en": "smallest side {value} (at least {threshold})",
        "zh": "短边 {value}（至少 {threshold}）",
    },
    "reason.sharpness": {
        "en": "sharpness {value} (at least {threshold})",
        "zh": "清晰度 {value}（至少 {threshold}）",
    },
    "reason.contrast": {
        "en": "contrast {value} (at least {threshold})",
        "zh": "对比度 {value}（至少 {threshold}）",
    },
    "parameter.minimum_side": {"en": "Smallest side", "zh": "短边下限"},
    "parameter.minimum_side.hint": {
        "en": "Images with a smaller width or height, in pixels, are removed.",
        "zh": "宽或高（像素）更小的图像会被排除。",
    },
    "parameter.minimum_sharpness": {"en": "Minimum sharpness", "zh": "清晰度下限"},
    "parameter.minimum_sharpness.hint": {
        "en": "Variance of the Laplacian; blurred images have less.",
        "zh": "拉普拉斯方差；模糊的图像数值更低。",
    },
    "parameter.minimum_contrast": {"en": "Minimum contrast", "zh": "对比度下限"},
    "parameter.minimum_contrast.hint": {
        "en": "Standard deviation of the grey values, 0 to 127.5; blank images have "
        "almost none.",
        "zh": "灰度标准差，0 至 127.5；空白图像几乎为零。",
    },
}
