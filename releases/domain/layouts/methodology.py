"""Sentences on how a benchmark was made, shared by card, datasheet and Croissant."""

from collections import Counter

from projects.domain.protocol.text import Language, in_language
from releases.domain.frozen import FrozenRelease
from releases.domain.layouts.wording import said


def collection(release: FrozenRelease, language: Language = "en") -> str:
    """Return a sentence on the sources of the images and the filters applied."""
    curation = release.protocol.curation
    return said(
        "collection",
        language,
        pictures=len(release.images),
        sources=len({image.source for image in release.images}),
        radius=curation.duplicates.radius,
        threshold=f"{curation.text_area.threshold:.0%}",
        votes=curation.screening.votes,
    )


def protocol_of_annotation(release: FrozenRelease, language: Language = "en") -> str:
    """Return a sentence on annotation, adjudication and validation rounds."""
    annotation, review = release.protocol.annotation, release.protocol.review
    blind = said(
        "blind" if annotation.people > 1 else "alone",
        language,
        people=annotation.people,
    )
    rounds = [
        said(
            "answered" if rules.kind == "answer" else "checked",
            language,
            title=in_language(rules.title, language),
            people=rules.people,
            agree=rules.agree,
            points=len(rules.checklist),
        )
        for rules in review.rounds
    ]
    if not rounds:
        return blind
    every = said("between", language).join(rounds)
    return said("rounds", language, blind=blind, rounds=every)


def biases(release: FrozenRelease, language: Language = "en") -> str:
    """Return a sentence on biases, with the most frequent label of each field."""
    most_frequent = []
    for field in release.protocol.labels:
        counts = Counter(
            choice for item in release.items for choice in item.labels.get(field.id, ())
        )
        total = sum(counts.values())
        if not total:
            continue
        choice_id, most = min(counts.items(), key=lambda one: (-one[1], one[0]))
        choice = field.choice(choice_id)
        most_frequent.append(
            said(
                "frequent",
                language,
                field=in_language(field.title, language),
                choice=in_language(choice.title, language) if choice else choice_id,
                share=f"{most / total:.0%}",
            )
        )
    frequent = said("between", language).join(most_frequent)
    return said("biases", language, frequent=frequent)
