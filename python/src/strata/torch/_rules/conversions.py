"""Operators on each element: other types of elements, complex numbers, and operators that change nothing."""

import torch

from strata.torch._builder import Builder, Value
from strata.torch._errors import Unsupported
from strata.torch._rules.elementwise import operand, operands
from strata.torch._rules.table import rule


@rule("_to_copy.default", "prims::convert_element_type", "to.dtype")
def convert(b, x, *_, **__):
    return to_type(b, x, b.result[1])


def to_type(b: Builder, x: Value, dtype) -> Value:
    """A conversion as torch does it: numbers lose their fraction on the way to integers."""
    if x.dtype.is_floating_point and not dtype.is_floating_point and not dtype.is_complex and dtype.itemsize < 4:
        if dtype != torch.bool:
            x = b.convert(x, torch.int32)
    return b.convert(x, dtype)


@rule(
    "clone.default",
    "alias.default",
    "detach.default",
    "detach_copy.default",
    "lift_fresh_copy.default",
    "lift_fresh.default",
    "lift.default",
    "contiguous.default",
    "prims::clone",
)
def same(b, x, **_):
    return x


@rule("copy.default")
def copy(b, _, source, non_blocking=False):
    return operands(b, source)[0]


@rule("complex.default", "view_as_complex.default")
def complex_number(b, x, y=None):
    shape, dtype = b.result
    if y is None:
        last = x.rank - 1
        x, y = (b.reshape(b.slice(x, last, i, i + 1), shape) for i in range(2))
    part = torch.float32 if dtype == torch.complex64 else torch.float64
    return b.map("complex", operand(b, x, shape, part), operand(b, y, shape, part), dtype=dtype)


@rule("view_as_real.default")
def parts(b, x):
    shape, dtype = b.result
    pieces = [b.reshape(b.map(name, x, dtype=dtype), (*x.shape, 1)) for name in ("real", "imag")]
    return b.concatenate(pieces, len(shape) - 1)


@rule("view.dtype")
def reinterpret(b, x, dtype):
    shape, dtype = b.result
    if dtype.itemsize != x.dtype.itemsize or torch.bool in (dtype, x.dtype):
        raise Unsupported("a view of bits as elements of another width")
    return b.one("stablehlo.bitcast_convert", (x,), shape, dtype)
