"""Who reacts to what: the one place that knows every stage.

An earlier stage never imports a later one. Where it has to tell or to ask, the later
stage's handler is subscribed to the ledger here, or its selector is bound to a port.
"""


def wire() -> None:
    """Subscribe every handler. Called once, when Django has started."""
