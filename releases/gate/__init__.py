"""The checks that a version has to pass, and the items that it would contain."""
