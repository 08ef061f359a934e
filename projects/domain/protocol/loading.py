"""The YAML dialect of protocols."""

import re
from collections.abc import Hashable
from itertools import chain

import yaml

_MOST_REPEATED = 100_000
"""Maximum of characters and nodes that all aliases of a document repeat."""


class Loader(yaml.SafeLoader):
    """A YAML loader without duplicate keys, whose only booleans are true and false.

    YAML 1.1 reads ``off`` and ``no`` as booleans and silently keeps the last of two
    equal keys; both would change what the author wrote. The size of aliases is limited,
    because nested ones expand a few lines to gigabytes.
    """

    repeated = 0
    """Characters and nodes that aliases have repeated so far."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if not self.check_event(yaml.AliasEvent):
            return super().compose_node(parent, index)
        mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
        node = super().compose_node(parent, index)
        if node is None or node.end_mark is None:
            reason = "an alias contains itself"
            raise yaml.composer.ComposerError(None, None, reason, mark)
        self.repeated += _size(node, {})
        if self.repeated > _MOST_REPEATED:
            reason = f"aliases repeat more than {_MOST_REPEATED:,} characters"
            raise yaml.composer.ComposerError(None, None, reason, mark)
        return node

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        keys: set[object] = set()
        for key_node, _ in node.value:
            if key_node.tag == "tag:yaml.org,2002:merge":
                continue
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                continue  # rejected below, with its own reason
            if key in keys:
                raise yaml.constructor.ConstructorError(
                    None,
                    None,
                    f"duplicate key {key!r}",
                    key_node.start_mark,
                )
            keys.add(key)
        return super().construct_mapping(node, deep=deep)


def _size(node: yaml.Node, sizes: dict[int, int]) -> int:
    """Return the characters and nodes of a node with its aliases expanded."""
    if isinstance(node, yaml.ScalarNode):
        return 1 + len(node.value)
    if id(node) not in sizes:
        parts = chain.from_iterable(
            part if isinstance(part, tuple) else (part,) for part in node.value
        )
        sizes[id(node)] = 1 + sum(_size(part, sizes) for part in parts)
    return sizes[id(node)]


_BOOLEAN = "tag:yaml.org,2002:bool"
Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != _BOOLEAN]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(_BOOLEAN, re.compile(r"^(?:true|false)$"), ["t", "f"])
