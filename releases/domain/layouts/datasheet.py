"""``DATASHEET.md``: the seven sections of Gebru et al., "Datasheets for Datasets".

The answers come from the protocol and the counts, in the language of the benchmark.
Facts that Subtext cannot know are reported as unknown.
"""

from projects.domain.protocol.text import Language, in_language
from releases.domain.frozen import FrozenRelease
from releases.domain.layouts.datasheet_wording import said
from releases.domain.layouts.methodology import (
    biases,
    collection,
    protocol_of_annotation,
)
from releases.domain.release_folder import ReleaseFolder
from releases.domain.statistics import statistics_of
from releases.domain.wording import kind_said


def write_datasheet(release: FrozenRelease, folder: ReleaseFolder) -> None:
    language = release.protocol.language
    sections = [f"# {said('title', language, name=release.title)}\n"]
    for title, answers in _answers(release, language).items():
        sections.append(f"## {said(title, language)}\n")
        sections += [
            f"**{said(asked, language)}** {answer}\n"
            for asked, answer in answers.items()
        ]
    folder.text("DATASHEET.md", "\n".join(sections))


def _answers(release: FrozenRelease, language: Language) -> dict[str, dict[str, str]]:
    def say(name: str, **values: object) -> str:
        return said(name, language, **values)

    protocol = release.protocol
    counted = statistics_of(release)
    comma = say("list")
    known = release.overrides or release.waivers or release.decided_alone
    return {
        "motivation": {
            "purpose?": in_language(protocol.summary, language),
            "makers?": say("makers"),
        },
        "composition": {
            "instance?": say(
                "instance",
                pictures=protocol.item.images,
                asked=_asked(release, language),
            ),
            "number?": say(
                "number",
                questions=f"{counted.questions:,}",
                items=f"{counted.items:,}",
                images=f"{counted.images:,}",
            ),
            "parts?": say(
                "parts",
                fields=comma.join(
                    in_language(field.title, language) for field in protocol.fields
                ),
            ),
            "splits?": say(
                "splits",
                splits=comma.join(
                    f"{one.split} {one.questions:,}" for one in counted.splits
                ),
                seed=release.seed,
            ),
            "missing?": say(
                "missing", withheld=sum(image.withheld for image in release.images)
            ),
            "errors?": say("errors" if known else "no_errors"),
            "offensive?": _warning(release, language),
        },
        "collection": {
            "acquired?": collection(release, language),
            "involved?": protocol_of_annotation(release, language),
            "time?": say("time"),
        },
        "processing": {"processed?": say("processed"), "raw?": say("raw")},
        "uses": {
            "meant?": say("meant"),
            "unmeant?": say("unmeant", canary=release.canary),
            "affected?": biases(release, language),
        },
        "distribution": {"licence?": say("licence", licence=protocol.release.licence)},
        "maintenance": {
            "updated?": say(
                "updated",
                before=release.previous.version if release.previous else say("none"),
            ),
            "stay?": say("stay"),
        },
    }


def _warning(release: FrozenRelease, language: Language) -> str:
    warning = release.protocol.annotation.content_warning
    return in_language(warning, language) if warning else said("inoffensive", language)


def _asked(release: FrozenRelease, language: Language) -> str:
    options = release.protocol.questions.options
    if not release.unlettered:
        return said("lettered", language, options=options)
    kinds = said("list", language).join(
        kind_said(one, language) for one in release.formats
    )
    return said("of_formats", language, kinds=kinds, options=options)
