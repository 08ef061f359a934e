import gc
import sys

from django.utils.module_loading import import_string


def test_what_the_web_server_loads_is_left_out_of_garbage_collections() -> None:
    gc.unfreeze()
    sys.modules.pop("config.wsgi", None)
    try:
        assert callable(import_string("config.wsgi.application"))
        assert gc.get_freeze_count() > 100_000
        assert "config.urls" in sys.modules
    finally:
        gc.unfreeze()
