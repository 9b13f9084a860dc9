"""How long the window does not answer with a table outside memory: `python -m tests.benchmarks.outside_pauses`.

A folder of Parquet files in the shape of IHIS (`--records` of them, 1 million unless told; `--folder` for one that is
there) is opened in the import wizard, grouped where it is, searched, looked at, exported and counted again. The longest
time in which the main thread did not turn to the next event is printed for each step, with the memory after it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from arxdesk_engine.io.hierarchy import read_hierarchy
from tests.benchmarks import tables
from tests.benchmarks.data import IHIS, SETTINGS, shared_folder
from tests.benchmarks.open_window import HEADERS, Line, OpenWindow, in_its_own_process, tell
from tests.benchmarks.survey_blocks import draw

DEFAULT, SEED = 1_000_000, 20151001


class OutsideMeasurement(OpenWindow):
    """One window and a folder of Parquet files."""

    def __init__(self, table: Path, pictures: Path | None) -> None:
        super().__init__(pictures)
        self._table = table
        folder = shared_folder() / "data" / SETTINGS["IHIS"].dataset
        self._hierarchies = {name: read_hierarchy(folder / f"hierarchy_{name}.csv") for name in IHIS}
        self.wait(2.0)  # the kernels are warmed meanwhile
        self.window.show()
        self.wait(1.0)

    def all(self) -> None:
        """From the wizard to the second count."""
        self.open()
        self.group()
        self.search()
        self.look_around()
        self.export()

    @property
    def _wizard(self):  # type: ignore[no-untyped-def]
        return self.window.dialog

    def open(self) -> None:
        """The wizard with the first records."""
        opening = partial(self.window.flows.project.open, self._table)
        self.do("open the folder", opening, lambda: self._wizard is not None and not self._wizard.flow.busy)

    def group(self) -> None:
        """Roles, and the distinct combinations of the quasi-identifiers."""
        from arxdesk_engine.data.schema import Role  # noqa: PLC0415

        wizard, draft = self._wizard, self._wizard.flow.draft
        self.do("roles", wizard.next_button.click, self.quiet_for(0.5))
        places = range(len(draft.choices.columns))
        self.do(
            "all are quasi-identifying", partial(draft.set_role, places, Role.QUASI_IDENTIFYING), self.quiet_for(0.5)
        )
        self.do("last page", wizard.next_button.click, self.quiet_for(0.5))
        self.do("group", wizard.next_button.click, lambda: self.window.document is not None)
        self.do("look at the groups", lambda: None, self.quiet_for(2.0))

    def search(self) -> None:
        """Hierarchies and 5-anonymity, searched to the proof."""
        from arxdesk.core.commands import ChangeSections  # noqa: PLC0415
        from arxdesk_engine.privacy.size import KAnonymity  # noqa: PLC0415

        document, folder = self.document, shared_folder() / "data" / SETTINGS["IHIS"].dataset
        for name in IHIS:
            self.do(f"hierarchy of {name}", partial(self._give, name, folder), self.quiet_for(0.3))
        suppression = document.job.suppression.model_copy(update={"limit": 0.05})
        sections = {"privacy": (KAnonymity(k=5),), "suppression": suppression}
        change = partial(document.push, ChangeSections(document, sections, "5-anonymity"))
        self.do("5-anonymity", change, self.quiet_for(1.0))
        session = self.window.session
        self.do("search", session.searching.anonymize, lambda: document.applied is not None)
        exploration = self.window.workspace.exploration
        self.do("classify", lambda: None, lambda: exploration.is_settled)

    def _give(self, name: str, folder: Path) -> None:
        from arxdesk.core.commands import ChangeHierarchy  # noqa: PLC0415

        file = folder / f"hierarchy_{name}.csv"
        found = self._hierarchies[name]
        self.document.push(ChangeHierarchy(self.document, name, found, str(file), f"Hierarchy of {name}"))

    def look_around(self) -> None:
        """Every perspective, until it is quiet."""
        for name in ("configure", "explore", "quality", "risk"):
            self.do(f"look at {name}", partial(self.window.show_perspective, name), self.quiet_for(1.5))

    def export(self) -> None:
        """To a file, counted again."""
        from arxdesk.exporting.dialog import RESULT  # noqa: PLC0415

        self.do("begin to export", self.window.actions_by_name["export"].trigger, lambda: self._wizard is not None)
        wizard = self._wizard
        wizard.place_page.file.setText(str(self.folder / "released.parquet"))
        while wizard.place < RESULT - 1:
            self.do("next page", wizard.next_button.click, self.quiet_for(0.5))
        self.do("write and count again", wizard.next_button.click, lambda: not wizard.course.busy)
        assert wizard.course.written is not None, wizard.course.error


def measure(table: Path, pictures: Path | None = None) -> list[Line]:
    """Everything that is done with a table, in this process."""
    return OutsideMeasurement(table, pictures).measured()


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each step, measured in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=DEFAULT, help="of the table that is drawn (1 million)")
    parser.add_argument("--folder", type=Path, help="a folder of Parquet files in the shape of IHIS")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture after every step")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.inside:
        tell(measure(Path(chosen.inside), chosen.pictures))
        return
    with tempfile.TemporaryDirectory(prefix="arxdesk-outside-") as name:
        folder = chosen.folder
        if folder is None:
            folder = Path(name) / "survey"
            folder.mkdir()
            draw(folder / "survey.parquet", SETTINGS["IHIS"].dataset, chosen.records, SEED)
        lines = in_its_own_process("tests.benchmarks.outside_pauses", str(folder), chosen.pictures)
    longest = max(line.longest for line in lines)
    title = f"A table outside memory: the main thread paused for {tables.seconds(longest)} at most"
    tables.show(title, HEADERS, [line.cells() for line in lines])


if __name__ == "__main__":
    main()
