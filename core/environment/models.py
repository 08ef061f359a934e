"""Settings of evaluation: model servers and the evaluation worker."""

import re

from core.environment.sections import VariableSection
from core.environment.variables import (
    EVERYWHERE,
    ON_EVALUATION_WORKER,
    Address,
    Choice,
    Folder,
    JsonObject,
    PositiveNumber,
    Secret,
    Text,
    WholeNumber,
    Words,
    is_server_url,
)


def _is_endpoint(text: str) -> bool:
    name, _, rest = text.partition("=")
    return bool(re.fullmatch(r"[a-z][a-z0-9-]{0,63}", name)) and is_server_url(
        (rest.split() or [""])[0]
    )


EVALUATION = VariableSection(title="Evaluation")
ENDPOINTS = EVALUATION.add_variable(
    Words(
        "SUBTEXT_ENDPOINTS",
        "model servers that runs may ask",
        form="NAME=http(s)://ADDRESS [PROJECT …]",
        is_valid=_is_endpoint,
        default=[],
        default_text="none",
    )
)
SENTENCE_MODEL = EVALUATION.add_variable(
    Folder(
        "SUBTEXT_SENTENCE_MODEL",
        "folder of a sentence model for captions, such as all-mpnet-base-v2",
        default_text="none: the score is skipped and named",
        services=EVERYWHERE,
    )
)
TOKEN_MODEL = EVALUATION.add_variable(
    Folder(
        "SUBTEXT_TOKEN_MODEL",
        "folder of a token model for BERTScore, such as distilbert-base-uncased",
        default_text="none: the score is skipped and named",
        services=EVERYWHERE,
    )
)


WORKER = VariableSection(
    title="Evaluation worker",
    introduction="It also needs the broker, `SUBTEXT_WORKER_SECRET` and the storage"
    " (`AWS_*`).",
    services=ON_EVALUATION_WORKER,
)
MODEL_URL = WORKER.add_variable(
    Address(
        "SUBTEXT_MODEL_URL",
        "model server of runs that name none; the web server needs it to test the"
        " connection",
        services=EVERYWHERE,
    )
)
MODEL_KEY = WORKER.add_variable(
    Secret(
        "SUBTEXT_MODEL_KEY",
        "its key; that of a listed server is in `SUBTEXT_MODEL_KEY_` and its name in"
        " capitals",
        default="",
        is_prefix=True,
        services=EVERYWHERE,
    )
)
MODEL_CONCURRENCY = WORKER.add_variable(
    WholeNumber(
        "SUBTEXT_MODEL_CONCURRENCY",
        "most requests at a time; fewer while the server answers 429 or fails",
        least=1,
        most=10000,
        default=32,
    )
)
MODEL_TIMEOUT = WORKER.add_variable(
    PositiveNumber(
        "SUBTEXT_MODEL_TIMEOUT",
        "total seconds of an answer, unless the run says otherwise",
        default=120,
    )
)
MODEL_ATTEMPTS = WORKER.add_variable(
    WholeNumber(
        "SUBTEXT_MODEL_ATTEMPTS",
        "attempts for one question",
        least=1,
        most=1000,
        default=6,
    )
)
MODEL_BACKOFF = WORKER.add_variable(
    PositiveNumber(
        "SUBTEXT_MODEL_BACKOFF", "seconds before the second attempt", default=1
    )
)
MODEL_RATE_LIMIT = WORKER.add_variable(
    PositiveNumber(
        "SUBTEXT_MODEL_RATE_LIMIT",
        "seconds that a question waits for rate limits in all; this waiting uses up no"
        " attempt",
        default=3600,
    )
)
MODEL_FAILURES = WORKER.add_variable(
    WholeNumber(
        "SUBTEXT_MODEL_FAILURES",
        "failed questions in a row after which a run stops",
        least=1,
        most=1_000_000,
        default=10,
    )
)
RUNNER_CACHE = WORKER.add_variable(
    Folder(
        "SUBTEXT_RUNNER_CACHE",
        "folder of responses and downloaded releases",
        default_text="a folder of the user",
    )
)
MODELS = WORKER.add_variable(
    Folder(
        "SUBTEXT_MODELS",
        "folder of weights; a run's model is a folder below it. In `.env`, the folder of"
        " the machine that `docker-compose.gpu.yml` shows the evaluation worker",
        default_text="none; with docker-compose.gpu.yml `./models`",
        must_exist=True,
    )
)
DEVICE = WORKER.add_variable(
    Text(
        "SUBTEXT_DEVICE",
        "device of a local model",
        default_text="`cuda` where there is a GPU, else `cpu`",
    )
)
DTYPE = WORKER.add_variable(
    Choice(
        "SUBTEXT_DTYPE",
        "number format of a local model",
        choices=("bfloat16", "float16", "float32"),
        default_text="`bfloat16` on a GPU, else `float32`",
    )
)
ATTENTION = WORKER.add_variable(
    Text(
        "SUBTEXT_ATTENTION",
        "attention implementation of a local model",
        default_text="`flash_attention_2` on a GPU where it is installed, else `sdpa`",
    )
)
BATCH = WORKER.add_variable(
    WholeNumber(
        "SUBTEXT_BATCH",
        "questions at a time of a local model",
        least=1,
        most=10000,
        default=8,
    )
)
REPLAYS = WORKER.add_variable(
    Folder(
        "SUBTEXT_REPLAYS",
        "folder of stored responses (`MODEL/SETTING.jsonl`) that are scored as a model's",
        must_exist=True,
    )
)
BROKER_OPTIONS = WORKER.add_variable(
    JsonObject(
        "SUBTEXT_BROKER_OPTIONS",
        "transport options of the broker",
        default={},
        default_text="none",
    )
)

SECTIONS = [EVALUATION, WORKER]
