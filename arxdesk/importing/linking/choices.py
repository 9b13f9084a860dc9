"""The choices of the dialog that links a table. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.job.linked_table import NOT_IN_NAMES, SEPARATOR, LinkedTable


@dataclass(frozen=True, slots=True)
class LinkChoices:
    """`parent` is the table to link to, "" for the first one; `key` and `parent_key` are the columns of both.

    `person` is the column that says whose record each is; `drops`: rows that belong to nobody are left out.
    """

    path: str
    name: str
    parent: str
    key: str
    parent_key: str
    person: str
    drops: bool = False
    header: bool | None = None

    def table(self) -> LinkedTable:
        """The section of the job. Raises ValueError for a name that cannot name a table."""
        head = f"{self.parent}{SEPARATOR}" if self.parent else ""
        parent_key = self.parent_key.removeprefix(head)
        return LinkedTable(
            name=self.name.strip(),
            path=self.path,
            key=self.key,
            parent=self.parent,
            parent_key=None if parent_key == self.key else parent_key,
            header=self.header,
            unmatched="drop" if self.drops else "error",
        )


def proposed_name(path: str, taken: tuple[str, ...]) -> str:
    """A name for a table, from that of its file, that no other one has."""
    stem = "".join(" " if each in NOT_IN_NAMES or not each.isprintable() else each for each in Path(path).stem).strip()
    name = stem or "table"
    number = 2
    while name.casefold() in map(str.casefold, taken):
        name, number = f"{stem or 'table'} {number}", number + 1
    return name
