"""The entries of a project of ARX; unusable ones are reported."""

from __future__ import annotations

from arxdesk_engine.arx.files.java_objects import MAX_BYTES, RefusedObjects, read_objects
from arxdesk_engine.arx.files.java_values import Instance, JavaValue
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.xml_tree import Element, RefusedXml, parsed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.io.files.archive import Archive

MAX_XML_BYTES = 64 * 1024 * 1024
_FROM_XML = marked("The XML parts of the project were imported.")


class Container:
    """The parts of a project, read once, in the order in which they are asked for."""

    def __init__(self, archive: Archive, findings: Findings, control: Control) -> None:
        self._archive, self._findings, self._control = archive, findings, control

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entries."""
        return self._archive.names

    def __contains__(self, name: str) -> bool:
        return name in self._archive

    def raw(self, name: str, limit: int) -> bytes:
        """An entry as it is. Raises InvalidData; Stopped."""
        self._control.raise_if_stopped()
        return self._archive.read(name, limit)

    def xml(self, name: str, limit: int = MAX_XML_BYTES) -> Element | None:
        """The root of an entry in XML; None where it is missing, or where it is damaged, which is listed."""
        if name not in self._archive:
            return None
        try:
            return parsed(self.raw(name, limit))
        except RefusedXml as error:
            self._findings.leave_out(name, str(error), tr("Settings found only there are missing."))
        except InvalidData as error:
            self._findings.leave_out(name, error.problems[0].found, tr("Settings found only there are missing."))
        return None

    def objects(self, name: str, instead: str = _FROM_XML, limit: int = MAX_BYTES) -> list[JavaValue]:
        """Java's objects in an entry; none where it is missing, damaged or hostile, which is listed."""
        if name not in self._archive:
            self._findings.leave_out(name, tr("it is not in the project"), tr(instead))
            return []
        self._control.report(Progress(tr("Reading {name}", name=name)))
        try:
            return read_objects(self.raw(name, limit), self._control)
        except RefusedObjects as error:
            self._findings.leave_out(name, str(error), tr(instead))
        except InvalidData as error:
            self._findings.leave_out(name, error.problems[0].found, tr(instead))
        return []

    def object(self, name: str, kind: str, instead: str = _FROM_XML) -> Instance | None:
        """The one object of an entry, which is of a class with this name; None as for `objects`."""
        listed = len(self._findings.left_out)
        found = self.objects(name, instead)
        if not found:
            if len(self._findings.left_out) == listed:
                self._findings.leave_out(name, tr("there is nothing in it"), tr(instead))
            return None
        first = found[0]
        if isinstance(first, Instance) and kind in (first.name, *(each.rpartition(".")[2] for each in first.parents)):
            return first
        told = marked("there is something else in it and no {kind}")
        if isinstance(first, Instance):
            told = marked("there is a {found} in it and no {kind}")
        found_there = tr(told, found=getattr(first, "name", ""), kind=kind)
        self._findings.leave_out(name, found_there, tr(instead))
        return None
