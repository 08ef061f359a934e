"""Every operation of the API's description, with made-up input, by people of every role.

Nothing is answered with 500, and whatever is answered is as the description says: status,
type of content, headers, and shape.
"""

from collections import Counter
from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.wsgi import application
from projects.accounts.services.api_tokens import make_api_token
from projects.models import User
from tests.contract.busy import busy_project, known_ids
from tests.contract.description import api_description
from tests.support.cast import Cast, make_person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BY_EVERYBODY = 3
"""So many requests of an operation are sent by every role, further ones by one in turn."""
CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": 1,
        "generation": {
            "max-examples": 6,
            "deterministic": True,
            "database": "none",
            "no-shrink": True,
            # Who asks is said by each call.
            "with-security-parameters": False,
        },
        # Same requests whichever test ran before.
        "phases": {
            "fuzzing": {"extra-data-sources": {"responses": False}},
            # Another method is no operation of the description: 405 is not in it.
            "coverage": {"unexpected-methods": []},
        },
    }
)
api = schemathesis.openapi.from_dict(api_description(), config=CONFIG)
api.app = application


@pytest.fixture(scope="module")
def busy(module_db: None) -> Iterator[Cast]:
    # The end of a request would close the connection that the test's transaction is on.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield busy_project()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def callers(busy: Cast) -> dict[str, dict[str, str]]:
    """The header of each kind of person."""
    staff = make_person("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    people = {
        "stranger": busy.stranger,
        "annotator": busy.annotators[0],
        "organizer": busy.organizer,
        "maintainer": busy.maintainer,
        "staff": staff,
    }
    keys = {
        role: {"Authorization": f"Token {make_api_token(person)}"}
        for role, person in people.items()
    }
    return {"nobody": {}, **keys}


@pytest.fixture(scope="module")
def ids(busy: Cast) -> dict[str, str | int]:
    return known_ids(busy)


def ask(case: schemathesis.Case, headers: dict[str, str]) -> None:
    """Send the request, compare the answer with the description, undo what it did."""
    with transaction.atomic():
        response = case.call(headers=headers)
        transaction.set_rollback(True)
    case.validate_response(response, checks=CHECKS, headers=headers)


@pytest.fixture(scope="module")
def asked() -> Counter[str]:
    """How many requests of each operation were made up so far."""
    return Counter()


@api.parametrize()
def test_answers_are_as_described(
    case: schemathesis.Case,
    callers: dict[str, dict[str, str]],
    ids: dict[str, str | int],
    asked: Counter[str],
) -> None:
    number = asked[case.operation.label]
    asked[case.operation.label] += 1
    ask(case, callers["maintainer"])
    made_up = dict(case.path_parameters)
    case.path_parameters = {
        name: ids.get(name, value) for name, value in made_up.items()
    }
    everybody = list(callers.values())
    turn = number % len(everybody)
    for headers in everybody if number < BY_EVERYBODY else everybody[turn : turn + 1]:
        ask(case, headers)
