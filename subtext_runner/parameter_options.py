"""Request parameters as options of commands."""

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import ValidationError

from subtext_runner.parameters import (
    NO_PARAMETERS,
    NOT_SENT,
    TOKENS_FIELDS,
    RequestParameters,
    extra_body_problem,
)

_ALLOWED = {
    "maximum_tokens": "a whole number from 1 to 1000000",
    "temperature": "a number from 0 to 2, or none",
    "top_p": "a number above 0 and at most 1, or none",
    "reasoning_effort": "a word of at most 16 small letters",
    "extra_body": "a JSON object",
    "seconds": "a number from 1 to 7200",
    "image_pixels": "a whole number from 1000 to 1000000000",
    "image_bytes": "a whole number from 10000 to 1000000000",
}
_HIGHEST_SEED = 2**31 - 1


def add_parameter_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of request parameters.

    Without one, the model card's value counts, else the setting's.
    """
    parser.add_argument(
        "--maximum-tokens",
        type=_parameter("maximum_tokens"),
        metavar="NUMBER",
        help="maximum tokens of an answer, reasoning included (default: the setting's)",
    )
    parser.add_argument(
        "--tokens-field",
        choices=TOKENS_FIELDS,
        help="name of the maximum in requests (default: the one that the server accepts)",
    )
    parser.add_argument(
        "--temperature",
        type=_parameter("temperature"),
        metavar="VALUE",
        help="sampling temperature, 0 to 2; none: not sent (default: the setting's)",
    )
    parser.add_argument(
        "--top-p",
        type=_parameter("top_p"),
        metavar="VALUE",
        help="share of probability that tokens are sampled from; none: not sent "
        "(default: the setting's)",
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        metavar="VALUE",
        help="seed of sampling and shuffling; none: not sent (default: 0)",
    )
    parser.add_argument(
        "--reasoning-effort",
        type=_parameter("reasoning_effort"),
        metavar="WORD",
        help="reasoning effort, such as low; the server defines the words",
    )
    parser.add_argument(
        "--extra-body",
        type=_parameter("extra_body"),
        metavar="JSON",
        help="further fields of the request, such as '{\"top_k\": 20}'",
    )
    parser.add_argument(
        "--stream",
        action=argparse.BooleanOptionalAction,
        help="whether the answer arrives in parts",
    )
    parser.add_argument(
        "--total-time",
        type=_parameter("seconds"),
        dest="seconds",
        metavar="SECONDS",
        help="total time of an answer (default: SUBTEXT_MODEL_TIMEOUT, else 120)",
    )
    parser.add_argument(
        "--image-pixels",
        type=_parameter("image_pixels"),
        metavar="NUMBER",
        help="most pixels of an image; larger ones are made smaller (default: no limit)",
    )
    parser.add_argument(
        "--image-bytes",
        type=_parameter("image_bytes"),
        metavar="NUMBER",
        help="most bytes of an image's file; larger ones are made smaller "
        "(default: no limit)",
    )


def parse_request_parameters(options: Mapping[str, Any]) -> RequestParameters:
    """Return the request parameters among parsed options."""
    values = {name: options[name] for name in RequestParameters.model_fields}
    return RequestParameters.model_validate(
        {**values, "seed": NOT_SENT if values["seed"] == NOT_SENT else None}
    )


def parse_seed(options: Mapping[str, Any]) -> int | None:
    """Return the run's seed among parsed options; None if it is not given."""
    seed = options["seed"]
    return seed if isinstance(seed, int) else None


def _parameter(name: str) -> Callable[[str], Any]:
    """Return a function that reads and checks an option's text."""

    def read(text: str) -> Any:
        value: Any = text
        if name != "reasoning_effort" and text != NOT_SENT:
            try:
                value = json.loads(text)
            except ValueError:
                value = None
        problem = extra_body_problem(value) if name == "extra_body" else None
        try:
            checked = RequestParameters.model_validate({name: value})
        except ValidationError:
            checked = NO_PARAMETERS
        parameter = getattr(checked, name)
        if parameter is None:
            raise argparse.ArgumentTypeError(problem or f"must be {_ALLOWED[name]}")
        return parameter

    return read


def _seed(text: str) -> int | Literal["none"]:
    if text == NOT_SENT:
        return NOT_SENT
    if not text.isdecimal() or int(text) > _HIGHEST_SEED:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from 0 to {_HIGHEST_SEED}, or none"
        )
    return int(text)
