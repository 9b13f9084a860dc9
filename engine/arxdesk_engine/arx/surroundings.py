"""The population, the costs and benefits, and the prediction targets of a project."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS, PROJECT_OBJECTS, Configuration
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import section
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import SuppressionSettings
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.job.utility import UtilitySettings

_REGIONS: Mapping[str, str] = MappingProxyType(
    {
        "AFRICA": "Africa",
        "AUSTRALIA": "Australia",
        "EUROPE": "Europe",
        "NORTH_AMERICA": "North America",
        "SOUTH_AMERICA": "South America",
        "EUROPEAN_UNION": "European Union",
        "BRASIL": "Brazil",
        "BRAZIL": "Brazil",
        "CANADA": "Canada",
        "CHINA": "China",
        "FRANCE": "France",
        "GERMANY": "Germany",
        "INDIA": "India",
        "UK": "UK",
        "USA": "USA",
    }
)
_NO_REGION = "NONE"
_COSTS: Mapping[str, str] = MappingProxyType(
    {
        "publisher_benefit": "publisherBenefit",
        "publisher_loss": "publisherLoss",
        "adversary_gain": "adversaryGain",
        "adversary_cost": "adversaryCost",
    }
)
_SCALINGS: Mapping[str, str] = MappingProxyType(
    {"x": "linear", "1/x": "reciprocal", "log(x)": "log", "sqrt(x)": "sqrt", "x*x": "square", "x^2": "square"}
)
_NUMERIC = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)
_ALWAYS_HIDDEN = "QUASI_IDENTIFYING_ATTRIBUTE"


def population_settings(found: Configuration, findings: Findings) -> PopulationSettings | None:
    """The section [population]; None where the project states none."""
    model = _population_model(found)
    if model is None:
        if any("population" in text.lower() for text in found.criteria_texts) and not found.model.fields:
            findings.leave_out(
                PROJECT_OBJECTS, tr("the size of the population cannot be read"), tr("Set the population.")
            )
        return None
    region = model.text("region")
    if region is not None and region != _NO_REGION:
        if region in _REGIONS:
            return PopulationSettings(region=_REGIONS[region])
        findings.leave_out(
            PROJECT_OBJECTS, tr("the region {region} is not known", region=region), tr("Its number of people is taken.")
        )
    size, fraction = model.number("populationSize"), model.number("sampleFraction")
    values: dict[str, object] = {"size": int(size)} if size else {"sampling_fraction": fraction} if fraction else {}
    if not values:
        findings.leave_out(PROJECT_OBJECTS, tr("the size of the population is missing"), tr("Set the population."))
        return None
    return section(PopulationSettings, values, f"{PROJECT_OBJECTS}, population", findings, whole=True)


def _population_model(found: Configuration) -> Instance | None:
    """That of the project; else that of a privacy model which estimates from it."""
    risk = found.model.part("riskModel")
    model = None if risk is None else risk.part("populationModel")
    if model is not None:
        return model
    criteria = (each.part("populationModel") for each in found.arx.items("criteria") if isinstance(each, Instance))
    return next((each for each in criteria if each is not None), None)


def cost_settings(found: Configuration, findings: Findings) -> Costs:
    """The section [costs]."""
    stored = found.arx.part("costBenefitConfiguration", "financialConfiguration")
    if stored is None:
        return Costs()
    values = {ours: float(number) for ours, field in _COSTS.items() if (number := stored.number(field)) is not None}
    return section(Costs, values, tr("{file}, costs and benefits", file=CONFIG_OBJECTS), findings) or Costs()


def suppression_settings(found: Configuration, findings: Findings) -> SuppressionSettings:
    """The section [suppression]."""
    types = found.suppressed_types
    if types and _ALWAYS_HIDDEN not in types:
        what = tr("quasi-identifiers of removed records are shown")
        findings.leave_out(CONFIG_OBJECTS, what, tr("Here they are hidden in any case."))
    return SuppressionSettings(
        limit=found.limit,
        sensitive="SENSITIVE_ATTRIBUTE" in types,
        insensitive="INSENSITIVE_ATTRIBUTE" in types,
    )


_CLASSIFIERS = marked(
    "Logistic regression, naive Bayes and random forests are compared here, with parameters of their own."
)


def utility_settings(found: Configuration, dataset: Dataset, findings: Findings) -> UtilitySettings | None:
    """The section [utility]: the targets and features chosen in ARX's analysis; None where there are none.

    ARX chooses every column by itself, as a feature and as a target; nobody asked for that, and measuring it takes
    hours.
    """
    chosen, names = {}, dataset.names
    for ours, theirs in (("targets", "selectedClasses"), ("features", "selectedFeatures")):
        stored = [each for each in found.model.items(theirs) if isinstance(each, str)]
        chosen[ours] = tuple(name for name in names if name in stored)
        for name in sorted(set(stored) - set(names)):
            what = tr("{name} is chosen for classification, and the table has no such column", name=quoted(name))
            findings.leave_out(f"{PROJECT_OBJECTS}, {theirs}", what, tr("It was left out."))
    if not chosen["targets"] or set(chosen["targets"]) == set(names):
        return None
    values: dict[str, object] = dict(chosen)
    model = found.model.part("classificationModel")
    if model is not None:
        stored_config = model.part("configCurrent", "config") or model
        folds, most = stored_config.get("numberOfFolds", "numFolds"), stored_config.get("maxRecords")
        values |= {"folds": folds} if isinstance(folds, int) and folds != 10 else {}
        values |= {"max_records": most} if isinstance(most, int) and most != 100_000 else {}
        values |= {"scaling": scaling} if (scaling := _scaling(model, dataset, findings)) else {}
        what = tr("the classifier that is chosen, and its parameters")
        findings.leave_out(f"{PROJECT_OBJECTS}, classificationModel", what, tr(_CLASSIFIERS))
    return section(UtilitySettings, values, f"{PROJECT_OBJECTS}, classification", findings)


def _scaling(model: Instance, dataset: Dataset, findings: Findings) -> dict[str, str]:
    """How features are made numbers; what no function of ours does, or has no numbers, is listed."""
    stored = model.part("featureScaling")
    scaling: dict[str, str] = {}
    for name, function in {} if stored is None else sorted(stored.table("functions").items()):
        scaled = _SCALINGS.get(str(function).replace(" ", "").lower())
        if name not in dataset or dataset[name].type.kind not in _NUMERIC:
            why = tr("{name} is scaled for classification, and is not a column of numbers", name=quoted(name))
        elif scaled is None:
            why = tr(
                "the function {function} that scales {name} has no counterpart",
                function=quoted(str(function)),
                name=quoted(name),
            )
        else:
            scaling[name] = scaled
            continue
        place = f"{PROJECT_OBJECTS}, classificationModel"
        findings.leave_out(place, why, tr("Its values are categories here."))
    return scaling
