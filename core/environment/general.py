"""Settings of any installation: folders, sessions, mail, publishing."""

from ipaddress import IPv4Address

from core.environment.network import HostAndPort, IpAddress
from core.environment.sections import VariableSection
from core.environment.variables import (
    ON_WEB,
    Address,
    Flag,
    Folder,
    Secret,
    Service,
    Text,
    TimeZone,
    WholeNumber,
)

GENERAL = VariableSection(title="Any installation")
DATA_DIR = GENERAL.add_variable(
    Folder(
        "SUBTEXT_DATA_DIR",
        "folder that holds everything an installation on one machine writes",
        default_text="`./var` in a checkout, the user's data folder for a package",
    )
)
PORT = GENERAL.add_variable(
    WholeNumber(
        "SUBTEXT_PORT",
        "port of `subtext run`",
        least=1,
        most=65535,
        default=8000,
        services=ON_WEB,
    )
)
LISTEN = GENERAL.add_variable(
    IpAddress(
        "SUBTEXT_LISTEN",
        "address of this machine at which `subtext run` answers; another than `127.0.0.1`"
        " opens it to the network, without encryption"
        " ([guide](../how-to/run-in-a-local-network.md))",
        default=IPv4Address("127.0.0.1"),
        services=ON_WEB,
    )
)
DEMO = GENERAL.add_variable(
    Flag(
        "SUBTEXT_DEMO",
        "offer the demo people on the login page; `run --demo` sets it",
        default=False,
    )
)
DEMO_FINISHED = GENERAL.add_variable(
    Flag(
        "SUBTEXT_DEMO_FINISHED",
        "also make the demo's projects “Started” and “Finished”",
        default=True,
    )
)
FRONTEND_DIST = GENERAL.add_variable(
    Folder(
        "SUBTEXT_FRONTEND_DIST",
        "folder of the built front end",
        default_text="`frontend/dist`",
        services=ON_WEB,
    )
)
ADMIN = GENERAL.add_variable(
    Flag(
        "SUBTEXT_ADMIN",
        "serve Django's admin at `/admin/`",
        default=False,
        default_text="`true` on one machine, `false` in a network and on a server",
        services=ON_WEB,
    )
)
TIME_ZONE = GENERAL.add_variable(
    TimeZone(
        "SUBTEXT_TIME_ZONE",
        "time zone in which days begin in projects that set no other",
        default="UTC",
    )
)
SESSION_DAYS = GENERAL.add_variable(
    WholeNumber(
        "SUBTEXT_SESSION_DAYS",
        "days for which a person stays logged in",
        least=1,
        most=3650,
        default=14,
        services=ON_WEB,
    )
)
PROBES = GENERAL.add_variable(
    HostAndPort(
        "SUBTEXT_PROBES",
        "where a thread of the web server answers `/livez` and `/readyz` while all others"
        " are busy; on docker-compose `0.0.0.0:8001`",
        services=ON_WEB,
    )
)
JOB_DEAD_AFTER = GENERAL.add_variable(
    WholeNumber(
        "SUBTEXT_JOB_DEAD_AFTER",
        "seconds of silence after which another worker takes a job",
        least=1,
        most=86400,
        default=30,
    )
)
HEARTBEAT = GENERAL.add_variable(
    Text(
        "SUBTEXT_HEARTBEAT",
        "file that a worker renews while it takes messages, for a health check",
        default_text="none",
        services=frozenset({Service.WORKERS, Service.EVALUATION}),
    )
)

MAIL = VariableSection(
    title="Mail",
    introduction="Without a mail server, maintainers pass links on themselves. "
    "[Send mail](../how-to/send-mail.md) says which mails there are.",
)
MAIL_HOST = MAIL.add_variable(
    Text(
        "SUBTEXT_MAIL_HOST",
        "SMTP server",
        default="",
        default_text="none: no mail is sent",
    )
)
MAIL_PORT = MAIL.add_variable(
    WholeNumber(
        "SUBTEXT_MAIL_PORT",
        "its port",
        least=1,
        most=65535,
        default=587,
    )
)
MAIL_USER = MAIL.add_variable(Text("SUBTEXT_MAIL_USER", "user name there", default=""))
MAIL_PASSWORD = MAIL.add_variable(
    Secret("SUBTEXT_MAIL_PASSWORD", "password there", default="")
)
MAIL_TLS = MAIL.add_variable(Flag("SUBTEXT_MAIL_TLS", "use STARTTLS", default=True))
MAIL_FROM = MAIL.add_variable(
    Text("SUBTEXT_MAIL_FROM", "sender", default="subtext@localhost")
)

PUBLISHING = VariableSection(
    title="Publishing",
    introduction="The token is used by the worker that uploads. No page, command, log or"
    " database row shows it.",
)
HUB_TOKEN = PUBLISHING.add_variable(
    Secret(
        "SUBTEXT_HUB_TOKEN",
        "token of the Hugging Face Hub with the right to write",
        default="",
        default_text="none: releases are not published there",
    )
)
HUB_ENDPOINT = PUBLISHING.add_variable(
    Address(
        "SUBTEXT_HUB_ENDPOINT",
        "address of the Hub",
        default="https://huggingface.co",
    )
)
