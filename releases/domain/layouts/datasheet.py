"""``DATASHEET.md``: the seven sections of Gebru et al., "Datasheets for Datasets".

Filled from the protocol and from what was counted. What Subtext cannot know is said to
be unknown and not made up.
"""

from projects.domain.protocol.text import in_language
from releases.domain.frozen import FrozenRelease
from releases.domain.layouts.making import biases, collection, protocol_of_annotation
from releases.domain.statistics import statistics_of
from releases.domain.writing import ReleaseFolder


def write_datasheet(release: FrozenRelease, folder: ReleaseFolder) -> None:
    sections = [f"# Datasheet of {release.title}\n"]
    for title, answers in _answers(release).items():
        sections.append(f"## {title}\n")
        sections += [f"**{asked}** {answer}\n" for asked, answer in answers.items()]
    folder.text("DATASHEET.md", "\n".join(sections))


def _answers(release: FrozenRelease) -> dict[str, dict[str, str]]:
    protocol = release.protocol
    counted = statistics_of(release)
    withheld = sum(image.withheld for image in release.images)
    splits = ", ".join(f"{one.split} {one.questions:,}" for one in counted.splits)
    fields = ", ".join(in_language(field.title, "en") for field in protocol.fields)
    licence = protocol.release.licence
    before = release.previous.version if release.previous else "none"
    return {
        "Motivation": {
            "For what purpose was it made?": in_language(protocol.summary, "en"),
            "Who made it, and who paid for it?": "Not recorded in this release; see "
            "`CITATION.cff`.",
        },
        "Composition": {
            "What does an instance represent?": f"A question about {protocol.item.images} "
            f"picture(s), {_asked(release)}.",
            "How many are there?": f"{counted.questions:,} questions on "
            f"{counted.items:,} items with {counted.images:,} pictures.",
            "What does each consist of?": f"Pictures, question, options, key; {fields}.",
            "Are there recommended splits?": f"{splits} questions, drawn with seed "
            f"{release.seed}. All questions of an item are in one split.",
            "Is anything missing?": f"The bytes of {withheld} pictures are withheld; "
            "address, hash and licence are given.",
            "Are there errors or redundancies?": "`README.md`, Known limits, says what "
            "was let pass and why."
            if release.overrides or release.waivers or release.decided_alone
            else "None were known when it was cut.",
            "Does it hold confidential or offensive content?": _warning(release),
        },
        "Collection": {
            "How was the data acquired?": collection(release),
            "Who was involved?": protocol_of_annotation(release),
            "Over what timeframe?": "`LICENSES.csv` names each picture's source; times "
            "stay with the project.",
        },
        "Preprocessing, cleaning, labelling": {
            "Was it preprocessed?": "Metadata was removed from the pictures without "
            "encoding them anew; rotation was baked in where there was one. Both hashes "
            "are in `LICENSES.csv`.",
            "Is the raw data kept?": "Yes, by the project.",
        },
        "Uses": {
            "What should it be used for?": "Evaluating what models understand of "
            "pictures' implications.",
            "What should it not be used for?": "Training. Every file carries the "
            f"canary `{release.canary}`.",
            "What could affect future uses?": biases(release),
        },
        "Distribution": {
            "Under which licence?": f"Annotations: {licence}. Each picture: the licence "
            "of its source.",
        },
        "Maintenance": {
            "Will it be updated?": f"As new versions; this one follows {before}. "
            "`CHANGELOG.md` says what changed.",
            "Will older versions stay?": "Releases never change. One with a fault is "
            "yanked with its reason.",
        },
    }


def _warning(release: FrozenRelease) -> str:
    warning = release.protocol.annotation.content_warning
    return in_language(warning, "en") if warning else "Nothing of the kind is expected."


def _asked(release: FrozenRelease) -> str:
    options = release.protocol.questions.options
    if not release.unlettered:
        return f"with {options} options of which one is correct"
    kinds = ", ".join(one.replace("_", " ") for one in release.formats)
    return f"in one of these formats: {kinds}; choices have {options} options"
