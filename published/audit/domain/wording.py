"""Texts of findings in both languages, from ``findings.yaml``."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from published.audit.domain.finding import Finding, FindingLevel
from reporting.phrases import fill_placeholders
from subtext_protocol.text import Language

_FILE = Path(__file__).with_name("findings.yaml")

LEVELS: Mapping[FindingLevel, Mapping[Language, str]] = {
    FindingLevel.BLOCKING: {"en": "Blocking", "zh": "阻碍"},
    FindingLevel.WARNING: {"en": "Warning", "zh": "警告"},
    FindingLevel.INFORMATION: {"en": "Information", "zh": "信息"},
}


@cache
def finding_texts() -> Mapping[str, Mapping[str, Mapping[Language, str]]]:
    """Return title, summary and advice of each check by language."""
    texts: Mapping[str, Mapping[str, Mapping[Language, str]]]
    texts = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return texts


def finding_title(finding: Finding, language: Language) -> str:
    """Return the title of the check, such as "Missing images"."""
    return finding_texts()[finding.check]["title"][language]


def finding_advice(finding: Finding, language: Language) -> str:
    """Return one sentence on what to do."""
    return finding_texts()[finding.check]["advice"][language]


def finding_summary(finding: Finding, language: Language) -> str:
    """Return one sentence with the number of cases and what chance would give."""
    values: dict[str, Any] = {"n": finding.count, **finding.values}
    if finding.chance:
        chance = finding.chance
        is_rate = chance.interval is not None
        values |= {
            "questions": chance.n,
            "observed": f"{chance.observed:.0%}",
            "expected": f"{chance.expected:.0%}"
            if is_rate
            else f"{chance.expected * chance.n:.0f}",
        }
        if chance.interval:
            low, high = chance.interval
            values |= {"low": f"{low:.0%}", "high": f"{high:.0%}"}
    return fill_placeholders(
        finding_texts()[finding.check]["summary"][language], language, **values
    )
