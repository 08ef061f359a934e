"""The folder of a release, written and verified; one module a format."""
