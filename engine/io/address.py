"""Addresses of databases: postgresql://user@host:5432/name. A password never stays in one."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qsl, quote, unquote, urlsplit

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_SQLITE = re.compile(r"sqlite(\+\w+)?:///", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?P<start>[^:/?#]+://)(?P<user>.*)@(?P<rest>[^@]*)\Z", re.DOTALL)
_SECRET_KEYS = ("password", "passwd", "pwd", "passfile", "sslpassword")


def is_address(path: str) -> bool:
    """Whether a path is the address of a database and not the name of a file."""
    return _ADDRESS.match(path) is not None


def file_of(path: str) -> str | None:
    """The file that is read: the path itself, or that of an address of SQLite; None for a server."""
    if not is_address(path):
        return path
    found = _SQLITE.match(path)
    return unquote(path[found.end() :].partition("?")[0]) if found else None


def with_file(path: str, change: Callable[[str], str]) -> str:
    """A path or an address with the file in it, if any, changed."""
    file, found = file_of(path), _SQLITE.match(path)
    if file is None:
        return path
    return change(file) if found is None else found[0] + quote(change(file), safe="/\\: ")


def password_in(address: str) -> str | None:
    """The password that stands in an address; None where there is none."""
    found = _AUTHORITY.match(address)
    if found and ":" in found["user"]:
        return unquote(found["user"].partition(":")[2])
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return next((value for key, value in parse_qsl(parts.query) if key.lower() in _SECRET_KEYS), None)


def without_password(address: str) -> str:
    """The address as it may be kept and shown."""
    if not is_address(address):
        return address
    if found := _AUTHORITY.match(address):
        address = f"{found['start']}{found['user'].partition(':')[0]}@{found['rest']}"
    start, mark, query = address.partition("?")
    kept = [part for part in re.split("[&;]", query) if part.partition("=")[0].lower() not in _SECRET_KEYS]
    return f"{start}{mark}{'&'.join(kept)}" if mark and any(kept) else start
