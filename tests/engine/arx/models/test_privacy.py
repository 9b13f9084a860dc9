"""Every privacy model of ARX, found in the desktop's objects, in the library's, or in words."""

import pytest

from arxdesk_engine.arx.files.configuration import Configuration
from arxdesk_engine.arx.files.java_objects import read_objects
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.xml_tree import parsed
from arxdesk_engine.arx.models.criteria import criteria_models
from arxdesk_engine.arx.models.privacy import built, compatible, privacy_models
from arxdesk_engine.arx.schemes import with_scheme
from tests.engine.arx import arx_classes as arx
from tests.engine.arx import java_stream as java
from tests.engine.arx.arx_projects import config

ATTACKER = "gui.model.ModelProfitabilityCriterion$AttackerModel"
ESTIMATOR = "criteria.KMap$CellSizeEstimator"
STATISTICAL = "risk.RiskModelPopulationUniqueness$PopulationUniquenessModel"


def explicit(name, **values):
    return arx.instance(f"criteria.{name}", "criteria.ExplicitPrivacyCriterion", **values)


CASES = {
    "k-anonymity": (
        {"model": "k-anonymity", "k": 7},
        {"kAnonymityModel": arx.model_of("KAnonymity", enabled=True, k=7)},
        arx.instance("criteria.KAnonymity", k=7),
        "7-anonymity",
    ),
    "k-map with a sample": (
        {"model": "k-map", "k": 6},
        {"kMapModel": arx.model_of("KMap", enabled=True, k=6, significanceLevel=0.01, estimator=None)},
        arx.instance("criteria.KMap", k=6, significanceLevel=0.01, estimator=None),
        "(6)-map",
    ),
    "k-map, estimated": (
        {"model": "k-map", "k": 6, "estimator": "zero_truncated_poisson", "significance": 0.01},
        {
            "kMapModel": arx.model_of(
                "KMap",
                enabled=True,
                k=6,
                significanceLevel=0.01,
                estimator=arx.constant(ESTIMATOR, "ZERO_TRUNCATED_POISSON"),
            )
        },
        arx.instance(
            "criteria.KMap", k=6, significanceLevel=0.01, estimator=arx.constant(ESTIMATOR, "ZERO_TRUNCATED_POISSON")
        ),
        "(6)-map estimated as (3)-anonymity (zero-truncated-poisson)",
    ),
    "delta-presence": (
        {"model": "delta-presence", "dmin": 0.05, "dmax": 0.5},
        {"dPresenceModel": arx.model_of("DPresence", enabled=True, dmin=0.05, dmax=0.5)},
        arx.instance("criteria.DPresence", dMin=0.05, dMax=0.5),
        "(0.05,0.5)-presence",
    ),
    **{
        f"l-diversity, {variant}": (
            {"model": "l-diversity", "attribute": "diagnosis", "variant": variant, "l": 3.0} | more,
            {
                "lDiversityModel": arx.by_attribute(
                    arx.model_of("LDiversity", enabled=True, attribute="diagnosis", variant=number, l=3, c=4.0)
                )
            },
            criterion,
            text,
        )
        for number, (variant, more, criterion, text) in enumerate(
            (
                (
                    *("distinct", {}, explicit("DistinctLDiversity", attribute="diagnosis", l=3.0, minSize=3)),
                    "distinct-3-diversity for attribute 'diagnosis'",
                ),
                (
                    *("shannon", {}, explicit("EntropyLDiversity", attribute="diagnosis", l=3.0, estimator=None)),
                    "shannon-entropy-3.0-diversity for attribute 'diagnosis'",
                ),
                (
                    *("recursive", {"c": 4.0}, explicit("RecursiveCLDiversity", attribute="diagnosis", l=3.0, c=4.0)),
                    "recursive-(4.0,3)-diversity for attribute 'diagnosis'",
                ),
                (
                    *("grassberger", {}),
                    explicit(
                        "EntropyLDiversity",
                        attribute="diagnosis",
                        l=3.0,
                        estimator=arx.constant("criteria.EntropyLDiversity$EntropyEstimator", "GRASSBERGER"),
                    ),
                    "grassberger-entropy-3-diversity for attribute 'diagnosis'",
                ),
            )
        )
    },
    **{
        f"t-closeness, {variant}": (
            {"model": "t-closeness", "attribute": "diagnosis", "variant": variant, "t": 0.2},
            {
                "tClosenessModel": arx.by_attribute(
                    arx.model_of("TCloseness", enabled=True, attribute="diagnosis", variant=number, t=0.2)
                )
            },
            explicit(f"{variant.capitalize()}DistanceTCloseness", attribute="diagnosis", t=0.2),
            f"0.2-closeness with {words} for attribute 'diagnosis'",
        )
        for number, (variant, words) in enumerate(
            (
                ("equal", "equal ground-distance"),
                ("hierarchical", "hierarchical ground-distance"),
                ("ordered", "ordered distance"),
            )
        )
    },
    "delta-disclosure": (
        {"model": "delta-disclosure", "attribute": "diagnosis", "delta": 1.2},
        {
            "dDisclosurePrivacyModel": arx.by_attribute(
                arx.model_of("DDisclosurePrivacy", enabled=True, attribute="diagnosis", d=1.2)
            )
        },
        explicit("DDisclosurePrivacy", attribute="diagnosis", d=1.2),
        "1.2-disclosure privacy for attribute 'diagnosis'",
    ),
    **{
        f"beta-likeness, {variant}": (
            {"model": "beta-likeness", "attribute": "diagnosis", "variant": variant, "beta": 2.0},
            {
                "bLikenessModel": arx.by_attribute(
                    arx.model_of(
                        "BLikeness", enabled=True, attribute="diagnosis", enhanced=variant == "enhanced", beta=2.0
                    )
                )
            },
            explicit(f"{variant.capitalize()}BLikeness", attribute="diagnosis", b=2.0),
            f"{variant}-2.0-likeness for attribute 'diagnosis'",
        )
        for variant in ("basic", "enhanced")
    },
    "average risk": (
        {"model": "average-risk", "threshold": 0.05},
        {"riskBasedModel": java.hash_set([arx.model_of("RiskBased", enabled=True, variant=0, threshold=0.05)])},
        arx.instance("criteria.AverageReidentificationRisk", "criteria.RiskBasedCriterion", threshold=0.05),
        "(0.05)-avg-reidentification-risk",
    ),
    "sample uniqueness": (
        {"model": "sample-uniqueness", "threshold": 0.05},
        {"riskBasedModel": java.hash_set([arx.model_of("RiskBased", enabled=True, variant=1, threshold=0.05)])},
        arx.instance("criteria.SampleUniqueness", "criteria.RiskBasedCriterion", threshold=0.05),
        "(0.05)-sample-uniqueness",
    ),
    **{
        f"population uniqueness, {estimator}": (
            {"model": "population-uniqueness", "threshold": 0.01, "estimator": estimator},
            {
                "riskBasedModel": java.hash_set(
                    [arx.model_of("RiskBased", enabled=True, variant=number, threshold=0.01)]
                )
            },
            arx.instance(
                "criteria.PopulationUniqueness",
                "criteria.RiskBasedCriterion",
                threshold=0.01,
                statisticalModel=arx.constant(STATISTICAL, estimator.upper()),
                populationModel=arx.population("USA", 317_238_626),
            ),
            f"(0.01)-population-uniqueness ({estimator})",
        )
        for number, estimator in enumerate(("dankar", "pitman", "zayatz", "snb"), 2)
    },
    "differential privacy": (
        {"model": "differential-privacy", "epsilon": 3.0, "delta": 1e-5, "search_budget": 0.3},
        {
            "differentialPrivacyModel": arx.model_of(
                "DifferentialPrivacy", enabled=True, epsilon=3.0, delta=1e-5, epsilonGeneralizationFraction=None
            )
        },
        arx.instance("criteria.EDDifferentialPrivacy", epsilon=3.0, delta=1e-5, k=10, beta=0.5, generalization=None),
        "(3.0,1.0E-5)-DP",
    ),
    **{
        f"profitability, {attacker}, {attack}": (
            {"model": "profitability", "attacker": attacker, "attack": attack},
            {
                "stackelbergPrivacyModel": arx.model_of(
                    "Profitability",
                    enabled=True,
                    attackerModel=arx.constant(ATTACKER, attacker.upper()),
                    allowAttacks=attack,
                )
            },
            arx.instance(f"criteria.Profitability{attacker.capitalize()}{'' if attack else 'NoAttack'}"),
            f"{'' if attack else 'no-attack-'}profitability ({attacker})",
        )
        for attacker in ("prosecutor", "journalist")
        for attack in (True, False)
    },
}
NOTHING = Instance("nothing")


