"""From what a user has to a frame: by its library where that is known, else by the protocols of data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.library.frames.frame import DATA_FRAME, Frame

if TYPE_CHECKING:
    import pyarrow as pa


def frame_of(data: Any) -> Frame:  # noqa: ANN401 - a data frame of any library
    """The frame of an object.

    pandas and polars by themselves; Arrow tables, record batches, and whatever exports a stream of Arrow
    (`__arrow_c_stream__`) or the interchange protocol (`__dataframe__`) as tables of Arrow: their results are those.
    Raises InvalidData for anything else.
    """
    if isinstance(data, Frame):
        return data
    library = type(data).__module__.partition(".")[0]
    names = {each.__name__ for each in type(data).__mro__}
    if library == "polars" and "LazyFrame" in names:
        data = data.collect()
    if _is_of(data, "pandas", "DataFrame"):
        from arxdesk_engine.library.frames.pandas_frame import PandasFrame  # noqa: PLC0415 - pandas is slow to import

        return PandasFrame(data)
    if _is_of(data, "polars", "DataFrame"):
        from arxdesk_engine.library.frames.polars_frame import PolarsFrame  # noqa: PLC0415

        return PolarsFrame(data)
    from arxdesk_engine.library.frames.arrow_frame import ArrowFrame  # noqa: PLC0415 - Arrow is slow to import

    return ArrowFrame(_table(data))


def _is_of(data: object, library: str, name: str) -> bool:
    """Whether an object is of a class of a library, or of a subclass; without importing the library."""
    return any(each.__name__ == name and each.__module__.partition(".")[0] == library for each in type(data).__mro__)


def _table(data: Any) -> pa.Table:  # noqa: ANN401
    import pyarrow as pa  # noqa: PLC0415

    if isinstance(data, pa.Table):
        return data
    if isinstance(data, pa.RecordBatch):
        return pa.Table.from_batches([data])
    if hasattr(data, "__arrow_c_stream__"):
        return pa.table(data)
    if hasattr(data, "__dataframe__"):
        from pyarrow.interchange import from_dataframe  # noqa: PLC0415

        return from_dataframe(data)
    found = f"{type(data).__name__} is no data frame"
    remedy = "Give one of pandas or polars, a table of Arrow, or an object with __arrow_c_stream__ or __dataframe__."
    raise InvalidData(Problem(DATA_FRAME, found, remedy))
