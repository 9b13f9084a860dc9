"""The anonymity loss coefficient beside its definition, and its baseline: that it never learns from its targets."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arxdesk_engine.attacks.anonymity_loss import (
    WIDEST,
    AnonymityLoss,
    against,
    anonymity_loss,
    best,
    loss_coefficient,
    precision_at,
    precision_recall_coefficient,
)
from arxdesk_engine.attacks.baseline import FREQUENCIES, baseline
from arxdesk_engine.attacks.inference import Guesses, inference
from arxdesk_engine.attacks.labels.coverage import Coverage
from arxdesk_engine.risk.intervals import Share
from tests.engine.attacks.tables import table_of

PLAIN = [[True]]


def coefficient(precision, recall):
    """As the paper has it, with logarithms to the base of ten."""
    if recall <= 1e-4:
        return recall
    return precision * (1 - (math.log10(recall) / math.log10(1e-4)) ** 3)


def guesses(right, confidence):
    return Guesses(np.array(right, bool), np.array(confidence, float), np.zeros(len(right), bool))


def test_that_coefficients_are_those_of_the_paper():
    assert coefficient(0.8, 0.4) == pytest.approx(0.799212, abs=1e-6)
    for precision, recall in ((1.0, 1.0), (0.8, 0.4), (0.5, 0.01), (1.0, 1e-4), (0.3, 1e-5), (0.7, 0.0)):
        found = precision_recall_coefficient(np.array([precision]), np.array([recall]))
        assert found.tolist() == pytest.approx([coefficient(precision, recall)])
    assert loss_coefficient(np.array(0.75), np.array(0.5)) == pytest.approx(0.5)
    assert loss_coefficient(np.array(1.0), np.array(0.9)) == pytest.approx(1.0)
    assert loss_coefficient(np.array(0.4), np.array(0.5)) == pytest.approx(-0.2)
    assert loss_coefficient(np.array(1.0), np.array(1.0)) == 0.0


@settings(deadline=None)
@given(st.integers(1, 30), st.integers(1, 80), st.randoms(use_true_random=False))
def test_that_the_best_confidence_is_found_among_all(levels, number, random):
    several = [(random.random() < 0.6, random.randrange(levels) / levels) for _each in range(number)] * 10
    found = best(guesses(*zip(*several, strict=True)))
    tried = {}
    for least in {confidence for _right, confidence in several}:
        made = [right for right, confidence in several if confidence >= least]
        low, high = Share(sum(made), len(made)).interval
        is_all = len(made) == len(several)
        if is_all or high - low < WIDEST - 1e-9:
            tried[least] = coefficient(sum(made) / len(made), len(made) / len(several))
    assert found.coefficient >= max(tried.values()) - 1e-9
    made = [right for right, confidence in several if confidence >= found.confidence]
    assert (found.right.some, found.right.of, found.targets) == (sum(made), len(made), len(several))
    assert precision_at(guesses(*zip(*several, strict=True)), found.confidence).coefficient == found.coefficient


@pytest.mark.parametrize("sure", [False, True])
def test_that_the_interval_has_the_true_loss(sure):
    generator, covered, runs, number = np.random.default_rng(4), 0, 600, 1_500
    confident = generator.permutation(number) < number // 2
    chances = np.where(confident, 0.9, 0.3) if sure else np.full(number, 0.7)
    confidence = np.where(confident, 0.9, 0.1) if sure else np.full(number, 0.5)
    attack = coefficient(0.9, 0.5) if sure else 0.7
    true = (attack - 0.6) / (1 - 0.6)
    for _run in range(runs):
        by_release = guesses(generator.random(number) < chances, confidence)
        by_model = guesses(generator.random(number) < 0.6, np.full(number, 0.6))
        low, high = AnonymityLoss("secret", by_release, by_model, FREQUENCIES, Share(0, number)).interval
        covered += low <= true <= high
    assert 0.93 <= covered / runs <= 0.97


def random_table(generator, people, rows, chances=(0.6, 0.4), *, own=False):
    """People of six kinds, whose secret depends on nothing; released are others, or with `own` themselves."""
    values = [[int(each), 0, 0] for each in generator.integers(0, 6, people)]
    secrets = generator.choice(len(chances), people, p=chances).tolist()
    labels, released = values, secrets
    if not own:
        labels = [[int(each), 0, 0] for each in generator.integers(0, 6, rows)]
        released = generator.choice(len(chances), rows, p=chances).tolist()
    covers = np.eye(6, dtype=bool).tolist()
    return table_of(values, labels, [covers, PLAIN, PLAIN], secrets, released, [False] * people)


def test_that_random_releases_raise_few_alarms():
    """The releases are made of others: whatever they tell, others' records tell."""
    generator, alarms, runs = np.random.default_rng(21), 0, 0
    for _people in range(10):
        table = random_table(generator, 300, 60)
        base = baseline(table, ["a"], "secret")
        for _release in range(20):
            labels = {"a": generator.integers(0, 6, 60), "secret": generator.choice(2, 60, p=(0.6, 0.4))}
            shown = {name: replace(table.columns[name], labels=each) for name, each in labels.items()}
            release = replace(table, columns={**table.columns, **shown})
            alarms += against(base, release, inference(release, ["a"], "secret")).interval[0] > 0.0
            runs += 1
    assert runs == 200
    assert alarms / runs <= 0.05


