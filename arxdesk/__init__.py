"""ArxDesk makes tables about people safe to share: a Python library, a command line and a desktop application.

    import arxdesk as ad

    result = ad.anonymize(
        people,                                            # pandas, polars, Arrow, or any other data frame
        quasi_identifiers={"age": ad.Automatic(), "sex": None},
        sensitive=["diagnosis"],
        privacy=[ad.KAnonymity(k=5), ad.LDiversity(attribute="diagnosis", l=3)],
        suppression_limit=0.05,
    )
    result.frame                                           # a frame of the same kind
    result.summary(), result.risk(), result.quality()      # the figures, as data frames

What there is, each with its own `help`:

    a data frame          anonymize, sweep, anonymize_as; what they give: Result, Recount
    its risk as it is     risk_of, risk_of_rows
    new rows like it      Anonymizer, Plan, AppliedPlan, load_plan
    privacy models        KAnonymity, LDiversity, TCloseness, BetaLikeness, DeltaDisclosure, DeltaPresence,
                          DifferentialPrivacy, KMap, AverageRisk, SampleUniqueness, PopulationUniqueness,
                          Profitability; people with several rows: EventAnonymity, HistoryAnonymity;
                          cells that hold sets: KmAnonymity
    the measure of loss   Quality
    hierarchies           Automatic, Intervals, Dates, Order, Redaction, Priorities, Coding, ReadyMade, Table
    jobs and progress     Job, load_job, Progress, ProgressBar
    errors, all of which  UserError: InvalidData, InvalidHierarchy, InvalidJob, NothingFound, TooSmallGroups,
                          UnconfirmedFile, UncountedFile, UnseenInPlan; where work was cancelled: Stopped
    warnings              PassedThroughWarning, NewRowsWarning, ExtensionWarning
    models of your own    PrivacyModel, SensitiveModel, ClassCriterion, TableCriterion, GroupValues, WholeTable,
                          Description, UnfitModel, register_privacy_model; QualityModel, ClassWiseModel,
                          QualityDescription, register_quality_model; HierarchyBuilder, ClassifyingBuilder,
                          register_builder

Importing this package is cheap: its names are loaded when they are used, and none of them loads Qt.

What is listed in `__all__` is public, with the arguments, fields and errors that its documentation names, and so are
the keys of job files. Within a version 1 these only grow. Before version 1.0 they may change with each minor version;
the changelog says how. What is going to be removed says so for one minor version at least, by a DeprecationWarning that
names what to use instead. Figures are no promise: a later version may find a better transformation within a time limit.
All else, `arxdesk_engine` among it, may change at any time.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arxdesk_engine import __version__ as __version__
    from arxdesk_engine.foundation.control import Progress as Progress
    from arxdesk_engine.foundation.control import Stopped as Stopped
    from arxdesk_engine.foundation.errors import InvalidData as InvalidData
    from arxdesk_engine.foundation.errors import InvalidHierarchy as InvalidHierarchy
    from arxdesk_engine.foundation.errors import InvalidJob as InvalidJob
    from arxdesk_engine.foundation.errors import UserError as UserError
    from arxdesk_engine.hierarchies.automatic import AutomaticBuilder as Automatic
    from arxdesk_engine.hierarchies.builder import ClassifyingBuilder as ClassifyingBuilder
    from arxdesk_engine.hierarchies.builder import HierarchyBuilder as HierarchyBuilder
    from arxdesk_engine.hierarchies.builders import register as register_builder
    from arxdesk_engine.hierarchies.coding import CodingBuilder as Coding
    from arxdesk_engine.hierarchies.date import DateBuilder as Dates
    from arxdesk_engine.hierarchies.interval import IntervalBuilder as Intervals
    from arxdesk_engine.hierarchies.order import OrderBuilder as Order
    from arxdesk_engine.hierarchies.priority import PriorityBuilder as Priorities
    from arxdesk_engine.hierarchies.ready_made import ReadyMadeBuilder as ReadyMade
    from arxdesk_engine.hierarchies.redaction import RedactionBuilder as Redaction
    from arxdesk_engine.hierarchies.table import TableBuilder as Table
    from arxdesk_engine.job.extensions import ExtensionWarning as ExtensionWarning
    from arxdesk_engine.job.job import Job as Job
    from arxdesk_engine.job.job import load_job as load_job
    from arxdesk_engine.job.quality import QualitySettings as Quality
    from arxdesk_engine.library.anonymizing import anonymize as anonymize
    from arxdesk_engine.library.anonymizing import anonymize_as as anonymize_as
    from arxdesk_engine.library.estimator import FrameAnonymizer as Anonymizer
    from arxdesk_engine.library.estimator import NewRowsWarning as NewRowsWarning
    from arxdesk_engine.library.passing import PassedThroughWarning as PassedThroughWarning
    from arxdesk_engine.library.plan import AppliedPlan as AppliedPlan
    from arxdesk_engine.library.plan import Plan as Plan
    from arxdesk_engine.library.plan import UnseenInPlan as UnseenInPlan
    from arxdesk_engine.library.plan import load_plan as load_plan
    from arxdesk_engine.library.progress_bar import ProgressBar as ProgressBar
    from arxdesk_engine.library.result import NothingFound as NothingFound
    from arxdesk_engine.library.result import Result as Result
    from arxdesk_engine.library.risks import risk_of as risk_of
    from arxdesk_engine.library.risks import risk_of_rows as risk_of_rows
    from arxdesk_engine.library.sweeping import sweep as sweep
    from arxdesk_engine.plans.new_rows import TooSmallGroups as TooSmallGroups
    from arxdesk_engine.privacy import register as register_privacy_model
    from arxdesk_engine.privacy.closeness import TCloseness as TCloseness
    from arxdesk_engine.privacy.criterion import ClassCriterion as ClassCriterion
    from arxdesk_engine.privacy.criterion import TableCriterion as TableCriterion
    from arxdesk_engine.privacy.description import Description as Description
    from arxdesk_engine.privacy.differential import DifferentialPrivacy as DifferentialPrivacy
    from arxdesk_engine.privacy.disclosure import BetaLikeness as BetaLikeness
    from arxdesk_engine.privacy.disclosure import DeltaDisclosure as DeltaDisclosure
    from arxdesk_engine.privacy.diversity import LDiversity as LDiversity
    from arxdesk_engine.privacy.events import EventAnonymity as EventAnonymity
    from arxdesk_engine.privacy.item_sets import KmAnonymity as KmAnonymity
    from arxdesk_engine.privacy.model import GroupValues as GroupValues
    from arxdesk_engine.privacy.model import PrivacyModel as PrivacyModel
    from arxdesk_engine.privacy.model import SensitiveModel as SensitiveModel
    from arxdesk_engine.privacy.model import UnfitModel as UnfitModel
    from arxdesk_engine.privacy.presence import DeltaPresence as DeltaPresence
    from arxdesk_engine.privacy.profitability import Profitability as Profitability
    from arxdesk_engine.privacy.size import KAnonymity as KAnonymity
    from arxdesk_engine.privacy.size import KMap as KMap
    from arxdesk_engine.privacy.table import WholeTable as WholeTable
    from arxdesk_engine.privacy.threshold import AverageRisk as AverageRisk
    from arxdesk_engine.privacy.threshold import PopulationUniqueness as PopulationUniqueness
    from arxdesk_engine.privacy.threshold import SampleUniqueness as SampleUniqueness
    from arxdesk_engine.privacy.whole_histories import HistoryAnonymity as HistoryAnonymity
    from arxdesk_engine.quality import register as register_quality_model
    from arxdesk_engine.quality.description import QualityDescription as QualityDescription
    from arxdesk_engine.quality.model import ClassWiseModel as ClassWiseModel
    from arxdesk_engine.quality.model import QualityModel as QualityModel
    from arxdesk_engine.verification.recount import Recount as Recount
    from arxdesk_engine.verification.recount import UnconfirmedFile as UnconfirmedFile
    from arxdesk_engine.verification.recount import UncountedFile as UncountedFile

__all__ = [  # noqa: RUF022 - by subject
    "anonymize",
    "anonymize_as",
    "Result",
    "Recount",
    "risk_of",
    "risk_of_rows",
    "sweep",
    # Fixed plans for new rows.
    "Anonymizer",
    "AppliedPlan",
    "Plan",
    "load_plan",
    # Privacy models: each has the parameters that it has in a job.
    "AverageRisk",
    "BetaLikeness",
    "DeltaDisclosure",
    "DeltaPresence",
    "DifferentialPrivacy",
    "EventAnonymity",
    "HistoryAnonymity",
    "KAnonymity",
    "KMap",
    "KmAnonymity",
    "LDiversity",
    "PopulationUniqueness",
    "Profitability",
    "SampleUniqueness",
    "TCloseness",
    # The measure of what is lost.
    "Quality",
    # Hierarchies.
    "Automatic",
    "Coding",
    "Dates",
    "Intervals",
    "Order",
    "Priorities",
    "ReadyMade",
    "Redaction",
    "Table",
    # Jobs, progress and errors.
    "Job",
    "load_job",
    "Progress",
    "ProgressBar",
    "ExtensionWarning",
    "InvalidData",
    "InvalidHierarchy",
    "InvalidJob",
    "NewRowsWarning",
    "NothingFound",
    "PassedThroughWarning",
    "Stopped",
    "TooSmallGroups",
    "UnconfirmedFile",
    "UncountedFile",
    "UnseenInPlan",
    "UserError",
    # Models and builders of your own: classes to derive from, and how they become known.
    "ClassCriterion",
    "ClassWiseModel",
    "ClassifyingBuilder",
    "Description",
    "GroupValues",
    "HierarchyBuilder",
    "PrivacyModel",
    "QualityDescription",
    "QualityModel",
    "SensitiveModel",
    "TableCriterion",
    "UnfitModel",
    "WholeTable",
    "register_builder",
    "register_privacy_model",
    "register_quality_model",
    "__version__",
]

_PLACES = {
    "arxdesk_engine": {"__version__": "__version__"},
    "arxdesk_engine.foundation.control": {"Progress": "Progress", "Stopped": "Stopped"},
    "arxdesk_engine.foundation.errors": {
        "InvalidData": "InvalidData",
        "InvalidHierarchy": "InvalidHierarchy",
        "InvalidJob": "InvalidJob",
        "UserError": "UserError",
    },
    "arxdesk_engine.hierarchies.automatic": {"Automatic": "AutomaticBuilder"},
    "arxdesk_engine.hierarchies.builder": {
        "ClassifyingBuilder": "ClassifyingBuilder",
        "HierarchyBuilder": "HierarchyBuilder",
    },
    "arxdesk_engine.hierarchies.builders": {"register_builder": "register"},
    "arxdesk_engine.hierarchies.coding": {"Coding": "CodingBuilder"},
    "arxdesk_engine.hierarchies.date": {"Dates": "DateBuilder"},
    "arxdesk_engine.hierarchies.interval": {"Intervals": "IntervalBuilder"},
    "arxdesk_engine.hierarchies.order": {"Order": "OrderBuilder"},
    "arxdesk_engine.hierarchies.priority": {"Priorities": "PriorityBuilder"},
    "arxdesk_engine.hierarchies.ready_made": {"ReadyMade": "ReadyMadeBuilder"},
    "arxdesk_engine.hierarchies.redaction": {"Redaction": "RedactionBuilder"},
    "arxdesk_engine.hierarchies.table": {"Table": "TableBuilder"},
    "arxdesk_engine.job.extensions": {"ExtensionWarning": "ExtensionWarning"},
    "arxdesk_engine.job.job": {"Job": "Job", "load_job": "load_job"},
    "arxdesk_engine.job.quality": {"Quality": "QualitySettings"},
    "arxdesk_engine.library.anonymizing": {"anonymize": "anonymize", "anonymize_as": "anonymize_as"},
    "arxdesk_engine.library.estimator": {"Anonymizer": "FrameAnonymizer", "NewRowsWarning": "NewRowsWarning"},
    "arxdesk_engine.library.passing": {"PassedThroughWarning": "PassedThroughWarning"},
    "arxdesk_engine.library.plan": {
        "AppliedPlan": "AppliedPlan",
        "Plan": "Plan",
        "UnseenInPlan": "UnseenInPlan",
        "load_plan": "load_plan",
    },
    "arxdesk_engine.library.progress_bar": {"ProgressBar": "ProgressBar"},
    "arxdesk_engine.library.result": {"NothingFound": "NothingFound", "Result": "Result"},
    "arxdesk_engine.library.risks": {"risk_of": "risk_of", "risk_of_rows": "risk_of_rows"},
    "arxdesk_engine.library.sweeping": {"sweep": "sweep"},
    "arxdesk_engine.plans.new_rows": {"TooSmallGroups": "TooSmallGroups"},
    "arxdesk_engine.privacy": {"register_privacy_model": "register"},
    "arxdesk_engine.privacy.criterion": {"ClassCriterion": "ClassCriterion", "TableCriterion": "TableCriterion"},
    "arxdesk_engine.privacy.description": {"Description": "Description"},
    "arxdesk_engine.privacy.model": {
        "GroupValues": "GroupValues",
        "PrivacyModel": "PrivacyModel",
        "SensitiveModel": "SensitiveModel",
        "UnfitModel": "UnfitModel",
    },
    "arxdesk_engine.privacy.table": {"WholeTable": "WholeTable"},
    "arxdesk_engine.quality": {"register_quality_model": "register"},
    "arxdesk_engine.quality.description": {"QualityDescription": "QualityDescription"},
    "arxdesk_engine.quality.model": {"ClassWiseModel": "ClassWiseModel", "QualityModel": "QualityModel"},
    "arxdesk_engine.verification.recount": {
        "Recount": "Recount",
        "UnconfirmedFile": "UnconfirmedFile",
        "UncountedFile": "UncountedFile",
    },
}
"""Where each name is: its module, and its name there. Privacy models are found by their classes."""


def _place_of(name: str) -> tuple[str, str] | None:
    return next(((module, names[name]) for module, names in _PLACES.items() if name in names), None)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - any public name
        """A public name, loaded when it is used first."""
        if name not in __all__:
            raise AttributeError(f"module 'arxdesk' has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - every import here is one for all programs

        place = _place_of(name)
        if place is not None:
            found = getattr(import_module(place[0]), place[1])
        else:
            models = import_module("arxdesk_engine.privacy").MODELS
            found = next(model for model in models.values() if model.__name__ == name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
