"""Notifications to people, in the product and by mail."""
