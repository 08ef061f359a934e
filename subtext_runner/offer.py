"""Which models a worker can run, as its heartbeats say it to the page that starts runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.environment import models

_MOST = 100
"""Maximum number of folders that a heartbeat names."""


def offer_of_models() -> Mapping[str, Any]:
    """Return whether the worker has a default server, and its local models.

    ``folders`` are the models below ``SUBTEXT_MODELS``, ``replays`` those with stored
    responses below ``SUBTEXT_REPLAYS``; null where the worker has more than it names.
    """
    return {
        "default_server": bool(models.MODEL_URL.find_value()),
        "folders": _folders_below(models.MODELS.find_value()),
        "replays": _folders_below(models.REPLAYS.find_value()),
    }


def _folders_below(folder: Path | str | None) -> list[str] | None:
    """Return the names of models; a name may have a slash (``Qwen/Qwen2.5-VL``)."""
    if not folder:
        return []
    top = Path(folder)
    names = sorted(
        path.parent.relative_to(top).as_posix()
        for pattern in ("*/*", "*/*/*")
        for path in top.glob(pattern)
        if path.is_file()
    )
    names = list(dict.fromkeys(names))
    return names if len(names) <= _MOST else None
