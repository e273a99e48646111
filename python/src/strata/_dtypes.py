"""The types of elements, as NumPy and ml_dtypes have them."""

import re

import ml_dtypes
import numpy as np

_TABLE = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
#: A byte for each element.
_NARROW = {"i2": "int2", "i4": "int4", "ui2": "uint2", "ui4": "uint4", "bf16": "bfloat16"}
_SMALL_FLOAT = re.compile(r"f(\d+)(E\d+M\d+\w*)")
_QUANTIZED = re.compile(r"!quant\.\w+<(u?)i(\d+)")


def dtype_of(element: str) -> np.dtype:
    """The data type of an element type of MLIR."""
    known = _TABLE.get(element)
    if known is None:
        name = _NARROW.get(element)
        small = _SMALL_FLOAT.fullmatch(element)
        if small:
            name = f"float{small[1]}_{small[2].lower()}"
        known = getattr(ml_dtypes, name, None) if name else None
    quantized = _QUANTIZED.match(element)
    if known is None and quantized:
        # Quantized numbers are the integers that store them.
        known = f"{'u' if quantized[1] else 'i'}{max(1, int(quantized[2]) // 8)}"
    if known is None:
        raise TypeError(f"NumPy has no elements of type {element}")
    return np.dtype(known)
