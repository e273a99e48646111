"""When two results are the same: one table of tolerances, per element type, and the comparison that uses it."""

import ml_dtypes
import numpy as np

# A float passes when |got - want| <= rtol * |want| + atol * largest, where `largest` is the largest finite magnitude of
# the result it belongs to: elements of a sum of terms of both signs are as imprecise as the terms, which are of the size
# of the largest element. Both sides round in their own order, so that neither is the right value.
#
# | type       | epsilon | rtol  | atol  | why                                                                           |
# |------------|---------|-------|-------|-------------------------------------------------------------------------------|
# | f64, c128  | 2.2e-16 | 1e-13 | 1e-13 | polynomials of a few ulp and sums of up to 1,000 terms: about 500 epsilon     |
# | f32, c64   | 1.2e-7  | 2e-5  | 1e-5  | XLA's exp, log, tanh are polynomials of a few ulp; the rest as for f64        |
# | f16        | 9.8e-4  | 4e-3  | 4e-3  | both compute chains of ops in f32 and round at other places: up to 4 epsilon  |
# | bf16       | 7.8e-3  | 3e-2  | 3e-2  | as f16                                                                        |
# | f8, f4     | 2**-m   | 1 step| 0     | one neighbouring value, as the f32 value before rounding may be on a border   |
# | int, bool  | -       | 0     | 0     | exact                                                                         |
TOLERANCE = {
    np.dtype(np.float64): (1e-13, 1e-13),
    np.dtype(np.complex128): (1e-13, 1e-13),
    np.dtype(np.float32): (2e-5, 1e-5),
    np.dtype(np.complex64): (2e-5, 1e-5),
    np.dtype(np.float16): (4e-3, 4e-3),
    np.dtype(ml_dtypes.bfloat16): (3e-2, 3e-2),
}


def first_difference(got, want, defined=lambda results: results):
    """Why the results `got` are not what XLA computed, or None; only what `defined` takes of them counts."""
    for i, (g, w) in enumerate(zip(got, want, strict=True)):
        if (g.shape, g.dtype) != (w.shape, w.dtype):
            return f"result {i} is {g.dtype}{list(g.shape)} and not {w.dtype}{list(w.shape)}"
    for i, (g, w) in enumerate(zip(defined(got), defined(want))):
        wrong = ~close(g, w)
        if wrong.any():
            at = tuple(int(n) for n in np.argwhere(wrong)[0])
            return f"result {i}: {int(wrong.sum())} of {wrong.size} elements differ; {at} is {g[at]} and not {w[at]}"
    return None


def close(got, want):
    """Which elements agree."""
    dtype = want.dtype
    if dtype.kind in "biu" or is_small_int(dtype):
        return np.asarray(got == want)
    rtol, atol = TOLERANCE.get(dtype) or (2.0 ** -ml_dtypes.finfo(dtype).nmant, 0.0)
    if dtype.kind == "c":
        return close_parts(got.real, want.real, np.abs(want), rtol, atol) & close_parts(
            got.imag, want.imag, np.abs(want), rtol, atol
        )
    # XLA flushes subnormal operands and results of arithmetic, for types of the exponents of f32 and f64.
    tiny = float(ml_dtypes.finfo(dtype).tiny) if dtype.itemsize >= 2 else 0.0
    wide = np.float64 if dtype.itemsize <= 8 else dtype
    got, want = got.astype(wide), want.astype(wide)
    return close_parts(got, want, np.abs(want), rtol, atol, tiny)


def close_parts(got, want, size, rtol, atol, tiny=None):
    """As `close`, for real numbers that are parts of numbers of magnitude `size`."""
    tiny = tiny if tiny is not None else float(np.finfo(want.dtype).tiny)
    got, want, size = (np.asarray(part, np.float64) for part in (got, want, size))
    with np.errstate(invalid="ignore", over="ignore"):
        finite = np.where(np.isfinite(size), size, 0.0)
        largest = finite.max(initial=0.0)
        near = np.abs(got - want) <= rtol * finite + atol * largest + tiny
    return (got == want) | (np.isnan(got) & np.isnan(want)) | (np.isfinite(got) & np.isfinite(want) & near)


def is_small_int(dtype):
    """Whether it is one of the integer types that NumPy does not have."""
    return dtype.name in ("int2", "int4", "uint2", "uint4")


def check():
    """Refuses to judge with a comparison that does not see differences."""
    one = np.float32([1.0, -2.0, np.nan, np.inf])
    same = [(one, one), (one, one * np.float32(1.000001)), (np.float32([0.0]), np.float32([1e-39]))]
    different = [(one, np.float32([1.0, -2.0, np.nan, -np.inf])), (one, np.float32([1.0, -2.0, 0.0, np.inf]))]
    different += [(one, one * np.float32(1.0001)), (one, one.astype(np.float64)), (one, one[:3])]
    different += [(np.int32([1]), np.int32([2])), (np.complex64([1 + 1j]), np.complex64([1 - 1j]))]
    wrong = [pair for pair in same if first_difference([pair[0]], [pair[1]])] + [pair for pair in different if not first_difference([pair[0]], [pair[1]])]
    assert not wrong, wrong
