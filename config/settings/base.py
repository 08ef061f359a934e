"""Settings that all installations share. No feature exists in one installation only."""

from pathlib import Path

import django_stubs_ext
import platformdirs

from config.settings.scheduling import *  # noqa: F403
from config.version import VERSION
from core.environment import backups, general, images, models, servers
from evaluation.dispatch.domain import parse_endpoints

# Lets generic Django classes be written with their type, as in ModelAdmin[Job].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
_IS_CHECKOUT = (BASE_DIR / "pyproject.toml").exists()
DATA_DIR = general.DATA_DIR.read(
    BASE_DIR / "var" if _IS_CHECKOUT else platformdirs.user_data_path("subtext"),
)
"""The folder for everything that an installation writes."""
EMPTY_DATABASE = BASE_DIR / ("build" if _IS_CHECKOUT else "config") / "empty.sqlite3"
"""Created by `make setup` and included in wheels: all migrations applied, no rows."""

PACKAGES = [
    "core",
    "projects",
    "curation",
    "annotation",
    "review",
    "releases",
    "evaluation",
    "published",
    "backups",
    "demo",
]
"""Subtext's own applications, beside this one."""
INSTALLED_APPS = [
    "config",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    *PACKAGES,
]

MIDDLEWARE = [
    "config.middleware.BrowserRulesMiddleware",
    "config.middleware.StorableAddressMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.SamePersonMiddleware",
    "config.middleware.AnonymousBodyMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
PROBES = general.PROBES.find_value()
"""Host and port at which probes do not wait behind requests, if any."""
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

AUTH_USER_MODEL = "projects.User"
AUTHENTICATION_BACKENDS = ["projects.backends.PasswordBackend"]
ADMIN = general.ADMIN.read()
"""Whether Django's admin is available at /admin/."""
ORIGIN = servers.ORIGIN.read("http://localhost:8000")
"""The address of this installation for people; links in mails start with it."""
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation."
        "UserAttributeSimilarityValidator"
    },
]

PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
"""Seconds for which a password-reset link works."""
SESSION_COOKIE_AGE = general.SESSION_DAYS.read() * 24 * 60 * 60

EMAIL_HOST = general.MAIL_HOST.read()
"""The SMTP server; without one no mail is sent, and maintainers create links."""
EMAIL_PORT = general.MAIL_PORT.read()
EMAIL_HOST_USER = general.MAIL_USER.read()
EMAIL_HOST_PASSWORD = general.MAIL_PASSWORD.read()
EMAIL_USE_TLS = general.MAIL_TLS.read()
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = general.MAIL_FROM.read()

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "中文")]
PROJECT_TIME_ZONE = general.TIME_ZONE.read()
"""The time zone of projects that set none: their days begin at its midnight."""
USE_I18N = True

API_SCHEMA = BASE_DIR / "frontend" / "openapi.json"
"""The OpenAPI document that `make setup` writes."""

STATIC_URL = "/static/"
FRONTEND_DIST = general.FRONTEND_DIST.read(BASE_DIR / "frontend" / "dist")
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
# Static files are served from the build's folder; nothing is collected.
WHITENOISE_USE_FINDERS = True
# Vite puts a content hash in the names under assets/, so those files never change.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+$"

