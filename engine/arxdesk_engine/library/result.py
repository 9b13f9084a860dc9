"""The result of an anonymization in memory: its frame, its figures, and what can be made of it."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.job.job import Job
from arxdesk_engine.library.checking import counted_again
from arxdesk_engine.library.columns import in_words
from arxdesk_engine.library.figures import quality_frame, risk_frame, summary_frame
from arxdesk_engine.library.handing_out import ReleasedResult, attacked, save_project, write_report
from arxdesk_engine.library.plan import Plan, plan_of_frame
from arxdesk_engine.library.posing import PosedFrame
from arxdesk_engine.library.released_figures import released_facts, released_status
from arxdesk_engine.library.releasing import released_frame, released_rows
from arxdesk_engine.library.request import SOURCE, TABLE_FILE, Cancel, OnProgress
from arxdesk_engine.library.showing import html_of, text_of
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Solution, Status

if TYPE_CHECKING:
    import pandas as pd

    from arxdesk_engine.attacks.attack import AttackReport
    from arxdesk_engine.verification.recount import Recount


class NothingFound(UserError):
    """No transformation was found that satisfies every privacy model."""

    exit_status = 3


class Result:
    """A table that was anonymized, and how: made by `arxdesk.anonymize`.

    `frame` is the released table. All figures are data frames of pandas, whatever the frame is of. What takes long has
    `on_progress` and `cancel` as `anonymize` has, and raises Stopped where it was cancelled.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> result.status, result.levels
    ('optimal', {'age': 3, 'sex': 0})
    >>> result.frame["sex"].tolist()
    ['f', 'm', 'f', 'm', 'f', 'm']
    >>> result.risk().loc[("output", "prosecutor"), "highest"].item() <= 1 / 3
    True
    """

    def __init__(
        self, posed: PosedFrame, solution: Solution, output: Output, recoding: LocalRecoding | None = None
    ) -> None:
        self._posed = posed
        self._solution = solution
        self._output = output
        self._recoding = recoding
        self._rows = released_rows(posed, output)

    @cached_property
    def frame(self) -> Any:  # noqa: ANN401 - of the library of the frame that was given
        """The released table, of the same kind as the one that was given.

        Columns whose cells show the same values keep dtype, index and attributes; all others are text (categories
        where they were some, ordered where their labels still are), and missing cells stay missing.
        """
        return released_frame(self._posed, self._output, self._rows)

    @property
    def status(self) -> str:
        """What is proven of the result: "optimal" with a proof, "best-found" without.

        Where groups have levels of their own, that is said of these levels, and not of the search before.
        """
        return released_status(self._solution, self._recoding).value

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that no other transformation loses less, or no other recoding with groups as large."""
        return released_status(self._solution, self._recoding) is Status.OPTIMAL

    @property
    def levels(self) -> dict[str, int]:
        """The level of each quasi-identifier; with levels of each group's own, those of the search before."""
        assert self._solution.best is not None  # noqa: S101 - a result has one
        return dict(zip(self._posed.anonymizer.quasi_identifiers, self._solution.best.levels, strict=True))

    @property
    def suppressed_records(self) -> int:
        """The number of rows that were removed."""
        return self._output.suppressed_records

    @property
    def job(self) -> Job:
        """The job that does the same with a file; `job.to_toml()` is its text."""
        return self._posed.job

    @cached_property
    def plan(self) -> Plan:
        """The levels and hierarchies of this result, to be applied to new rows. Raises InvalidJob where groups have
        levels of their own: these hold for no other rows."""
        return plan_of_frame(self._posed, tuple(self.levels.values()))

    @cached_property
    def facts(self) -> dict[str, Any]:
        """All figures as plain values: what `arxdesk run --report` writes, and `released`.

        `released` has the figures of the frame that was released. `search` and `solution` are those of the search, and
        so of the single transformation before, where groups have levels of their own (`local_recoding`).
        """
        facts = self._posed.anonymizer.describe(self._solution, self._output, self._recoding)
        return facts | {"released": released_facts(facts, self._solution, self._output, self._recoding)}

    def summary(self) -> pd.DataFrame:
        """The main figures: a row for each, with its value."""
        return summary_frame(self.facts, self._posed, len(self._rows))

    def risk(self) -> pd.DataFrame:
        """The risk of being found before and after, by attacker, as shares of 1."""
        return risk_frame(self.facts["risk"])

    def quality(self) -> pd.DataFrame:
        """What is left of each quasi-identifier, and of the whole table in the last row."""
        return quality_frame(self.facts)

    def alternatives(self, *, on_progress: OnProgress = None, cancel: Cancel = None) -> pd.DataFrame:
        """The other transformations with their figures: all of a lattice of up to a million, else the checked ones."""
        from arxdesk_engine.exploration.listing import frame_of  # noqa: PLC0415 - few uses need it
        from arxdesk_engine.exploration.survey import alternatives_of  # noqa: PLC0415

        found = alternatives_of(self._posed.anonymizer, self._solution, Control(on_progress, stop=cancel))
        return in_words(frame_of(found).drop(columns="class"))  # which says in texts what `anonymous` says

    def job_text(self, table: str = TABLE_FILE) -> str:
        """The job as a TOML document, for `arxdesk run`; `table` is the file that it reads, relative to the job."""
        data = self.job.data.model_copy(update={"path": table})
        return self.job.model_copy(update={"data": data}).to_toml()

    def verify(self, *, on_progress: OnProgress = None, cancel: Cancel = None) -> Recount:
        """Count the released frame again, as it is now, by a path that shares nothing with the search.

        Input and release are written to a private folder for that, and removed again. What is found prints as
        sentences; its `require_confirmed()` raises UnconfirmedFile where a claim is refuted, and with `whole=True`
        UncountedFile where one could not be counted.
        """
        given = self._posed, self._output, self._rows, self.frame, self.facts
        return counted_again(*given, Control(on_progress, stop=cancel))

    def attack(self, *, largest: int = 0, on_progress: OnProgress = None, cancel: Cancel = None) -> AttackReport:
        """What strangers find out who read the release; `sentences()` and `plain()` tell it.

        Up to `largest` columns are tried together; 0 tries what the roles suggest.
        """
        return attacked(self._release, largest, Control(on_progress, stop=cancel))

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        form: str = "",
        language: str | None = None,
        with_values: bool = False,
        on_progress: OnProgress = None,
        cancel: Cancel = None,
    ) -> None:
        """Write the evidence report to an HTML file.

        `form` follows the points of a standard (its name in the section [report] of a job), `language` is a code such
        as "de". Texts of the data are shown `with_values` alone. Raises InvalidJob; UnwritableFile; Stopped.
        """
        control, release = Control(on_progress, stop=cancel), self._release
        write_report(release, Path(path), form=form, language=language, with_values=with_values, control=control)

    def save(self, path: str | os.PathLike[str], *, on_progress: OnProgress = None, cancel: Cancel = None) -> None:
        """Save a project (.arxdesk), which the window opens: the table, the job, and this result.

        Raises InvalidJob for another suffix; UnwritableFile; Stopped.
        """
        save_project(self._release, Path(path), self._posed.hierarchies, Control(on_progress, stop=cancel))

    @property
    def _release(self) -> ReleasedResult:
        return ReleasedResult(self._posed, self._solution, self._output, self._recoding)

    def __repr__(self) -> str:
        return text_of(self.facts, self._posed)

    def _repr_html_(self) -> str:
        return html_of(self.summary(), text_of(self.facts, self._posed))


def nothing_found(status: Status) -> NothingFound:
    """The error where a search has no result."""
    if status is Status.INFEASIBLE:
        found, remedy = (
            "no transformation satisfies every privacy model",
            ("Allow more removed rows (suppression_limit), coarser hierarchies, or weaker parameters."),
        )
    else:
        found, remedy = "the search ended before it found a transformation", "Give it more time (time_limit)."
    return NothingFound(Problem(SOURCE, found, remedy))
