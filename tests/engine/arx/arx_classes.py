"""The classes of ARX that projects hold, with their names and fields, as streams declare them."""

from tests.engine.arx.java_stream import (
    Constant,
    Declared,
    Object,
    Primitive,
    array,
    array_list,
    boxed,
    enumeration,
    hash_map,
    hash_set,
    texts,
)

ARX = "org.deidentifier.arx."
GUI = f"{ARX}gui.model."
STRING, MAP, SET, OBJECT = "Ljava/lang/String;", "Ljava/util/Map;", "Ljava/util/Set;", "Ljava/lang/Object;"
_kinds: dict[str, Declared] = {}
_enums: dict[str, Declared] = {}


def code_of(value: object) -> str:
    """The type of a field that has such a value."""
    if isinstance(value, Primitive):
        return value.code
    return STRING if isinstance(value, str) or value is None else OBJECT


def instance(name: str, parent: str | None = None, /, **values: object) -> Object:
    """An object of a class of ARX; numbers and truth values are primitive fields, as far as they are not boxed."""
    fields = {key: primitive(value) for key, value in values.items()}
    kind = Declared(
        f"{ARX}{name}",
        {key: code_of(value) for key, value in fields.items()},
        None if parent is None else Declared(f"{ARX}{parent}", {}),
    )
    known = _kinds.setdefault(f"{name} {parent} {sorted(kind.fields.items())}", kind)
    return Object(known, fields)


def primitive(value: object) -> object:
    if isinstance(value, bool):
        return Primitive("Z", value)
    if isinstance(value, int):
        return Primitive("I", value)
    return Primitive("D", value) if isinstance(value, float) else value


def constant(kind: str, name: str) -> Constant:
    return Constant(_enums.setdefault(kind, enumeration(f"{ARX}{kind}")), name)


def row_set(chosen: list[bool]) -> Object:
    words = []
    for start in range(0, len(chosen), 64):
        word = sum(1 << place for place, is_in in enumerate(chosen[start : start + 64]) if is_in)
        words.append(word - (1 << 64) if word >> 63 else word)
    cells = array("[J", [Primitive("J", word) for word in words])
    return instance("RowSet", array=cells, length=len(chosen), size=sum(chosen))


def hierarchy(rows: list[list[str]]) -> Object:
    return instance("AttributeType$Hierarchy$ArrayHierarchy", "AttributeType$Hierarchy", hierarchy=texts(rows))


def metric(**values: object) -> Object:
    chosen = {
        "monotonic": False,
        "gsFactor": 0.5,
        "precomputed": False,
        "precomputationThreshold": 0.1,
        "aggregateFunction": constant("metric.Metric$AggregateFunction", "GEOMETRIC_MEAN"),
    }
    return instance("metric.MetricConfiguration", **{**chosen, **values})


def described(name: str) -> Object:
    return instance("metric.v2.__MetricV2$4", "metric.MetricDescription", name=name)


def model_of(kind: str, *, enabled: bool, **values: object) -> Object:
    return instance(f"gui.model.Model{kind}Criterion", "gui.model.ModelCriterion", enabled=enabled, **values)


def by_attribute(*models: Object) -> Object:
    return hash_map({str(model.values["attribute"]): model for model in models})


def preset_models() -> dict[str, object]:
    """The models that every project has, all of them off."""
    return {
        "kAnonymityModel": model_of("KAnonymity", enabled=False, k=2),
        "kMapModel": model_of("KMap", enabled=False, k=5, significanceLevel=0.01, estimator=None),
        "dPresenceModel": model_of("DPresence", enabled=False, dmin=0.0, dmax=0.0),
        "lDiversityModel": hash_map({}),
        "tClosenessModel": hash_map({}),
        "dDisclosurePrivacyModel": hash_map({}),
        "bLikenessModel": hash_map({}),
        "riskBasedModel": hash_set([]),
        "differentialPrivacyModel": model_of(
            "DifferentialPrivacy",
            enabled=False,
            delta=1e-6,
            epsilon=2.0,
            epsilonGeneralizationFraction=boxed(0.1),
            generalization=None,
        ),
        "stackelbergPrivacyModel": model_of(
            "Profitability",
            enabled=False,
            attackerModel=constant("gui.model.ModelProfitabilityCriterion$AttackerModel", "PROSECUTOR"),
            allowAttacks=True,
        ),
    }


def project_model(**values: object) -> Object:
    chosen: dict[str, object] = {
        "name": "Study",
        "description": "What it is for",
        "query": "",
        "subsetOrigin": "All",
        "auditTrail": array_list([]),
        "historySize": 200,
        "metricConfig": metric(),
        "metricDescription": described("Loss"),
        "riskModel": risk(),
        "selectedFeatures": hash_set([]),
        "selectedClasses": hash_set([]),
        **preset_models(),
    }
    return instance("gui.model.Model", **{**chosen, **values})


def risk(**values: object) -> Object:
    chosen = {
        "populationModel": population("USA", 317_238_626),
        "riskThresholdHighestRisk": None,
        "riskThresholdRecordsAtRisk": None,
        "riskThresholdSuccessRate": None,
        "config": solver(),
    }
    return instance("gui.model.ModelRisk", **{**chosen, **values})


def solver() -> Object:
    """That of estimates of uniqueness, which every project has; its class extends one of a library."""
    fields = {"accuracy": "D", "iterationsPerTry": "I"}
    parent = Declared("de.linearbits.newtonraphson.NewtonRaphsonConfiguration", fields)
    values = {"accuracy": primitive(1e-6), "iterationsPerTry": primitive(1_000), "modified": primitive(False)}
    return Object(Declared(f"{ARX}ARXSolverConfiguration", {"modified": "Z"}, parent), values)


def population(region: str, size: int) -> Object:
    return instance(
        "ARXPopulationModel",
        region=constant("ARXPopulationModel$Region", region),
        sampleFraction=0.01,
        populationSize=Object(
            Declared("java.lang.Long", {"value": "J"}, uid=4290774380558885855), {"value": Primitive("J", size)}
        ),
    )


def arx_configuration(**values: object) -> Object:
    chosen = {
        "relMaxOutliers": 0.1,
        "practicalMonotonicity": False,
        "suppressedAttributeTypes": boxed(1),
        "suppressionAlwaysEnabled": boxed(True),
        "searchStepSemantics": constant("ARXConfiguration$SearchStepSemantics", "CHECKS"),
        "attributeWeights": hash_map({}),
        "criteria": hash_set([]),
        "metric": instance("metric.v2.MetricMDNMLoss", "metric.v2.AbstractMetricMultiDimensional", gsFactor=0.5),
        "costBenefitConfiguration": costs(),
    }
    return instance("ARXConfiguration", **{**chosen, **values})


def costs(benefit: float = 1200.0, loss: float = 300.0, gain: float = 300.0, cost: float = 4.0) -> Object:
    return instance(
        "ARXCostBenefitConfiguration",
        publisherBenefit=benefit,
        publisherLoss=loss,
        adversaryGain=gain,
        adversaryCost=cost,
    )


def model_configuration(config: Object | None = None, **values: object) -> Object:
    chosen = {
        "min": hash_map({}),
        "max": hash_map({}),
        "config": config or arx_configuration(),
        "modified": False,
        "hierarchies": hash_map({}),
        "microAggregationFunctions": hash_map({}),
        "microAggregationIgnoreMissingData": hash_map({}),
        "transformationModes": hash_map({}),
        "researchSubset": None,
        "suppressionWeight": boxed(0.5),
        "hierarchyBuilders": None,
    }
    return instance("gui.model.ModelConfiguration", **{**chosen, **values})
