"""The independent check of a result: the written file is read again, and the claims about it are counted again.

Input, hierarchies and result are read with pandas and taken as plain text. Groups are formed by the texts of the
quasi-identifiers in the file, and every privacy model is asked of them by its definition (`verification.textbook`).
Nothing that counts is shared with the search: no codes, no classes, no criteria, no kernels, no estimators. What is
shared are the settings of the job, the detection of a file's syntax and of types, and the language of record selection.

A result may come in any order: then the order is told beside it, and only says which record of the input each row is
compared with. The records of a database have none; there the rows themselves tell it (`verification.written`).

Records that read "*" in every quasi-identifier are taken for suppressed ones. Where the levels turn other records into
such, too, and suppressed ones stay in the file, nobody can tell them apart: then each model is asked twice, without
these records and with them as one group, and what depends on that is left open.

Of quasi-identifiers that are aggregated the file shows one value for each class: it is formed again of the values that
the records of each group have in the input (`verification.contents`). What is aggregated within clusters is grouped by
their labels, as the search did: the file tells apart no more than these groups, since each of them shows one aggregate.
Several may show the same: readers see one group then, which the models are asked of, too.

Where rows stand for several records the file has their counts, which are compared with those of the input. Groups are
as large as the file says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.privacy.model import ItemCombinations, PrivacyModel
from arxdesk_engine.verification.contents import Contents
from arxdesk_engine.verification.counts import counts_in
from arxdesk_engine.verification.evidence import Evidence, WhosePeople, evidence_of
from arxdesk_engine.verification.findings import Finding, compared, counted_rows, without_wrong
from arxdesk_engine.verification.item_sets import verdict_on
from arxdesk_engine.verification.linked import read_parts, with_names_of_attributes
from arxdesk_engine.verification.perturbed import findings_on_perturbed
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.spread import SpreadCheck
from arxdesk_engine.verification.textbook import judge
from arxdesk_engine.verification.written import WrittenFile, order_of, read_written
from arxdesk_engine.verification.written_text import with_points

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]

FIGURES = ("suppressed_records", "classes", "smallest_class", "largest_class")


class UnconfirmedFile(UserError):
    """A written file, counted again, does not confirm what is claimed of it."""

    exit_status = 5


class UncountedFile(UserError):
    """A written file could not be recounted, so that nothing confirms what is claimed of it."""

    exit_status = 6


@dataclass(frozen=True, slots=True)
class Recount:
    """What a written file confirms: every privacy model of the job, and the facts about the table.

    The figures are those counted in the file: its records, and the groups of those that are not suppressed.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> found = result.verify()
    >>> found.require_confirmed()
    >>> (found.records, found.smallest_class)
    (6, 3)
    """

    place: str
    models: tuple[Finding, ...]
    facts: tuple[Finding, ...]
    records: int = 0
    suppressed_records: int = 0
    classes: int = 0
    smallest_class: int = 0
    largest_class: int = 0

    def __repr__(self) -> str:
        """The claims and the size of the file; `plain` has every finding."""
        size = f"{self.records:,} records in {self.classes:,} groups of at least {self.smallest_class:,}."
        return f"<Recount: {' '.join((size, *self.sentence.splitlines()))}>"

    @property
    def refuted(self) -> tuple[Finding, ...]:
        """The claims that the file contradicts."""
        return tuple(finding for finding in (*self.models, *self.facts) if finding.verified is False)

    def plain(self) -> dict[str, Any]:
        """As it stands in the JSON report; `all` says that everything was recounted and confirmed."""
        found = asdict(self)
        del found["place"]
        for kind, name in (("models", "model"), ("facts", "fact")):
            found[kind] = [_plain(name, each) for each in found[kind]]
        return found | {"all": all(each.verified for each in (*self.models, *self.facts))}

    @property
    def sentence(self) -> str:
        """The confirmed, the uncounted and the refuted claims, a line for each."""
        confirmed = [each.claim for each in self.models if each.verified]
        unknown = [f"{each.claim} ({each.reason})" for each in self.models if each.verified is None]
        refuted = [each.claim for each in self.refuted]
        told = (
            (confirmed, marked("Verified by a recount of the written file: {claims}.")),
            (unknown, marked("Not recounted: {claims}.")),
            (refuted, marked("NOT CONFIRMED: {claims}.")),
        )
        return "\n".join(tr(line, claims=", ".join(claims)) for claims, line in told if claims)

    def require_confirmed(self, *, whole: bool = False) -> None:
        """Raises UnconfirmedFile where the file contradicts a claim, and UncountedFile where nothing could be counted.

        `whole`: UncountedFile as well where a single claim could not be counted.
        """
        if self.refuted:
            found = tr("the recount of the file contradicts a claim")
            details = (Problem(each.claim, each.reason) for each in self.refuted)
            raise UnconfirmedFile([Problem(self.place, found, tr("Do not share it.")), *details])
        everything = (*self.models, *self.facts)
        uncounted = [each for each in everything if each.verified is None]
        if uncounted and (whole or len(uncounted) == len(everything)):
            found = tr("it was written, but not every claim could be recounted")
            details = (Problem(each.claim, each.reason) for each in uncounted)
            raise UncountedFile([Problem(self.place, found, tr("Do not share it before checking it.")), *details])


def recount(job: Job, written: WrittenFile, facts: Mapping[str, Any], control: Control | None = None) -> Recount:
    """Count a written file again, for the job it is the result of.

    `facts` is the report of the run: its levels, its figures and the SHA-256 of the file are claims, too. Where the
    input cannot be read again nothing is recounted; a file that is no table with the columns of the input confirms
    nothing. Raises Stopped where `control` asks for it.
    """
    control = control or Control()
    control.raise_if_stopped()
    try:
        source = Source.read(job, written.sample)
    except UserError as error:
        return _not_counted(
            job, written.place, None, tr("the input cannot be read again: {reason}", reason=error.problems[0].found)
        )
    control.raise_if_stopped()
    links: list[Finding] = []
    try:
        if written.parts:
            levels = facts["solution"]["levels"]
            table, digest, links = read_parts(written, job, source, facts["output"]["tables"], levels)
            written = with_names_of_attributes(written)
        else:
            table, digest = read_written(written)
    except UserError as error:
        return _not_counted(job, written.place, False, error.problems[0].found)
    table = _with_points(table, written, source, facts)
    if [each for each in table.columns if each != job.data.count] != [
        name for name in source.table.columns if name not in written.left_out
    ]:
        return _not_counted(job, written.place, False, tr("the columns are not those of the input"))
    order, counts = order_of(written, table), None
    if (name := job.data.count) is not None:
        if name not in table:
            return _not_counted(job, written.place, False, tr("the counts of the rows are not in the file"))
        try:
            counts = counts_in(table.pop(name).array)
        except ValueError as error:
            return _not_counted(job, written.place, False, str(error))
    control.raise_if_stopped()
    same = compared("sha256", digest, facts["output"]["sha256"])
    return _Recounting(job, source, written, table, facts, control, order=order, counts=counts).run([same, *links])


def not_counted(job: Job, place: str, reason: str) -> Recount:
    """Leave every claim about a file open, for a reason."""
    return _not_counted(job, place, None, reason)


def _with_points(table: pd.DataFrame, written: WrittenFile, source: Source, facts: Mapping[str, Any]) -> pd.DataFrame:
    """The table with decimal points, as the input was read."""
    if written.form is None or not written.form.with_comma:
        return table
    names = [name for name in table.columns if name in source.table and name in written.form.with_comma]
    decimals = [name for name in names if source.kind(name).kind.is_numeric]
    levels = _transformations(facts)
    labels = {
        name: {label for each in levels if name in each for label in source.labels(name, each[name]).values()}
        for name in decimals
        if name in source.quasi_identifiers
    }
    return with_points(table, decimals, labels)


def _transformations(facts: Mapping[str, Any]) -> list[Mapping[str, int]]:
    """The transformations claimed; of a table recoded group by group some that have every level claimed."""
    local = facts.get("local_recoding")
    if _mixes_levels(facts):
        ends = facts["local_recoding"]["levels"]
        most = max(high for _low, high in ends.values())
        return [{name: min(max(low, each), high) for name, (low, high) in ends.items()} for each in range(most + 1)]
    return [facts["solution"]["levels"], *(each["levels"] for each in (() if local is None else local["iterations"]))]


def _mixes_levels(facts: Mapping[str, Any]) -> bool:
    """Whether each group has levels of its own, any of those claimed for an attribute."""
    return bool((facts.get("local_recoding") or {}).get("groupwise"))


def _plain(kind: str, finding: dict[str, Any]) -> dict[str, Any]:
    """A finding in a report: numbers and group stand there only where there are some."""
    numbers = {key: finding.pop(key) for key in ("claimed", "counted", "measure", "group")}
    numbers["group"] = dict(numbers["group"])
    return {kind: finding.pop("claim"), **finding, **{key: value for key, value in numbers.items() if value}}


def _not_counted(job: Job, place: str, verified: bool | None, reason: str) -> Recount:
    models = tuple(Finding(model.title, verified, reason) for model in job.privacy)
    return Recount(place, models, (Finding("table", verified, reason),))


class _Recounting:
    """The comparison of one file with its input and its report."""

    def __init__(
        self,
        job: Job,
        source: Source,
        written: WrittenFile,
        table: pd.DataFrame,
        facts: Mapping[str, Any],
        control: Control,
        *,
        order: Numbers | None,
        counts: Numbers | None,
    ) -> None:
        self._control = control
        self._counts = counts
        self._job, self._source, self._table, self._place = job, source, table, written.place
        local = facts.get("local_recoding")
        figures = facts["solution"] if local is None else local
        self._claimed = {name: int(figures[name]) for name in FIGURES}
        self._claimed_people = figures.get("suppressed_people")
        self._transformations = _transformations(facts)
        policy = policy_of(job)
        self._shows_all, self._drops = policy.shows_every_role, not policy.keeps_suppressed
        shared = np.ones(len(source.table), np.bool_) if source.included is None else source.included
        self._expected = np.flatnonzero(shared & ~written.suppressed if self._drops else shared)
        if order is not None and np.array_equal(np.sort(order), self._expected):
            self._expected = order  # the same records, in the order in which they were written
        suppressed = written.suppressed[self._expected]
        self._written, self._facts = written, facts
        self._people = source.people
        self._contents = Contents(
            job,
            source,
            table,
            self._transformations,
            self._expected,
            suppressed,
            mixes_levels=_mixes_levels(facts),
            levels=written.levels,
        )
        self._contents.items = facts.get("items", {})

    def run(self, facts_before: Sequence[Finding]) -> Recount:
        """Everything, claim by claim."""
        stars = self._contents.stars()
        general = self._contents.records_that_became_stars()
        readings = [~stars]
        if self._drops and general.any():
            readings = [np.ones_like(stars)]  # what was suppressed is not there
        elif stars.any() and general.any():
            readings.append(np.ones_like(stars))
        if not self._contents.grouped_by:
            return self._without_groups(facts_before, stars, readings[0])
        evidence = [self._evidence(rows) for rows in readings]
        figures = [
            self._figures(each.sizes, None if each.by_people is None else each.by_people.sizes) for each in evidence
        ]
        if len(readings) == 2:  # a group among suppressed records
            figures.append(
                self._figures(np.append(evidence[0].sizes, self._source.records_of(self._expected[general])))
            )
        counted = next((found for found in figures if found == self._claimed), figures[0])
        facts = self._of_rows()
        for fact in self._of_contents(stars, readings[0]):
            self._control.raise_if_stopped()
            facts.append(fact)
        facts += [self._compared_figure(name, counted[name]) for name in FIGURES]
        if self._people is not None:
            facts += self._of_people(self._people, readings[0])
        facts += self._of_spread()
        as_read, models = self._as_read(readings[0]), []
        for model in self._job.privacy:
            self._control.raise_if_stopped()
            models.append(self._judged(model, evidence, as_read))
        return Recount(self._place, tuple(models), (*facts_before, *facts), self._records, **counted)

    def _without_groups(self, facts_before: Sequence[Finding], stars: Bools, in_groups: Bools) -> Recount:
        """Of a file without quasi-identifiers, which shows no groups."""
        reason = tr("no quasi-identifier is written to group records by")
        facts = [*self._of_rows(), *self._of_contents(stars, in_groups)]
        facts += [Finding(name, None, reason) for name in FIGURES]
        facts += self._of_spread()
        models = tuple(
            Finding(model.title, None, reason)
            if model.item_combinations is None or model.item_combinations.attribute not in self._table
            else self._judged_items(model, model.item_combinations)
            for model in self._job.privacy
        )
        return Recount(self._place, models, (*facts_before, *facts), self._records)

    @property
    def _records(self) -> int:
        """The number of records in the file."""
        return len(self._table) if self._counts is None else int(self._counts.sum())

    def _of_rows(self) -> list[Finding]:
        """Whether there are as many records as there should be, and as many behind each row."""
        facts = [compared("records", self._records, self._source.records_of(self._expected))]
        if self._counts is not None and self._source.counts is not None:
            if self._contents.can_be_matched:
                wrong = self._counts != self._source.counts[self._expected]
                facts.append(without_wrong("counts", wrong))
            else:
                facts.append(compared("counts", counted_rows(len(self._table)), counted_rows(len(self._expected))))
        return facts

    def _of_people(self, people: Numbers, in_groups: Bools) -> list[Finding]:
        """Whether as many people are left as claimed, and each with all of their records."""
        if not self._contents.can_be_matched:
            return []
        included = self._source.included
        everybody = np.unique(people if included is None else people[included])
        kept = people[self._expected][in_groups]
        left = np.unique(kept)
        facts = []
        if self._claimed_people is not None:
            facts.append(compared("suppressed_people", len(everybody) - len(left), self._claimed_people))
        if policy_of(self._job).removes_people:
            of_input = np.bincount(people if included is None else people[included], minlength=int(people.max()) + 1)
            torn = int((np.bincount(kept, minlength=len(of_input))[left] < of_input[left]).sum())
            lost = tr_n(torn, "{n} person has lost some of their records", "{n} people have lost some of their records")
            facts.append(Finding("whole people", torn == 0, lost if torn else ""))
        return facts

    def _judged(self, model: PrivacyModel, evidence: Sequence[Evidence], as_read: Evidence | None) -> Finding:
        """The verdict on a model; groups are formed by the quasi-identifiers of the file."""
        if self._people is not None and not self._contents.can_be_matched and model.counts_people:
            return Finding(model.title, None, tr("the records of file and input cannot be matched, nor their people"))
        attribute = model.sensitive_attribute
        if attribute is not None and attribute in self._source.table and attribute not in self._table:
            return Finding(model.title, None, tr("{column} is left out of the file", column=attribute))
        if (asked := model.item_combinations) is not None:
            return self._judged_items(model, asked)
        return _judged(model, evidence, as_read)

    def _judged_items(self, model: PrivacyModel, asked: ItemCombinations) -> Finding:
        """The verdict on a model of the items of a column of sets, which judges the file as a whole."""
        cells, kind = self._contents.cells(asked.attribute), self._source.kind(asked.attribute)
        people = None if self._people is None else self._people[self._expected]
        holds, least = verdict_on(asked, cells, self._counts, kind.separator, people)
        if holds:
            return Finding(model.title, True)
        reason, measure = (
            marked("a combination of at most {m} items occurs in {number} of the records"),
            marked("records with the rarest combination"),
        )
        if people is not None:
            reason, measure = (
                marked("a combination of at most {m} items occurs in {number} of the people"),
                marked("people with the rarest combination"),
            )
        return Finding(model.title, False, tr(reason, m=asked.m, number=least), asked.k, least, measure)

    def _evidence(self, in_groups: Bools) -> Evidence:
        return self._evidence_in(self._contents.grouped, in_groups, self._contents.grouped_by)

    def _as_read(self, in_groups: Bools) -> Evidence | None:
        """The groups that readers see where clusters show aggregates: several may show the same."""
        if not self._contents.clusters:
            return None
        names = [*self._contents.generalized, *self._contents.aggregated]
        return self._evidence_in(self._table, in_groups, names)

    def _evidence_in(self, table: pd.DataFrame, in_groups: Bools, names: Sequence[str]) -> Evidence:
        people = None
        if self._people is not None and self._contents.can_be_matched:
            chosen = self._expected[in_groups]
            rows = np.empty((len(chosen), len(self._source.rows)), np.int64)
            for place, each in enumerate(self._source.rows.values()):
                rows[:, place] = each[chosen]
            people = WhosePeople(self._people[chosen], self._people, rows)
        return evidence_of(
            self._job,
            self._source,
            table[in_groups],
            self._transformations,
            names,
            shows_all=self._shows_all,
            counts=None if self._counts is None else self._counts[in_groups],
            people=people,
        )

    def _figures(self, sizes: Numbers, people: Numbers | None = None) -> dict[str, int]:
        """The figures of groups of so many records; the smallest and the largest by their people, where it is known."""
        kept = (sizes if people is None else people).tolist()
        figures = (self._source.records - int(sizes.sum()), len(kept), min(kept, default=0), max(kept, default=0))
        return dict(zip(FIGURES, figures, strict=True))

    def _compared_figure(self, name: str, counted: int) -> Finding:
        if self._contents.left_out and (name != "suppressed_records" or counted != self._claimed[name]):
            return Finding(name, None, tr("{columns} left out of the file", columns=", ".join(self._contents.left_out)))
        if self._contents.knows_clusters or counted == self._claimed[name] or name == "suppressed_records":
            return compared(name, counted, self._claimed[name])
        return Finding(name, None, tr("the file does not distinguish clusters that look alike"))

    def _of_contents(self, stars: Bools, in_groups: Bools) -> Iterator[Finding]:
        """Whether every cell is what the input, the hierarchies and the levels make it."""
        contents = self._contents
        claims = ["quasi-identifiers", *(["aggregates"] if contents.aggregated else []), "other columns"]
        if not contents.can_be_matched:
            reason = tr("the records of file and input cannot be matched")
            yield from (Finding(claim, None, reason) for claim in claims)
            return
        wrong = contents.wrong_quasi_identifiers()
        if not self._drops:
            wrong &= ~stars
        yield without_wrong("quasi-identifiers", wrong)
        if contents.aggregated:
            aggregates = contents.wrong_aggregates(in_groups)
            if aggregates is None:
                reason = tr("records went through several transformations, and the file does not show which")
                if contents.left_out:
                    left_out = ", ".join(contents.left_out)
                    reason = tr("groups are formed by {columns}, left out of the file", columns=left_out)
                yield Finding("aggregates", None, reason)
            else:
                yield without_wrong("aggregates", aggregates)
        try:
            others = contents.wrong_others(shows_all=self._shows_all)
        except UserError as error:  # a key that is not there any more
            yield Finding("other columns", None, error.problems[0].found)
        else:
            yield without_wrong("other columns", others)
        shown = ~self._written.suppressed[self._expected]
        yield from findings_on_perturbed(self._job, self._source, self._table, self._expected, shown)

    def _of_spread(self) -> Iterator[Finding]:
        """Whether the copy with drawn values, where there is one, belongs to the file."""
        written = self._written.spread
        if written is None:
            return
        self._control.raise_if_stopped()
        try:
            copy, digest = read_written(written)
        except UserError as error:
            yield Finding("spread cells", False, error.problems[0].found)
            return
        yield compared("spread sha256", digest, self._facts["output"]["spread"]["sha256"])
        copy = _with_points(copy, written, self._source, self._facts)
        order, rows = self._expected if written.order is None else written.order, None
        by_record = np.argsort(self._expected)
        if len(self._table) == len(order) and np.array_equal(np.sort(order), self._expected[by_record]):
            rows = by_record[np.searchsorted(self._expected, order, sorter=by_record)]
        levels = {name: self._levels_shown(name) for name in self._contents.generalized}
        stay = not self._drops
        yield from SpreadCheck(self._job, self._source, self._table, copy, rows, levels, stay).findings()

    def _levels_shown(self, name: str) -> set[int]:
        """The levels that an attribute shows in the file: those of its records, or of the transformations."""
        own = self._written.levels
        if own is None:
            return {levels[name] for levels in self._transformations}
        kept = self._expected[~self._written.suppressed[self._expected]]
        shown = set(np.unique(own[kept, self._source.quasi_identifiers.index(name)]).tolist())
        return shown or {self._transformations[0][name]}


def _judged(model: PrivacyModel, evidence: Sequence[Evidence], as_read: Evidence | None) -> Finding:
    found = [judge(model, each) for each in evidence]
    if as_read is not None and model.needs_no_labels:
        readers = judge(model, as_read)
        if readers.verified is False:
            return readers
    if len({each.verified for each in found}) == 1:
        return found[0]
    reason = tr('it depends on whether records of "*" alone are suppressed or a group, which the file does not show')
    return Finding(model.title, None, reason)
