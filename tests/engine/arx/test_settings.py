"""Quality models, search, population, costs, thresholds, classification and microaggregation."""

import pytest

from arxdesk_engine.arx.reading import load_arx, read_arx
from arxdesk_engine.release.formulation import require_fitting
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_projects import NAMES, config, defined, with_objects, written, xml_parts

AGGREGATE = "metric.Metric$AggregateFunction"
SEARCH = "gui.model.ModelAnonymizationConfiguration"


@pytest.fixture
def read(tmp_path):
    """Import a project with such fields of its objects."""
    number = iter(range(1_000))

    def imported(model=None, configuration=None, parts=None):
        whole = with_objects(
            {**xml_parts(), **(parts or {})}, model or arx.project_model(), configuration or arx.model_configuration()
        )
        return read_arx(written(tmp_path / f"study{next(number)}.deid", whole))

    return imported


def quality_of(imported):
    return imported.job.quality.model_dump(exclude_defaults=True, exclude={"targets"})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Average equivalence class size", {"model": "average-class-size"}),
        ("Discernability", {"model": "discernibility"}),
        ("Height", {"model": "height", "aggregate": "sum"}),
        ("Loss", {"aggregate": "sum"}),
        ("Non-uniform entropy", {"model": "non-uniform-entropy", "aggregate": "sum"}),
        ("Precision", {"model": "precision", "aggregate": "sum"}),
        ("Ambiguity", {"model": "ambiguity"}),
        ("Normalized non-uniform entropy", {"model": "normalized-non-uniform-entropy", "aggregate": "sum"}),
        ("KL-Divergence", {"model": "kl-divergence"}),
        ("Publisher payout (prosecutor)", {"model": "publisher-payout"}),
        ("Publisher payout (journalist)", {"model": "publisher-payout", "attacker": "journalist"}),
        ("Entropy-based information loss", {"model": "entropy"}),
        ("Classification accuracy", {"model": "classification"}),
    ],
)
def test_that_the_measures_of_the_desktop_are_our_models(read, name, expected):
    chosen = arx.metric(aggregateFunction=arx.constant(AGGREGATE, "SUM"))
    imported = read(arx.project_model(metricDescription=arx.described(name), metricConfig=chosen))
    assert quality_of(imported) == expected
    assert len(imported.left_out) == (expected == {"model": "classification"})  # removed records cost something else


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("MetricMDNMLoss", {"aggregate": "rank"}),
        ("MetricMDNMLossPotentiallyPrecomputed", {"aggregate": "rank"}),
        ("MetricMDNMPrecision", {"model": "precision", "aggregate": "rank"}),
        ("MetricMDPrecision", {"model": "precision", "aggregate": "rank", "monotonic_variant": True}),
        ("MetricMDNUNMEntropyPrecomputed", {"model": "non-uniform-entropy", "aggregate": "rank"}),
        ("MetricMDNUEntropy", {"model": "non-uniform-entropy", "aggregate": "rank", "monotonic_variant": True}),
        ("MetricSDDiscernability", {"model": "discernibility", "monotonic_variant": True}),
        ("MetricSDNMKLDivergence", {"model": "kl-divergence"}),
        ("MetricSDNMPublisherPayout", {"model": "publisher-payout", "attacker": "journalist"}),
    ],
)
def test_that_the_metrics_of_the_library_are_our_models(read, kind, expected):
    metric = arx.instance(
        f"metric.v2.{kind}",
        "metric.Metric",
        function=arx.constant(AGGREGATE, "RANK"),
        gsFactor=0.5,
        journalistAttackerModel=True,
    )
    model = arx.project_model(metricDescription=None, metricConfig=None)
    configuration = arx.model_configuration(arx.arx_configuration(metric=metric))
    assert quality_of(read(model, configuration)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Loss (0.25/1.0/0.5)", {"generalization_suppression_factor": 0.25}),
        ("Monotonic discernability (DM*)", {"model": "discernibility", "monotonic_variant": True}),
        ("Non-uniform entropy", {"model": "non-uniform-entropy"}),
        ("Precision (0.5/1.0/1.0)", {"model": "precision"}),
        ("Classification accuracy", {"model": "classification"}),
        ("PublisherBenefit (Prosecutor, Benefit=1200.0)", {"model": "publisher-payout"}),
        ("PublisherBenefit (Journalist, Benefit=1200.0)", {"model": "publisher-payout", "attacker": "journalist"}),
    ],
)
def test_that_metrics_in_words_are_our_models(tmp_path, text, expected):
    parts = {**xml_parts(), "input/config.xml": config(metric=text)}
    imported = read_arx(written(tmp_path / "study.deid", parts))
    assert quality_of(imported) == expected
    listed = [each.place for each in imported.left_out]
    is_listed = expected == {"model": "classification"}  # removed records cost something else
    assert listed == ["project.dat", "input/config.dat", *(["input/config.dat"] if is_listed else [])]


