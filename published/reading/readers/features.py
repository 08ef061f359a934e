"""Features of Hugging Face datasets, which Arrow and Parquet files carry."""

import json
from collections.abc import Mapping, Sequence


def named_labels(metadata: Mapping[bytes, bytes]) -> Mapping[str, Sequence[str]]:
    """Return the names of each column of class labels, whose cells are numbers.

    ``metadata`` is that of an Arrow schema; ``datasets`` writes the features under
    ``huggingface``.
    """
    try:
        features = json.loads(metadata[b"huggingface"])["info"]["features"]
    except (KeyError, ValueError, TypeError):
        return {}
    if not isinstance(features, Mapping):
        return {}
    names_by_column = {}
    for column, feature in features.items():
        names = _names(feature)
        if names:
            names_by_column[column] = names
    return names_by_column


def _names(feature: object) -> Sequence[str]:
    if not isinstance(feature, Mapping):
        return ()
    if feature.get("_type") == "ClassLabel":
        names = feature.get("names")
        return names if isinstance(names, list) else ()
    return _names(feature.get("feature"))
