"""Operators on each element: comparisons, bits and truth values, selection."""

import torch

from strata.torch._builder import Builder, Value
from strata.torch._rules.elementwise import operand, operands
from strata.torch._rules.table import RULES, find, rule


def common(b: Builder, *values) -> torch.dtype:
    """The type that torch computes with, for tensors and numbers."""
    samples = [torch.empty((1,) * v.rank, dtype=v.dtype) if isinstance(v, Value) else v for v in values]
    if len(samples) == 1:
        return samples[0].dtype
    dtype = torch.result_type(samples[0], samples[1])
    for sample in samples[2:]:
        dtype = torch.result_type(torch.empty(1, dtype=dtype), sample)
    return dtype


def enter_comparisons() -> None:
    """Enters the comparisons."""

    def make(direction):
        def apply(b, x, y):
            dtype = common(b, x, y)
            return b.compare(direction, *operands(b, x, y, dtype=dtype))

        return apply

    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        for operator in find(f"{name}.Tensor") + find(f"{name}.Scalar") + find(f"prims::{name}.default"):
            RULES[operator] = make(name.upper())


enter_comparisons()


def enter_bits() -> None:
    """Enters the operators on bits and on truth values."""

    def make(name, dtype):
        return lambda b, x, y: b.map(name, *operands(b, x, y, dtype=dtype))

    for name in ("and", "or", "xor"):
        for operator in find(f"logical_{name}.default"):
            RULES[operator] = make(name, torch.bool)
        for operator in find(f"bitwise_{name}.Tensor") + find(f"bitwise_{name}.Scalar") + find(f"prims::bitwise_{name}.default"):
            RULES[operator] = make(name, None)


enter_bits()


@rule("logical_not.default")
def logical_not(b, x):
    return b.map("not", b.convert(x, torch.bool))


@rule("bitwise_not.default")
def bitwise_not(b, x):
    return b.map("not", x)


@rule("bitwise_left_shift.Tensor", "bitwise_left_shift.Tensor_Scalar", "__lshift__.Scalar", "__lshift__.Tensor")
def shift_left(b, x, y):
    return b.map("shift_left", *operands(b, x, y))


@rule("bitwise_right_shift.Tensor", "bitwise_right_shift.Tensor_Scalar", "__rshift__.Scalar", "__rshift__.Tensor")
def shift_right(b, x, y):
    name = "shift_right_arithmetic" if b.result[1].is_signed else "shift_right_logical"
    return b.map(name, *operands(b, x, y))


@rule("isnan.default")
def is_nan(b, x):
    return b.compare("NE", x, x) if x.dtype.is_floating_point else b.constant(False, torch.bool, x.shape)


@rule("isinf.default")
def is_infinite(b, x):
    if not x.dtype.is_floating_point:
        return b.constant(False, torch.bool, x.shape)
    x = b.map("abs", x)
    return b.compare("EQ", x, b.like(x, float("inf")))


@rule("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar", "prims::where")
def where(b, condition, x, y):
    shape, _ = b.result
    return b.select(operand(b, condition, shape, torch.bool), *operands(b, x, y))


@rule("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(b, x, mask, value):
    shape, _ = b.result
    return b.select(operand(b, mask, shape, torch.bool), *operands(b, value, x))
