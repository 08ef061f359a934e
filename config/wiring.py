"""Who reacts to what: the one place that knows every stage.

An earlier stage never imports a later one. Where it has to tell or to ask, the later
stage's handler is subscribed to the ledger here, or its selector is bound to a port.
"""

from annotation.services.items import (
    images_accepted,
    images_taken_back,
    images_withdrawn,
)
from workflow.services import subscribe


def wire() -> None:
    """Subscribe every handler. Called once, when Django has started."""
    subscribe("image", "accepted", images_accepted)
    subscribe("image", "in_screening", images_taken_back)
    subscribe("image", "discarded", images_taken_back)
    subscribe("image", "withdrawn", images_withdrawn)
