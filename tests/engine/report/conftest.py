"""What all tests of reports share."""

from tests.engine.few_trees import few_trees

__all__ = ["few_trees"]
