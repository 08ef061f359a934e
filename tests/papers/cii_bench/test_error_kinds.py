"""Kinds of error of CII-Bench. Typed from §4.4 and Appendix H."""

from projects.domain.shipped import shipped_protocol

KINDS = {
    "Over-inference",
    "Lack of cultural background knowledge",
    "Superficial reasoning",
    "Misunderstanding of visual information",
}
INFORMATION_NEGLECT = {"Visual information neglect", "Textual information neglect"}
"""The paper's first kind, of which its text tells two sorts apart."""


def test_the_kinds_of_error_are_those_of_the_paper() -> None:
    categories = shipped_protocol("cii-bench").evaluation.error_categories
    titles = {category.title["en"] for category in categories}
    assert titles == KINDS | INFORMATION_NEGLECT
