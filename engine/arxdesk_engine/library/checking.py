"""What needs files: a second count, attacks and reports read a release as strangers do, from a private folder."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.library.frames.frame import Frame, Rows
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.posing import PosedFrame
from arxdesk_engine.library.request import TABLE_FILE
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.transform.apply import Output

if TYPE_CHECKING:
    from arxdesk_engine.verification.recount import Recount

_RELEASED, _JOB = "released.parquet", "job.toml"


@contextlib.contextmanager
def laid_out(posed: PosedFrame) -> Iterator[tuple[Path, Anonymizer]]:
    """A private folder with the columns of a job as a file, and the same problem with that file; nothing stays.

    Raises UnwritableFile where nothing can be written to the folder of temporary files.
    """
    with contextlib.ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except OSError as error:
            raise UnwritableFile.from_os_error(Path(tempfile.gettempdir()), error) from error
        write_frame(folder / TABLE_FILE, posed.frame, posed.raw.names)
        data = posed.job.data.model_copy(update={"path": TABLE_FILE})
        job = posed.job.absolute().model_copy(update={"data": data}).at(folder / _JOB)
        yield folder, replace(posed.anonymizer, job=job)


def write_frame(path: Path, frame: Frame, names: Sequence[str]) -> None:
    """Write some columns of a frame to a Parquet file, as they are. Raises UnwritableFile."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import
    import pyarrow.parquet as pq  # noqa: PLC0415

    table = pa.table({name: frame.cells(name) for name in names})
    with atomic_writer(path) as stream:
        pq.write_table(table, stream)


def counted_again(
    posed: PosedFrame, output: Output, rows: Rows, released: object, facts: Mapping[str, Any], control: Control
) -> Recount:
    """Count the cells of a released frame again, as they are now, by a path that shares nothing with the search.

    `rows` are those of the input in the order of the released frame. Raises Stopped.
    """
    frame = frame_of(released)
    left_out = posed.job.output.leave_out
    names = [name for name in posed.raw.names if name not in left_out and name in frame.names]
    with laid_out(posed) as (folder, anonymizer):
        path = folder / _RELEASED
        write_frame(path, frame, names)
        digest = sha256_of_file(path)
        exported = Exported(str(path), digest, rows.astype(np.int64), None, None, {}, left_out=tuple(left_out))
        claims = {**facts, "output": exported.plain()}
        found = anonymizer.verify(claims, output, exported, control)
    return replace(found, place="the released data frame")
