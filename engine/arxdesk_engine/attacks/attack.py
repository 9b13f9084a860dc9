"""All attacks on a released file, attacker by attacker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.attacks.attackers import attackers_of
from arxdesk_engine.attacks.column_sets import ColumnSet, column_sets
from arxdesk_engine.attacks.inference import Inference, inference
from arxdesk_engine.attacks.linkability import Linkability, linkability
from arxdesk_engine.attacks.membership import Membership, membership
from arxdesk_engine.attacks.second_release import SecondRelease, second_release
from arxdesk_engine.attacks.singling_out import FEW, SinglingOut, singling_out
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import detect_syntax
from arxdesk_engine.job.attackers import AttackerSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.intervals import Share
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.written import WrittenFile, read_written


@dataclass(frozen=True, slots=True, eq=False)
class Attacked:
    """What one attacker finds out; `membership` is None where nobody was held out, `linkability` without a second
    source."""

    attacker: AttackerSettings
    singling_out: SinglingOut
    membership: Membership | None
    inferences: tuple[Inference, ...]
    linkability: Linkability | None = None

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        return {
            "attacker": self.attacker.name,
            "knows": list(self.attacker.knows),
            "singling_out": self.singling_out.plain(),
            "membership": None if self.membership is None else self.membership.plain(),
            "inference": [each.plain() for each in self.inferences],
            "other": list(self.attacker.other),
            "linkability": None if self.linkability is None else self.linkability.plain(),
        }


@dataclass(frozen=True, slots=True, eq=False)
class AttackReport:
    """What every attacker finds out of a release of so many `rows`, about `members`, and beside people `outside`."""

    rows: int
    members: int
    outside: int
    found: tuple[Attacked, ...]
    earlier: SecondRelease | None = None
    """What this release tells together with earlier ones, to the first attacker; None without any."""
    sets: tuple[ColumnSet, ...] = ()
    """All sets of a few quasi-identifiers, the riskiest first; none where nobody asked for them."""

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        sizes = {"rows": self.rows, "records": self.members, "held_out": self.outside}
        sets = {"sets": [each.plain() for each in self.sets]} if self.sets else {}
        earlier = {} if self.earlier is None else {"earlier_releases": self.earlier.plain()}
        return {**sizes, "attackers": [each.plain() for each in self.found], **earlier, **sets}

    def sentences(self, words: Words = ENGLISH) -> Iterator[str]:
        """The findings in lines, those of an attacker below their name."""
        held_out = f"{words.count(self.outside)} held out" if self.outside else "none held out to compare with"
        yield f"Attacked: {words.count(self.rows)} released rows of {words.count(self.members)} records, {held_out}."
        for each in self.found:
            yield f"{each.attacker.name} ({words.joined(each.attacker.knows, 8) or 'nothing'}):"
            for line in _sentences(each, words):
                yield f"  {line}"
        if self.earlier is not None:
            yield from _of_earlier(self.earlier, words)
        if self.sets:
            yield _of_sets(self.sets, words)


def attack_release(
    job: Job,
    release: Path,
    control: Control | None = None,
    *,
    earlier: Sequence[Path] = (),
    largest: int = 0,
    least: int = FEW,
) -> AttackReport:
    """Read the input of a job and a released file as strangers would, and attack the file.

    `earlier` are other releases about the same people. Records outside the sample or the research subset of the job are
    those held out. `least` candidates are not few. All sets of up to `largest` quasi-identifiers are attackers as well;
    0: none.
    Raises InvalidJob for linked tables, InvalidData for columns that are not in both; UnreadableFile; Stopped.
    """
    control = control or Control()
    if job.tables:
        remedy = "Attack a table that they are joined to, with a job of its own."
        raise InvalidJob(Problem(f"{job.source}, tables", "linked tables are not attacked yet", remedy))
    control.report(Progress("Reading the input"))
    source = Source.read(job, None)
    control.raise_if_stopped()
    control.report(Progress("Reading the release"))
    table = _read(job, source, release)
    before = [_read(job, source, each) for each in earlier]
    found = []
    chosen = attackers_of(job, table)
    for number, attacker in enumerate(chosen):
        control.raise_if_stopped()
        control.report(Progress("Attacking", number / len(chosen)))
        secrets = tuple(inference(table, attacker.knows, secret) for secret in attacker.secrets)
        link = linkability(table, attacker.knows, attacker.other) if attacker.other else None
        out, who = singling_out(table, attacker.knows, least), membership(table, attacker.knows)
        found.append(Attacked(attacker, out, who, secrets, link))
    quasi = [name for name in source.quasi_identifiers if name in table.columns]
    second = None
    if before and chosen:
        knows = chosen[0].knows
        for each in before:
            each.require((*knows, *chosen[0].secrets))
        second = second_release((table, *before), knows, chosen[0].secrets, least)
    sets = column_sets(table, quasi, largest, least, control) if largest else ()
    return AttackReport(table.rows, int(table.members.sum()), int(table.outside.sum()), tuple(found), second, sets)


def _read(job: Job, source: Source, release: Path) -> AttackedTable:
    nothing = np.zeros(len(source.table), np.bool_)
    return AttackedTable.of(job, source, read_written(WrittenFile(release, _delimiter(release), nothing))[0])


def _delimiter(release: Path) -> str | None:
    """The delimiter of a file of text; None for other formats."""
    if format_of(str(release)) is not TableFormat.DELIMITED:
        return None
    with on_disk(release) as file:
        return detect_syntax(file).delimiter


def _sentences(found: Attacked, words: Words) -> Iterator[str]:
    out = found.singling_out
    people = len(out.candidates)
    single = _people(out.single, words)
    few = _people(out.few, words)
    yield f"Singled out: {single}. Fewer than {out.least} candidates: {few}."
    hits = f"{out.expected:,.1f} of {words.count(people)}"
    yield f"Guesses among the candidates find {hits}; {_percent(out.none.value)} have no candidate."
    if found.linkability is not None:
        linked = found.linkability.linked
        who = _people(linked, words)
        yield f"Linked with a source that knows {words.joined(found.attacker.other, 8)}: {who}."
    if found.membership is not None:
        yield f"In the table or not: {_compared(found.membership.advantage, 'have candidates')}"
    for each in found.inferences:
        right = each.members.share_right
        certain = each.members.share_certain
        told = f"told with certainty: {_percent(certain.value)}" if certain.some else "nothing is certain"
        yield f"{each.secret}: guessed right of {_percent(right.value)}; {told}."
        if each.excess is not None and each.outside is not None:
            outside = _percent(each.outside.share_right.value)
            yield f"  Outside the table {outside}: {_compared(each.excess, 'are guessed right')}"


def _people(share: Share, words: Words) -> str:
    """So many people, and which share of all that is."""
    return f"{words.count(share.some)} ({_percent(share.value)})" if share.some else "nobody"


def _percent(share: float) -> str:
    """A share with a decimal, since differences are told in tenths of points."""
    return f"{100 * share:.1f} %"


def _of_earlier(found: SecondRelease, words: Words) -> Iterator[str]:
    """What several releases tell together."""
    narrowed = found.narrowed
    who = _people(narrowed, words)
    yield f"With earlier releases: {who} among fewer than {found.least} who look the same in all, and in none alone."
    for each in found.secrets:
        told = _people(each.told, words)
        yield f"  {each.secret}: told by all together, and by none alone, of {told}."


def _of_sets(sets: Sequence[ColumnSet], words: Words) -> str:
    """The riskiest set of columns, and how many single somebody out."""
    single = sum(each.single.some > 0 for each in sets)
    worst = sets[0]
    told = f"{words.count(worst.few.some)} ({_percent(worst.few.value)}) have few candidates"
    which = f"the riskiest, {words.joined(worst.known, 8)}: {told}"
    return f"Of {words.count(len(sets))} sets of columns {words.count(single)} single somebody out; {which}."


def _compared(excess: tuple[float, float, float], what: str) -> str:
    """A difference in percentage points with its interval, and what it means."""
    value, low, high = (100 * each for each in excess)
    interval = f"{value:+.1f} points, {low:+.1f} to {high:+.1f}"
    if low > 0.0:
        return f"members {what} more often ({interval})."
    if high < 0.0:
        return f"members {what} less often ({interval})."
    return f"no more than for people outside the table ({interval})."
