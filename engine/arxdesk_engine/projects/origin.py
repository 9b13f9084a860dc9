"""Where the table of a project came from before it was kept in the archive."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime

from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import file_of, is_address, without_password
from arxdesk_engine.job.attributes import Section
from arxdesk_engine.job.data_source import DataSource

FIRST_YEAR, LAST_YEAR = 1970, 9000


def _of_this_age(moment: dt.datetime) -> dt.datetime:
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise UnfitValue(tr("the year {year} is not plausible", year=moment.year), tr("Write the actual time."))
    return moment


Moment = Annotated[AwareDatetime, AfterValidator(_of_this_age)]
"""When something was done, with its time zone; every time zone has a word for it."""
_USER = re.compile(r"(://)[^/?#]*@")


class Origin(Section):
    """The source of a table: its `name` (a file name, or the address of a database without user and password), how it
    was read, and when.

    `data` has that name in place of its path: folders of a computer are nobody else's business.
    """

    name: str
    data: DataSource
    read: Moment | None = None

    @classmethod
    def of(cls, data: DataSource, read: dt.datetime | None = None) -> Origin:
        """The origin of a table that is or was read as `data` says."""
        name = name_of(data.path)
        return cls(name=name, data=data.model_copy(update={"path": name}), read=read)


def name_of(place: str) -> str:
    """A file without its folders, or the address of a server without user and password."""
    file = file_of(place)
    if file is not None:
        return PureWindowsPath(PurePosixPath(file).name).name or place
    return _USER.sub(r"\1", without_password(place)) if is_address(place) else place
