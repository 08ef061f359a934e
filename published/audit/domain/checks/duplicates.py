"""Near-duplicate images, within a split and across splits, and possible ones apart."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from scipy.cluster.hierarchy import DisjointSet

from core.domain.texts import _
from curation.near_duplicates.domain.match import DUPLICATE
from curation.near_duplicates.domain.search import FoundPair
from published.audit.domain.checks.base import AuditMaterial
from published.audit.domain.checks.files import BLANK_CONTRAST
from published.audit.domain.finding import Finding, FindingCase, FindingLevel
from published.audit.domain.pairs import find_kept_pairs


def near_duplicates(material: AuditMaterial) -> Iterator[Finding]:
    """Groups of images that show the same, and pairs that may do so.

    Copies with the same bytes count as one image here; ``identical_images`` names them.
    """
    names = _names_by_content(material)
    contents = list(names)
    facts = [material.facts[names[content][0]] for content in contents]
    pairs = find_kept_pairs(
        contents,
        [known.description for known in facts if known.description is not None],
        material.measurements,
        material.compared,
    )
    certain = [pair for pair in pairs if pair.certainty >= DUPLICATE]
    groups = DisjointSet(range(len(contents)))
    for pair in certain:
        groups.merge(pair.left, pair.right)
    within: list[FindingCase] = []
    across: list[FindingCase] = []
    for group in groups.subsets():
        if len(group) > 1:
            members = [contents[at] for at in sorted(group)]
            images = list(chain.from_iterable(names[content] for content in members))
            splits = _splits(material, images)
            case = FindingCase(images=images, note=", ".join(splits))
            (across if len(splits) > 1 else within).append(case)
    possible = [
        _possible(pair, names[contents[pair.left]], names[contents[pair.right]])
        for pair in sorted(pairs, key=lambda pair: -pair.certainty)
        if not groups.connected(pair.left, pair.right)
    ]
    for check, level, cases in (
        ("duplicate_images_in_several_splits", FindingLevel.WARNING, across),
        ("duplicate_images", FindingLevel.WARNING, within),
        ("possible_duplicates", FindingLevel.INFORMATION, possible),
    ):
        if cases:
            yield Finding(check=check, level=level, cases=cases)


def _names_by_content(material: AuditMaterial) -> Mapping[str, Sequence[str]]:
    """Return the names of each image that shows something, by its hash."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name, facts in material.facts.items():
        if facts.description is not None and facts.contrast >= BLANK_CONTRAST:
            names[facts.sha256].append(name)
    return names


def _splits(material: AuditMaterial, images: Sequence[str]) -> Sequence[str]:
    by_image = material.benchmark.questions_by_image
    return sorted({q.split for name in images for q in by_image.get(name, ())})


def _possible(
    pair: FoundPair, left: Sequence[str], right: Sequence[str]
) -> FindingCase:
    note = _("certainty {share}", share=f"{pair.certainty:.0%}")
    return FindingCase(images=[left[0], right[0]], note=note)