def read(value):
    (found,) = read_objects(java.stream(value))
    return found


def of_the_desktop(**fields):
    findings = Findings()
    model = read(arx.project_model(**fields))
    return (*privacy_models(Configuration(model, NOTHING, NOTHING, None), findings), findings)


def of_criteria(*criteria):
    findings = Findings()
    configuration = read(arx.arx_configuration(criteria=java.hash_set(list(criteria))))
    return privacy_models(Configuration(NOTHING, NOTHING, configuration, None), findings)[0], findings


def of_texts(*texts):
    findings = Findings()
    xml = parsed(config(texts).encode())
    return privacy_models(Configuration(NOTHING, NOTHING, NOTHING, xml), findings)[0], findings


@pytest.mark.parametrize("case", CASES)
def test_that_a_model_is_found_in_the_objects_of_the_desktop(case):
    values, fields, _criterion, _text = CASES[case]
    asked, paused, findings = of_the_desktop(**fields)
    assert (asked, paused, findings.left_out) == ((values,), (), [])
    assert len(built(asked, "x", findings)) == 1
    assert findings.left_out == []


@pytest.mark.parametrize("case", CASES)
def test_that_a_model_is_found_in_the_criteria_of_the_library(case):
    values, _fields, criterion, _text = CASES[case]
    asked, findings = of_criteria(criterion, arx.instance("criteria.Inclusion"))
    assert (asked, findings.left_out) == ((values,), [])


