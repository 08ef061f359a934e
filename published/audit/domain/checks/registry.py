"""All checks in the order of the report. To add one, add its function here."""

from collections.abc import Callable, Iterator, Sequence

from published.audit.domain.checks.base import AuditMaterial, Check, ignore_progress
from published.audit.domain.checks.duplicates import near_duplicates
from published.audit.domain.checks.files import (
    blank_images,
    identical_images,
    missing_images,
    questions_without_image,
    repeated_ids,
    skipped_files,
    text_images,
    tiny_images,
    unreadable_images,
    unreadable_records,
)
from published.audit.domain.checks.keys import (
    contradicting_keys,
    impossible_keys,
    key_positions,
    likely_wrong_keys,
    missing_keys,
    visible_shortcuts,
)
from published.audit.domain.checks.learned import learned_baselines
from published.audit.domain.checks.wording import (
    contradicting_records,
    documents,
    label_balance,
    label_spellings,
    personal_data,
    repeated_options,
    repeated_questions,
    rights_gaps,
)
from published.audit.domain.finding import Finding, FindingLevel

CHECKS: Sequence[Check] = (
    unreadable_records,
    skipped_files,
    repeated_ids,
    missing_images,
    questions_without_image,
    unreadable_images,
    tiny_images,
    blank_images,
    text_images,
    identical_images,
    near_duplicates,
    repeated_questions,
    contradicting_records,
    repeated_options,
    missing_keys,
    impossible_keys,
    contradicting_keys,
    key_positions,
    visible_shortcuts,
    learned_baselines,
    likely_wrong_keys,
    label_spellings,
    label_balance,
    personal_data,
    rights_gaps,
    documents,
)

_ORDER = list(FindingLevel)


def run_checks(
    material: AuditMaterial, progress: Callable[[int, int], None] = ignore_progress
) -> list[Finding]:
    """Run all checks; return the findings, blocking ones first.

    ``progress`` is told how many of all checks were run.
    """
    findings = list(_run(material, progress))
    return sorted(findings, key=lambda finding: _ORDER.index(finding.level))


def _run(
    material: AuditMaterial, progress: Callable[[int, int], None]
) -> Iterator[Finding]:
    for done, check in enumerate(CHECKS, start=1):
        yield from check(material)
        progress(done, len(CHECKS))
