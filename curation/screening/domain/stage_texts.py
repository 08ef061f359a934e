"""Texts of the screening stage."""

from curation.stages.base import Texts

TEXTS: Texts = {
    "title": {"en": "Screening", "zh": "人工筛选"},
    "lead": {
        "en": "People look at every image and discard those that imply nothing.",
        "zh": "由人逐张查看图像，舍弃没有隐含意义的图像。",
    },
    "name": {"en": "visual inspection", "zh": "人工筛选"},
    "removed_as": {"en": "", "zh": ""},
    "card": {
        "en": "images that people discarded in screening ({votes:vote} per image)",
        "zh": "人工筛选中舍弃的图像（每张 {votes:vote}）",
    },
    "status": {"en": "Discarded", "zh": "已舍弃"},
    "action": {"en": "Discarded in screening", "zh": "筛选中被舍弃"},
    "reason.votes": {
        "en": "votes to discard: {value} (more than {threshold} required)",
        "zh": "舍弃票 {value} 票（需超过 {threshold} 票）",
    },
    "reason.organizer": {"en": "Decided by an organizer", "zh": "由组织者决定"},
    "parameter.votes": {"en": "Votes per image", "zh": "每张图像的票数"},
    "parameter.votes.hint": {
        "en": "The majority decides; without one, an organizer does.",
        "zh": "多数票决定；没有多数时由组织者决定。",
    },
    "parameter.question": {"en": "Question of screening", "zh": "筛选时的问题"},
    "parameter.question.hint": {
        "en": "What screeners are asked about each image.",
        "zh": "筛选每张图像时提出的问题。",
    },
    "parameter.reasons": {"en": "Reasons to discard", "zh": "舍弃理由"},
    "parameter.reasons.hint": {
        "en": "Reasons that screeners choose from.",
        "zh": "供筛选人员选择的理由。",
    },
}
