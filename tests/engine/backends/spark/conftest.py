"""One process of Spark for all tests, which takes longer to start than they take to run."""

from collections.abc import Iterator

import pytest

from arxdesk_engine.backends.spark.context import SparkUnavailable, local_session
from arxdesk_engine.foundation.control import Control


@pytest.fixture(scope="session")
def spark() -> Iterator[None]:
    """A process that every table shares; skips where pyspark or Java is missing."""
    try:
        with local_session(Control(threads=2)):
            yield
    except SparkUnavailable as error:
        pytest.skip(str(error))
