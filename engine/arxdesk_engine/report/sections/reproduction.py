"""Steps to reproduce the result, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.reproduction import ReproductionFacts, VersionFacts
from arxdesk_engine.report.layout.blocks import Block, Cell, LongText, Paragraph, Table, TableColumn, cells, code, named
from arxdesk_engine.report.layout.words import capitalized, count, name, text_line
from arxdesk_engine.report.sections.data import digest


def blocks(facts: Facts) -> Iterator[Block]:
    """Command, versions, files with their hashes, the job."""
    found = facts.reproduction
    yield Paragraph(_repeating(found))
    yield LongText(tr("Command"), (text_line(found.command),))
    yield named(tr("To compare with"), tuple(_results(facts)))
    yield named(tr("Made with"), tuple(versions(facts.versions, facts.search.seed, facts.search.threads)))
    heads = (
        TableColumn(tr("File")),
        TableColumn(tr("Description")),
        TableColumn(tr("Bytes"), "right"),
        TableColumn("SHA-256"),
    )
    rows = (
        cells(
            name(each.name),
            capitalized(name(each.purpose)),
            "" if each.size is None else count(each.size),
            digest(each),
        )
        for each in found.files
    )
    yield Table(tr("Files that were read"), heads, tuple(rows))
    yield Paragraph(tr("Keys and mappings of pseudonyms are secret: they are never part of a report."), "note")
    if found.is_masked:
        told = tr("Settings that may hold values of the data are left out of the job below, and marked.")
        yield Paragraph(told, "note")
    yield LongText(tr("The job"), tuple(text_line(line) for line in found.job.splitlines()))
    if found.statements:
        lines = tuple(text_line(line) for line in found.statements.splitlines())
        yield LongText(tr("The statements of the release, for those who look after the database"), lines)


def versions(found: VersionFacts, seed: int, threads: int) -> Iterator[tuple[str, str]]:
    """The program, its libraries and the machine."""
    yield "ArxDesk", found.arxdesk
    yield "Python", found.python
    yield tr("Libraries"), ", ".join(f"{library} {version}" for library, version in found.libraries)
    yield tr("Machine"), found.platform
    yield tr("Seed"), str(seed)
    yield tr("Cores"), tr("{cores}; the result is the same with any number", cores=count(threads))


def _repeating(found: ReproductionFacts) -> str:
    if found.is_repeatable and found.is_shuffled:
        return tr(
            "The same files, the same job and the same version give the same records again, but in another order: they "
            "are shuffled, and that order cannot be drawn again. So the table has another SHA-256 each time."
        )
    if found.is_repeatable and found.numbers_keys:
        return tr(
            "The same files, the same job and the same version give the same records again, but with other numbers in "
            "place of the keys, which cannot be drawn again. So the tables have another SHA-256 each time."
        )
    if found.is_repeatable:
        return tr(
            "The same files, the same job and the same version give the same table again; as delimited text, Parquet "
            "or Excel byte by byte. Other formats write the time into the file."
        )
    return tr(
        "Differential privacy draws its sample at random, without a seed, so it cannot be drawn again: the same "
        "job gives another table each time. The files below can be compared all the same."
    )


def _results(facts: Facts) -> Iterator[tuple[str, str | Cell]]:
    if facts.checks is not None and not facts.checks.has_tuples:
        yield tr("SHA-256 of the result"), code(facts.checks.sha256)
    if facts.reproduction.score is not None:
        yield tr("Score, in full"), code(repr(float(facts.reproduction.score)))
    if facts.applied is not None:
        yield tr("Levels"), ", ".join(map(str, facts.applied.transformation))
        yield tr("Removed records"), count(facts.applied.suppressed_records)
