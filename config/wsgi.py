"""The WSGI application."""

import gc
import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = get_wsgi_application()

# All that requests use is loaded now and stays. A full garbage collection that looked
# through it would make some request a tenth of a second longer.
import_module("config.urls")
gc.collect()
gc.freeze()
