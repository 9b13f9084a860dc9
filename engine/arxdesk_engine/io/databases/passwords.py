"""Passwords of databases: entered by the user, kept for this run of the program only, or from the environment."""

from __future__ import annotations

import os

VARIABLE = "ARXDESK_DATABASE_PASSWORD"

_known: dict[str, str] = {}


def remember(address: str, password: str) -> None:
    """Keep a password that was right, so that the same table can be read again; in memory only."""
    _known[address] = password


def forget() -> None:
    """Forget all passwords."""
    _known.clear()


def password_for(address: str, given: str | None = None) -> str | None:
    """The password to use: the given one, one that was right before, that of the environment, or none."""
    return given or _known.get(address) or os.environ.get(VARIABLE) or None
