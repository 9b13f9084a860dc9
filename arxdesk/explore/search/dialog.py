"""The dialog before a search: its extent, the algorithm with the reason, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QWidget

from arxdesk.core.document import Document
from arxdesk.core.rows_words import WHY_OFF
from arxdesk.explore.search.algorithm_words import ALGORITHM_WORDS, PROPOSED, algorithm_words, what_the_end_proves
from arxdesk.explore.search.recoding_choice import RecodingChoice, Way
from arxdesk.help.window import show_help
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.help_topics import SEARCHING
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.words import count, joined, records
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, short, tr, tr_n
from arxdesk_engine.job.search import GroupwiseSettings, SearchSettings
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.preparation.subset import included_records
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings

WIDTH = 560
LARGE = 10**6
"""From this size on the proof of the optimum may take too long: measured on two cores,
that of 368,640 with 15 attributes took 2 s, while of 85 million with 16 attributes the gap was 19 % after a minute."""
_GENETIC = {
    "iterations": marked("Generations"),
    "subpopulation_size": marked("Size of the population"),
    "elite_fraction": marked("Elite share"),
    "crossover_fraction": marked("Crossover share"),
    "production_fraction": marked("Share eligible as parents"),
    "mutation_probability": marked("Mutation share of levels"),
    "immigration_fraction": marked("Migration share"),
    "immigration_interval": marked("Generations between migrations"),
}
MOST_COUNTED = 200_000
"""In larger tables the records of an expression are not counted before the search: it would block the window."""
_USE_PROPOSED = "proposed"
NO_RECODING = marked("Only one scale per column is possible with {models}.")
NO_GROUPS = marked("Recoding group by group judges a group by its records alone, which {models} does not allow.")


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """The extent of a search. `is_drawn`: differential privacy leaves nothing to search; `is_again`: it has
    drawn before, under the same rules."""

    transformations: int
    attributes: int
    records: int
    is_drawn: bool = False
    is_again: bool = False
    part: str = ""
    """The part of the records that counts, unless it is the whole table."""
    unfit: Mapping[Way, str] = field(default_factory=dict)
    """Why a way of recoding is not possible, by its name in a job."""
    kept: Mapping[str, float] = field(default_factory=dict)
    """The detail that a way of recoding is known to keep, by its name in a job."""

    @classmethod
    def of(cls, document: Document) -> SearchFacts:
        """The facts of the current configuration."""
        records, part = _records_that_count(document)
        return cls(
            document.transformations,
            len(document.attributes_with(Role.QUASI_IDENTIFYING)),
            records,
            not document.policy.searches,
            document.result is not None and document.result.solution.is_drawn and document.result_is_current,
            part,
            _not_possible(document),
            _known_to_keep(document),
        )

    @property
    def lead(self) -> str:
        """The search in a few words."""
        if self.is_drawn and self.transformations > 1:
            return tr("Draw one of {transformations} transformations", transformations=count(self.transformations))
        return tr_n(
            self.transformations,
            "Search {n} transformation",
            "Search {n} transformations",
            n=count(self.transformations),
        )

    @property
    def sentence(self) -> str:
        """The purpose of the search."""
        table = tr_n(
            self.attributes,
            "{n} quasi-identifier in {records}",
            "{n} quasi-identifiers in {records}",
            records=f"{records(self.records)}{self.part}",
        )
        if self.is_drawn:
            said = tr(
                "For {table}. Differential privacy draws at random, so there is no algorithm to choose.", table=table
            )
            again = tr("It has been drawn already: sharing both results spends the budget twice.")
            return f"{said} {again}" if self.is_again else said
        return tr(
            "For the one that satisfies the privacy models and keeps most detail of {table}. You can keep working "
            "meanwhile, and stop at any time: the best so far is kept.",
            table=table,
        )

    @property
    def reason(self) -> str:
        """Why the optimal search is proposed, and what to expect of it."""
        if self.transformations <= LARGE:
            return tr_n(
                self.transformations,
                "With {n} transformation it usually proves the optimum within seconds.",
                "With {n} transformations it usually proves the optimum within seconds.",
                n=count(self.transformations),
            )
        return tr(
            "With {number} transformations the proof may be out of reach. You will see how far the best so far can be "
            "from the best possible at most, which no other algorithm tells as closely.",
            number=count(self.transformations),
        )


def _not_possible(document: Document) -> dict[Way, str]:
    """The ways of recoding that the privacy models rule out, or rows that stay where they are, and why."""
    policy = document.policy
    if document.rows is not None:
        return dict.fromkeys(("groupwise", "iterated"), f"{tr(WHY_OFF)}.")
    if unfit := policy.models_against_recoding:
        return dict.fromkeys(("groupwise", "iterated"), tr(NO_RECODING, models=joined([tr(each) for each in unfit])))
    if unfit := policy.models_against_groups:
        return {"groupwise": tr(NO_GROUPS, models=joined([tr(each) for each in unfit]))}
    return {}


def _records_that_count(document: Document) -> tuple[int, str]:
    """The number of records that are searched, and the part of the table they form.

    Parts that are slow to determine, such as the content of a file, are left out: then the number is that of the table.
    """
    job, dataset = document.job, document.dataset
    if not document.policy.part:
        return document.records, ""
    if document.policy.draws_sample:
        return dataset.records, tr(", of which a random sample is drawn")
    of = f" {tr('of the {records} in the table', records=count(dataset.records))}"
    if document.result is not None and document.result_is_current:
        return document.result.records, of
    named = named_subsets(job)
    is_file = any(each.settings.file is not None for each in named)
    if dataset.records > MOST_COUNTED or is_file:
        return dataset.records, tr(", of which those of the {part} count", part=tr(document.policy.part))
    try:
        included = included_records(job, dataset)
    except UserError:  # a wrong expression is reported elsewhere
        included = None
    return (dataset.records, "") if included is None else (int(included.sum()), of)


def _known_to_keep(document: Document) -> dict[str, float]:
    """The detail kept by the best transformation and by its recoding, as far as the table shown now tells."""
    result, applied = document.result, document.applied
    if result is None or applied is None or not document.result_is_current:
        return {}
    if result.solution.best is None or applied.check.levels != result.solution.best.levels:
        return {}
    if applied.recoded is None:
        return {"none": applied.mean_granularity}
    way = "groupwise" if isinstance(applied.recoded.settings, GroupwiseSettings) else "iterated"
    return {"none": applied.recoded.detail_before, way: applied.recoded.detail_after}


class AnonymizeDialog(FramedDialog):
    """`settings` are the search settings, once accepted."""

    def __init__(self, facts: SearchFacts, settings: SearchSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Anonymize"))
        self.setFixedWidth(WIDTH)
        self._facts, self._before = facts, settings
        self.settings = settings
        self.algorithm = ChoiceBox(tr("Algorithm"), [(key, tr(each.name)) for key, each in ALGORITHM_WORDS.items()])
        for place, key in enumerate(self.algorithm.keys):
            self.algorithm.setItemData(place, tr('In a job: algorithm = "{key}"', key=key), Qt.ItemDataRole.ToolTipRole)
        self.algorithm.set_value(settings.algorithm)
        self.how = paragraph("", "dense", "2")
        self.why = Message()
        self.seconds = NumberEdit(tr("Time limit in seconds"))
        self.checks = NumberEdit(tr("Limit of checks"), whole=True)
        self.seed = NumberEdit(tr("Seed"), whole=True)
        for edit, value in ((self.seconds, settings.time_limit), (self.checks, settings.check_limit)):
            edit.setPlaceholderText(tr("no limit"))
            edit.set_value(value)
        self.seed.set_value(settings.seed)
        self.recoding = RecodingChoice(settings.recoding_settings, facts.kept, facts.unfit)
        self.genetic = _genetic_edits(settings.genetic)
        self.more = link_button(tr("Genetic parameters..."))
        self.help = link_button(tr("Limits of the search"))
        self.foot = DialogFoot(tr("Anonymize"))
        self._lay_out()
        self._connect()
        self._show_algorithm()
        (self.foot.primary if facts.is_drawn else self.algorithm).setFocus()

    @property
    def edits(self) -> dict[str, NumberEdit]:
        """The number fields, by setting."""
        own = {"time_limit": self.seconds, "check_limit": self.checks, "seed": self.seed}
        own["recoding_time_limit"] = self.recoding.seconds
        return own | {f"genetic.{name}": edit for name, edit in self.genetic.items()}

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the height now that the font is known."""
        super().showEvent(event)
        self._fit()

    def _connect(self) -> None:
        self.algorithm.chosen.connect(self._show_algorithm)
        self.why.link_activated.connect(self._use_proposed)
        self.recoding.changed.connect(self._judge)
        self.recoding.grown.connect(self._fit)
        self.more.clicked.connect(self._show_more)
        self.help.clicked.connect(self._show_help)
        for edit in self.edits.values():
            edit.textChanged.connect(self._judge)
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)

    def _use_proposed(self, _link: str = "") -> None:
        self.algorithm.set_value(PROPOSED)
        self._show_algorithm()
        self.algorithm.setFocus()

    def _show_algorithm(self, _chosen: str = "") -> None:
        chosen = self.algorithm.value
        words = algorithm_words(chosen)
        self.algorithm.setToolTip(tr('In a job: algorithm = "{chosen}"', chosen=chosen))
        self.how.setText(f"{tr(words.sentence)} {what_the_end_proves(chosen)}")
        if chosen == PROPOSED:
            self.why.set_content("info", tr("Proposed."), self._facts.reason)
        else:
            name = tr(algorithm_words(PROPOSED).name)
            self.why.set_content(
                "info", tr("{name} is proposed.", name=name), self._facts.reason, ((_USE_PROPOSED, tr("Use it")),)
            )
        for widget in self._of_seed:
            widget.setVisible(words.is_seeded)
        self.more.setVisible(words.is_seeded)
        if not words.is_seeded:
            self._parameters.hide()
        self._judge()
        self._fit()

    def _show_more(self) -> None:
        self._parameters.setVisible(self._parameters.isHidden())
        self._fit()

    def _show_help(self) -> None:
        show_help(SEARCHING)

    def _fit(self) -> None:
        """Fit the height to the content, which scrolls where the window is lower; a layout that grows does not shrink
        its dialog again."""
        for layout in (self.recoding.column, self._grid, self._body):
            layout.invalidate()
            layout.activate()
        behind = self.parentWidget()
        wanted = self._body.totalHeightForWidth(WIDTH) + self.foot.maximumHeight()
        room = wanted if behind is None else min(wanted, behind.window().height())
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if room == wanted else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self._scroll.setVerticalScrollBarPolicy(policy)  # else it would come for the least height of wrapped words
        self.resize(self.width(), room)

    def _judge(self) -> None:
        """Take over the typed numbers, or show their errors."""
        chosen = self._before.with_recoding(self.recoding.settings).model_dump()
        chosen["algorithm"] = self.algorithm.value
        is_seeded = algorithm_words(self.algorithm.value).is_seeded
        for name, edit in self.edits.items():
            place, _, parameter = name.partition(".")
            if place in ("seed", "genetic") and not is_seeded:  # hidden; the previous setting is kept
                continue
            if place == "recoding_time_limit" and not self.recoding.takes_seconds:
                continue
            if parameter:
                chosen[place][parameter] = edit.value
            else:
                chosen[place] = edit.value
        chosen["seed"] = self._before.seed if chosen["seed"] is None else chosen["seed"]
        wrong: dict[str, str] = {}
        try:
            self.settings = SearchSettings(**chosen)
        except ValidationError as error:
            wrong = {".".join(map(str, each["loc"])): _sentence(each) for each in error.errors()}
        for name, edit in self.edits.items():
            edit.set_problem(name in wrong)
        self.foot.primary.setEnabled(not wrong)
        self.foot.note.setText(next(iter(wrong.values()), ""))

    def _lay_out(self) -> None:
        self._choices = QWidget()
        if self._facts.is_drawn:
            self._choices.hide()
        grid = self._grid = QGridLayout(self._choices)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label(tr("Algorithm"), "dense", "2"), 0, 0)
        grid.addWidget(self.algorithm, 0, 1)
        grid.addWidget(self.how, 1, 1)
        grid.addWidget(self.why, 2, 0, 1, 2)
        for row, (text, edit, unit) in enumerate(
            (
                (tr("End after"), self.seconds, tr("seconds")),
                (tr("or after"), self.checks, tr("checks. Without limits it runs to its end.")),
            ),
            3,
        ):
            grid.addWidget(label(text, "dense", "2"), row, 0)
            layouts.nest(grid, _row(edit, label(unit, "dense", "2")), row, 1)
        seed, meaning = label(tr("Seed"), "dense", "2"), label(tr("the same seed gives the same search"), "dense", "2")
        self._of_seed: tuple[QWidget, ...] = (seed, self.seed, meaning)
        grid.addWidget(seed, 5, 0)
        layouts.nest(grid, _row(self.seed, meaning), 5, 1)
        grid.addWidget(self.more, 6, 1, Qt.AlignmentFlag.AlignLeft)
        self._parameters = self._lay_out_parameters()
        grid.addWidget(self._parameters, 7, 1)
        levels = label(tr("Labels"), "dense", "2")
        grid.addWidget(levels, 8, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.recoding, 8, 1)
        content = QWidget()
        self._body = layouts.column(
            paragraph(self._facts.lead, "lead"),
            paragraph(self._facts.sentence, "dense", "2"),
            self._choices,
            (self.help, 0, Qt.AlignmentFlag.AlignLeft),
            layouts.STRETCH,
            spacing=8,
            margins=16,
            inside=content,
        )
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName(self.windowTitle())
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(content)
        layouts.column((self._scroll, 1), self.foot, spacing=0, inside=self)

    def _lay_out_parameters(self) -> QWidget:
        made = QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for row, (name, text) in enumerate(_GENETIC.items()):
            grid.addWidget(label(tr(text), "dense", "2"), row, 0)
            grid.addWidget(self.genetic[name], row, 1)
        made.hide()
        return made


def _genetic_edits(settings: GeneticSettings) -> dict[str, NumberEdit]:
    edits = {}
    for name, text in _GENETIC.items():
        value = getattr(settings, name)
        edits[name] = NumberEdit(tr(text), whole=isinstance(value, int))
        edits[name].set_value(value)
    return edits


def _row(edit: QWidget, unit: QWidget) -> QHBoxLayout:
    return layouts.row(edit, (unit, 1), spacing=8)


def _sentence(error: ErrorDetails) -> str:
    """The error of a number in a few words."""
    limits = error.get("ctx", {})
    if error["type"] == "greater_than":
        return tr("This must be more than {limit}.", limit=short(limits["gt"]))
    if error["type"] == "greater_than_equal":
        return tr("This must be {limit} or more.", limit=short(limits["ge"]))
    if error["type"] == "less_than_equal":
        return tr("This must be {limit} or less.", limit=short(limits["le"]))
    if error["type"] == "value_error":
        return tr("Elite and crossover share must not exceed the whole.")
    return tr("This is not a number allowed here.")
