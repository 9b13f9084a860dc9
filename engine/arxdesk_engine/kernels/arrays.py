"""The array types that kernels take."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Int16s = NDArray[np.int16]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
UInt8s = NDArray[np.uint8]
UInt32s = NDArray[np.uint32]
UInt64s = NDArray[np.uint64]
Weights = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
Float64s = NDArray[np.float64]
Bools = NDArray[np.bool_]
