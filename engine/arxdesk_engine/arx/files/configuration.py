"""The configuration of a project: from Java's objects where they can be read, else from the XML."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

from arxdesk_engine.arx.files.container import Container
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.vocabulary import CONFIG, report_unknown
from arxdesk_engine.arx.files.xml_tree import Element
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import marked, short, tr

CONFIG_OBJECTS, CONFIG_XML, PROJECT_OBJECTS = "input/config.dat", "input/config.xml", "project.dat"
_TYPE_BITS = ("QUASI_IDENTIFYING_ATTRIBUTE", "SENSITIVE_ATTRIBUTE", "INSENSITIVE_ATTRIBUTE", "IDENTIFYING_ATTRIBUTE")
"""What the bits of a number of suppressed types mean, the lowest first."""
_MODEL_CONFIGURATION = frozenset(
    (
        *("min", "max", "config", "modified", "hierarchies", "microAggregationFunctions", "transformationModes"),
        *("microAggregationIgnoreMissingData", "researchSubset", "suppressionWeight", "hierarchyBuilders"),
    )
)
_ARX_CONFIGURATION = frozenset(
    (
        *("absMaxOutliers", "aCriteria", "bCriteria", "mCriteria", "attributeWeights", "criteria", "metric"),
        *("practicalMonotonicity", "relMaxOutliers", "requirements", "snapshotLength", "suppressedAttributeTypes"),
        *("suppressionAlwaysEnabled", "heuristicSearchForSampleBasedCriteria", "heuristicSearchEnabled"),
        *("heuristicSearchThreshold", "heuristicSearchTimeLimit", "heuristicSearchStepLimit"),
        *("costBenefitConfiguration", "dpSearchBudget", "numOutputRecords", "heuristicSearchStepSemantics"),
        *("geneticAlgorithmSubpopulationSize", "geneticAlgorithmImmigrationInterval"),
        *("geneticAlgorithmImmigrationFraction", "geneticAlgorithmEliteFraction"),
        *("geneticAlgorithmCrossoverFraction", "geneticAlgorithmDeterministic", "geneticAlgorithmMutationProbability"),
        *("geneticAlgorithmProductionFraction", "geneticAlgorithmIterations", "algorithm", "suppressionString"),
        *("protectSensitiveAssociations", "searchStepSemantics", "utilityBasedMicroaggregation"),
        *("financialConfiguration",),
    )
)
_MODEL = frozenset(
    (
        *("snapshotSizeDataset", "snapshotSizeSnapshot", "historySize", "maximalSizeForComplexOperations"),
        *("initialNodesInViewer", "maxNodesInViewer", "description", "inputBytes", "modified", "name", "separator"),
        *("csvSyntax", "time", "locale", "auditTrail", "debugEnabled", "groups", "optimalNodeAsString"),
        *("outputNodeAsString", "selectedClassValue", "selectedAttribute", "showVisualization", "pair", "query"),
        *("subsetOrigin", "inputConfig", "nodeFilter", "viewConfig", "outputConfig", "riskModel", "dPresenceModel"),
        *("kMapModel", "kAnonymityModel", "lDiversityModel", "tClosenessModel", "riskBasedModel"),
        *("differentialPrivacyModel", "dDisclosurePrivacyModel", "stackelbergPrivacyModel", "bLikenessModel"),
        *("profitabilityModel", "metricConfig", "metricDescription", "useListwiseDeletion"),
        *("useFunctionalHierarchies", "selectedQuasiIdentifiers", "localRecodingModel", "heuristicSearchThreshold"),
        *("heuristicSearchTimeLimit", "heuristicSearchStepLimit", "anonymizationConfiguration", "selectedFeatures"),
        *("selectedClasses", "classificationModel", "riskQuestionnaireWeights", "riskQuestionnaire"),
        *("optimizationStatistics", "processStatistics", "charset", "maskingModel", "rModel", "suppressionString"),
        *("minimumKeySizeModel", "attributePair", "geneticAlgorithmSubpopulationSize", "showColors", "colors"),
        *("geneticAlgorithmImmigrationInterval", "geneticAlgorithmImmigrationFraction"),
        *("geneticAlgorithmEliteFraction", "geneticAlgorithmCrossoverFraction", "geneticAlgorithmDeterministic"),
        *("geneticAlgorithmMutationProbability", "geneticAlgorithmProductionFraction", "geneticAlgorithmIterations"),
        *("useModalHelpDialogs", "modelRiskWizard", "heuristicForSampleBasedCriteria"),
    )
)
_EMPTY: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class Configuration:
    """A configuration: its objects, where they could be read, beside its XML.

    `model` is the project, `input` its present configuration, and `arx` what of that ARX's library is given.
    """

    model: Instance
    input: Instance
    arx: Instance
    xml: Element | None
    weights: Mapping[str, float] = field(default_factory=dict)
    suppressed_types: frozenset[str] = frozenset()
    limit: float = 0.0

    @property
    def criteria_texts(self) -> tuple[str, ...]:
        """The privacy models as the XML has them."""
        criteria = None if self.xml is None else self.xml.child("criteria")
        return () if criteria is None else tuple(each.text.strip() for each in criteria.all("criterion"))

    @property
    def metric_text(self) -> str:
        """The quality model as the XML has it."""
        return "" if self.xml is None else self.xml.value("metric")


def configuration(container: Container, findings: Findings) -> Configuration:
    """Read what there is."""
    nothing = Instance("nothing")
    model = container.object(PROJECT_OBJECTS, "Model", _MISSING_MODEL) or nothing
    present = container.object(CONFIG_OBJECTS, "ModelConfiguration") or model.part("inputConfig") or nothing
    arx = present.part("config") or nothing
    xml = container.xml(CONFIG_XML)
    report_unknown(xml, CONFIG, CONFIG_XML, findings)
    for instance, known, entry in (
        (model, _MODEL, PROJECT_OBJECTS),
        (present, _MODEL_CONFIGURATION, CONFIG_OBJECTS),
        (arx, _ARX_CONFIGURATION, CONFIG_OBJECTS),
    ):
        _report_unknown_fields(instance, known, entry, findings)
    _report_switches(arx, xml, model, findings)
    return Configuration(
        model, present, arx, xml, _weights(arx, xml, findings), _suppressed_types(arx, xml), _limit(arx, xml, findings)
    )


_MISSING_MODEL = marked(
    "Population, search, thresholds and the target variables of classification have their defaults; privacy models "
    "and the quality model come from the configuration."
)


def _report_unknown_fields(instance: Instance, known: frozenset[str], entry: str, findings: Findings) -> None:
    """List fields that no version of ARX that is known has, where they say something."""
    for name, value in instance.fields.items():
        if name not in known and value not in (None, False, "", [], {}, array("i")) and "$" not in name:
            told = marked("the field {name} of {kind} is not known")
            if isinstance(value, bool | int | float):
                told = marked("the field {name} of {kind} is not known ({value})")
            found = tr(told, name=quoted(name), kind=instance.name, value=value)
            findings.leave_out(entry, found, tr("It was not imported."))


def _report_switches(arx: Instance, xml: Element | None, model: Instance, findings: Findings) -> None:
    """Settings without a counterpart, where they are not as they usually are."""
    practical, always = arx.flag("practicalMonotonicity"), arx.flag("suppressionAlwaysEnabled")
    if xml is not None:
        practical = xml.value("practicalMonotonicity") == "true" if practical is None else practical
        always = xml.value("suppressTuplesInNonAnonymousOutput") != "false" if always is None else always
    if practical:
        found = tr("practical monotonicity is assumed, which can miss the best transformation")
        findings.leave_out(CONFIG_OBJECTS, found, tr("The search here assumes nothing, and takes no longer for it."))
    if always is False:
        found = tr("records of a transformation that does not satisfy the models are not removed")
        findings.leave_out(
            CONFIG_OBJECTS, found, tr("Here only transformations that satisfy the models can be applied.")
        )
    if arx.flag("heuristicSearchForSampleBasedCriteria"):
        found = tr("utility-driven suppression is switched off")
        findings.leave_out(CONFIG_OBJECTS, found, tr("Here the classes that lose least are removed first."))
    hidden = arx.text("suppressionString")
    if hidden not in (None, "", "*"):
        found = tr("hidden cells are written as {hidden}", hidden=quoted(str(hidden)))
        findings.leave_out(CONFIG_OBJECTS, found, tr("Here they are written as *."))
    if arx.flag("protectSensitiveAssociations"):
        found = tr("associations between sensitive attributes are protected")
        findings.leave_out(CONFIG_OBJECTS, found, tr("Add a privacy model for each sensitive attribute instead."))
    if model.flag("useListwiseDeletion") is False:
        found = tr("list-wise deletion is switched off")
        findings.leave_out(PROJECT_OBJECTS, found, tr("Summaries here show their number of cells."))


def _weights(arx: Instance, xml: Element | None, findings: Findings) -> dict[str, float]:
    found: dict[str, float] = {}
    if "attributeWeights" in arx.fields:
        pairs = [(str(name), value) for name, value in arx.table("attributeWeights").items()]
    else:
        weights = None if xml is None else xml.child("attributeWeights")
        entries = [] if weights is None else list(weights.all("attributeWeight"))
        pairs = [(each.value("attribute"), number_of(each.value("weight"))) for each in entries]
    for name, weight in pairs:
        if isinstance(weight, int | float) and 0.0 <= weight <= 1.0:
            found[name] = float(weight)
        else:
            findings.leave_out(
                CONFIG_OBJECTS, tr("the weight of {name} is none", name=quoted(name)), tr("It weighs 0.5.")
            )
    return found


def _limit(arx: Instance, xml: Element | None, findings: Findings) -> float:
    stored = arx.number("relMaxOutliers")
    if stored is None and xml is not None:
        stored = number_of(xml.value("relativeMaxOutliers") or xml.value("maximumRelativeOutliers"))
    if stored is None:
        findings.leave_out(CONFIG_XML, tr("the limit of removed records is missing"), tr("None may: set the limit."))
        return 0.0
    if not 0.0 <= stored <= 1.0:
        findings.leave_out(
            CONFIG_OBJECTS,
            tr("{value} is not a share of the records", value=short(stored)),
            tr("None may be removed: set the limit."),
        )
        return 0.0
    return float(stored)


def _suppressed_types(arx: Instance, xml: Element | None) -> frozenset[str]:
    """The types of attributes that are hidden in removed records."""
    bits = arx.get("suppressedAttributeTypes")
    if isinstance(bits, int) and not isinstance(bits, bool):
        return frozenset(name for place, name in enumerate(_TYPE_BITS) if bits >> place & 1)
    types = None if xml is None else xml.child("suppressedAttributeTypes")
    return frozenset() if types is None else frozenset(each.text.strip() for each in types.all("type"))


def number_of(text: str) -> float | None:
    """A number in a text of Java; None where there is none."""
    try:
        number = float(text.strip())
    except ValueError:
        return None
    return number if math.isfinite(number) else None
