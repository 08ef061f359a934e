"""Accounts of people: names, passwords, logins, tokens and mail addresses."""
