"""``lmms_eval/``: a task for each setting without examples or shuffled options.

The paths in the tasks are relative, so lmms-eval runs in the release folder with
``--include_path lmms_eval --tasks <name>``. A task contains the questions that have one
correct option; its split needs at least one. A copy of Subtext's own rule
reads the responses.
"""

from pathlib import Path
from typing import Any

import yaml

from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.parquet import parquet_layout, parquet_path
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.inline_images import inline_image_name_template
from subtext_protocol.publication import Setting
from subtext_runner.answer_extraction import reading

_EXTRACTION = Path(reading.__file__).parent
_UTILS = Path(__file__).with_name("lmms_eval_utils.py")


def task_name(release: FrozenRelease, setting: Setting, split: str) -> str:
    return f"{release.project}_{setting.id}_{split}".replace("-", "_")


def write_lmms_eval(release: FrozenRelease, folder: ReleaseFolder) -> None:
    folder.write("lmms_eval/utils.py", _UTILS.read_bytes())
    for module in sorted(_EXTRACTION.glob("*.py")):
        folder.write(f"lmms_eval/{_EXTRACTION.name}/{module.name}", module.read_bytes())
    for split in release.single_answer_splits:
        for setting in release.plain_settings:
            name = task_name(release, setting, split)
            folder.write_text(f"lmms_eval/{name}.yaml", _task(release, setting, split))


def _task(release: FrozenRelease, setting: Setting, split: str) -> str:
    rules = release.protocol.evaluation
    column = parquet_layout(release).fields.get(setting.keywords or "", "")
    private = split in release.private
    metrics = [("miss", False)] if private else [("accuracy", True), ("miss", False)]
    plain: dict[str, Any] = {
        "task": task_name(release, setting, split),
        "dataset_path": "parquet",
        "dataset_kwargs": {"data_files": {split: parquet_path(split)}},
        "test_split": split,
        "output_type": "generate_until",
        "doc_to_target": "answer",
        "cluster_key": "item_id",
        "score_key": "miss" if private else "score",
        "generation_kwargs": {
            "max_new_tokens": setting.maximum_tokens,
            "temperature": 0,
            "do_sample": False,
            # The default stop sequence is an empty line, which would cut off reasoning.
            "until": [],
        },
        "metric_list": [
            {"metric": metric, "aggregation": "mean", "higher_is_better": better}
            for metric, better in metrics
        ],
        "lmms_eval_specific_kwargs": {
            "default": {
                "instruction": setting.instruction,
                "prompt": setting.prompt,
                "option_line": rules.option_line,
                "keywords": column,
                "keyword_separator": rules.keyword_separator,
                **_image_name_arguments(release),
            }
        },
        "metadata": {
            "version": release.version,
            "canary": release.canary,
            "answer_extraction": reading.RULE,
        },
    }
    visual = "doc_to_visual" if setting.images else "no_images"
    functions = {
        "doc_to_visual": visual,
        "doc_to_text": "doc_to_text",
        "process_results": "process_private" if private else "process_results",
        **_left_out(release, setting),
    }
    head = yaml.safe_dump(plain, allow_unicode=True, sort_keys=False)
    tagged = [f"{key}: !function utils.{name}\n" for key, name in functions.items()]
    return head + "".join(tagged)


def _left_out(release: FrozenRelease, setting: Setting) -> dict[str, str]:
    if setting.images:
        return {"process_docs": "with_images"}
    return (
        {"process_docs": "single_choice_only"}
        if release.count_not_single_answer
        else {}
    )


def _image_name_arguments(release: FrozenRelease) -> dict[str, str]:
    """Return the name template of images placed in texts, if items have several."""
    if release.protocol.item.images < 2:
        return {}
    return {"picture_name": inline_image_name_template(release.language)}
