"""Choices of labels, typed from II-Bench, Appendix B.2, and CII-Bench, Appendix D.2."""

DIFFICULTY = ("easy", "middle", "hard")
EMOTION = ("positive", "neutral", "negative")
II_BENCH_DOMAINS = ("life", "art", "society", "psychology", "environment", "others")
CII_BENCH_DOMAINS = (
    *("life", "art", "society", "politics", "environment"),
    "chinese_traditional_culture",
)
CII_BENCH_TYPES = {
    *("illustration", "painting", "poster"),
    *("single_panel_comic", "multi_panel_comic", "meme"),
}
II_BENCH_TYPES = CII_BENCH_TYPES | {"logo"}
RHETORIC = (
    *("metaphor", "exaggerate", "symbolism", "contrast", "visual_dislocation"),
    *("antithesis", "analogy", "personification", "others"),
)