@pytest.mark.parametrize("case", CASES)
def test_that_a_model_is_found_in_words(case):
    values, _fields, _criterion, text = CASES[case]
    asked, findings = of_texts(text, "Inclusion")
    assert asked == (values,)
    unsaid = case in ("k-map, estimated", "differential privacy")
    assert len(findings.left_out) == unsaid


def test_that_models_that_are_off_are_kept_where_somebody_set_them():
    touched = arx.by_attribute(
        arx.model_of("BLikeness", enabled=False, attribute="a", enhanced=False, beta=1.0),
        arx.model_of("BLikeness", enabled=False, attribute="b", enhanced=False, beta=5.0),
    )
    asked, paused, findings = of_the_desktop(
        bLikenessModel=touched, kAnonymityModel=arx.model_of("KAnonymity", enabled=False, k=11)
    )
    assert (asked, findings.left_out) == ((), [])
    assert paused == (
        {"model": "k-anonymity", "k": 11},
        {"model": "beta-likeness", "attribute": "b", "variant": "basic", "beta": 5.0},
    )


def test_that_differential_privacy_that_nobody_set_is_not_kept():
    """Older versions have it switched off, with a scheme, in every project."""
    usual = arx.instance(
        "DataGeneralizationScheme", degree=degree("MEDIUM"), levels=java.hash_map({}), degrees=java.hash_map({})
    )
    own = arx.instance(
        "DataGeneralizationScheme", degree=degree("HIGH"), levels=java.hash_map({}), degrees=java.hash_map({})
    )
    off = {"enabled": False, "epsilon": 2.0, "delta": 1e-6}
    for scheme, kept in ((usual, 0), (own, 1)):
        model = arx.model_of("DifferentialPrivacy", **off, generalization=scheme)
        _asked, paused, _findings = of_the_desktop(differentialPrivacyModel=model)
        assert len(paused) == kept


def test_that_parameters_that_are_not_accepted_are_listed():
    asked, _paused, findings = of_the_desktop(
        kAnonymityModel=arx.model_of("KAnonymity", enabled=True, k=0),
        riskBasedModel=java.hash_set([arx.model_of("RiskBased", enabled=True, variant=9, threshold=0.1)]),
    )
    assert built(asked, "privacy models", findings) == ()
    assert [each.found for each in findings.left_out] == [
        "k-anonymity (k): 0 is not allowed",
        'risk-based model number 9 (model): "risk-based model number 9" is not known',
    ]


