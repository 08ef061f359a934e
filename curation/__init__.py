"""From a folder of raw images to those that are worth annotating."""
