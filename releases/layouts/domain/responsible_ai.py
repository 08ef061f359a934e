"""The responsible-AI fields of ``croissant.json``.

NeurIPS 2026 (Evaluations and Datasets) requires eight of them: limitations, biases,
personal information, use cases, social impact, synthetic data, and the provenance
``wasDerivedFrom`` and ``wasGeneratedBy``. The ledger fills in what it knows. The
release form asks for the rest; a field that nobody has filled in is left out, and the
release checks name it.

Vocabulary: http://mlcommons.org/croissant/RAI/ and http://www.w3.org/ns/prov#.
"""

from typing import Any

from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.release_phrases import phrase
from releases.layouts.domain.methodology import (
    describe_agreement,
    describe_annotation,
    describe_biases,
    describe_collection,
    describe_limits,
    describe_personal_information,
    describe_validation,
)


def responsible_ai(release: FrozenRelease) -> dict[str, Any]:
    """Return the fields in English, the language of the document."""
    form = release.form
    texts = {
        "rai:annotationsPerItem": str(release.protocol.annotation.people),
        "rai:dataAnnotationProtocol": describe_annotation(release),
        "rai:dataAnnotationAnalysis": describe_agreement(release),
        "rai:dataCollection": describe_collection(release),
        "rai:dataBiases": " ".join([describe_biases(release), form.biases]).strip(),
        "rai:dataUseCases": form.intended_use
        or "Evaluating models on what images imply; not training.",
        "rai:dataLimitations": " ".join(describe_limits(release)),
        "rai:personalSensitiveInformation": describe_personal_information(release),
        "rai:dataSocialImpact": form.social_impact,
        "rai:dataReleaseMaintenancePlan": (
            "Releases never change. Corrections appear in a new version with an erratum; "
            "a faulty version is withdrawn with a reason."
        ),
    }
    return {
        **{name: text for name, text in texts.items() if text},
        **_synthetic(release),
        "prov:wasDerivedFrom": _sources(release),
        "prov:wasGeneratedBy": _activities(release),
    }


def _synthetic(release: FrozenRelease) -> dict[str, bool]:
    if release.has_synthetic_data is None:
        return {}
    return {"rai:hasSyntheticData": release.has_synthetic_data}


def _sources(release: FrozenRelease) -> list[dict[str, str]]:
    """Return every source of images with its licence."""
    sources = sorted({(image.source, image.licence) for image in release.images})
    return [
        {"@type": "prov:Entity", "prov:label": source, "sc:license": licence}
        for source, licence in sources
    ]


def _activities(release: FrozenRelease) -> list[dict[str, str]]:
    """Return what was done to make the benchmark, in this order."""
    descriptions = {
        "collection": describe_collection(release),
        "annotation": describe_annotation(release),
        "validation": describe_validation(release),
    }
    return [
        {
            "@type": "prov:Activity",
            "prov:type": name,
            "prov:label": phrase(f"activity_{name}", "en"),
            "sc:description": description,
        }
        for name, description in descriptions.items()
        if description
    ]
