"""Near-duplicates of other images of the collection (II-Bench §3.2)."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from curation.near_duplicates.domain.stage_texts import TEXTS
from curation.stages.base import CollectionStage, ExclusionReason
from subtext_protocol.text import Part


class NearDuplicateRules(Part):
    """Removal of duplicates and near-duplicates (II-Bench §3.2)."""

    certainty: float = Field(default=0.9, ge=0.5, le=1)
    """Calibrated probability from which two images are near-duplicates, so that one of
    them is excluded. Less certain pairs are listed for an organizer to decide."""
    block_release: bool = False
    """Whether undecided possible near-duplicates block a release, rather than warn."""

    @model_validator(mode="before")
    @classmethod
    def _without_earlier_limits(cls, value: Any) -> Any:
        """Drop the limits of the search of version 0.1.0, which have no counterpart."""
        if not isinstance(value, dict):
            return value
        return {
            name: part
            for name, part in value.items()
            if name not in ("radius", "similarity")
        }


class NearDuplicates(CollectionStage[NearDuplicateRules]):
    """Keeps the best image of each cluster of near-duplicates."""

    id = "near_duplicates"
    parameters = NearDuplicateRules
    on_by_default = True
    earlier_id = "duplicates"
    state = "duplicate"
    action = "mark_duplicate"
    icon = "copy"
    texts = TEXTS
    # Exclusions of version 0.1.0 were by hashes.
    reasons = {
        "match": "share",
        "hash": "number",
        "window": "number",
        "released": "share",
    }
    units = {"certainty": "share"}
    columns = (
        *("duplicate_of", "distance"),
        *("possible_duplicates", "released_duplicates"),
    )
    measuring_parameters = ()
    tools = "curation.near_duplicates.services.stage_run.duplicate_tool_versions"
    run = "curation.near_duplicates.services.stage_run.run_duplicate_stage"
    release = "curation.near_duplicates.services.restoration.mark_not_duplicate"
    export = "curation.near_duplicates.selectors.export_columns.duplicate_columns"

    def exclusion_reason(self, data: Mapping[str, Any]) -> ExclusionReason:
        # The oldest entries have no rule, only distance and radius.
        return ExclusionReason(
            data.get("rule", "hash"),
            data.get("value", data.get("distance")),
            data.get("threshold", data.get("radius")),
        )

    def reason_text(self, data: Mapping[str, Any], reason: str) -> str:
        if "similarity" in data:  # Excluded by version 0.1.0.
            return (
                f"duplicate: hash distance {data['distance']} within "
                f"{data['radius']}, similarity {data['similarity']}"
            )
        return f"duplicate: certainty {data['value']} of at least {data['threshold']}"
