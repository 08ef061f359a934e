"""Conversion of older document formats to the current one.

Protocol versions are stored as they were saved, and work refers to its version. An old
document must therefore remain readable.
"""

from collections.abc import Mapping
from typing import Any

_LONGEST_ID = 32
_MARKS = range(1, 6)


def convert_judges_to_ratings(evaluation: object) -> object:
    """Convert the ``judge`` of open tasks, an instruction, to ratings of their replies.

    The instructions asked for marks of 1 to 5 (CII-Bench, Appendix C). Empty ones are
    dropped.
    """
    if not isinstance(evaluation, Mapping):
        return evaluation
    tasks = evaluation.get("open_tasks")
    if not isinstance(tasks, list | tuple) or not any(map(_has_judge, tasks)):
        return evaluation
    known = evaluation.get("ratings", ())
    if not isinstance(known, list | tuple):
        return evaluation
    ratings = [*known]
    ratings += [_rating(task) for task in tasks if _has_judge(task) and task["judge"]]
    converted_tasks = [
        {name: value for name, value in task.items() if name != "judge"}
        if _has_judge(task)
        else task
        for task in tasks
    ]
    return {**evaluation, "open_tasks": converted_tasks, "ratings": ratings}


def _has_judge(task: object) -> bool:
    return isinstance(task, Mapping) and isinstance(task.get("judge"), str)


def _rating(task: Mapping[str, Any]) -> dict[str, Any]:
    title, source = task.get("title"), task.get("source")
    return {
        "id": f"{task.get('id')}-judged"[-_LONGEST_ID:].lstrip("-"),
        "title": title,
        "replies_of": task.get("id"),
        "scales": [
            {
                "id": "mark",
                "title": title,
                "points": [{"value": mark, "title": str(mark)} for mark in _MARKS],
            }
        ],
        "judge": {
            "scale": "mark",
            "instruction": task["judge"],
            "prompt": "{reply}",
            "source": source,
        },
        "source": source,
    }
