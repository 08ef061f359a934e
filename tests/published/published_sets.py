"""Published sets in the layout of II-Bench."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

EXPLANATION = " ".join(f"word{n}" for n in range(30))
OPTIONS = ("First.", "Second.", "Third.", "Fourth.", "Fifth.", "Sixth.")


def record(number: int, **changes: Any) -> dict[str, Any]:
    question = {
        "id": f"test-{number}",
        "question": f"What does picture {number} imply?",
        "options": [f"{option} {number}" for option in OPTIONS],
        "answer": "C",
        **changes,
    }
    return {
        "local_path": f"images/test-{number}.png",
        "questions": [question],
        "meta_data": {
            "image_type": ["Meme", "Poster"],
            "difficulty": "Medium",
            "domain": "Life",
            "emotion": "Neutral",
            "rhetoric": {"choices": ["Metaphor", "Exaggeration"]},
            "explanation": f"{EXPLANATION} {number}",
        },
    }


def published(
    folder: Path, records: list[dict[str, Any]], images: Mapping[int, bytes]
) -> Path:
    (folder / "images").mkdir(parents=True)
    (folder / "test.json").write_text(json.dumps(records))
    for number, content in images.items():
        (folder / f"images/test-{number}.png").write_bytes(content)
    return folder
