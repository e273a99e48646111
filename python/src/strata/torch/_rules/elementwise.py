"""Operators on each element: arithmetic and functions of numbers."""

import torch

from strata.torch import _types
from strata.torch._builder import Builder, Value
from strata.torch._rules.table import rule


def operand(b: Builder, value, shape, dtype) -> Value:
    """An argument, a tensor or a number, with a shape and a type."""
    if isinstance(value, Value):
        return b.broadcast(b.convert(value, dtype), shape)
    return b.constant(value, dtype, shape)


def operands(b: Builder, *values, dtype=None) -> list[Value]:
    """Arguments with the shape of the result, and with its type if no other is given."""
    shape, own = b.result
    return [operand(b, value, shape, dtype or own) for value in values]


def in_single_precision(b: Builder, function, *values: Value) -> Value:
    """Applies a function to numbers that are converted to single precision where they are narrower."""
    dtype = values[0].dtype
    if not _types.is_narrow_float(dtype):
        return function(*values)
    return b.convert(function(*(b.convert(value, torch.float32) for value in values)), dtype)


def scaled(b: Builder, value, alpha, shape, dtype) -> Value:
    """A value times a number."""
    value = operand(b, value, shape, dtype)
    return value if alpha == 1 else b.map("multiply", value, b.like(value, alpha))


@rule("add.Tensor", "add.Scalar", "prims::add")
def add(b, x, y, alpha=1):
    shape, dtype = b.result
    return b.map("or" if dtype == torch.bool else "add", operand(b, x, shape, dtype), scaled(b, y, alpha, shape, dtype))


@rule("sub.Tensor", "sub.Scalar", "prims::sub")
def subtract(b, x, y, alpha=1):
    shape, dtype = b.result
    return b.map("subtract", operand(b, x, shape, dtype), scaled(b, y, alpha, shape, dtype))


@rule("rsub.Tensor", "rsub.Scalar")
def reverse_subtract(b, x, y, alpha=1):
    shape, dtype = b.result
    return b.map("subtract", operand(b, y, shape, dtype), scaled(b, x, alpha, shape, dtype))


@rule("mul.Tensor", "mul.Scalar", "prims::mul")
def multiply(b, x, y):
    return b.map("and" if b.result[1] == torch.bool else "multiply", *operands(b, x, y))


@rule("div.Tensor", "div.Scalar", "true_divide.Tensor", "prims::div")
def divide(b, x, y):
    return b.map("divide", *operands(b, x, y))


def floor_of_integers(b: Builder, x: Value, y: Value) -> Value:
    """The quotient of integers, rounded down."""
    quotient = b.map("divide", x, y)
    if not x.dtype.is_signed:
        return quotient
    rest = b.map("remainder", x, y)
    zero = b.like(x, 0)
    other_sign = b.compare("NE", b.map("sign", rest), b.map("sign", y))
    down = b.map("and", b.compare("NE", rest, zero), other_sign)
    return b.select(down, b.map("subtract", quotient, b.like(x, 1)), quotient)


def toward_zero(b: Builder, x: Value) -> Value:
    """Numbers without their fraction."""
    return b.select(b.compare("LT", x, b.like(x, 0)), b.map("ceil", x), b.map("floor", x))


@rule("div.Tensor_mode", "div.Scalar_mode")
def divide_and_round(b, x, y, rounding_mode=None):
    x, y = operands(b, x, y)
    if rounding_mode is None:
        return b.map("divide", x, y)
    if not x.dtype.is_floating_point:
        return floor_of_integers(b, x, y) if rounding_mode == "floor" else b.map("divide", x, y)
    quotient = b.map("divide", x, y)
    return b.map("floor", quotient) if rounding_mode == "floor" else toward_zero(b, quotient)


@rule("floor_divide.default", "floor_divide.Scalar")
def floor_divide(b, x, y):
    return divide_and_round(b, x, y, "floor")


@rule("fmod.Tensor", "fmod.Scalar")
def remainder_of_truncation(b, x, y):
    return b.map("remainder", *operands(b, x, y))


@rule("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor")
def remainder(b, x, y):
    x, y = operands(b, x, y)
    rest = b.map("remainder", x, y)
    if not x.dtype.is_floating_point and not x.dtype.is_signed:
        return rest
    zero = b.like(x, 0)
    negative = [b.compare("LT", value, zero) for value in (rest, y)]
    fix = b.map("and", b.compare("NE", rest, zero), b.map("xor", *negative))
    return b.select(fix, b.map("add", rest, y), rest)


@rule("pow.Tensor_Scalar", "pow.Tensor_Tensor", "pow.Scalar", "prims::pow")
def power(b, x, y):
    x_, y_ = operands(b, x, y)
    if y == 2:
        return b.map("multiply", x_, x_)
    if y == 3:
        return b.map("multiply", b.map("multiply", x_, x_), x_)
    if y == 0.5:
        return in_single_precision(b, lambda v: b.map("sqrt", v), x_)
    return in_single_precision(b, lambda v, w: b.map("power", v, w), x_, y_)


@rule("atan2.default", "prims::atan2")
def atan2(b, x, y):
    return in_single_precision(b, lambda v, w: b.map("atan2", v, w), *operands(b, x, y))


def ignoring_nan(b: Builder, name: str, x, y) -> Value:
    """The greater or the lesser number, or the one that is a number."""
    x, y = operands(b, x, y)
    value = b.map(name, x, y)
    if not x.dtype.is_floating_point:
        return value
    return b.select(b.compare("NE", x, x), y, b.select(b.compare("NE", y, y), x, value))


@rule("fmax.default", "prims::fmax")
def fmax(b, x, y):
    return ignoring_nan(b, "maximum", x, y)


@rule("fmin.default", "prims::fmin")
def fmin(b, x, y):
    return ignoring_nan(b, "minimum", x, y)


@rule("maximum.default", "prims::maximum")
def maximum(b, x, y):
    return b.map("maximum", *operands(b, x, y))


@rule("minimum.default", "prims::minimum")
def minimum(b, x, y):
    return b.map("minimum", *operands(b, x, y))


@rule("clamp.default", "clamp.Tensor")
def clamp(b, x, low=None, high=None):
    (x,) = operands(b, x)
    for bound, name in ((low, "maximum"), (high, "minimum")):
        if bound is not None:
            x = b.map(name, x, *operands(b, bound))
    return x


@rule("hardtanh.default")
def hardtanh(b, x, low=-1, high=1):
    return clamp(b, x, low, high)
