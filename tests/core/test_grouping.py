"""Values are grouped by key, in the order in which they come."""

from core.domain.grouping import group_by_key


def test_keys_and_values_keep_their_order() -> None:
    pairs = [("b", 1), ("a", 2), ("b", 3)]
    groups = group_by_key(pairs)
    assert list(groups.items()) == [("b", [1, 3]), ("a", [2])]
    assert group_by_key([]) == {}
