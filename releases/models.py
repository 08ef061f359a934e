"""The models of releases, for Django and other apps."""

from releases.gate.models import GateCheck
from releases.records.models import (
    FrozenRow,
    GateOverride,
    Release,
    ReleaseFormDraft,
    ReleaseNotice,
    ReleaseNoticeKind,
)

__all__ = [
    "FrozenRow",
    "GateCheck",
    "GateOverride",
    "Release",
    "ReleaseFormDraft",
    "ReleaseNotice",
    "ReleaseNoticeKind",
]
