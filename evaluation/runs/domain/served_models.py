"""A model of a run, and how it is called."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ServedModel:
    """A model or baseline, its backend, and where a served model is called.

    A served model is called at the operator's ``endpoint``. A ``base_url`` is only called
    if it is one of the operator's endpoints or was entered ``by_operator``. Prices are in
    US dollars per million tokens.
    """

    name: str
    backend: str
    revision: str = ""
    endpoint: str = ""
    base_url: str = ""
    by_operator: bool = False
    prompt_price: float | None = None
    completion_price: float | None = None