def test_that_the_factor_of_the_average_class_size_is_turned_around(read):
    imported = read(
        arx.project_model(
            metricDescription=arx.described("Average equivalence class size"), metricConfig=arx.metric(gsFactor=0.7)
        )
    )
    assert quality_of(imported) == {"model": "average-class-size", "generalization_suppression_factor": 0.3}
    assert "the factor 0.7 there is 0.3 here, which computes the same" in imported.notes[0]


def test_that_unknown_measures_are_listed_and_loss_is_measured(read, tmp_path):
    imported = read(arx.project_model(metricDescription=arx.described("Quantum loss"), metricConfig=arx.metric()))
    assert quality_of(imported) == {"aggregate": "geometric-mean"}
    model = arx.project_model(metricDescription=None)
    metric = arx.instance("metric.v2.MetricQuantum", "metric.Metric", gsFactor=0.5)
    configuration = arx.model_configuration(arx.arx_configuration(metric=metric))
    imported = read(model, configuration, {"input/config.xml": config(metric="Quantum (9)")})
    assert quality_of(imported) == {}
    assert [each.found for each in imported.left_out] == ['the utility measure "MetricQuantum" is not known']
    imported = read(arx.project_model(metricDescription=arx.described("Static"), metricConfig=arx.metric()))
    assert "a table of losses by attribute and level has no counterpart" in imported.left_out[0].instead


def searching(name, transformation="GLOBAL", **more):
    return arx.instance(
        SEARCH,
        searchType=arx.constant(f"{SEARCH}$SearchType", name),
        transformationType=arx.constant(f"{SEARCH}$TransformationType", transformation),
        **more,
    )


@pytest.mark.parametrize(
    ("strategy", "more", "expected"),
    [
        ("OPTIMAL", {}, {}),
        ("BEST_EFFORT_BINARY", {}, {"algorithm": "flash", "check_limit": 700, "time_limit": 20.0}),
        ("BEST_EFFORT_BOTTOM_UP", {"stepLimitEnabled": True, "timeLimitEnabled": False}, {"check_limit": 700}),
        ("BEST_EFFORT_TOP_DOWN", {"stepLimitEnabled": False, "timeLimitEnabled": True}, {"time_limit": 20.0}),
        ("HEURISTIC_GENETIC", {"stepLimitEnabled": java.boxed(True)}, {"check_limit": 700}),
        ("HEURISTIC_BINARY", {"stepLimitEnabled": java.boxed(False)}, {"time_limit": 20.0}),
        ("STEP_LIMIT", {}, {"check_limit": 700}),
        ("TIME_LIMIT", {}, {"time_limit": 20.0}),
    ],
)
def test_that_strategies_and_limits_are_taken_over(read, strategy, more, expected):
    imported = read(
        arx.project_model(
            anonymizationConfiguration=searching(strategy, **more),
            heuristicSearchStepLimit=java.boxed(700),
            heuristicSearchTimeLimit=java.boxed(20_000),
        )
    )
    algorithm = {
        "BEST_EFFORT_BOTTOM_UP": "bottom-up",
        "BEST_EFFORT_TOP_DOWN": "top-down",
        "STEP_LIMIT": "bottom-up",
        "TIME_LIMIT": "bottom-up",
        "HEURISTIC_GENETIC": "genetic",
        "HEURISTIC_BINARY": "flash",
    }.get(strategy)
    named = {"algorithm": algorithm} if algorithm else {}
    assert imported.job.search.model_dump(exclude_defaults=True) == {**named, **expected}
    assert imported.left_out == ()


