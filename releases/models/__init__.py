"""The models of releases, for Django and other apps."""

from releases.models.gate_checks import GateCheck
from releases.models.records import (
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
