"""Where the table of a project came from before it was kept in the archive."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path, PurePosixPath, PureWindowsPath

from pydantic import AwareDatetime

from engine.attributes import Section
from engine.io.address import file_of, is_address, without_password
from engine.job import DataSource

_USER = re.compile(r"(://)[^/?#]*@")


class Origin(Section):
    """The source of a table: its `name` (a file name, or the address of a database without user and password), how it
    was read, and when.

    `data` has that name in place of its path: folders of a computer are nobody else's business.
    """

    name: str
    data: DataSource
    read: AwareDatetime | None = None

    @classmethod
    def of(cls, data: DataSource, read: dt.datetime | None = None) -> Origin:
        """The origin of a table that is or was read as `data` says."""
        name = name_of(data.path)
        return cls(name=name, data=data.model_copy(update={"path": name}), read=read)


def name_of(place: str) -> str:
    """A file without its folders, or the address of a server without user and password."""
    file = file_of(place)
    if file is not None:
        return PureWindowsPath(PurePosixPath(file).name).name or Path(file).name or place
    return _USER.sub(r"\1", without_password(place)) if is_address(place) else place