def test_that_the_genetic_algorithm_has_its_parameters(read):
    configuration = arx.arx_configuration(
        algorithm=arx.constant("ARXConfiguration$AnonymizationAlgorithm", "BEST_EFFORT_GENETIC"),
        geneticAlgorithmSubpopulationSize=java.boxed(30),
        geneticAlgorithmMutationProbability=java.boxed(0.1),
        geneticAlgorithmIterations=java.boxed(7),
    )
    search = read(arx.project_model(), arx.model_configuration(configuration)).job.search
    assert (search.algorithm, search.genetic.subpopulation_size, search.genetic.iterations) == ("genetic", 30, 7)
    assert search.genetic.mutation_probability == 0.1


def test_that_local_transformation_is_local_recoding(read):
    imported = read(
        arx.project_model(
            anonymizationConfiguration=searching("OPTIMAL", "LOCAL"),
            localRecodingModel=arx.instance("gui.model.ModelLocalRecoding", numIterations=20),
        )
    )
    assert imported.job.search.local_recoding.iterations == 20
    assert imported.job.suppression.limit == 0.95
    assert imported.job.quality.generalization_suppression_factor == 0.0
    assert imported.left_out[0].instead == "The job has 0.95 and 0, as ARX uses them."


def test_that_an_unknown_strategy_is_listed(read):
    imported = read(arx.project_model(anonymizationConfiguration=searching("QUANTUM")))
    assert imported.job.search.algorithm == "optimal"
    assert imported.left_out[0].found == 'the search strategy "QUANTUM" is not known'


@pytest.mark.parametrize(
    ("population", "expected"),
    [
        (arx.population("BRASIL", 1), {"region": "Brazil"}),
        (arx.population("EUROPEAN_UNION", 1), {"region": "European Union"}),
        (arx.population("NONE", 5_000), {"size": 5_000}),
        (arx.population("ATLANTIS", 77_000), {"size": 77_000}),
        (
            arx.instance(
                "ARXPopulationModel",
                region=arx.constant("ARXPopulationModel$Region", "NONE"),
                sampleFraction=0.25,
                populationSize=None,
            ),
            {"sampling_fraction": 0.25},
        ),
    ],
)
def test_that_populations_are_taken_over(read, population, expected):
    imported = read(arx.project_model(riskModel=arx.risk(populationModel=population)))
    assert imported.job.population.model_dump(exclude_none=True) == expected
    assert [each.found for each in imported.left_out] == ["the region ATLANTIS is not known"] * (
        expected.get("size") == 77_000
    )


def classification(scaled):
    bayes = arx.instance("aggregates.ClassificationConfigurationNaiveBayes", numberOfFolds=5, maxRecords=7_000)
    regression = arx.instance("aggregates.ClassificationConfigurationLogisticRegression", numberOfFolds=9)
    scaling = arx.instance("ARXFeatureScaling", functions=java.hash_map(scaled))
    return arx.instance("gui.model.ModelClassification", configCurrent=bayes, config=regression, featureScaling=scaling)


