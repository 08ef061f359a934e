"""Settings that all installations share. No feature exists in one installation only."""

from pathlib import Path

import django_stubs_ext
import platformdirs

from config.version import VERSION
from evaluation.domain.endpoints import endpoints_from
from workflow import env

# Lets generic Django classes be written with their type, as in ModelAdmin[Job].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
_IS_CHECKOUT = (BASE_DIR / "pyproject.toml").exists()
DATA_DIR = env.folder(
    "SUBTEXT_DATA_DIR",
    BASE_DIR / "var" if _IS_CHECKOUT else platformdirs.user_data_path("subtext"),
)
"""The folder for everything that an installation writes."""
EMPTY_DATABASE = BASE_DIR / ("build" if _IS_CHECKOUT else "config") / "empty.sqlite3"
"""Created by `make setup` and included in wheels: all migrations applied, no rows."""

INSTALLED_APPS = [
    "config",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "workflow",
    "projects",
    "curation",
    "annotation",
    "review",
    "releases",
    "evaluation",
    "audit",
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
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
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
ADMIN = env.flag("SUBTEXT_ADMIN", default=False)
"""Whether Django's admin is available at /admin/."""
ORIGIN = env.text("SUBTEXT_ORIGIN", "http://localhost:8000")
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
SESSION_COOKIE_AGE = env.whole_number("SUBTEXT_SESSION_DAYS", 14) * 24 * 60 * 60

EMAIL_HOST = env.text("SUBTEXT_MAIL_HOST", "")
"""The SMTP server; without one no mail is sent, and maintainers create links."""
EMAIL_PORT = env.whole_number("SUBTEXT_MAIL_PORT", 587)
EMAIL_HOST_USER = env.text("SUBTEXT_MAIL_USER", "")
EMAIL_HOST_PASSWORD = env.secret("SUBTEXT_MAIL_PASSWORD", "")
EMAIL_USE_TLS = env.flag("SUBTEXT_MAIL_TLS", default=True)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.text("SUBTEXT_MAIL_FROM", "subtext@localhost")

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "中文")]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

API_SCHEMA = BASE_DIR / "frontend" / "openapi.json"
"""The OpenAPI document that `make setup` writes."""

STATIC_URL = "/static/"
FRONTEND_DIST = env.folder("SUBTEXT_FRONTEND_DIST", BASE_DIR / "frontend" / "dist")
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
# Static files are served from the build's folder; nothing is collected.
WHITENOISE_USE_FINDERS = True
# Vite puts a content hash in the names under assets/, so those files never change.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+$"

MEDIA_ROOT = DATA_DIR / "media"
CSRF_FAILURE_VIEW = "config.views.permission_denied"
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # First, because it answers 401 to people who are not logged in.
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["workflow.api.parsers.StorableJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    # Number of proxies in front of the server that add to X-Forwarded-For. Their
    # entries identify the client; all other entries may be forged.
    "NUM_PROXIES": env.whole_number("SUBTEXT_PROXIES", 0),
    "EXCEPTION_HANDLER": "workflow.api.problems.problem_response",
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
        "workflow.api.schema.describe_problems",
    ],
    "ENUM_NAME_OVERRIDES": {
        "RightsEnum": "curation.models.images.Rights",
        "Role": "projects.models.Role",
        "JobStatus": "workflow.models.JobStatus",
        "ImageStatus": "curation.api.serializers.IMAGE_STATES",
        "ReleasedDecision": "curation.models.copies.ReleasedDecision",
        "VoteDecision": "curation.models.screening.VoteDecision",
        "CaseStatus": "review.api.serializers.CASE_STATES",
        "ReleaseStatus": "releases.api.serializers.RELEASE_STATES",
        "RunStatus": "evaluation.api.serializers.RUN_STATES",
        "SlotPurpose": "annotation.models.Purpose",
        "SlotStatus": "annotation.api.serializers.SLOT_STATES",
        "SlotKind": "annotation.api.serializers.SLOT_KINDS",
        "UnhandedWhy": "annotation.selectors.unsubmitted_drafts.REASONS",
        "ThreadStatus": "review.api.threads.THREAD_CHOICES",
        "ThreadPurpose": "review.models.ThreadPurpose",
        "ThreadOrigin": "review.models.ThreadOrigin",
        "NoticeKind": "review.models.NotificationKind",
        "BatchStatus": "review.api.calibration.BATCH_STATES",
        "RunOrigin": "evaluation.models.Origin",
        "Outcome": "evaluation.api.serializers.OUTCOMES",
    },
}

CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
JOB_DEAD_AFTER = env.whole_number("SUBTEXT_JOB_DEAD_AFTER", 30)
"""Seconds without a sign of life after which a job's worker counts as dead."""
CELERY_BEAT_SCHEDULE = {
    "take up jobs whose worker died": {
        "task": "workflow.requeue_stale_jobs",
        "schedule": JOB_DEAD_AFTER / 3,
    },
    "send silent evaluation runs again": {
        "task": "evaluation.runs_take_up",
        "schedule": 60.0,
    },
    "free slots whose lease is over": {
        "task": "annotation.leases_expire",
        "schedule": 60.0,
    },
    "close automatic rounds and open the next": {
        "task": "review.rounds_advance",
        "schedule": 15.0,
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # A log line for every request to a model server or the Hub, or for each build that
    # FAISS looks for, would hide everything else.
    "loggers": {name: {"level": "WARNING"} for name in ("faiss", "httpx", "httpx2")},
}

MODEL_ENDPOINTS = endpoints_from(env.words("SUBTEXT_ENDPOINTS", []))
"""Where runs may send requests; organizers choose from these and write no addresses."""

FETCH_AGENT = env.text("SUBTEXT_FETCH_AGENT", f"Subtext/{VERSION} (image import)")
"""The user agent of imports from the web; add a way to contact you."""
FETCH_DELAY = env.whole_number("SUBTEXT_FETCH_DELAY", 1)
"""Seconds between requests to a host whose robots.txt sets no other delay."""
FETCH_NETWORKS = env.words("SUBTEXT_FETCH_NETWORKS", [])
"""Your own networks, such as 10.1.0.0/16, that imports from the web may also reach."""

IMPORT_S3_OPTIONS: dict[str, object] = {
    option: value
    for option, value in (
        ("endpoint_url", env.text("SUBTEXT_IMPORT_S3_ENDPOINT", "")),
        ("access_key", env.secret("SUBTEXT_IMPORT_S3_KEY", "")),
        ("secret_key", env.secret("SUBTEXT_IMPORT_S3_SECRET", "")),
        ("region_name", env.text("SUBTEXT_IMPORT_S3_REGION", "")),
    )
    if value
}
"""How to read S3 buckets that images are imported from. Missing values come from the
usual AWS sources (environment variables, files, the machine's role)."""
IMPORT_S3_BUCKETS = env.words("SUBTEXT_IMPORT_S3_BUCKETS", [])
"""Buckets that may be imported from in the browser; the command accepts any."""

IMPORT_FOLDER = (
    Path(env.text("SUBTEXT_IMPORT_FOLDER"))
    if env.text("SUBTEXT_IMPORT_FOLDER", "")
    else None
)
"""A folder of this machine from which benchmarks may be audited in the browser."""

HUB_TOKEN = env.secret("SUBTEXT_HUB_TOKEN", "")
"""Write token of the Hugging Face Hub. Without one, releases are not published there."""
HUB_ENDPOINT = env.text("SUBTEXT_HUB_ENDPOINT", "https://huggingface.co")

S3_POLICY = env.text("SUBTEXT_S3_POLICY", "")
"""A file with the policy that ``installation_prepare`` sets on the storage bucket."""

DEMO_PEOPLE = False
"""Whether the login page offers the demo people as buttons (embedded demo only)."""
DEMO_FINISHED = False
"""Whether the demo has a second project, which a simulated crew finishes."""

OCR_ENGINE = env.text("SUBTEXT_OCR_ENGINE", "rapidocr")
"""Text recognition (``curation.stages.text_area.engines``): rapidocr, easyocr, or the
module:class of another engine."""
OCR_THREADS = env.whole_number("SUBTEXT_OCR_THREADS", 0)
"""Cores that one job uses for text recognition; 0 means all available ones."""
OCR_WEIGHTS = env.folder("SUBTEXT_OCR_WEIGHTS", DATA_DIR / "ocr")
"""The folder of EasyOCR's model files, filled by ``manage.py ocr_weights_fetch``."""
OCR_GPU = env.flag("SUBTEXT_OCR_GPU", default=False)
OCR_DOWNLOAD = env.flag("SUBTEXT_OCR_DOWNLOAD", default=False)
"""Whether EasyOCR may download missing weights at its first use."""
SUBTEXT_VERSION = VERSION
