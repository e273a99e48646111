"""Arrays of element types that `.npy` files do not have, and the arrays that stand for them there."""

import numpy as np

import judge


def carrier(array):
    """The array in a type that `.npy` files have: small floats as their bits, small integers as bytes."""
    if judge.is_small_int(array.dtype):
        return array.astype(np.int8 if array.dtype.name.startswith("i") else np.uint8)
    return array.view(f"u{array.dtype.itemsize}") if array.dtype.kind == "V" or array.dtype.num >= 256 else array


def restored(array, dtype):
    """The array that `carrier` stands for."""
    if judge.is_small_int(dtype) and array.dtype.kind in "iu":
        return array.astype(dtype)
    same_size = array.dtype.itemsize == dtype.itemsize
    stands_for = array.dtype.kind == "V" or array.dtype.kind == "u" and dtype.kind != "u"
    return array.view(dtype) if stands_for and same_size else array
