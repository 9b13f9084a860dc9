"""Addresses of databases: postgresql://user@host:5432/name. A password never stays in one."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote, unquote_plus, urlsplit

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_SQLITE = re.compile(r"sqlite(\+\w+)?:///", re.IGNORECASE)
_AUTHORITY = re.compile(r"(?P<start>[^:/?#]+://)(?P<user>.*)@(?P<rest>[^@]*)\Z", re.DOTALL)
_SECRET_IN_ODBC = re.compile(r"\b(?:pwd|password)\s*=\s*([^;]*)", re.IGNORECASE)
_SAME_SYSTEM = {"postgres": "postgresql", "mariadb": "mysql"}
_SAME_HOST = {"127.0.0.1": "localhost", "::1": "localhost"}
_PORTS = {"postgresql": 5432, "mysql": 3306, "oracle": 1521, "mssql": 1433}
_SECRET_KEYS = ("password", "passwd", "passphrase", "passfile", "pwd", "secret", "token", "apikey")
"""Names of settings whose values are secret, apart from their marks and digits."""
_MISPLACED = re.compile(r"(?P<start>[^:/?#]+://[^/?#]*?):(?P<secret>(?!\d*(?:[,/?#]|\Z))[^/?#@,\]]*)(?=[,/?#]|\Z)")
"""An address without a host, in which a password stands where the port of the host should be."""


def is_address(path: str) -> bool:
    """Whether a path is the address of a database and not the name of a file."""
    return _ADDRESS.match(path) is not None


def file_of(path: str) -> str | None:
    """The file that is read: the path itself, or that of an address of SQLite; None for a server."""
    if not is_address(path):
        return path
    found = _SQLITE.match(path)
    return unquote(path[found.end() :].partition("?")[0]) if found else None


def system_of(address: str) -> str:
    """The system of a database, by its usual name: postgresql, mysql, ..."""
    system = re.split("[+:]", address, maxsplit=1)[0].lower()
    return _SAME_SYSTEM.get(system, system)


def with_file(path: str, change: Callable[[str], str]) -> str:
    """A path or an address with the file in it, if any, changed."""
    file, found = file_of(path), _SQLITE.match(path)
    if file is None:
        return path
    return change(file) if found is None else found[0] + quote(change(file), safe="/\\: ")


def password_in(address: str) -> str | None:
    """The password in an address; None without one."""
    found = _AUTHORITY.match(address)
    if found and ":" in found["user"]:
        return unquote(found["user"].partition(":")[2])
    if misplaced := _MISPLACED.match(address):
        return unquote(misplaced["secret"])
    secrets = (_secret_in(part) for part in _parts(address))
    return next((secret for secret in secrets if secret is not None), None)


def without_password(address: str) -> str:
    """The address as it may be kept and shown."""
    if not is_address(address):
        return address
    if found := _AUTHORITY.match(address):
        address = f"{found['start']}{found['user'].partition(':')[0]}@{found['rest']}"
    address = _MISPLACED.sub(lambda misplaced: misplaced["start"], address)
    start, mark, _query = address.partition("?")
    kept = [part for part in _parts(address) if _secret_in(part) is None]
    return f"{start}{mark}{'&'.join(kept)}" if mark and any(kept) else start


def is_same_database(first: str, second: str) -> bool:
    """Whether two addresses of servers name the same database, as far as they show."""
    return _identity(first) == _identity(second)


def _identity(address: str) -> tuple[str, str, int | None, str]:
    """System, host, port and name of a database; user and driver do not matter."""
    found = urlsplit(without_password(address))
    system = _SAME_SYSTEM.get(name := found.scheme.partition("+")[0].lower(), name)
    host = (found.hostname or "localhost").lower()
    try:
        port = found.port
    except ValueError:  # several hosts, or no number
        host, port = found.netloc.rpartition("@")[2].lower(), None
    return system, _SAME_HOST.get(host, host), port or _PORTS.get(system), found.path.strip("/")


def _parts(address: str) -> list[str]:
    """The settings behind the question mark."""
    return re.split("[&;]", address.partition("?")[2])


def _secret_in(part: str) -> str | None:
    """The secret part of a setting; None where it has none."""
    key, _mark, value = (unquote_plus(each) for each in part.partition("="))
    letters = re.sub("[^a-z]", "", key.lower())
    if any(each in letters for each in _SECRET_KEYS):
        return value
    found = _SECRET_IN_ODBC.search(value) if key.lower() == "odbc_connect" else None
    return found and found[1]
