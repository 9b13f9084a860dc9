"""How long the window does not answer while a search goes on: `python -m tests.benchmarks.search_pauses`.

Each problem (`--data`) is searched in a window of its own; meanwhile the tables of Configure and Explore are scrolled,
filters are changed, the search is stopped and searched on; then what follows is looked at. The longest time in which
the main thread did not turn to the next event is printed. It must not be above 50 ms: with `--check` the exit status
says so.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.benchmarks import data, tables
from tests.benchmarks.open_window import HEADERS, TARGET, Line, OpenWindow, in_its_own_process, tell

DEFAULT = "CREDITCARD-24,CUP-8,SS13ACS-15"


class Measurement(OpenWindow):
    """One window with one of the measured problems."""

    def __init__(self, name: str, pictures: Path | None) -> None:
        super().__init__(pictures)
        from arxdesk.core.session.loaded_project import LoadedProject  # noqa: PLC0415 - the process that prints needs no screen

        dataset, hierarchies = data._loaded(name)
        self.wait(2.0)  # the kernels are warmed meanwhile
        self.window.show()
        self.window.session.take(LoadedProject.of(data.job(name), dataset, hierarchies, None))
        self.wait(3.0)

    def all(self) -> None:
        """Everything, in the order in which a person would do it."""
        self.search()
        self.filter()
        self.configure()
        self.stop_and_go_on()
        self.explore()

    def search(self) -> None:
        """Watch a search for a while, and scroll what it has found."""
        session = self.window.session
        self.do("begin to search", session.searching.anonymize, self.quiet_for(2.0))
        table = self.window.workspace.perspectives["explore"].list_view.table
        for name, bar in (("down", table.verticalScrollBar()), ("across", table.horizontalScrollBar())):
            self.do(f"scroll the list {name}", *self.steps(partial(self.move, bar)))

    def filter(self) -> None:
        """Filters, while the search goes on, and no filter again."""
        from arxdesk_engine.job.explore import Filters  # noqa: PLC0415

        exploration = self.window.workspace.exploration
        first = self.document.dataset.names[0]
        filters = (Filters(classes=("anonymous",)), Filters(forbidden={first: (0,)}), Filters())
        for number, each in enumerate(filters, 1):
            self.do(f"filter {number}", partial(exploration.document.set_filters, each), self.quiet_for(0.7))

    def configure(self) -> None:
        """The table of the records, scrolled while the search goes on."""
        window = self.window
        self.do("look at Configure", partial(window.show_perspective, "configure"), self.quiet_for(0.5))
        bar = window.workspace.perspectives["configure"].records_view.table.verticalScrollBar()
        self.do("scroll the records", *self.steps(partial(self.move, bar)))
        self.do("look at Explore", partial(window.show_perspective, "explore"), self.quiet_for(0.5))

    def stop_and_go_on(self) -> None:
        """Stop, search on for a second, and stop again."""
        from arxdesk.core.session.activities import SEARCHING  # noqa: PLC0415

        session = self.window.session

        def is_over() -> bool:
            return not session.is_busy(SEARCHING)

        self.do("stop the search", session.searching.stop, is_over)
        self.do("look at the result", lambda: None, self.quiet_for(1.0))
        if self.document.can_search_on:
            self.do("search on", partial(session.searching.search_on, 1.0), is_over)

    def explore(self) -> None:
        """What follows the search: classification, orders, selection."""
        exploration = self.window.workspace.exploration
        self.do("classify and look around", lambda: None, lambda: exploration.is_settled)
        from arxdesk_engine.exploration.sifting import SortBy, Sorting  # noqa: PLC0415

        for by in (SortBy.RISK, SortBy.SCORE):
            self.do(f"sort by {by}", partial(exploration.sort, Sorting(by)), lambda: exploration.is_settled)
        table = self.window.workspace.perspectives["explore"].list_view.table
        self.do("scroll all of the list", *self.steps(partial(self.move, table.verticalScrollBar())))
        self.do("select one after the other", *self.steps(self._select))

    def _select(self, step: int) -> None:
        exploration = self.window.workspace.exploration
        sifted = exploration.sifted
        if sifted is not None and len(sifted.order):
            row = int(sifted.order[step * 7 % len(sifted.order)])
            exploration.select(sifted.alternatives.levels_of(row))


def measure(name: str, pictures: Path | None = None) -> list[Line]:
    """Everything that is done with one of the measured problems, in this process."""
    return Measurement(name, pictures).measured()


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each problem, each measured in a process of its own. Exits with 1 where `--check` fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=DEFAULT, help=f"of {', '.join(data.SETTINGS)}")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture after every step")
    parser.add_argument("--check", action="store_true", help="fail where a pause is longer than 50 ms")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.inside:
        tell(measure(chosen.inside, chosen.pictures))
        return
    worst = 0.0
    for name in chosen.data.split(","):
        lines = in_its_own_process("tests.benchmarks.search_pauses", name, chosen.pictures)
        longest = max(line.longest for line in lines)
        worst = max(worst, longest)
        title = f"{name}: the main thread paused for {tables.seconds(longest)} at most"
        tables.show(title, HEADERS, [line.cells() for line in lines])
    if chosen.check and worst > TARGET:
        sys.exit(1)


if __name__ == "__main__":
    main()
