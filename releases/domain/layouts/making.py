"""How a benchmark was made, in sentences that card, datasheet and Croissant share."""

from collections import Counter

from projects.domain.protocol.text import in_language
from releases.domain.frozen import FrozenRelease


def collection(release: FrozenRelease) -> str:
    """Where the pictures come from and what was filtered out."""
    curation = release.protocol.curation
    sources = len({image.source for image in release.images})
    return (
        f"{len(release.images)} pictures from {sources} sources, each with its licence. "
        "Copies and near copies were removed (perceptual hashes within "
        f"{curation.duplicates.radius} bits, confirmed on pixels), then pictures of "
        f"which recognised text covers more than {curation.text_area.threshold:.0%}, "
        "then those in which people saw nothing implied "
        f"({curation.screening.votes} screening each)."
    )


def protocol_of_annotation(release: FrozenRelease) -> str:
    """Who annotated, decided and validated, and how often."""
    annotation, review = release.protocol.annotation, release.protocol.review
    blind = (
        f"{annotation.people} people annotated each item without seeing each other's "
        "work; somebody else decided where they differed."
        if annotation.people > 1
        else "One person annotated each item."
    )
    rounds = [
        f"{in_language(rules.title, 'en')} "
        + (
            f"({rules.people} people answered without the key, {rules.agree} had to "
            "choose it)"
            if rules.kind == "answer"
            else f"({len(rules.checklist)} points to check)"
        )
        for rules in review.rounds
    ]
    if not rounds:
        return blind
    return f"{blind} Validation rounds: {'; '.join(rounds)}."


def biases(release: FrozenRelease) -> str:
    """What is unevenly represented, counted."""
    said = []
    for field in release.protocol.labels:
        counts = Counter(
            choice for item in release.items for choice in item.labels.get(field.id, ())
        )
        total = sum(counts.values())
        if not total:
            continue
        choice_id, most = min(counts.items(), key=lambda one: (-one[1], one[0]))
        choice = field.choice(choice_id)
        title = in_language(choice.title, "en") if choice else choice_id
        said.append(
            f"{in_language(field.title, 'en')}: {title} is {most / total:.0%} of labels"
        )
    return (
        "What pictures imply depends on culture and time; keys are what the annotators "
        f"of one team agreed on. Most frequent labels: {'; '.join(said)}."
    )
