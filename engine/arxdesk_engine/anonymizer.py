"""The front door: load a job's table and hierarchies, search, apply, describe, write."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine import __version__
from arxdesk_engine.analysis.facts import summary
from arxdesk_engine.analysis.facts.risk import risk_facts
from arxdesk_engine.analysis.people.limited_records import limited_records
from arxdesk_engine.analysis.people.linked_tables import linked_facts
from arxdesk_engine.analysis.refinement.testing import refinement_totals
from arxdesk_engine.analysis.risk.linkage import linkage_of
from arxdesk_engine.analysis.risk.sample import sides_of_sample
from arxdesk_engine.arx import is_arx_project
from arxdesk_engine.backends.closing import Closeable
from arxdesk_engine.backends.opening import grouped_table
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.job.policy import ReleasePolicy, policy_of
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings, RecodingSettings, SearchSettings
from arxdesk_engine.job.utility import UtilitySettings, require_columns
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.projects.archive import is_project, read_project
from arxdesk_engine.release.codebook.contents import Codebook, ReleasedTable, codebook_of
from arxdesk_engine.release.codebook.released import shown_columns
from arxdesk_engine.release.codebook.writing import write_codebook
from arxdesk_engine.release.drawing import draw
from arxdesk_engine.release.export import (
    Exported,
    all_or_nothing,
    dataset_to_write,
    export,
    note_of_removed,
    require_columns_left,
    require_exportable,
    write_spread,
    writing_order,
    written_to,
)
from arxdesk_engine.release.formulation import formulate, population_of
from arxdesk_engine.release.linked_export import export_tables, require_tables_exportable, with_tables_beside
from arxdesk_engine.release.perturbations import perturbing_of
from arxdesk_engine.release.recoding import limits_of_recoding, recode_as_asked, recode_group_by_group
from arxdesk_engine.release.spreading.spread import Spread, spread_table
from arxdesk_engine.release.transform.apply import Output, apply
from arxdesk_engine.release.transform.local_recoding import recode
from arxdesk_engine.release.treatments.items import item_recodings
from arxdesk_engine.release.treatments.treatments import Release, treatment_of
from arxdesk_engine.risk.wildcards import SuppressedCells
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.again import joined, reported_after
from arxdesk_engine.search.heuristics.genetic import genetic
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Algorithm, Check, Limits, Solution
from arxdesk_engine.search.whole.classification import Classified, classify, look_at

_LOG = logging.getLogger(__name__)

if TYPE_CHECKING:
    from arxdesk_engine.analysis.spread.errors import SpreadErrors
    from arxdesk_engine.analysis.statistics.classification import ClassificationPerformance
    from arxdesk_engine.analysis.statistics.utility import Utility
    from arxdesk_engine.backends.grouped_table import GroupedTable
    from arxdesk_engine.verification.recount import Recount


SECONDS_TO_COMPARE = 10.0
"""The most seconds for the search before recoding group by group where the job names no limit: its transformation is
what the recoding is compared with, not what is released."""


@dataclass(frozen=True, slots=True)
class Anonymizer(Closeable):
    """A job ready to be searched: its table, its hierarchies bound to the table, and the problem they pose.

    Where rows stay in a database, an anonymizer holds a session there, and in PostgreSQL a snapshot of the table, until
    it is closed: by `close`, at the end of a `with` block, or when nobody refers to it any more.

    `hierarchies` holds the quasi-identifiers in the order of the table's columns, which is that of all levels.
    """

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, BoundHierarchy]
    problem: SearchProblem
    release: Release | None = None
    """Treatments of attributes beside generalization; None: none."""
    rows: GroupedTable | None = None
    """The rows where they are, if the table is that of their distinct tuples; None: the table has them."""

    @classmethod
    def open(cls, job: Job | Path | str, control: Control | None = None) -> Anonymizer:
        """Load everything a job (or the file of a job or project) names. Raises a UserError: what is wrong where."""
        control = control or Control()
        if not isinstance(job, Job):
            if is_project(Path(job)):
                project = read_project(Path(job), control)
                return cls.formulate(project.job, project.dataset, project.hierarchies)
            job = _imported(Path(job), control) if is_arx_project(Path(job)) else load_job(Path(job))
        rows = grouped_table(job, control)
        job = job if rows is None else rows.tuples
        try:
            with contextlib.nullcontext() if rows is None else rows.naming_the_rows():
                control.report(Progress(tr("Reading the table")))
                dataset = load_dataset(job)
                control.report(Progress(tr("Reading the hierarchies")))
                hierarchies = load_hierarchies(job, dataset)
                control.report(Progress(tr("Grouping the records")))
                return replace(cls.formulate(job, dataset, hierarchies), rows=rows)
        except BaseException:  # whose traceback would keep the session
            if rows is not None:
                rows.close()
            raise

    @classmethod
    def formulate(cls, job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> Anonymizer:
        """Pose the problem of a job for a table that is loaded already.

        What a job says of reading - its section [data], and types, formats and replacements of attributes - is not
        done again: `preparation.loading.load_dataset` does it for a file.

        Raises InvalidJob, InvalidData (no records) or InvalidHierarchy.
        """
        if job.utility is not None:
            require_columns(job.utility, dataset, job.source)
        bound, problem = formulate(job, dataset, hierarchies)
        items = item_recodings(job, dataset, hierarchies, problem.grouping.people_of_records)
        release = Release(job, dataset, items, perturbing_of(job, dataset))
        return cls(job, dataset, bound, problem, release)

    def __repr__(self) -> str:
        return f"Anonymizer({self.job.source!r}, {self.dataset!r}, {self.problem.lattice.size:,} transformations)"

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The attributes that transformations have levels for, in that order."""
        return tuple(self.hierarchies)

    @property
    def roles(self) -> dict[str, Role]:
        """The role of every attribute."""
        return {name: self.job.settings_of(name).role for name in self.dataset.names}

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return policy_of(self.job)

    def require_releasable(self) -> None:
        """Form everything that does not depend on a transformation, so that it fails before a long search.

        Keys that are to be created are. Raises InvalidJob (a key that is none, a mapping that would take the place of
        another file, columns to leave out that are not there), InvalidData (pseudonyms that collide, dates that cannot
        be written when they are moved), UnreadableFile or UnwritableFile.
        """
        require_columns_left(self.job, self.dataset.names)
        if self.release is not None:
            _treatment = self.release.treatment
            self.release.require_free_mappings()

    def search(self, control: Control | None = None, seed: int | None = None) -> Solution:
        """Search as the job says; `seed` overrides its seed. Before recoding group by group ten seconds have to do.

        Raises InvalidJob where differential privacy is to choose by a quality model that has no score for that.
        """
        mechanism = self.policy.mechanism
        if mechanism is not None and mechanism.search_budget is not None:
            control, records, budget = control or Control(), self.dataset.records, mechanism.search_budget
            with logged(_LOG, tr("draw a transformation")):
                return draw(self.job, self.problem, records, mechanism, budget, control)
        settings = self.job.search
        limits = Limits(settings.time_limit, settings.check_limit)
        if settings.recoding == "groupwise" and limits == Limits():
            limits = Limits(SECONDS_TO_COMPARE)
        chosen = settings.seed if seed is None else seed
        with logged(_LOG, "search %s", _outline(self.problem, settings.algorithm)):
            found = _algorithm(settings)(self.problem, control or Control(), limits, chosen)
        return _logged_result(found)

    def resume(self, solution: Solution, control: Control | None = None, limits: Limits | None = None) -> Solution:
        """Go on with a search of this job that ended early, until `limits` (none: to its end), which count from here.

        Where the algorithm has no continuation it begins again, with the time and the looks it had and those of the
        limits, and what it finds counts only where it is better. Seconds and checks are those of both.
        Raises ValueError for what was drawn: drawing again would spend the budget again.
        """
        if solution.is_drawn:
            raise ValueError("what was drawn by chance is not searched on")
        control, limits = control or Control(), limits or Limits()
        if solution.continuation is not None:
            with logged(_LOG, tr("continue the search")):
                return _logged_result(solution.continuation(control, limits))
        longer = Limits(
            None if limits.seconds is None else solution.seconds + limits.seconds,
            None if limits.checks is None else solution.checks + limits.checks,
        )
        step = control.of_step(lambda progress: control.report(reported_after(solution, progress)))
        settings = self.job.search
        with logged(_LOG, tr("search again %s"), _outline(self.problem, settings.algorithm)):
            found = _algorithm(settings)(self.problem, step, longer, settings.seed)
        return _logged_result(joined(solution, found))

    def classify(self, control: Control | None = None) -> Iterator[Classified]:
        """Classify and score every transformation of the lattice exactly, some thousands at a time.

        They come in lexicographic order of their levels. Ends early where `control` is stopped.
        """
        return classify(self.problem, control)

    def look_at(self, transformations: Sequence[Levels], control: Control | None = None) -> list[Check]:
        """Checks of some transformations of the lattice, in their order; fewer where `control` is stopped."""
        return look_at(self.problem, transformations, control)

    def apply(self, levels: Levels) -> Output:
        """Transform the table with one transformation of the lattice. Raises ValueError for any other levels.

        Every violating class is suppressed, also where that is more than the limit allows.
        """
        if levels not in self.problem.lattice:
            raise ValueError(f"{levels} is not in the lattice of this job")
        grouping = self.problem.grouping
        verdict = self.problem.judge(grouping.classes(levels))
        shown_as = self.policy.shown_as
        roles = {name: shown_as(role) for name, role in self.roles.items()}
        with logged(_LOG, tr("apply the levels %s"), levels):
            return apply(
                self.dataset,
                grouping,
                verdict.classes,
                verdict.violating,
                roles,
                self.hierarchies,
                treatment_of(self.release),
            )

    def recode(
        self,
        solution: Solution,
        control: Control | None = None,
        seed: int | None = None,
        settings: RecodingSettings | None = None,
        limits: Limits | None = None,
    ) -> LocalRecoding:
        """Give records levels of their own, as the job says: group by group, or in iterations (100 by default).

        `settings` come in place of those of the job. Group by group, each group has levels of its own and satisfies
        every model; the solution is what it is compared with. In iterations, what the search suppresses is anonymized
        again by itself; unless the settings say otherwise that begins with a search of its own. The seconds of the job
        hold for everything together then (it has half of them in any case where it begins so), its checks for each
        search anew, unless `limits` are given. Raises ValueError for a solution without a best one, and for a model
        that does not hold for a union of parts or cannot be judged group by group; NoGroups where no group is possible.
        """
        if solution.best is None:
            raise ValueError("there is no transformation to go on from")
        search, control, policy = self.job.search, control or Control(), self.policy
        settings = settings or search.recoding_settings or LocalRecodingSettings()
        way, unfit = tr("local recoding"), policy.models_against_recoding
        if isinstance(settings, GroupwiseSettings):
            way, unfit = tr("recoding group by group"), policy.models_against_groups
        if unfit:
            raise ValueError(f"{', '.join(unfit)} cannot be combined with {way}")
        chosen = search.seed if seed is None else seed
        if isinstance(settings, GroupwiseSettings):
            with logged(_LOG, tr("recode group by group")):
                seconds = settings.time_limit if limits is None else limits.seconds
                return recode_group_by_group(self.problem, solution.best, settings, control, seconds, chosen)
        algorithm = _algorithm(search)
        each = search.check_limit if limits is None else None

        def look(part: SearchProblem, step: Control, left: Limits) -> Solution:
            checks = min((most for most in (left.checks, each) if most is not None), default=None)
            return algorithm(part, step, Limits(left.seconds, checks), chosen)

        limits = limits or limits_of_recoding(self.job, settings, solution)
        names = self.quasi_identifiers
        with logged(_LOG, tr("recode locally")):
            return recode_as_asked(self.job, names, self.problem, solution.best, settings, look, control, limits)

    def apply_recoding(self, local_recoding: LocalRecoding) -> Output:
        """Transform the table as local recoding left it: every record by its own transformation, or suppressed."""
        grouping, recoding = self.problem.grouping, local_recoding.recoding
        return recode(self.dataset, grouping, recoding, self.roles, self.hierarchies, treatment_of(self.release))

    def write(
        self,
        output: Output,
        target: Path | str | None = None,
        *,
        control: Control | None = None,
        password: str | None = None,
        local_recoding: LocalRecoding | None = None,
    ) -> Exported:
        """Write an output table, whole or not at all, as the section [output] of the job says; `target` is a file, or
        the address of a database, in place of the path there; linked tables are written beside it then.

        What pseudonyms stand for is written before, where the job names a file for that, and so is a copy with drawn
        values; the codebook is written after. A result without one that the job asks for does not stay.
        `local_recoding` is given where the output is that of `apply_recoding`. Raises InvalidJob for what cannot be
        written there, for a table that exists, and for a mapping that would be shared with the result or take the place
        of another file; InvalidData for what the format cannot hold; UnwritableFile; PasswordNeeded; Stopped.
        """
        if self.rows is not None:
            from arxdesk_engine.backends.writing import write_rows  # noqa: PLC0415 - pandas is slow to import

            found = self.rows, self.job, self.dataset, self.hierarchies, output
            return write_rows(*found, target, control or Control(), password)
        job = self.job if target is None else with_tables_beside(written_to(self.job, target))
        require_exportable(job, "output.path", password)
        require_tables_exportable(job)
        require_columns_left(job, output.dataset.names)
        if self.release is not None:
            self.release.write_mappings()
        keep = policy_of(job).keeps_suppressed
        order = writing_order(job, output.dataset.records, output.to_write(with_suppressed=keep))
        numbers = [column.name for column in self.dataset if column.type.kind.is_numeric]
        writing, spread = replace(self, job=job), None
        with all_or_nothing(job):
            if job.output.spread is not None:
                spread = write_spread(job, writing.spread(output, order), control, numbers)
            if self.dataset.linked:
                exported = export_tables(job, self.dataset, output.dataset, order, control, numbers)
            else:
                exported = export(job, output.dataset, order, control, password, numbers)
            if exported.codebook is not None:
                write_codebook(exported.codebook, writing.codebook(output, exported, local_recoding))
        removed = output.suppressed_records if keep else 0
        return replace(exported, notes=(*note_of_removed(job, removed), *exported.notes), spread=spread)

    def spread(self, output: Output, order: NDArray[np.int64] | None = None) -> Spread:
        """A copy of an output in which every label is replaced by a value below it, for analysis.

        The values are drawn, with the seed in section [output] of the job, from the distribution that the labels of the
        output give to them: it protects what the output protects. `order` int64[records written] are the records in
        their order; None: those that the job writes, in the order of the input.
        """
        return spread_table(self.job, self.hierarchies, output, order)

    def spread_errors(
        self, output: Output, exported: Exported | None = None, control: Control | None = None
    ) -> SpreadErrors | None:
        """How far tables made of drawn values are from those of the input; None without generalized columns.

        `exported` is what `write` has written of the output; None: as it would write it, in the order of the input.
        Raises Stopped where `control` asks for it.
        """
        from arxdesk_engine.analysis.spread.errors import spread_errors  # noqa: PLC0415 - few uses need it

        spread = self.spread(output, None if exported is None else exported.order)
        return spread_errors(self.problem.grouping, self.hierarchies, output, spread, control or Control())

    def codebook(self, output: Output, exported: Exported, local_recoding: LocalRecoding | None = None) -> Codebook:
        """The codebook of a table that `write` has written: the meaning of each column.

        `local_recoding` is given where the output is that of `apply_recoding`.
        """
        levels: dict[str, NDArray[np.int64] | int] = dict(zip(self.quasi_identifiers, output.levels, strict=True))
        if local_recoding is not None:
            tuple_of_record = self.problem.grouping.tuple_of_record
            for attribute, name in enumerate(self.quasi_identifiers):
                levels[name] = local_recoding.recoding.levels_of(attribute)[tuple_of_record]
        order, source = exported.order, dataset_to_write(self.job, self.dataset)
        is_written = np.zeros(output.dataset.records, np.bool_)
        is_written[order] = True
        whole = dataset_to_write(self.job, output.dataset)
        columns = shown_columns(whole, source, output, order, levels, exported.left_out, exported.renamed)
        records, has_removed = self.dataset.records_of(is_written), bool(output.suppressed[order].any())
        shown = ReleasedTable(tuple(columns), records, has_removed, exported.name, exported.sha256)
        return codebook_of(self.job, self.hierarchies, shown)

    def verify(
        self, facts: Mapping[str, Any], output: Output, exported: Exported, control: Control | None = None
    ) -> Recount:
        """Count a table that `write` has written again, by a path that shares nothing with the search.

        `facts` are those of `describe`, or `claims`, with `exported.plain()` under "output": what they say, and
        the privacy models of the job, is what the table has to confirm. The input is read again from its file.
        Raises Stopped where `control` asks for it.
        """
        from arxdesk_engine.second_count import count_again  # noqa: PLC0415 - pandas is slow to import

        return count_again(self.job, self.dataset, self.rows, output, exported, facts, control or Control())

    def claims(self, output: Output, local_recoding: LocalRecoding | None = None) -> dict[str, Any]:
        """The claims that `verify` checks, for any transformation: a part of `describe`.

        `local_recoding` is given where the output is that of `apply_recoding`.
        """
        return summary.claims(output, self.quasi_identifiers, local_recoding)

    def analyse(self, largest: int, suppressed: SuppressedCells, control: Control | None = None) -> dict[str, Any]:
        """The risks of the input as plain values: identifiers, and sets of up to `largest` quasi-identifiers.

        `suppressed` is what cells that read "*" mean. See `analysis.facts.table.analysis_facts`.
        """
        from arxdesk_engine.analysis.facts.table import analysis_facts  # noqa: PLC0415 - few uses need it

        records = self.dataset.total_records
        population = population_of(self.job, records)
        fraction = None if population is None else records / population
        return analysis_facts(self.dataset, self.quasi_identifiers, largest, suppressed, fraction, control)

    def utility(
        self,
        output: Output,
        settings: UtilitySettings | None = None,
        local_recoding: LocalRecoding | None = None,
        control: Control | None = None,
    ) -> Utility:
        """The usefulness of an output: predictions, distributions, relations of attributes.

        `settings` are those of the job unless others are given. `local_recoding` is given where the output is that of
        `apply_recoding`. Ends early where `control` is stopped. Raises InvalidJob for attributes that are not there.
        """
        from arxdesk_engine.analysis.facts.utility import utility_of  # noqa: PLC0415 - few uses need it

        settings = settings or self.job.utility or UtilitySettings()
        require_columns(settings, self.dataset, self.job.source)
        recoding = None if local_recoding is None else local_recoding.recoding
        names = self.quasi_identifiers
        return utility_of(self.problem, self.dataset, output, names, settings, recoding, control)

    def predictions(
        self,
        output: Output,
        settings: UtilitySettings,
        local_recoding: LocalRecoding | None = None,
        control: Control | None = None,
    ) -> dict[str, ClassificationPerformance | None]:
        """The predictions of `utility` alone, by target."""
        from arxdesk_engine.analysis.facts.utility import predictions_of  # noqa: PLC0415 - few uses need it

        require_columns(settings, self.dataset, self.job.source)
        recoding = None if local_recoding is None else local_recoding.recoding
        names = self.quasi_identifiers
        return predictions_of(self.problem, self.dataset, output, names, settings, recoding, control)

    def detail_kept(
        self, output: Output, local_recoding: LocalRecoding | None = None
    ) -> tuple[float, tuple[float, ...]]:
        """How much detail an output has: of the table and of each quasi-identifier, 1 as in the input.

        `local_recoding` is given where the output is that of `apply_recoding`.
        """
        recoding = None if local_recoding is None else local_recoding.recoding
        return summary.detail_kept(self.problem, self.dataset, output, self.quasi_identifiers, recoding)

    def describe(
        self, solution: Solution, output: Output | None = None, local_recoding: LocalRecoding | None = None
    ) -> dict[str, Any]:
        """The report of a search, and of what was applied, as plain values (the JSON report).

        `local_recoding` is given where the output is that of `apply_recoding`.
        """
        names = self.quasi_identifiers
        job, columns = self.job, self.dataset.names
        if self.rows is not None:
            job, columns = self.rows.job_of_rows(job), self.rows.names
        sensitive = tuple(name for name in columns if job.settings_of(name).role is Role.SENSITIVE)
        facts: dict[str, Any] = {
            "arxdesk": __version__,
            "input": summary.input_facts(self.problem, names, sensitive, limited_records(self.job, self.dataset))
            | linked_facts(self.dataset),
            "transformations": summary.transformations(job, columns),
            "search": summary.search_facts(self.problem, solution),
            "solution": summary.solution_facts(solution, names, removes_people=self.problem.removes_people),
            "risk": risk_facts(self.problem, output, population_of(self.job, self.problem.grouping.units)),
        }
        if (subset := summary.subset_facts(self.problem, job)) is not None:
            facts["input"]["subset"] = subset
        sides = sides_of_sample(self.job, self.dataset, names, self.problem.grouping.included, output)
        if sides:
            facts["sample"] = {side: figures.plain() for side, figures in sides.items()}
        starts = {} if self.rows is None else self.rows.minimum_levels
        if starts:
            facts["input"]["minimum_levels"] = starts
        if output is not None:
            recoding = None if local_recoding is None else local_recoding.recoding
            found = summary.quality_facts(self.problem, self.dataset, output, names, recoding)
            facts |= summary.items_facts(output) | summary.perturbation_facts(output)
            if (linkage := linkage_of(self.dataset, output)) is not None:
                facts["linkage"] = linkage.plain()
            facts["quality"] = summary.without_original_values(found, starts)
            totals = refinement_totals(self.problem, self.job.search, solution, output.levels, local_recoding, names)
            refinement = {"refinement": None if totals is None else totals.plain()}
            if local_recoding is None:
                facts |= refinement
            else:
                facts["local_recoding"] = summary.local_recoding_facts(local_recoding, output, names) | refinement
        return facts


def _algorithm(settings: SearchSettings) -> Algorithm:
    """The algorithm of a job, with its own parameters where it has some."""
    if settings.algorithm == "genetic":
        return partial(genetic, parameters=settings.genetic)
    return ALGORITHMS[settings.algorithm]


def _outline(problem: SearchProblem, algorithm: str) -> str:
    """A search for the log: no names and no values of the data."""
    grouping, size = problem.grouping, problem.lattice.size
    return f"{size} transformations of {grouping.records} records in {len(grouping.rows)} tuples by {algorithm}"


def _logged_result(solution: Solution) -> Solution:
    _LOG.info("%s after %d checks, %.3f s", solution.status, solution.checks, solution.seconds)
    return solution


def _imported(path: Path, control: Control) -> Job:
    """The job of a project of ARX."""
    from arxdesk_engine.arx.reading import read_arx  # noqa: PLC0415 - few jobs come from there

    return read_arx(path, control).job