def test_that_costs_thresholds_and_classification_are_taken_over(read):
    imported = read(
        arx.project_model(
            riskModel=arx.risk(
                riskThresholdHighestRisk=java.boxed(0.1),
                riskThresholdRecordsAtRisk=java.boxed(0.2),
                riskThresholdSuccessRate=java.boxed(0.3),
            ),
            selectedClasses=java.hash_set(["diagnosis", "ghost"]),
            selectedFeatures=java.hash_set(["age", "sex"]),
            classificationModel=classification({"age": "log(x)", "income": "x + 1", "sex": "x"}),
        ),
        arx.model_configuration(arx.arx_configuration(costBenefitConfiguration=arx.costs(1.0, 2.0, 3.0, 0.0))),
    )
    costs = imported.job.costs
    assert (costs.publisher_benefit, costs.publisher_loss, costs.adversary_gain, costs.adversary_cost) == (1, 2, 3, 0)
    thresholds = imported.job.analysis.thresholds
    assert (thresholds.highest_risk, thresholds.records_at_risk, thresholds.success_rate) == (0.1, 0.2, 0.3)
    utility = imported.job.utility
    assert (utility.targets, utility.features, utility.folds) == (("diagnosis",), ("sex", "age"), 5)
    assert (utility.max_records, utility.scaling) == (7_000, {"age": "log"})
    assert [each.found for each in imported.left_out] == [
        '"ghost" is chosen for classification, and the table has no such column',
        'the function "x + 1" that scales "income" has no counterpart',
        '"sex" is scaled for classification, and is not a column of numbers',
        "the classifier that is chosen, and its parameters",
    ]


def test_that_columns_that_nobody_chose_are_not_predicted(read):
    """ARX stores all columns as features and targets; to measure that takes hours."""
    names = java.hash_set(list(NAMES))
    assert read(arx.project_model(selectedClasses=names, selectedFeatures=names)).job.utility is None


def test_that_settings_without_a_counterpart_are_listed(read):
    imported = read(
        arx.project_model(useListwiseDeletion=java.boxed(False)),
        arx.model_configuration(
            arx.arx_configuration(
                practicalMonotonicity=True,
                suppressionAlwaysEnabled=java.boxed(False),
                heuristicSearchForSampleBasedCriteria=True,
                suppressedAttributeTypes=java.boxed(0b10),
                relMaxOutliers=7.0,
                attributeWeights=java.hash_map({"age": java.boxed(7.0), "ghost": java.boxed(0.2)}),
            )
        ),
    )
    listed = "\n".join(str(each) for each in imported.left_out)
    for expected in (
        "practical monotonicity is assumed",
        "records of a transformation that does not satisfy the models are not removed",
        "utility-driven suppression is switched off",
        "list-wise deletion is switched off",
        "quasi-identifiers of removed records are shown",
        "7 is not a share of the records",
        'the weight of "age" is none',
        '"ghost" has a weight, and the table has no such column',
    ):
        assert expected in listed
    assert imported.job.suppression.sensitive
    assert imported.job.suppression.limit == 0.0


MODE = "gui.model.ModelTransformationMode"


@pytest.mark.parametrize(
    ("column", "label", "ignored", "expected"),
    [
        ("income", "Geometric Mean", True, ("geometric-mean", "ignore")),
        ("income", "Arithmetic Mean", False, ("arithmetic-mean", "as-zero")),
        ("zip", "Mode", False, ("mode", "as-value")),
        ("zip", "Set", None, ("set", "ignore")),
        ("age", "Median", True, ("median", "ignore")),
        ("age", "Interval", False, ("interval", "ignore")),
    ],
)
def test_that_microaggregation_is_taken_over(read, column, label, ignored, expected):
    definition = [
        *(defined("sex", "QUASI_IDENTIFYING"), defined("age", "QUASI_IDENTIFYING", "Integer")),
        *(defined("zip", "QUASI_IDENTIFYING"), defined("income", "QUASI_IDENTIFYING", "Decimal")),
    ]
    described = arx.instance("AttributeType$MicroAggregationFunction$1", label=label, requiredScale=None)
    imported = read(
        configuration=arx.model_configuration(
            transformationModes=java.hash_map({column: arx.constant(MODE, "CLUSTERING_AND_MICRO_AGGREGATION")}),
            microAggregationFunctions=java.hash_map({column: described}),
            microAggregationIgnoreMissingData=java.hash_map({} if ignored is None else {column: java.boxed(ignored)}),
        ),
        parts={"input/definition.xml": f"<definition>{''.join(definition)}</definition>"},
    )
    settings = imported.job.attributes[column]
    assert (settings.transformation, settings.function, settings.missing) == ("cluster-microaggregate", *expected)
    is_listed = (label, ignored) == ("Interval", False)
    assert [each.instead for each in imported.left_out] == ["They are ignored."] * is_listed


