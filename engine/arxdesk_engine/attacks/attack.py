"""All attacks on a released file, attacker by attacker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arxdesk_engine.attacks.attackers import attackers_of
from arxdesk_engine.attacks.column_sets import ColumnSet
from arxdesk_engine.attacks.earlier import EarlierRelease
from arxdesk_engine.attacks.findings import Attacked
from arxdesk_engine.attacks.lines import AttackLine, attack_lines, share_text
from arxdesk_engine.attacks.predicates import Predicates, predicates
from arxdesk_engine.attacks.reading import read_release
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.findings import RefinementFindings
from arxdesk_engine.attacks.second_release import SecondRelease
from arxdesk_engine.attacks.singling_out import FEW
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import fixed, marked, tr, tr_n, whole
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.intervals import Share


@dataclass(frozen=True, slots=True, eq=False)
class AttackReport:
    """What every attacker finds out of a release of so many `rows`, about `members`, and beside people `outside`.

    `removed` of the rows show nothing in any quasi-identifier: nobody is looked for among them.
    """

    rows: int
    members: int
    outside: int
    found: tuple[Attacked, ...]
    earlier: SecondRelease | None = None
    """What this release tells together with earlier ones, to the first attacker; None without any."""
    sets: tuple[ColumnSet, ...] = ()
    """All sets of a few quasi-identifiers, the riskiest first; none where nobody asked for them."""
    removed: int = 0
    predicates: Predicates | None = None
    """What isolates a row of the release, and how much of it a person; None where nobody has looked."""
    refinement: RefinementFindings | None = None
    """What somebody concludes who knows the algorithm; None where it is not known how the release was made."""
    absent: tuple[str, ...] = ()
    """Quasi-identifiers that the release does not have: nobody is looked for by them."""
    count: str = ""
    """The column that says how many records each row stands for; the figures count rows. "" without one."""
    unread: Mapping[str, int] = field(default_factory=dict)
    """Of known columns the labels that stand for no value of the input; columns without such labels are left out."""

    def __repr__(self) -> str:
        """What was attacked, and whom each attacker singles out; `sentences` has the rest."""
        lines = [(each.attacker.name, attack_lines(each, ENGLISH)[0]) for each in self.found]
        told = [next(_of_release(self, ENGLISH)), *(f"{name} - {_of_line(line, ENGLISH)}" for name, line in lines)]
        return f"<AttackReport: {' '.join(told)}>"

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        absent: dict[str, Any] = {"absent": list(self.absent)} if self.absent else {}
        if self.unread:
            absent["unread_labels"] = dict(self.unread)
        sizes = {"rows": self.rows, "removed_rows": self.removed, "records": self.members, "held_out": self.outside}
        sets = {"sets": [each.plain() for each in self.sets]} if self.sets else {}
        earlier = {} if self.earlier is None else {"earlier_releases": self.earlier.plain()}
        alone = {} if self.predicates is None else {"predicates": self.predicates.plain()}
        refinement = {} if self.refinement is None else {"refinement": self.refinement.plain()}
        known = [each.plain() for each in self.found]
        return {**sizes, **absent, "attackers": known, **alone, **refinement, **earlier, **sets}

    def sentences(self, words: Words = ENGLISH) -> Iterator[str]:
        """The findings in lines, those of an attacker below their name."""
        yield from _of_release(self, words)
        for each in self.found:
            about = {
                name: tr("{name} within {error}", name=name, error=error) for name, error in each.attacker.error.items()
            }
            knows = [about.get(name, name) for name in each.attacker.knows]
            yield tr(
                "{attacker} ({value}):", attacker=each.attacker.name, value=words.joined(knows, 8) or tr("nothing")
            )
            for line in _sentences(each, words):
                yield f"  {line}"
        if self.predicates is not None:
            yield self.predicates.sentence(words)
        if self.refinement is not None:
            yield from self.refinement.sentences(words)
        if self.earlier is not None:
            yield from earlier_sentences(self.earlier, words)
        if self.sets:
            yield _of_sets(self.sets, words)


def attack_release(
    job: Job,
    release: Path,
    control: Control | None = None,
    *,
    earlier: Sequence[EarlierRelease] = (),
    largest: int = 0,
    least: int = FEW,
    choices: Choices | None = None,
) -> AttackReport:
    """Read the input of a job and a released file as strangers would, and attack the file.

    `earlier` are other releases about the same people. Records outside the sample or the research subset of the job are
    those held out. `least` candidates are not few. All sets of up to `largest` quasi-identifiers are attackers as well;
    0: none. `choices` are those that made the release, for somebody who knows the algorithm.
    Raises InvalidData for columns that are not in both; UnreadableFile; Stopped.
    """
    control = control or Control()
    read = read_release(job, release, control)
    table, found = read.table, []
    chosen = attackers_of(job, table.roles)
    for number, attacker in enumerate(chosen):
        control.raise_if_stopped()
        control.report(Progress("Attacking", number / len(chosen)))
        found.append(read.measured(read.by(attacker, least, control), control))
    second = read.together(chosen[0], earlier, least, control) if chosen else None
    sets = read.sets(largest, least, control) if largest else ()
    refinement = None
    if choices is not None:
        control.report(Progress(tr("Attacking what the algorithm gives away")))
        refinement = read.refined(choices)
    sizes = read.rows, read.records, read.held_out
    alone = predicates(table, control=control)
    absent = tuple(each for each in read.source.quasi_identifiers if each not in table.columns)
    return AttackReport(
        *sizes,
        tuple(found),
        second,
        sets,
        removed=table.removed,
        predicates=alone,
        refinement=refinement,
        absent=absent,
        count=job.data.count or "",
        unread=table.unread({name for each in chosen for name in each.knows}),
    )


def _of_release(found: AttackReport, words: Words) -> Iterator[str]:
    """What was attacked, and what of it is left out."""
    rows = tr_n(found.rows, "{n} released row", "{n} released rows", n=words.count(found.rows))
    told = marked("Attacked: {rows} of {records}, none held out to compare with.")
    if found.outside:
        told = marked("Attacked: {rows} of {records}, {outside} held out.")
    yield tr(told, rows=rows, records=words.records(found.members), outside=words.count(found.outside))
    if found.removed:
        yield tr(
            "{n} of the rows show nothing in any quasi-identifier, and are left out.",
            n=words.count(found.removed),
        )
    if found.count:
        yield tr("The figures count rows, not the records that {count} says each row stands for.", count=found.count)
    if found.absent:
        names = words.joined(found.absent, 8)
        yield tr(
            "These columns are not in the release under their names, so no attacker uses them: {names}.", names=names
        )
    if found.unread:
        labels = [
            tr_n(number, "{n} label of {name}", "{n} labels of {name}", n=words.count(number), name=name)
            for name, number in found.unread.items()
        ]
        yield tr(
            "No value of the input is meant by {labels}: nobody is looked for there.", labels=words.joined(labels, 8)
        )


def _sentences(found: Attacked, words: Words) -> Iterator[str]:
    """The lines that the window shows of an attacker, and what else there is, as sentences."""
    out = found.singling_out
    for line in attack_lines(found, words):
        yield _of_line(line, words)
    yield tr(
        "Guessing among the candidates finds {found} of {people} on average; {none} have no candidate.",
        found=fixed(out.expected, 1),
        people=words.count(len(out.candidates)),
        none=_percent(out.none.value),
    )
    yield from (each.sentence(words) for each in found.losses)
    yield from () if found.nearest is None else found.nearest.sentences(words)
    yield from () if found.by_person is None else found.by_person.sentences(words)


def _of_line(line: AttackLine, words: Words) -> str:
    before, after, outside = (share_text(each, words) for each in (line.before, line.after, line.outside))
    if line.outside is None:
        told = marked("{figure}: before {before}, after {after}.") if before else marked("{figure}: {after}.")
        return tr(told, figure=line.label, before=before, after=after)
    told = marked("{figure}: {after}, outside the table {outside}: {meaning}.")
    if before:
        told = marked("{figure}: before {before}, after {after}, outside the table {outside}: {meaning}.")
    return tr(told, figure=line.label, before=before, after=after, outside=outside, meaning=line.meaning(words))


def _people(share: Share, words: Words) -> str:
    """So many people, and which share of all that is."""
    return f"{words.count(share.some)} ({_percent(share.value)})" if share.some else tr("nobody")


def _percent(share: float) -> str:
    """A share with a decimal, since differences are told in tenths of points."""
    return f"{fixed(100 * share, 1)} %"


def earlier_sentences(found: SecondRelease, words: Words = ENGLISH) -> Iterator[str]:
    """What several releases tell together, the first sentence of all."""
    narrowed = found.narrowed
    yield tr_n(
        max(1, narrowed.some),
        "Together with earlier releases: {people} is among fewer than {least} who look the same in all of them, and "
        "among "
        "more in each alone.",
        "Together with earlier releases: {people} are among fewer than {least} who look the same in all of them, and "
        "among "
        "more in each alone.",
        people=_people(narrowed, words),
        least=whole(found.least),
    )
    if (pair := found.offending) is not None:
        line = tr(
            "Two of them suffice: {first} and {second} for {people}.",
            first=pair.first,
            second=pair.second,
            people=_people(pair.narrowed, words),
        )
        yield f"  {line}"
    came, went = found.found.came(found.least), found.found.went(found.least)
    values = {"least": found.least}
    if came.of:
        line = tr_n(
            max(1, came.some),
            "Of {all} in this release but not in all others, {people} is among fewer than {least} who look the same "
            "and "
            "are in the same releases.",
            "Of {all} in this release but not in all others, {people} are among fewer than {least} who look the same "
            "and "
            "are in the same releases.",
            **values | {"all": words.count(came.of), "people": _people(came, words)},
        )
        yield f"  {line}"
    if went.of:
        line = tr_n(
            max(1, went.some),
            "Of {all} in an earlier one but not in this one, {people} is among fewer than {least} who look the same "
            "and "
            "are in the same releases.",
            "Of {all} in an earlier one but not in this one, {people} are among fewer than {least} who look the same "
            "and "
            "are in the same releases.",
            **values | {"all": words.count(went.of), "people": _people(went, words)},
        )
        yield f"  {line}"
    for each in found.secrets:
        told = _people(each.told, words)
        line = tr("{secret}: told of {people} by all together, and by none alone.", secret=each.secret, people=told)
        yield f"  {line}"
    if found.left_out:
        names = words.joined(found.left_out, 8)
        most = words.count(found.most_values)
        line = tr("Not compared, since they have more than {most} different values: {names}.", most=most, names=names)
        yield f"  {line}"


def _of_sets(sets: Sequence[ColumnSet], words: Words) -> str:
    """The riskiest set of columns, and how many single somebody out."""
    single = sum(each.single.some > 0 for each in sets)
    worst = sets[0]
    return tr(
        "Of {n} sets of columns {single} single somebody out; the riskiest, {columns}: {people} have few candidates.",
        n=words.count(len(sets)),
        single=words.count(single),
        columns=words.joined(worst.known, 8),
        people=f"{words.count(worst.few.some)} ({_percent(worst.few.value)})",
    )
