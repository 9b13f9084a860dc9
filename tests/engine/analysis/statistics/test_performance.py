"""Judging predictions, against scikit-learn and by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, brier_score_loss, recall_score, roc_auc_score

from arxdesk_engine.analysis.statistics.performance import performance, roc
from tests.tiers import examples


@st.composite
def predictions(draw):
    classes = draw(st.integers(2, 4))
    records = draw(st.integers(1, 30))
    weights = np.array(
        draw(
            st.lists(
                st.lists(st.integers(0, 4), min_size=classes, max_size=classes), min_size=records, max_size=records
            )
        )
    )
    weights[weights.sum(axis=1) == 0] = 1
    truth = np.array(draw(st.lists(st.integers(0, classes - 1), min_size=records, max_size=records)), np.int32)
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32), truth


@settings(max_examples=examples(25))
@given(drawn=predictions())
def test_that_predictions_are_judged_as_the_textbook_does(drawn):
    probabilities, truth = drawn
    labels = tuple("abcd"[: probabilities.shape[1]])
    found = performance(probabilities, truth, labels)
    predicted = probabilities.argmax(axis=1)
    assert found.accuracy == pytest.approx(accuracy_score(truth, predicted))
    one_hot = np.eye(len(labels))[truth]
    assert found.brier_score == pytest.approx(((probabilities - one_hot) ** 2).sum(axis=1).mean(), abs=1e-6)
    assert found.average_error == pytest.approx((1 - (probabilities * one_hot).sum(axis=1)).mean(), abs=1e-6)
    for code, each in enumerate(found.classes):
        is_class = truth == code
        assert each.records == is_class.sum()
        distance = (probabilities[:, code].astype(float) - is_class) ** 2
        assert each.brier_score == pytest.approx(distance.mean(), abs=1e-6)
        if 0 < each.records < len(truth):
            assert each.auc == pytest.approx(roc_auc_score(is_class, probabilities[:, code]), abs=1e-6)
            assert each.sensitivity == pytest.approx(recall_score(is_class, predicted == code))
            assert each.specificity == pytest.approx(recall_score(~is_class, predicted != code))
        else:
            assert each.auc is None
            assert (each.sensitivity is None) == (each.records == 0)


def test_that_the_brier_score_of_two_classes_is_twice_that_of_one():
    chances = np.array([0.1, 0.8, 0.4], np.float32)
    found = performance(np.stack([1 - chances, chances], axis=1), np.array([0, 1, 1], np.int32), ("no", "yes"))
    assert found.brier_score == pytest.approx(2 * brier_score_loss([0, 1, 1], chances), rel=1e-6)


def test_that_a_class_that_is_not_known_is_always_missed():
    found = performance(np.array([[1.0], [1.0]], np.float32), np.array([0, -1], np.int32), ("a",))
    assert (found.accuracy, found.average_error, found.brier_score) == (0.5, 0.5, 1.0)


def test_that_curves_begin_at_the_origin_and_end_at_1_1():
    rates = roc(np.array([0.9, 0.9, 0.1], np.float32), np.array([True, False, False]))
    assert rates.tolist() == [[0.0, 0.0], [0.5, 1.0], [1.0, 1.0]]


def test_that_curves_of_many_records_have_few_points():
    rng = np.random.default_rng(1)
    scores = rng.random(5000, np.float32)
    found = performance(np.stack([scores, 1 - scores], axis=1), rng.integers(0, 2, 5000).astype(np.int32), ("a", "b"))
    for each in found.classes:
        assert len(each.roc) <= 101
        assert (each.roc[0].tolist(), each.roc[-1].tolist()) == ([0.0, 0.0], [1.0, 1.0])
