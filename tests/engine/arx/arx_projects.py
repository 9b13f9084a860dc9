"""Projects of ARX as archives, put together from their documented parts."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from tests.engine.arx.java_stream import Object, stream

Rows = Sequence[Sequence[str]]
METADATA = "<metadata>\n\t<version>3.7.0</version>\n\t<vocabulary>2.0</vocabulary>\n</metadata>"
PROJECT = (
    "<project><name>Study</name><separator>;</separator><escape>&quot;</escape><quote>&quot;</quote>"
    "<linebreak>UNIX</linebreak><description>What it is for</description><locale>EN</locale>"
    "<historySize>200</historySize><snapshotSizeDataset>0.2</snapshotSizeDataset><selectedAttribute>age"
    "</selectedAttribute></project>"
)
NAMES = ("name", "sex", "age", "born", "zip", "income", "diagnosis")


def people(records: int = 120) -> list[list[str]]:
    """A small table: nobody is like somebody else in all columns."""
    return [
        [
            f"person {number}",
            "fm"[number % 2],
            f"{18 + number * 7 % 60}",
            f"{1 + number % 28:02}.{1 + number % 12:02}.{1950 + number * 3 % 50}",
            f"{81000 + number * 37 % 200:05}",
            f"{1000 + number * 13 % 400}.5",
            ("flu", "cold", "cancer", "none")[number * 5 % 4],
        ]
        for number in range(records)
    ]


def hierarchy_of(name: str, table: Rows) -> list[list[str]]:
    """Rows for the values of a column, as somebody could have made them by hand."""
    place = NAMES.index(name)
    values = sorted({row[place] for row in table})
    levels = {
        "sex": lambda value: [value, "*"],
        "age": lambda value: [value, f"{int(value) // 10}x", "young" if int(value) < 40 else "old", "*"],
        "born": lambda value: [value, value[-4:], f"{value[-4:-1]}0s", "*"],
        "zip": lambda value: [value, f"{value[:3]}**", "*"],
        "diagnosis": lambda value: [value, "ill" if value != "none" else "well", "*"],
    }
    return [levels[name](value) for value in values]


def csv_of(rows: Rows, delimiter: str = ";") -> str:
    return "".join(delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in row) + "\n" for row in rows)


def defined(name: str, kind: str, datatype: str = "String", **elements: object) -> str:
    """An attribute in definition.xml."""
    inner = "".join(f"<{key}>{escape(str(value))}</{key}>" for key, value in elements.items())
    return (
        f"<assigment><name>{escape(name)}</name><type>{kind}_ATTRIBUTE</type>"
        f"<datatype>{escape(datatype)}</datatype>{inner}</assigment>"
    )


DEFINED = (
    defined("name", "IDENTIFYING"),
    defined("sex", "QUASI_IDENTIFYING", ref="hierarchies/sex.csv", min="0", max="All"),
    defined("age", "QUASI_IDENTIFYING", "Integer", ref="hierarchies/age.csv", min="1", max="3"),
    defined(
        "born", "QUASI_IDENTIFYING", "Date/Time", format="dd.MM.yyyy", ref="hierarchies/born.csv", min=0, max="All"
    ),
    defined("zip", "QUASI_IDENTIFYING", ref="hierarchies/zip.csv", min="0", max="2"),
    defined("income", "INSENSITIVE", "Decimal", response="true"),
    defined(
        "diagnosis",
        "SENSITIVE",
        "Ordinal",
        format="none\ncold\nflu\ncancer",
        locale="EN",
        ref="hierarchies/diagnosis.csv",
    ),
)


def config(criteria: Sequence[str] = ("5-anonymity",), metric: str = "Loss (0.5/1.0/1.0)", extra: str = "") -> str:
    named = "".join(f"<criterion>{escape(each)}</criterion>" for each in criteria)
    return (
        "<config><suppressTuplesInNonAnonymousOutput>true</suppressTuplesInNonAnonymousOutput>"
        "<suppressedAttributeTypes><type>QUASI_IDENTIFYING_ATTRIBUTE</type></suppressedAttributeTypes>"
        "<practicalMonotonicity>false</practicalMonotonicity><relativeMaxOutliers>0.1</relativeMaxOutliers>"
        f"<metric>{escape(metric)}</metric><attributeWeights><attributeWeight><attribute>age</attribute>"
        f"<weight>0.25</weight></attributeWeight></attributeWeights><criteria>{named}</criteria>{extra}</config>"
    )


def xml_parts(table: Rows | None = None, delimiter: str = ";") -> dict[str, str | bytes]:
    """A whole project without Java's objects."""
    rows = people() if table is None else table
    hierarchies = ("sex", "age", "born", "zip", "diagnosis")
    return {
        "metadata.xml": METADATA,
        "project.xml": PROJECT.replace("<separator>;", f"<separator>{escape(delimiter)}"),
        "data/input.csv": csv_of([NAMES, *rows], delimiter),
        "input/definition.xml": f"<definition>{''.join(DEFINED)}</definition>",
        "input/config.xml": config(),
        **{f"input/hierarchies/{name}.csv": csv_of(hierarchy_of(name, rows), delimiter) for name in hierarchies},
    }


def with_objects(parts: Mapping[str, str | bytes], model: Object, configuration: Object) -> dict[str, str | bytes]:
    return {**parts, "project.dat": stream(model), "input/config.dat": stream(configuration)}


def written(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path
