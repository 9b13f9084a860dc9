"""The attributes in `definition.xml` and the table in `project.xml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arxdesk_engine.arx.files.container import Container
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.vocabulary import ASSIGNMENT, DEFINITION, METADATA, PROJECT, report_unknown
from arxdesk_engine.arx.files.xml_tree import Element
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr

KNOWN_VOCABULARIES = ("1.0", "2.0")
NEWEST = (3, 9)
"""The newest version of ARX whose projects are known; newer ones are read as far as they are alike."""
ROLES: Mapping[str, Role] = MappingProxyType(
    {
        "IDENTIFYING_ATTRIBUTE": Role.IDENTIFYING,
        "QUASI_IDENTIFYING_ATTRIBUTE": Role.QUASI_IDENTIFYING,
        "SENSITIVE_ATTRIBUTE": Role.SENSITIVE,
        "INSENSITIVE_ATTRIBUTE": Role.INSENSITIVE,
    }
)
ALL = "All"
"""How ARX writes that there is no limit on the level."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One attribute as the XML has it. `minimum` and `maximum` are None where nothing limits the level."""

    name: str
    role: Role = Role.INSENSITIVE
    datatype: str = "String"
    format: str = ""
    locale: str = ""
    is_target: bool = False
    hierarchy: str = ""
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class StoredProject:
    """Title, description and delimiter of a project; "" where it states none."""

    title: str = ""
    description: str = ""
    delimiter: str = ""


def version_of(container: Container, findings: Findings) -> str:
    """The version of the program that wrote the project; a newer one than is known is said."""
    root = container.xml("metadata.xml")
    report_unknown(root, METADATA, "metadata.xml", findings)
    if root is None:
        findings.leave_out(
            "metadata.xml",
            tr("the version of ARX that wrote the project is missing"),
            tr("It is read as one of ARX 3."),
        )
        return ""
    version, vocabulary = root.value("version"), root.value("vocabulary", default="1.0")
    numbers = re.match(r"(\d{1,6})\.(\d{1,6})", version)
    if numbers and (int(numbers[1]), int(numbers[2])) > NEWEST:
        found = tr(
            "it was written by ARX {version}, and the newest known version is ARX {major}.{minor}",
            version=version[:20],
            major=NEWEST[0],
            minor=NEWEST[1],
        )
        findings.leave_out("metadata.xml", found, tr("Compare the imported settings with ARX."))
    if vocabulary not in KNOWN_VOCABULARIES:
        found = tr(
            "its vocabulary is {vocabulary}, and the known ones are {known}",
            vocabulary=vocabulary[:20],
            known=" and ".join(KNOWN_VOCABULARIES),
        )
        findings.leave_out("metadata.xml", found, tr("Compare the imported settings with ARX."))
    return version


def project_facts(container: Container, findings: Findings) -> StoredProject:
    """Read `project.xml`."""
    root = container.xml("project.xml")
    report_unknown(root, PROJECT, "project.xml", findings)
    if root is None:
        return StoredProject()
    delimiter = root.exact("separator")
    return StoredProject(
        root.value("name"), root.value("description"), delimiter if len(delimiter) == 1 else delimiter.strip()[:1]
    )


def definitions(container: Container, findings: Findings) -> dict[str, Definition]:
    """The attributes that `input/definition.xml` defines, by name."""
    entry = "input/definition.xml"
    root = container.xml(entry)
    report_unknown(root, DEFINITION, entry, findings)
    if root is None:
        if entry not in container:
            findings.leave_out(
                entry, tr("it is not in the project"), tr("All columns are insensitive: set their roles.")
            )
        return {}
    found = (_definition(each, entry, findings) for each in root.all(*ASSIGNMENT))
    return {each.name: each for each in found if each.name}


def _definition(element: Element, entry: str, findings: Findings) -> Definition:
    name = element.value("name")
    place = f"{entry}, {quoted(name)}"
    role, written = ROLES.get(element.value("type")), element.value("type")
    if role is None:
        findings.leave_out(
            place,
            tr("the type {name} is not known", name=quoted(written)),
            tr("The column is insensitive: set its role."),
        )
    return Definition(
        name,
        role or Role.INSENSITIVE,
        element.value("datatype", default="String"),
        element.exact("format"),
        element.value("locale"),
        element.value("response").lower() == "true",
        element.value("ref"),
        level_of(element.value("min"), place, findings),
        level_of(element.value("max"), place, findings),
    )


def level_of(text: str, place: str, findings: Findings) -> int | None:
    """A level as the XML writes it."""
    if text.isascii() and text.isdigit() and len(text) < 5:
        return int(text)
    if text not in ("", ALL, "null"):
        findings.leave_out(place, tr("{text} is not a level", text=quoted(text)), tr("Nothing limits the level."))
    return None
