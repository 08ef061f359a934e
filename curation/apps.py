from django.apps import AppConfig


class CurationConfig(AppConfig):
    name = "curation"

    def ready(self) -> None:
        # Registers the parameters of the stages, before the first protocol is read.
        import curation.stages.registry  # noqa: F401, PLC0415
