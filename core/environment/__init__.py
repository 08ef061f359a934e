"""The settings that an installation reads from its environment."""
