"""A pytest plugin: stages of curation from a folder outside the repository."""

import os

import curation.stages

curation.stages.__path__.append(os.environ["TEST_STAGES_FOLDER"])
