"""Settings of a server: secrets, addresses and the services beside it."""

from datetime import date

from core.environment.sections import VariableSection
from core.environment.variables import (
    EVERYWHERE,
    IN_COMPOSE,
    ON_WEB,
    Address,
    Date,
    File,
    Flag,
    Folder,
    Secret,
    Text,
    WholeNumber,
    Words,
    is_server_url,
)

_LEAST_SECRET = 32

SERVER = VariableSection(title="A server")
SECRET_KEY = SERVER.add_variable(
    Secret(
        "SUBTEXT_SECRET_KEY",
        "signs sessions and links",
        least=_LEAST_SECRET,
        required=True,
    )
)
WORKER_SECRET = SERVER.add_variable(
    Secret(
        "SUBTEXT_WORKER_SECRET",
        "signs orders to evaluation workers and their results",
        least=_LEAST_SECRET,
        required=True,
        services=EVERYWHERE,
    )
)
UNDATED_MESSAGES_UNTIL = SERVER.add_variable(
    Date(
        "SUBTEXT_UNDATED_MESSAGES_UNTIL",
        "day (UTC) from which messages are refused that have no time in their signature,"
        " as those of versions before",
        default=date(2027, 3, 1),
        services=EVERYWHERE,
    )
)
HOST = SERVER.add_variable(
    Text(
        "SUBTEXT_HOST",
        "name under which the proxy of docker-compose is reached",
        default="localhost",
        services=IN_COMPOSE,
    )
)
HOSTS = SERVER.add_variable(
    Words(
        "SUBTEXT_HOSTS",
        "names under which the web service answers; in a local network, beside those of"
        " the machine",
        form="NAME",
        default=["localhost"],
        default_text="`localhost`",
        services=ON_WEB,
    )
)
HTTPS = SERVER.add_variable(
    Flag(
        "SUBTEXT_HTTPS",
        "`false`: the site is reached by plain HTTP",
        default=True,
        services=ON_WEB,
    )
)
ORIGINS = SERVER.add_variable(
    Words(
        "SUBTEXT_ORIGINS",
        "origins that may send forms",
        form="https://NAME",
        is_valid=is_server_url,
        default=[],
        default_text="none",
        services=ON_WEB,
    )
)
ORIGIN = SERVER.add_variable(
    Address(
        "SUBTEXT_ORIGIN",
        "beginning of links in mails",
        default_text="first of `SUBTEXT_ORIGINS`",
    )
)
PROXIES = SERVER.add_variable(
    WholeNumber(
        "SUBTEXT_PROXIES",
        "number of proxies that add to `X-Forwarded-For`; login attempts are"
        " counted by what they add",
        least=0,
        most=20,
        default=0,
        services=ON_WEB,
    )
)
DATABASE_URL = SERVER.add_variable(
    Address(
        "SUBTEXT_DATABASE_URL",
        "PostgreSQL; further options of a connection may follow `?`",
        schemes=("postgres", "postgresql"),
        required=True,
    )
)
DATABASE_PASSWORD = SERVER.add_variable(
    Secret(
        "SUBTEXT_DATABASE_PASSWORD",
        "password, if the address has none",
    )
)
BROKER_URL = SERVER.add_variable(
    Address(
        "SUBTEXT_BROKER_URL",
        "Redis; `files` is for the workers of one machine",
        schemes=("redis", "rediss", "files"),
        required=True,
        services=EVERYWHERE,
    )
)
BROKER_PASSWORD = SERVER.add_variable(
    Secret(
        "SUBTEXT_BROKER_PASSWORD",
        "password, if the address has none",
        services=EVERYWHERE,
    )
)
MEDIA_FOLDER = SERVER.add_variable(
    Folder(
        "SUBTEXT_MEDIA_FOLDER",
        "folder of media and releases in place of S3, for a server whose services all run"
        " on one machine",
        must_exist=True,
    )
)
S3_BUCKET = SERVER.add_variable(
    Text(
        "SUBTEXT_S3_BUCKET",
        "bucket of media and releases",
        required=True,
        instead=MEDIA_FOLDER,
    )
)
S3_ENDPOINT = SERVER.add_variable(
    Address(
        "SUBTEXT_S3_ENDPOINT",
        "address of the S3 server",
        required=True,
        instead=MEDIA_FOLDER,
    )
)
S3_REGION = SERVER.add_variable(
    Text(
        "SUBTEXT_S3_REGION",
        "region of the bucket",
        default="us-east-1",
    )
)
S3_KEY = SERVER.add_variable(
    Secret("SUBTEXT_S3_KEY", "access key", required=True, instead=MEDIA_FOLDER)
)
S3_SECRET = SERVER.add_variable(
    Secret("SUBTEXT_S3_SECRET", "secret key", required=True, instead=MEDIA_FOLDER)
)
S3_POLICY = SERVER.add_variable(
    File(
        "SUBTEXT_S3_POLICY",
        "file with the policy that `installation_prepare` gives the bucket",
    )
)


SECTIONS = [SERVER]
