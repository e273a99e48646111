"""Arrays of DLPack with elements that NumPy's own `from_dlpack` does not know: `bfloat16` and floats of 8 bits."""

import ctypes
from typing import Any

import ml_dtypes
import numpy as np

_CPU = 1
#: The data types by their codes of DLPack.
_TYPES = {
    4: "bfloat16",
    7: "float8_e3m4",
    8: "float8_e4m3",
    9: "float8_e4m3b11fnuz",
    10: "float8_e4m3fn",
    11: "float8_e4m3fnuz",
    12: "float8_e5m2",
    13: "float8_e5m2fnuz",
    14: "float8_e8m0fnu",
}


class _Tensor(ctypes.Structure):
    """`DLTensor`."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Memory:
    """Memory for NumPy, which keeps this object, and by it the capsule, whose end gives the memory back."""

    def __init__(self, capsule: object, interface: dict[str, Any]):
        self.capsule = capsule
        self.__array_interface__ = interface


def from_dlpack(value: Any) -> np.ndarray:
    """An array in the memory of another, which is of the CPU. Raises `TypeError` for elements that are not in the table."""
    device = value.__dlpack_device__()[0]
    if device != _CPU:
        raise BufferError(f"the array is in memory of a device of type {int(device)}, not of the CPU")
    capsule = value.__dlpack__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
    name = _TYPES.get(tensor.code)
    dtype = np.dtype(getattr(ml_dtypes, name)) if name and hasattr(ml_dtypes, name) else None
    if dtype is None or tensor.bits != 8 * dtype.itemsize or tensor.lanes != 1:
        raise TypeError(f"elements of DLPack's type {tensor.code} with {tensor.bits} bits are not known")
    shape = tuple(tensor.shape[i] for i in range(tensor.ndim))
    if 0 in shape:
        return np.empty(shape, dtype)
    strides = tuple(tensor.strides[i] * dtype.itemsize for i in range(tensor.ndim)) if tensor.strides else None
    address = (tensor.data or 0) + tensor.byte_offset
    typestr = np.dtype(f"u{dtype.itemsize}").str
    interface = {"version": 3, "data": (address, True), "shape": shape, "strides": strides, "typestr": typestr}
    return np.asarray(_Memory(capsule, interface)).view(dtype)
