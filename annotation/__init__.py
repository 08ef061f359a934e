"""Annotators fill in the protocol's form for each image, independently."""