MEDIA_ROOT = DATA_DIR / "media"
CSRF_FAILURE_VIEW = "config.views.permission_denied"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
"""Maximum bytes of a request without its files; a protocol of 512 kB is the largest."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # First, because it answers 401 to people who are not logged in.
        "projects.accounts.api.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.parsers.StorableJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # Number of proxies in front of the server that add to X-Forwarded-For. Their
    # entries identify the client; all other entries may be forged.
    "NUM_PROXIES": servers.PROXIES.read(),
    "EXCEPTION_HANDLER": "core.api.problems.problem_response",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Subtext",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.api.schema.describe_problems",
    ],
    "ENUM_NAME_OVERRIDES": {
        "RightsEnum": "curation.images.models.Rights",
        "Role": "projects.roles.ROLE_CHOICES",
        "JobStatus": "core.models.JobStatus",
        "ImageStatus": "curation.images.api.serializers.IMAGE_STATES",
        "ReleasedDecision": "curation.near_duplicates.models.ReleasedDecision",
        "VoteDecision": "curation.screening.models.VoteDecision",
        "CaseStatus": "review.adjudication.api.serializers.CASE_STATES",
        "ReleaseStatus": "releases.records.api.serializers.RELEASE_STATES",
        "RunStatus": "evaluation.runs.api.run_serializers.RUN_STATES",
        "SlotPurpose": "annotation.models.Purpose",
        "SlotStatus": "annotation.drafts.api.serializers.SLOT_STATES",
        "SlotKind": "annotation.drafts.api.serializers.SLOT_KINDS",
        "UnhandedWhy": "annotation.drafts.selectors.unsubmitted_drafts.REASONS",
        "ThreadStatus": "review.discussions.api.THREAD_CHOICES",
        "ThreadPurpose": "review.models.ThreadPurpose",
        "ThreadOrigin": "review.models.ThreadOrigin",
        "NoticeKind": "review.models.NotificationKind",
        "MailFrequency": "projects.models.MailFrequency",
        "SecurityEventKind": "projects.models.SecurityEventKind",
        "BatchStatus": "review.calibration.api.batches.BATCH_STATES",
        "RunOrigin": "evaluation.models.Origin",
        "Outcome": "evaluation.runs.api.serializers.OUTCOMES",
    },
}

MODEL_ENDPOINTS = parse_endpoints(models.ENDPOINTS.read())
"""Where runs may send requests; organizers choose from these and write no addresses."""

FETCH_AGENT = images.FETCH_AGENT.read(f"Subtext/{VERSION} (image import)")
"""The user agent of imports from the web; add a way to contact you."""
FETCH_DELAY = images.FETCH_DELAY.read()
"""Seconds between requests to a host whose robots.txt sets no other delay."""
FETCH_NETWORKS = images.FETCH_NETWORKS.read()
"""Your own networks, such as 10.1.0.0/16, that imports from the web may also reach."""

IMPORT_S3_OPTIONS: dict[str, object] = {
    option: value
    for option, value in (
        ("endpoint_url", images.IMPORT_S3_ENDPOINT.find_value()),
        ("access_key", images.IMPORT_S3_KEY.find_value()),
        ("secret_key", images.IMPORT_S3_SECRET.find_value()),
        ("region_name", images.IMPORT_S3_REGION.find_value()),
    )
    if value
}
"""How to read S3 buckets that images are imported from. Missing values come from the
usual AWS sources (environment variables, files, the machine's role)."""
IMPORT_S3_BUCKETS = images.IMPORT_S3_BUCKETS.read()
"""Buckets that may be imported from in the browser; the command accepts any."""

IMPORT_FOLDER = images.IMPORT_FOLDER.find_value()
"""A folder of this machine from which benchmarks may be audited in the browser."""

BACKUP_TO = backups.BACKUP_TO.find_value() or ""
"""Where backups by schedule go. Without a place, there are none."""
BACKUP_HOURS = backups.BACKUP_HOURS.read()
"""Hours between two of them."""
BACKUP_KEEP = backups.BACKUP_KEEP.read()
"""The number of backups that are kept there."""
BACKUP_S3_OPTIONS: dict[str, object] = {
    option: value
    for option, value in (
        ("endpoint_url", backups.BACKUP_S3_ENDPOINT.find_value()),
        ("access_key", backups.BACKUP_S3_KEY.find_value()),
        ("secret_key", backups.BACKUP_S3_SECRET.find_value()),
        ("region_name", backups.BACKUP_S3_REGION.find_value()),
    )
    if value
}
"""How to reach the S3 server of backups."""

HUB_TOKEN = general.HUB_TOKEN.read()
"""Write token of the Hugging Face Hub. Without one, releases are not published there."""
HUB_ENDPOINT = general.HUB_ENDPOINT.read()

S3_POLICY = servers.S3_POLICY.find_value()
"""A file with the policy that ``installation_prepare`` sets on the storage bucket."""

DEMO_PEOPLE = False
"""Whether the login page offers the demo people as buttons (embedded demo only)."""
DEMO_FINISHED = False
"""Whether the demo has a second project, which a simulated crew finishes."""

OCR_ENGINE = images.OCR_ENGINE.read()
"""Text recognition (``curation.stages.text_area.engines``): rapidocr, easyocr, or the
module:class of another engine."""
OCR_RUNTIME = images.OCR_RUNTIME.read()
"""What computes RapidOCR's detector: auto, openvino or onnxruntime."""
OCR_THREADS = images.OCR_THREADS.read()
"""Cores that one job uses for text recognition; 0 means all available ones."""
OCR_WEIGHTS = images.OCR_WEIGHTS.read(DATA_DIR / "ocr")
"""The folder of EasyOCR's model files, filled by ``manage.py ocr_weights_fetch``."""
OCR_GPU = images.OCR_GPU.read()
OCR_DOWNLOAD = images.OCR_DOWNLOAD.read()
"""Whether EasyOCR may download missing weights at its first use."""
SUBTEXT_VERSION = VERSION
