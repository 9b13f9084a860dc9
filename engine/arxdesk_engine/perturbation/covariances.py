"""Covariances of columns of numbers, and the roots by which numbers with such a covariance are drawn."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.perturbation.numbers import Numbers

_NO_VARIANCE = 1e-12


def covariance(numbers: Numbers) -> Numbers:
    """The covariance of columns, float64[columns, columns], of numbers float64[records, columns]; at least two."""
    centred = numbers - numbers.mean(axis=0)
    found: Numbers = centred.T @ centred / (len(numbers) - 1)
    return found


def root_of(matrix: Numbers) -> Numbers:
    """A lower triangular L with L L^T = matrix, which has no negative eigenvalues, by Cholesky's method.

    A column without variance of its own, since it is constant or a combination of others, gets no new direction.
    """
    size = len(matrix)
    root = np.zeros((size, size))
    for column in range(size):
        rest = matrix[column, column] - root[column, :column] @ root[column, :column]
        if rest <= _NO_VARIANCE * matrix[column, column]:
            continue
        root[column, column] = np.sqrt(rest)
        below = matrix[column + 1 :, column] - root[column + 1 :, :column] @ root[column, :column]
        root[column + 1 :, column] = below / root[column, column]
    return root
