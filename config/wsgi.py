"""The web application."""

import os

from django.core.wsgi import get_wsgi_application

from config.turns import in_turns

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")

application = in_turns(get_wsgi_application())
