"""From the choice of a model to a worker that asks it."""
