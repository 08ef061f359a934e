"""The YAML dialect of protocols: the core schema of YAML 1.2, within limits.

libyaml parses; what a plain scalar means is decided here. PyYAML follows YAML 1.1, which
reads ``59:59`` as 3599, ``010`` as 8 and ``2001-01-01`` as a date.
"""

import json
import re
from collections.abc import Hashable, Iterator, Mapping
from itertools import chain, islice
from math import isfinite
from typing import Any

import yaml

from core.domain.lengths import iterate_json_values
from core.domain.texts import Text, _
from core.errors import MOST_PROBLEMS

LONGEST_DOCUMENT = 512 * 1024
"""Maximum number of bytes; the largest shipped protocol has 40 thousand."""
MOST_VALUES = 30_000
"""Maximum number of keys, scalars, lists and mappings; shipped protocols have 3,000."""
MOST_NESTED = 64
_MOST_REPEATED = 100_000
"""Maximum of characters and nodes that all aliases of a document repeat."""
_TAG = "tag:yaml.org,2002:"
_CORE = (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?",
        "-+.0123456789",
    ),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("merge", r"<<", "<"),
)
"""Implicit tags (YAML 1.2, section 10.3.2), and the merge key of YAML 1.1. Infinity and
NaN are left out: no value of a protocol is one, and JSON has none."""


class DocumentError(ValueError):
    """The lines of a document that cannot be accepted."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


class _Loader(yaml.CSafeLoader):
    """libyaml's parser with the scalars of YAML 1.2 and without duplicate keys.

    The last of two equal keys would silently win.
    """

    yaml_implicit_resolvers = {}
    yaml_constructors = {}

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, object]:
        keys: set[object] = set()
        for key_node, _value in node.value:
            if key_node.tag == f"{_TAG}merge":
                continue
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                continue  # rejected below, with its own reason
            if key in keys:
                raise _refused(f"duplicate key {key!r}", key_node.start_mark)
            keys.add(key)
        return super().construct_mapping(node, deep=deep)


def _boolean(loader: _Loader, node: yaml.ScalarNode) -> bool:
    value = str(loader.construct_scalar(node)).casefold()
    if value not in ("true", "false"):
        raise _refused("a boolean is true or false", node.start_mark)
    return value == "true"


def _integer(loader: _Loader, node: yaml.ScalarNode) -> int:
    value = str(loader.construct_scalar(node))
    return int(value, 0) if value[:2] in ("0x", "0o") else int(value)


def _float(loader: _Loader, node: yaml.ScalarNode) -> float:
    value = float(str(loader.construct_scalar(node)))
    if not isfinite(value):
        raise _refused("a number is too large", node.start_mark)
    return value


for _name, _pattern, _first in _CORE:
    _Loader.add_implicit_resolver(
        f"{_TAG}{_name}", re.compile(f"^(?:{_pattern})$"), list(_first)
    )
_CONSTRUCTORS: Mapping[str, Any] = {
    "bool": _boolean,
    "int": _integer,
    "float": _float,
    "null": yaml.CSafeLoader.construct_yaml_null,
    "str": yaml.CSafeLoader.construct_yaml_str,
    "seq": yaml.CSafeLoader.construct_yaml_seq,
    "map": yaml.CSafeLoader.construct_yaml_map,
}
for _name, _construct in _CONSTRUCTORS.items():
    _Loader.add_constructor(f"{_TAG}{_name}", _construct)
# Of every other tag, such as !!binary.
_undefined: Any = yaml.CSafeLoader.construct_undefined
_Loader.add_constructor(None, _undefined)


class _Dumper(yaml.SafeDumper):
    """A dumper that quotes texts which YAML 1.1 or 1.2 would read as something else."""


for _name, _pattern, _first in _CORE:
    _Dumper.add_implicit_resolver(
        f"{_TAG}{_name}", re.compile(f"^(?:{_pattern})$"), list(_first)
    )


def load_yaml(text: str) -> object:
    """Return the data of a YAML document.

    Raises DocumentError naming lines, or yaml.YAMLError and ValueError of PyYAML.
    """
    size = len(text.encode())
    if size > LONGEST_DOCUMENT:
        raise DocumentError([_too_long(size)])
    _require_flat(text)
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
        if root is None:
            return None
        _require_limits(root)
        problems = list(islice(_changed_scalars(loader, root), MOST_PROBLEMS))
        if problems:
            raise DocumentError(problems)
        return loader.construct_document(root)
    finally:
        loader.dispose()


def dump_yaml(data: object) -> str:
    """Return plain data as YAML, its keys in their order."""
    return yaml.dump(
        data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=88
    )


def require_size(data: object) -> None:
    """Raise DocumentError when plain JSON exceeds the limits of a document."""
    size = len(json.dumps(data, ensure_ascii=False).encode())
    if size > LONGEST_DOCUMENT:
        raise DocumentError([_too_long(size)])
    if (
        sum(1 for _part in islice(iterate_json_values(data), MOST_VALUES + 1))
        > MOST_VALUES
    ):
        raise DocumentError([_too_many_values()])


def _too_long(size: int) -> Text:
    return _(
        "The protocol has {size} kB. The maximum is {limit} kB. Shorten its texts.",
        size=-(-size // 1024),
        limit=LONGEST_DOCUMENT // 1024,
    )


def _too_many_values() -> Text:
    return _(
        "The protocol has more than {limit:,} values. Remove some of them.",
        limit=MOST_VALUES,
    )


def _require_flat(text: str) -> None:
    """Raise for too much nesting: libyaml composes nodes by recursion in C."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MOST_NESTED:
            reason = f"nested more than {MOST_NESTED} levels deep"
            raise _refused(reason, event.start_mark)