def test_that_a_release_of_the_input_loses_everything():
    people = 400
    generator = np.random.default_rng(5)
    values = [[number, 0, 0] for number in range(people)]
    secrets = generator.integers(0, 3, people).tolist()
    covers = np.eye(people, dtype=bool).tolist()
    table = table_of(values, values, [covers, PLAIN, PLAIN], secrets, secrets, [False] * people)
    found = anonymity_loss(table, ["a"], inference(table, ["a"], "secret"))
    assert found.coefficient == 1.0
    assert "poor anonymity" in found.sentence()


def test_that_a_release_that_shows_nothing_loses_nothing():
    generator = np.random.default_rng(6)
    table = random_table(generator, 600, 600, (0.7, 0.3), own=True)
    nothing = replace(table.columns["a"], covers=Coverage.of_matrix(np.ones((6, 6), np.bool_)))
    table = replace(table, columns={**table.columns, "a": nothing})
    found = anonymity_loss(table, ["a"], inference(table, ["a"], "secret"))
    assert found.interval[0] <= 0.0 <= found.interval[1]
    assert "no more than others' records tell" in found.sentence()


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10_000), st.integers(0, 89), st.booleans())
@example(1871, 48, True)
def test_that_no_guess_uses_the_record_of_its_target(seed, target, of_people):
    table = random_table(np.random.default_rng(seed), 90, 90, (0.4, 0.3, 0.3), own=True)
    people = np.arange(90) // 3 if of_people else None
    table = replace(table, people=people)
    column = table.columns["secret"]
    own = [target] if people is None else np.flatnonzero(people == people[target])
    values = column.values.copy()
    values[own] = (values[own] + 1) % 3
    changed = replace(table, columns={**table.columns, "secret": replace(column, values=values)})
    for model in (["a"], []):
        before, after = baseline(table, model, "secret"), baseline(changed, model, "secret")
        if before.model == after.model:
            assert before.guess[own].tolist() == after.guess[own].tolist()
            assert before.confidence[own].tolist() == after.confidence[own].tolist()


def test_that_a_model_finds_what_depends_on_what_is_known():
    generator = np.random.default_rng(7)
    kinds = generator.integers(0, 6, 600)
    secrets = np.where(generator.random(600) < 0.9, kinds % 3, generator.integers(0, 3, 600)).tolist()
    values = [[int(each), 0, 0] for each in kinds]
    covers = np.eye(6, dtype=bool).tolist()
    table = table_of(values, values, [covers, PLAIN, PLAIN], secrets, secrets, [False] * 600)
    found = baseline(table, ["a"], "secret")
    assert found.model != FREQUENCIES
    assert found.right.mean() > 0.88
    assert baseline(table, ["a"], "secret").confidence.tolist() == found.confidence.tolist()
    assert baseline(table, [], "secret").model == FREQUENCIES


def test_that_few_records_teach_nothing():
    small = random_table(np.random.default_rng(8), 20, 20)
    assert anonymity_loss(small, ["a"], inference(small, ["a"], "secret")) is None


def test_that_rare_values_are_not_guessed():
    table = random_table(np.random.default_rng(8), 2_000, 10, (0.2, *[0.8 / 60] * 60))
    assert set(baseline(table, [], "secret").guess.tolist()) == {0}
    found = baseline(table, ["a"], "secret")
    assert (found.guess >= 0).all()
    assert found.right.tolist() == (found.guess == table.columns["secret"].values).tolist()


def test_that_who_has_no_candidate_is_guessed_without_the_release():
    table = random_table(np.random.default_rng(9), 200, 200, own=True)
    nobody = replace(table.columns["a"], covers=Coverage.of_matrix(np.zeros((6, 6), np.bool_)))
    table = replace(table, columns={**table.columns, "a": nobody})
    found = anonymity_loss(table, ["a"], inference(table, ["a"], "secret"))
    assert found.silent.some == found.targets == 200
    assert found.attack.right.tolist() == found.base.right.tolist()
    assert found.plain()["without_candidate"]["share"] == 1.0
