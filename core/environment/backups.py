"""Settings of backups."""

from core.environment.sections import VariableSection
from core.environment.variables import IN_COMPOSE, Address, Secret, Text, WholeNumber

BACKUPS = VariableSection(title="Backups")
BACKUP_TO = BACKUPS.add_variable(
    Text(
        "SUBTEXT_BACKUP_TO",
        "place of the backups by schedule: a folder that the workers of the queue"
        " `default` see, or `s3://bucket/prefix`",
        default_text="none: backups are made by command only",
    )
)
BACKUP_HOURS = BACKUPS.add_variable(
    WholeNumber(
        "SUBTEXT_BACKUP_HOURS",
        "hours between two backups by schedule",
        least=1,
        most=24 * 365,
        default=24,
    )
)
BACKUP_KEEP = BACKUPS.add_variable(
    WholeNumber(
        "SUBTEXT_BACKUP_KEEP",
        "number of backups that the schedule keeps in that place",
        least=1,
        most=10_000,
        default=14,
    )
)
BACKUPS_FOLDER = BACKUPS.add_variable(
    Text(
        "SUBTEXT_BACKUPS",
        "folder of the host that docker-compose shows the service `worker-default` as"
        " `/backups`",
        default_text="a volume",
        services=IN_COMPOSE,
    )
)
BACKUP_S3_ENDPOINT = BACKUPS.add_variable(
    Address(
        "SUBTEXT_BACKUP_S3_ENDPOINT",
        "S3 server of `s3://` places of backups",
        default_text="AWS",
    )
)
BACKUP_S3_REGION = BACKUPS.add_variable(Text("SUBTEXT_BACKUP_S3_REGION", "its region"))
BACKUP_S3_KEY = BACKUPS.add_variable(
    Secret(
        "SUBTEXT_BACKUP_S3_KEY",
        "access key",
        default_text="where AWS keeps it",
    )
)
BACKUP_S3_SECRET = BACKUPS.add_variable(
    Secret(
        "SUBTEXT_BACKUP_S3_SECRET",
        "secret key",
        default_text="where AWS keeps it",
    )
)
