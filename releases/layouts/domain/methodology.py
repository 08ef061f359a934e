"""Sentences on how a benchmark was made, shared by card, datasheet and Croissant."""

from collections import Counter

from curation.stages.registry import INSTALLED
from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_phrases import phrase
from subtext_protocol.text import Language, in_language


def describe_collection(release: FrozenRelease, language: Language = "en") -> str:
    """Return sentences on the sources of the images and what each stage removed."""
    protocol = release.protocol
    removed = [
        stage.card_phrase(rules, language)
        for stage in INSTALLED
        if (rules := stage.rules(protocol)) is not None and stage.can_exclude(rules)
    ]
    return phrase(
        "collection",
        language,
        images=len(release.images),
        sources=len({image.source for image in release.images}),
        removed=phrase("between", language).join(removed),
    )


def simulated_warning(release: FrozenRelease, language: Language | None = None) -> str:
    """Return how many items contain work by simulated people; empty if none does.

    ``language`` defaults to that of the benchmark.
    """
    if not release.simulated_items:
        return ""
    return phrase(
        "simulated",
        language or release.language,
        items=release.simulated_items,
        total=len(release.items),
    )


def describe_annotation(release: FrozenRelease, language: Language = "en") -> str:
    """Return a sentence on annotation, adjudication and validation rounds."""
    annotation = release.protocol.annotation
    blind = phrase(
        "blind" if annotation.people > 1 else "alone",
        language,
        people=annotation.people,
    )
    rounds = describe_validation(release, language)
    return phrase("rounds", language, blind=blind, rounds=rounds) if rounds else blind


def describe_validation(release: FrozenRelease, language: Language = "en") -> str:
    """Return the validation rounds in their order; empty if there are none."""
    return phrase("between", language).join(
        phrase(
            "answered" if rules.kind == "answer" else "checked",
            language,
            title=in_language(rules.title, language),
            people=rules.people,
            agree=rules.agree,
            points=len(rules.checklist),
        )
        for rules in release.protocol.review.rounds
    )


def describe_agreement(release: FrozenRelease, language: Language = "en") -> str:
    """Return the agreement on each label before adjudication; empty if unmeasured."""
    titles = {
        field.id: in_language(field.title, language)
        for field in release.protocol.fields
    }
    measured = [
        phrase(
            "agreement_of",
            language,
            field=titles.get(entry.field, entry.field),
            percent=f"{entry.percent:.1%}",
            alpha="–" if entry.alpha is None else f"{entry.alpha:.3f}",
            items=entry.items,
        )
        for entry in release.agreement
        if entry.percent is not None
    ]
    if not measured:
        return ""
    fields = phrase("between", language).join(measured)
    return phrase("agreement_before", language, fields=fields)


def describe_limits(release: FrozenRelease, language: Language = "en") -> list[str]:
    """Return the known limits: what the form says, and the overridden checks."""
    overridden = [
        phrase(
            "overridden",
            language,
            message=in_language(override.message, language),
            reason=" ".join(override.reason.split()),
        )
        for override in release.overrides
    ]
    return [*filter(None, [release.form.limits]), *overridden]


def describe_personal_information(
    release: FrozenRelease, language: Language = "en"
) -> str:
    """Return what the checks look for and what the form says of personal information."""
    checked = phrase("checked_for_persons", language)
    return " ".join(filter(None, [checked, release.form.personal_information]))


def describe_synthetic_data(release: FrozenRelease, language: Language = "en") -> str:
    """Return whether models made a part of it; empty if nobody has said so."""
    if release.has_synthetic_data is None:
        return ""
    return phrase(
        f"synthetic_{'yes' if release.has_synthetic_data else 'no'}", language
    )


def describe_biases(release: FrozenRelease, language: Language = "en") -> str:
    """Return a sentence on biases, with the most frequent label of each field."""
    most_frequent = []
    for field in release.protocol.labels:
        counts = Counter(
            choice for item in release.items for choice in item.labels.get(field.id, ())
        )
        total = sum(counts.values())
        if not total:
            continue
        choice_id, most = min(counts.items(), key=lambda entry: (-entry[1], entry[0]))
        choice = field.choice(choice_id)
        most_frequent.append(
            phrase(
                "frequent",
                language,
                field=in_language(field.title, language),
                choice=in_language(choice.released_title, language)
                if choice
                else choice_id,
                share=f"{most / total:.0%}",
            )
        )
    general = phrase("biases", language)
    if not most_frequent:
        return general
    frequent = phrase("between", language).join(most_frequent)
    return phrase("biases_of_labels", language, biases=general, frequent=frequent)
