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
from arxdesk_engine.attacks.predicates import Predicates, predicates
from arxdesk_engine.attacks.reading import read_release
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.findings import RefinementFindings
from arxdesk_engine.attacks.second_release import SecondRelease
from arxdesk_engine.attacks.singling_out import FEW
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.job import Job
from arxdesk_engine.risk.intervals import Share, is_open


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
            about = {name: f"{name} within {error}" for name, error in each.attacker.error.items()}
            knows = [about.get(name, name) for name in each.attacker.knows]
            yield f"{each.attacker.name} ({words.joined(knows, 8) or 'nothing'}):"
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
        control.report(Progress("Attacking what the algorithm gives away"))
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
    held_out = f"{words.count(found.outside)} held out" if found.outside else "none held out to compare with"
    rows = words.counted(found.rows, "released row", "released rows")
    yield f"Attacked: {rows} of {words.records(found.members)}, {held_out}."
    if found.removed:
        yield f"{words.count(found.removed)} of the rows show nothing in any quasi-identifier, and are left out."
    if found.count:
        yield f"The figures count rows, not the records that {found.count} says each row stands for."
    if found.absent:
        names = words.joined(found.absent, 8)
        yield f"These columns are not in the release under their names, so no attacker uses them: {names}."
    if found.unread:
        labels = [f"{words.counted(number, 'label', 'labels')} of {name}" for name, number in found.unread.items()]
        yield f"No value of the input is meant by {words.joined(labels, 8)}: nobody is looked for there."


def _sentences(found: Attacked, words: Words) -> Iterator[str]:
    out, raw = found.singling_out, found.before.singling_out
    people = len(out.candidates)
    single, few = _before_after(raw.single, out.single, words), _before_after(raw.few, out.few, words)
    yield f"Singled out: {single}. Fewer than {out.least} candidates: {few}."
    hits = f"{out.expected:,.1f} of {words.count(people)}"
    yield f"Guessing among the candidates finds {hits} on average; {_percent(out.none.value)} have no candidate."
    if found.linkability is not None:
        linked = found.linkability.linked
        who = _people(linked, words)
        yield f"Linked with a source that knows {words.joined(found.attacker.other, 8)}: {who}."
    if found.membership is not None:
        yield f"In the table or not: {_compared(found.membership.advantage, 'have candidates')}"
    for each, would in zip(found.inferences, found.before.inferences, strict=True):
        right, raw_right = each.members.share_right, would.members.share_right
        certain, raw_certain = each.members.share_certain, would.members.share_certain
        guessed = f"before {_percent(raw_right.value)}, after {_percent(right.value)}"
        told = f"told with certainty: before {_told(raw_certain)}, after {_told(certain)}"
        yield f"{each.secret}: guessed right: {guessed}; {told}."
        if each.excess is not None and each.outside is not None:
            outside = _percent(each.outside.share_right.value)
            yield f"  Outside the table {outside}: {_compared(each.excess, 'are guessed right')}"
    yield from (each.sentence(words) for each in found.losses)
    yield from () if found.nearest is None else found.nearest.sentences(words)
    yield from () if found.by_person is None else found.by_person.sentences(words)


def _people(share: Share, words: Words) -> str:
    """So many people, and which share of all that is."""
    return f"{words.count(share.some)} ({_percent(share.value)})" if share.some else "nobody"


def _are(share: Share) -> str:
    return "is" if share.some <= 1 else "are"


def _before_after(before: Share, after: Share, words: Words) -> str:
    """The people of the input taken for a release, and of the release."""
    return f"before {_people(before, words)}, after {_people(after, words)}"


def _told(certain: Share) -> str:
    return _percent(certain.value) if certain.some else "nothing"


def _percent(share: float) -> str:
    """A share with a decimal, since differences are told in tenths of points."""
    return f"{100 * share:.1f} %"


def earlier_sentences(found: SecondRelease, words: Words = ENGLISH) -> Iterator[str]:
    """What several releases tell together, the first sentence of all."""
    narrowed = found.narrowed
    who = _people(narrowed, words)
    few = f"among fewer than {found.least} who look the same in all of them, and among more in each alone"
    yield f"Together with earlier releases: {who} {_are(narrowed)} {few}."
    if (pair := found.offending) is not None:
        yield f"  Two of them suffice: {pair.first} and {pair.second} for {_people(pair.narrowed, words)}."
    came, went = found.found.came(found.least), found.found.went(found.least)
    for share, what in (
        (came, "in this release but not in all others"),
        (went, "in an earlier one but not in this one"),
    ):
        if share.of:
            alike = f"among fewer than {found.least} who look the same and are in the same releases"
            yield f"  Of {words.count(share.of)} {what}, {_people(share, words)} {_are(share)} {alike}."
    for each in found.secrets:
        told = _people(each.told, words)
        yield f"  {each.secret}: told of {told} by all together, and by none alone."
    if found.left_out:
        names = words.joined(found.left_out, 8)
        yield f"  Not compared, since they have more than {words.count(found.most_values)} different values: {names}."


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
    if is_open(excess):
        return f"too few people are held out to tell ({interval})."
    return f"no more than for people outside the table ({interval})."
