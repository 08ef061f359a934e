"""The WSGI application."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.probes import serve_probes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = get_wsgi_application()

# All that requests use is loaded now and stays. A full garbage collection that looked
# through it would make some request a tenth of a second longer.
import_module("config.urls")
gc.collect()
gc.freeze()

import_module("config.service_checks").monitor.start_checking()
if settings.PROBES:
    serve_probes(settings.PROBES, application)
