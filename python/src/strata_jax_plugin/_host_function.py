"""Python functions as C functions that compiled programs call with arrays.

The interface in C:

```c
struct strata_array { void *data; int64_t rank; const int64_t *dims; int32_t type; int32_t reserved; };
int32_t callback(int64_t num_inputs, const struct strata_array *inputs, int64_t num_outputs,
                 const struct strata_array *outputs, char *error, int64_t error_size);
```

`type` is a number of `PJRT_Buffer_Type`. Arrays are row-major; elements of fewer than 8 bits have a byte each. The result is 0, or
else `error` has the text of the error, in UTF-8 and ended by a zero.
"""

import ctypes
import pathlib
import traceback
from collections.abc import Callable, Sequence

import jax
import ml_dtypes
import numpy as np

_PACKAGE = pathlib.PurePath(__file__).parent
#: Its internal part; users see the rest.
_JAX = pathlib.PurePath(jax.__file__).parent / "_src"


class Array(ctypes.Structure):
    """An array in C."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("type", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    ]


FUNCTION = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_int64,
    ctypes.POINTER(Array),
    ctypes.c_int64,
    ctypes.POINTER(Array),
    ctypes.c_void_p,
    ctypes.c_int64,
)

#: The types of `ml_dtypes` by their numbers; an older version of it may lack some.
_NAMES = {
    13: "bfloat16",
    16: "float8_e5m2",
    17: "float8_e4m3fn",
    18: "float8_e4m3b11fnuz",
    19: "float8_e5m2fnuz",
    20: "float8_e4m3fnuz",
    21: "int4",
    22: "uint4",
    24: "int2",
    25: "uint2",
    26: "float8_e4m3",
    27: "float8_e3m4",
    28: "float8_e8m0fnu",
    29: "float4_e2m1fn",
}
#: The element types by their numbers in `PJRT_Buffer_Type`.
DTYPES: dict[int, np.dtype] = {
    1: np.dtype(np.bool_),
    2: np.dtype(np.int8),
    3: np.dtype(np.int16),
    4: np.dtype(np.int32),
    5: np.dtype(np.int64),
    6: np.dtype(np.uint8),
    7: np.dtype(np.uint16),
    8: np.dtype(np.uint32),
    9: np.dtype(np.uint64),
    10: np.dtype(np.float16),
    11: np.dtype(np.float32),
    12: np.dtype(np.float64),
    14: np.dtype(np.complex64),
    15: np.dtype(np.complex128),
} | {number: np.dtype(getattr(ml_dtypes, name)) for number, name in _NAMES.items() if hasattr(ml_dtypes, name)}


def _view(array: Array, expected: np.dtype | None) -> np.ndarray:
    """The memory of an array, which is there during the call.

    A type that is expected may be another of the same size: compiled programs do not tell signed from unsigned integers.
    """
    dtype = DTYPES.get(array.type, expected)
    if dtype is None:
        raise TypeError(f"strata: there is no Python type for element type {array.type} of PJRT")
    if expected is not None:
        if dtype.itemsize != expected.itemsize:
            raise TypeError(f"strata: an array has elements of type {dtype}; the program has {expected}")
        dtype = expected
    shape = tuple(array.dims[i] for i in range(array.rank))
    count = int(np.prod(shape, dtype=np.int64))
    if count == 0 or not array.data:
        return np.empty(shape, dtype)
    memory = (ctypes.c_uint8 * (count * dtype.itemsize)).from_address(array.data)
    return np.frombuffer(memory, np.uint8).view(dtype).reshape(shape)


def _is_internal(frame: traceback.FrameSummary) -> bool:
    """Whether a frame is one of JAX or of this package."""
    folder = pathlib.PurePath(frame.filename).parent
    return folder == _PACKAGE or folder.is_relative_to(_JAX)


def _error_text(error: BaseException) -> str:
    """The type and the message of an error, and below them the traceback of the user's functions."""
    summary = "".join(traceback.format_exception_only(error)).strip()
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_internal(frame)]
    if not frames:
        return summary
    return f"{summary}\n\nTraceback (most recent call last):\n{''.join(traceback.format_list(frames))}{summary}"


def _write_text(address: int | None, size: int, text: str) -> None:
    """Writes as much of a text as there is space for, without a part of a character at its end."""
    if not address or size <= 0:
        return
    data = text.replace("\0", "\\0").encode("utf-8", "replace")[: size - 1]
    data = data.decode("utf-8", "ignore").encode("utf-8") + b"\0"
    ctypes.memmove(address, data, len(data))


class HostFunction:
    """A Python function of arrays behind an address that compiled programs call.

    The function gets copies of its inputs, since it may keep them, and returns a sequence of arrays. The address is valid as long
    as this object lives. The types of the arrays are those that the caller says, or those that are given here.
    An ordered function may be called with a token before the inputs and one before the outputs, which have no elements.
    """

    def __init__(
        self,
        function: Callable[..., Sequence[np.ndarray]],
        inputs: Sequence[np.dtype] | None = None,
        outputs: Sequence[np.dtype] | None = None,
        ordered: bool = False,
    ):
        self._function = function
        self._inputs = inputs
        self._outputs = outputs
        self._ordered = ordered
        self._entry = FUNCTION(self._call)

    @property
    def address(self) -> int:
        """The address of the C function."""
        return ctypes.cast(self._entry, ctypes.c_void_p).value or 0

    def _call(self, num_inputs, inputs, num_outputs, outputs, error, error_size) -> int:
        try:
            arguments = [_view(array, dtype).copy() for array, dtype in self._arrays(inputs, num_inputs, self._inputs)]
            places = self._arrays(outputs, num_outputs, self._outputs)
            results = self._function(*arguments)
            if len(results) != len(places):
                raise RuntimeError(f"strata: the callback returned {len(results)} arrays; the program has {len(places)}")
            for number, (result, (array, dtype)) in enumerate(zip(results, places)):
                _store(_view(array, dtype), np.asarray(result), number)
        # Nothing may leave a function that C code calls.
        except BaseException as raised:  # noqa: BLE001
            _write_text(error, error_size, _error_text(raised))
            return 1
        return 0

    def _arrays(self, arrays, count: int, types: Sequence[np.dtype] | None) -> list[tuple[Array, np.dtype | None]]:
        """Arrays with the types that are expected, without the token that may come first."""
        if types is None:
            return [(arrays[i], None) for i in range(count)]
        first = count - len(types)
        if first not in ((0, 1) if self._ordered else (0,)):
            raise RuntimeError(f"strata: a callback of {len(types)} arrays was called with {count}")
        return [(arrays[first + i], dtype) for i, dtype in enumerate(types)]


def _store(place: np.ndarray, result: np.ndarray, number: int) -> None:
    """Writes a result to its place."""
    if place.shape != result.shape or place.dtype != result.dtype:
        raise RuntimeError(
            f"strata: result {number} of the callback is {result.dtype}{list(result.shape)}; "
            f"the program has {place.dtype}{list(place.shape)}"
        )
    place[...] = result