def _require_limits(root: yaml.Node) -> None:
    """Raise for too many values and for aliases that would grow large."""
    repeated = 0
    sizes: dict[int, int] = {}
    inside: set[int] = set()

    def measure(node: yaml.Node) -> int:
        """Return the characters and nodes of a node with its aliases expanded."""
        nonlocal repeated
        if id(node) in inside:
            raise _refused("an alias contains itself", node.start_mark)
        if id(node) in sizes:
            repeated += sizes[id(node)]
            if repeated > _MOST_REPEATED:
                reason = f"aliases repeat more than {_MOST_REPEATED:,} characters"
                raise _refused(reason, node.start_mark)
            return sizes[id(node)]
        inside.add(id(node))
        own = len(node.value) if isinstance(node, yaml.ScalarNode) else 0
        sizes[id(node)] = 1 + own + sum(map(measure, _parts(node)))
        inside.remove(id(node))
        if len(sizes) > MOST_VALUES:
            raise DocumentError([_too_many_values()])
        return sizes[id(node)]

    measure(root)


def _parts(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return chain.from_iterable(node.value)
    return iter(node.value if isinstance(node, yaml.SequenceNode) else ())


def _changed_scalars(loader: _Loader, root: yaml.Node) -> Iterator[str]:
    """Yield the reason of each plain scalar that YAML 1.1 reads as another value.

    Booleans are left out: this dialect never read ``yes``, ``no``, ``on`` and ``off`` as
    such, and ``True`` is one in either version.
    """
    nodes, seen = [root], set[int]()
    while nodes:
        node = nodes.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        nodes += reversed([*_parts(node)])
        if isinstance(node, yaml.ScalarNode) and _is_changed(loader, node):
            yield _(
                "Line {line}: YAML 1.1 and 1.2 read {value} differently. Put it in "
                "quotes if it is text; write a number in plain digits.",
                line=_line(node),
                value=node.value[:40],
            )


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1 if node.start_mark else 1


_before: Any = yaml.resolver.Resolver()
_BOOLEAN = f"{_TAG}bool"


def _is_changed(loader: Any, node: yaml.ScalarNode) -> bool:
    before, now = (
        resolver.resolve(yaml.ScalarNode, node.value, (True, False))
        for resolver in (_before, loader)
    )
    if node.style or node.tag != now or _BOOLEAN in (before, now):
        return False  # quoted, or its tag is written before it
    return before != now or re.fullmatch("[-+]?0[0-9]+", node.value) is not None


def _refused(reason: str, mark: Any) -> yaml.MarkedYAMLError:
    return yaml.constructor.ConstructorError(None, None, reason, mark)