def test_that_levels_mean_nothing_to_columns_that_are_only_aggregated(tmp_path):
    configuration = arx.model_configuration(
        min=java.hash_map({"age": java.boxed(1)}),
        max=java.hash_map({"age": java.boxed(2)}),
        transformationModes=java.hash_map({"age": arx.constant(MODE, "MICRO_AGGREGATION")}),
        microAggregationFunctions=java.hash_map({"age": arx.instance("AttributeType$X", label="Median")}),
    )
    loaded = load_arx(written(tmp_path / "study.deid", with_objects(xml_parts(), arx.project_model(), configuration)))
    settings = loaded.imported.job.attributes["age"]
    assert (settings.minimum_level, settings.maximum_level) == (0, None)
    require_fitting(loaded.imported.job, loaded.dataset, loaded.hierarchies)


def test_that_unknown_transformations_and_functions_are_listed(read):
    imported = read(
        configuration=arx.model_configuration(
            transformationModes=java.hash_map(
                {"sex": arx.constant(MODE, "TELEPORTATION"), "age": arx.constant(MODE, "MICRO_AGGREGATION")}
            )
        )
    )
    assert [each.found for each in imported.left_out] == [
        "the transformation TELEPORTATION is not known",
        "the aggregate shown is not known",
    ]
    assert imported.job.attributes["age"].function == "mode"


def test_that_filters_and_pins_that_do_not_fit_are_listed(read):
    sets = java.array("[Ljava.util.Set;", [java.hash_set([java.boxed(0)])])
    stored = arx.instance(
        "gui.model.ModelNodeFilter",
        anonymity=java.hash_set([arx.constant("ARXLattice$Anonymity", "UNKNOWN")]),
        generalizations=sets,
        minInformationLoss=0.25,
        maxInformationLoss=0.5,
    )
    clipboard = "<clipboard><node>[1, 2]</node><node>nonsense</node></clipboard>"
    imported = read(parts={"filter.dat": java.stream(stored), "clipboard.xml": clipboard})
    assert imported.job.explore.filters.classes == ("unknown",)
    assert (imported.job.explore.filters.forbidden, imported.job.explore.pins) == ({}, ())
    assert [each.found for each in imported.left_out] == [
        "the filter is of 1 attributes, and 4 have levels",
        "only scores between 25 % and 50 % are shown",
        "the transformation [1, 2] does not fit the quasi-identifiers",
        "the transformation nonsense does not fit the quasi-identifiers",
    ]


@pytest.mark.parametrize(
    ("written_as", "listed"), [("*", []), (None, []), ("n/a", ['hidden cells are written as "n/a"'])]
)
def test_that_what_hidden_cells_are_written_as_is_listed(read, written_as, listed):
    imported = read(None, arx.model_configuration(arx.arx_configuration(suppressionString=written_as)))
    assert [each.found for each in imported.left_out] == listed


def test_that_a_limit_that_nobody_set_is_that_of_the_desktop(read):
    configuration = searching("HEURISTIC_TOP_DOWN", stepLimitEnabled=java.boxed(True))
    search = read(arx.project_model(anonymizationConfiguration=configuration)).job.search
    assert (search.check_limit, search.time_limit) == (1_000, None)
