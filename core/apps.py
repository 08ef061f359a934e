from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class CoreConfig(AppConfig):
    name = "core"
    label = "workflow"  # that of its tables, from before the package was renamed

    def ready(self) -> None:
        autodiscover_modules("job_kinds")
