"""The release form: what only the maintainers of a benchmark know about it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Author:
    name: str
    affiliation: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseForm:
    """Facts for data card, datasheet, citation and Croissant; empty if not yet given."""

    authors: tuple[Author, ...] = ()
    funding: str = ""
    contact: str = ""
    intended_use: str = ""
    limits: str = ""
    biases: str = ""
    personal_information: str = ""
    social_impact: str = ""
    synthetic_data: bool | None = None
    """Whether models made images or texts of the benchmark."""
    doi: str = ""
    """A DOI reserved for the release, such as 10.5281/zenodo.1234; no check asks for it."""

    @property
    def empty_fields(self) -> list[str]:
        return [
            field
            for field in _REQUIRED_FIELDS
            if getattr(self, field) in ("", (), None)
        ]


NO_FORM = ReleaseForm()
FORM_FIELDS = tuple(field.name for field in fields(ReleaseForm))
_REQUIRED_FIELDS = tuple(field for field in FORM_FIELDS if field != "doi")


def read_release_form(values: Mapping[str, Any]) -> ReleaseForm:
    """Return the form from plain JSON; what is missing is empty."""
    authors = tuple(Author(**author) for author in values.get("authors", ()))
    return ReleaseForm(**{**values, "authors": authors})
