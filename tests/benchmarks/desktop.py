"""How long the window does not answer: `python -m tests.benchmarks.desktop [--data IHIS,WIDE] [--pictures FOLDER]`.

Each table is opened in a process of its own, through the import wizard as a person would, then scrolled, sorted,
filtered, searched, paged, and changed. The longest time in which the main thread did not turn to the next event is
printed for each, with the memory of the process. To reach: 50 ms.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from tests.benchmarks import tables
from tests.benchmarks.data import table_path
from tests.benchmarks.open_window import HEADERS, STEPS, Line, OpenWindow, in_its_own_process, tell

TABLES = {"IHIS": "ihis", "WIDE": "", "ADULT": "adult"}
"""What can be opened: survey-shaped data of 1.19 million records, 2,000 records of 500 attributes, a small table."""
WIDE_RECORDS, WIDE_ATTRIBUTES = 2_000, 500


def write_wide_table(path: Path, records: int = WIDE_RECORDS, attributes: int = WIDE_ATTRIBUTES) -> None:
    """Whole numbers, decimals, categories and dates in turn; nothing in it is about anybody."""
    generator = np.random.default_rng(11)
    days = np.datetime64("1950-01-01") + generator.integers(0, 20_000, (records, attributes // 4 + 1))
    columns = []
    for number in range(attributes):
        kind = number % 4
        if kind == 0:
            cells = generator.integers(0, 90, records).astype(str)
        elif kind == 1:
            cells = np.char.add("group ", generator.integers(0, 12, records).astype(str))
        elif kind == 2:
            cells = generator.normal(50, 20, records).round(1).astype(str)
        else:
            cells = days[:, number // 4].astype(str)
        columns.append(cells)
    header = ",".join(f"attribute {number}" for number in range(attributes))
    rows = (",".join(cells) for cells in zip(*columns, strict=True))
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")


class Measurement(OpenWindow):
    """One window with one table; every method does one thing and remembers how it went."""

    def __init__(self, table: Path, pictures: Path | None) -> None:
        super().__init__(pictures)
        self.table = table

    def all(self) -> None:
        """Everything, in the order in which a person would do it."""
        self.wait(2.0)  # the kernels are warmed meanwhile
        self.open()
        self.scroll()
        self.sort()
        self.find_and_filter()
        self.page()
        self.change()
        self.hierarchy()
        self.project()

    def open(self) -> None:
        """Look at the file, through the pages of the wizard, into the document."""
        window = self.window
        self.do("look at the file", lambda: window.flows.project.open(self.table), self._file_is_read)
        dialog = window.dialog
        for name in ("columns and roles", "finish"):
            self.do(f"next page: {name}", dialog.go_on, self.quiet_for(0.3))
        self.do("open the table", dialog.go_on, lambda: window.document is not None)
        self.do("take a look", lambda: None, self.quiet_for(1.0))

    def scroll(self) -> None:
        """From the first record to the last, from the first attribute to the last."""
        bars = (("down", self._table.verticalScrollBar()), ("across", self._table.horizontalScrollBar()))
        for name, bar in bars:
            self.do(f"scroll {name}, {STEPS} steps", *self.steps(partial(self.move, bar)))
        for _name, bar in bars:
            bar.setValue(0)

    def sort(self) -> None:
        """By the first attribute and by the last, and back."""
        names, shown = self.document.dataset.names, self._records.shown
        for name in (names[0], names[-1]):
            self.document.set_focus(name)
            self.do(f"sort by {name}", partial(self._records.sort, "ascending"), lambda: bool(shown.viewed.keys))
            self.do("back to the order of the file", partial(self._records.sort, ""), lambda: not shown.viewed.keys)

    def find_and_filter(self) -> None:
        """A value of the first attribute: found everywhere, and shown alone; a tenth of the records drawn."""
        from arxdesk.core.commands import ChangeSections  # noqa: PLC0415
        from arxdesk_engine.job.subset import SubsetSettings  # noqa: PLC0415

        records, document = self._records, self.document
        column = document.dataset.columns[0]
        value = column.values[len(column.values) // 2]
        self.do("find a value", partial(records.bar.sought.setText, value), self.quiet_for(0.7))
        self.do("find nothing", partial(records.bar.sought.setText, ""), self.quiet_for(0.3))
        literal = value if column.type.kind.is_numeric else f"'{value}'"
        expression = f'"{column.name}" = {literal}'
        shown = records.shown
        self.do("filter", partial(records.show_only, expression), lambda: bool(shown.viewed.expression))
        self.do("show all records", partial(records.show_only, ""), lambda: not shown.viewed.expression)
        step = ChangeSections(document, {"subset": SubsetSettings(random=0.1, seed=1)}, "Random subset")
        self.do("a research subset at random", partial(document.push, step), self.quiet_for(1.0))
        self.do("all records again", document.undo_stack.undo, self.quiet_for(0.5))

    def page(self) -> None:
        """Through the list of attributes."""
        paged = self.window.workspace.perspectives["configure"].overview_view.paged
        for page in range(1, paged.pages):
            self.do(f"page {page + 1} of the attributes", partial(paged.go_to_page, page), self.quiet_for(0.2))
        names = self.document.dataset.names
        for name in (names[-1], names[0]):
            self.do(f"focus {name}", partial(self.document.set_focus, name), self.quiet_for(0.5))

    def change(self) -> None:
        """The roles of all attributes in one step, undone and done again."""
        from arxdesk.core.commands import change_roles  # noqa: PLC0415
        from arxdesk_engine.data.schema import Role  # noqa: PLC0415

        document = self.document
        step = change_roles(document, document.dataset.names, Role.QUASI_IDENTIFYING)
        self.do("one role for all attributes", partial(document.push, step), self.quiet_for(0.7))
        self.do("undo", document.undo_stack.undo, self.quiet_for(0.7))

    def hierarchy(self) -> None:
        """The wizard for the attribute with the most values, as far as its preview."""
        column = max(self.document.dataset.columns, key=lambda each: len(each.values))
        self.document.set_focus(column.name)
        flow = self.window.flows.hierarchies
        start = self.window.actions_by_name["create_hierarchy"].trigger
        made = f"the hierarchy wizard for {len(column.values):,} values"
        self.do(made, start, lambda: flow.wizard is not None and flow.wizard.draft.survey is not None)
        wizard = flow.wizard
        self.do("its settings and the preview", wizard.go_on, self.quiet_for(1.0))
        self.do("leave the wizard", wizard.reject, lambda: flow.wizard is None)

    def project(self) -> None:
        """Save the project, and open it again."""
        session, file = self.window.session, self.folder / "project.toml"
        before = self.document
        self.do("save the project", partial(session.save, file), lambda: not before.modified and file.exists())
        opened = self.window.flows.project.open
        self.do("open the project", partial(opened, file), lambda: self.window.document is not before)
        self.do("take a look again", lambda: None, self.quiet_for(1.0))

    @property
    def _records(self):  # type: ignore[no-untyped-def]
        return self.window.workspace.perspectives["configure"].records_view

    @property
    def _table(self):  # type: ignore[no-untyped-def]
        return self._records.table

    def _file_is_read(self) -> bool:
        dialog = self.window.dialog
        return (
            dialog is not None
            and dialog.flow.draft.table is not None
            and dialog.flow.draft.table.whole
            and not dialog.flow.busy
        )


def measure(name: str, pictures: Path | None = None) -> list[Line]:
    """Everything that is done with one of TABLES, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wide.csv"
        if TABLES[name]:
            path = table_path(TABLES[name])
        else:
            write_wide_table(path)
        return Measurement(path, pictures).measured()


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each data set, each measured in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="IHIS,WIDE", help=f"of {', '.join(TABLES)}")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture after every step")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.inside:
        tell(measure(chosen.inside, chosen.pictures))
        return
    for name in chosen.data.split(","):
        lines = in_its_own_process("tests.benchmarks.desktop", name, chosen.pictures)
        longest = max(line.longest for line in lines)
        title = f"{name}: the main thread paused for {tables.seconds(longest)} at most"
        tables.show(title, HEADERS, [line.cells() for line in lines])


if __name__ == "__main__":
    main()
