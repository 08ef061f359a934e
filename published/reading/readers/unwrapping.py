"""Records that wrap a question: Label Studio's exports and lmms-eval's documents."""

from collections.abc import Iterator, Mapping
from urllib.parse import parse_qs, urlsplit

Row = Mapping[str, object]


def unwrap_record(row: Row) -> Row:
    """Return the question's fields of a record; other records stay as they are."""
    if isinstance(row.get("doc"), Mapping):
        return _document(row)
    if isinstance(row.get("data"), Mapping):
        return _task(row)
    return row


def _document(row: Row) -> Row:
    """A line of lmms-eval's samples: the document and its target."""
    document = row["doc"]
    assert isinstance(document, Mapping)  # noqa: S101 - ``unwrapped`` has looked
    fields = dict(document)
    fields.setdefault("id", row.get("doc_id"))
    if "answer" not in fields and "target" in row:
        fields["answer"] = row["target"]
    return fields


def _task(row: Row) -> Row:
    """A task of a Label Studio export: its data and the first annotation's results."""
    data = row["data"]
    assert isinstance(data, Mapping)  # noqa: S101 - ``unwrapped`` has looked
    fields = {name: _local_path(value) for name, value in data.items()}
    fields.setdefault("id", row.get("id"))
    annotations = row.get("annotations") or row.get("completions") or []
    if isinstance(annotations, list):
        for annotation in annotations[:1]:
            fields.update(_results(annotation))
    return fields


def _results(annotation: object) -> Iterator[tuple[str, object]]:
    results = annotation.get("result") if isinstance(annotation, Mapping) else None
    for result in results if isinstance(results, list) else ():
        if not isinstance(result, Mapping) or not isinstance(
            result.get("value"), Mapping
        ):
            continue
        for kind in ("choices", "text", "taxonomy", "rating", "labels"):
            if kind in result["value"]:
                value = result["value"][kind]
                is_single = isinstance(value, list) and len(value) == 1
                yield str(result.get("from_name")), value[0] if is_single else value


def _local_path(value: object) -> object:
    """Return the path in an address of Label Studio's own files, else the value."""
    if not isinstance(value, str) or not value.startswith("/data/"):
        return value
    parts = urlsplit(value)
    paths = parse_qs(parts.query).get("d")
    return paths[0] if paths else parts.path.removeprefix("/data/")
