"""Arguments that are no arrays of NumPy, or not as programs need them."""

from typing import Any

import numpy as np

from strata._dlpack import from_dlpack
from strata._errors import ArgumentError


def _array(value: Any) -> np.ndarray:
    """An array with a data type of its own, in place where this is possible."""
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    if hasattr(value, "__dlpack__"):
        for read in (np.from_dlpack, from_dlpack):
            try:
                return read(value)
            except (AttributeError, RuntimeError, TypeError, ValueError, BufferError):
                pass
        if not hasattr(value, "__array__"):
            # Its error says more than that of NumPy.
            return from_dlpack(value)
    return np.asarray(value)


def _is_array(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__dlpack__") or hasattr(value, "__array__")


def fit(value: Any, dtype: np.dtype, label: str) -> np.ndarray:
    """An aligned row-major array of a data type; numbers and lists of Python are converted, arrays of other types are refused."""
    try:
        array = _array(value) if _is_array(value) else np.asarray(value, dtype)
    except (RuntimeError, TypeError, ValueError, OverflowError, BufferError) as why:
        raise ArgumentError(f"error: {label} cannot be made of {type(value).__name__}: {why}") from why
    if array.dtype != dtype:
        raise ArgumentError(f"error: {label} takes an array of {dtype}, {array.dtype} is given")
    # `require` copies only what does not fit; a dtype of another byte order differs.
    return np.require(array, requirements=("C", "A")).reshape(array.shape)