def test_that_texts_that_are_not_understood_are_listed():
    asked, findings = of_texts("5-anonymity", "9-quantum-privacy")
    assert asked == ({"model": "k-anonymity", "k": 5},)
    assert [each.found for each in findings.left_out] == ['the privacy model "9-quantum-privacy" is not known']


def test_that_criteria_that_the_desktop_does_not_account_for_are_listed():
    findings = Findings()
    configuration = read(
        arx.arx_configuration(
            criteria=java.hash_set(
                [arx.instance("criteria.KAnonymity", k=3), arx.instance("criteria.DPresence", dMin=0.0, dMax=0.5)]
            )
        )
    )
    model = read(arx.project_model(kAnonymityModel=arx.model_of("KAnonymity", enabled=True, k=5)))
    asked, _paused = privacy_models(Configuration(model, NOTHING, configuration, None), findings)
    assert asked == ({"model": "k-anonymity", "k": 5},)
    assert "delta-presence is among the criteria" in findings.left_out[0].found


def degree(name):
    return arx.constant("DataGeneralizationScheme$GeneralizationDegree", name)


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        ({"degree": "MEDIUM_HIGH"}, {"scheme": "medium-high"}),
        ({"degree": None, "levels": {"age": 2}}, {"levels": {"age": 2, "sex": 0}}),
        (
            {"degree": "LOW", "levels": {"age": 9}, "degrees": {"sex": "COMPLETE"}},
            {"scheme": "low", "levels": {"age": 4, "sex": 1}},
        ),
        ({"degree": "COMPLETE"}, {"levels": {"age": 4, "sex": 1}}),
        ({"degree": "NONE", "degrees": {"age": "LOW_MEDIUM"}}, {"levels": {"age": 2, "sex": 0}}),
    ],
)
def test_that_schemes_of_differential_privacy_are_worked_out(scheme, expected):
    stored = arx.instance(
        "DataGeneralizationScheme",
        degree=None if scheme["degree"] is None else degree(scheme["degree"]),
        levels=java.hash_map({name: java.boxed(level) for name, level in scheme.get("levels", {}).items()}),
        degrees=java.hash_map({name: degree(each) for name, each in scheme.get("degrees", {}).items()}),
    )
    asked, _paused, findings = of_the_desktop(
        differentialPrivacyModel=arx.model_of(
            "DifferentialPrivacy", enabled=True, epsilon=1.0, delta=1e-5, generalization=stored
        )
    )
    (values,) = (with_scheme(each, {"age": 4, "sex": 1}, 1_000) for each in asked)
    assert values == {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-5} | expected
    assert len(built([values], "x", findings)) == 1


def test_that_what_differential_privacy_does_not_hold_beside_is_paused_and_listed():
    private = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-5, "search_budget": 0.1}
    close, anonymous = {"model": "t-closeness", "attribute": "sex", "t": 0.2}, {"model": "k-anonymity", "k": 5}
    findings = Findings()
    assert compatible((anonymous, close), (), findings) == ((anonymous, close), ())
    assert compatible((anonymous, close), (private,), findings) == ((anonymous, close), (private,))
    assert findings.left_out == []
    found = compatible((private, anonymous, close), (), findings)
    assert found == ((private, anonymous), (close,))
    (entry,) = findings.left_out
    assert "t-closeness of sex is combined with differential privacy" in entry.found


def test_that_the_steps_of_the_search_choose_the_transformation():
    values = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-5, "search_budget": 0.1}
    assert with_scheme(values, {}, 1_000) == values | {"steps": 1_000}
    assert with_scheme(values, {}, None) == values


@pytest.mark.parametrize(
    ("name", "attacker", "attack"),
    [
        ("FinancialProsecutorPrivacy", "prosecutor", True),
        ("FinancialProsecutorNoAttackPrivacy", "prosecutor", False),
        ("FinancialJournalistPrivacy", "journalist", True),
        ("FinancialJournalistNoAttackPrivacy", "journalist", False),
    ],
)
def test_that_profitability_is_known_by_its_first_name(name, attacker, attack):
    (found,) = criteria_models([Instance(f"org.deidentifier.arx.criteria.{name}")], Findings())
    assert found == {"model": "profitability", "attacker": attacker, "attack": attack}
