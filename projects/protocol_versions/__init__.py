"""The versions of a project's protocol, and the images of its guidelines."""
