from dataclasses import replace

import pytest

from releases.content.domain.diff import compare_frozen
from releases.content.domain.versions import ReleaseVersion, next_version, read_version
from subtext_protocol.document import Protocol
from tests.releases.samples import frozen_item


@pytest.mark.parametrize("text", ["1.0", "v1.0.0", "1.0.0-rc1", "01.0.0", "1.0.0 ", ""])
def test_only_three_plain_numbers_are_a_version(text: str) -> None:
    with pytest.raises(ValueError, match="is not a version such as"):
        read_version(text)


def test_versions_compare_as_numbers() -> None:
    assert read_version("1.10.0") > read_version("1.9.9")


def test_the_next_version_says_what_happened_to_the_data() -> None:
    last = ReleaseVersion(1, 2, 3)
    assert str(next_version(None, added=5, altered=0)) == "1.0.0"
    assert str(next_version(last, added=0, altered=0)) == "1.2.4"
    assert str(next_version(last, added=1, altered=0)) == "1.3.0"
    assert str(next_version(last, added=1, altered=1)) == "2.0.0"


def test_a_difference_names_what_came_went_and_changed(toy_protocol: Protocol) -> None:
    one, two, three = (frozen_item(toy_protocol, n, split="main") for n in (1, 2, 3))
    question = one.questions[0]
    rekeyed = replace(question, answer=(question.answer + 1) % 3)
    changed = replace(
        one, split="practice", labels={"mood": ("merry",)}, questions=(rekeyed,)
    )
    found = compare_frozen([one, two], [changed, three])
    assert (found.added, found.removed) == ([three.key], [two.key])
    (item,) = found.changed
    said = {(change.what, change.where): change for change in item.changes}
    assert said["split", ""].after == "practice"
    assert said["label", "mood"].after == ["merry"]
    assert said["label", "colours"].after is None
    assert said["key", question.id].before == f"B. {question.options[1]}"
    assert found.count_altered_items == 2


def test_nothing_has_changed_between_equal_releases(toy_protocol: Protocol) -> None:
    items = [frozen_item(toy_protocol, n, split="main") for n in (1, 2)]
    found = compare_frozen(items, reversed(items))
    assert (found.added, found.removed, found.changed) == ([], [], [])
