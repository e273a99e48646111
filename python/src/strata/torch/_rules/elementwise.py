"""Operators on each element: arithmetic, comparisons, selection, conversion of types."""

import torch

from strata.torch import _types
from strata.torch._builder import Builder, Value
from strata.torch._errors import Unsupported
from strata.torch._rules.table import RULES, find, rule


def operand(b: Builder, value, shape, dtype) -> Value:
    """An argument, a tensor or a number, with a shape and a type."""
    if isinstance(value, Value):
        return b.broadcast(b.convert(value, dtype), shape)
    return b.constant(value, dtype, shape)


def operands(b: Builder, *values, dtype=None) -> list[Value]:
    """Arguments with the shape of the result, and with its type if no other is given."""
    shape, own = b.result
    return [operand(b, value, shape, dtype or own) for value in values]


def common(b: Builder, *values) -> torch.dtype:
    """The type that torch computes with, for tensors and numbers."""
    samples = [torch.empty((1,) * v.rank, dtype=v.dtype) if isinstance(v, Value) else v for v in values]
    if len(samples) == 1:
        return samples[0].dtype
    dtype = torch.result_type(samples[0], samples[1])
    for sample in samples[2:]:
        dtype = torch.result_type(torch.empty(1, dtype=dtype), sample)
    return dtype


def in_single_precision(b: Builder, function, *values: Value) -> Value:
    """Applies a function to numbers that are converted to single precision where they are narrower."""
    dtype = values[0].dtype
    if not _types.is_narrow_float(dtype):
        return function(*values)
    return b.convert(function(*(b.convert(value, torch.float32) for value in values)), dtype)


FUNCTIONS = {
    "acos": "chlo.acos",
    "acosh": "chlo.acosh",
    "asin": "chlo.asin",
    "asinh": "chlo.asinh",
    "atan": "chlo.atan",
    "atanh": "chlo.atanh",
    "ceil": "ceil",
    "cos": "cosine",
    "cosh": "chlo.cosh",
    "digamma": "chlo.digamma",
    "erf": "chlo.erf",
    "erfc": "chlo.erfc",
    "erfinv": "chlo.erf_inv",
    "exp": "exponential",
    "expm1": "exponential_minus_one",
    "floor": "floor",
    "lgamma": "chlo.lgamma",
    "log": "log",
    "log1p": "log_plus_one",
    "round": "round_nearest_even",
    "rsqrt": "rsqrt",
    "sigmoid": "logistic",
    "sin": "sine",
    "sinh": "chlo.sinh",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
}


def enter_functions() -> None:
    """Enters the functions of one number."""

    def make(target):
        def apply(b, x):
            if not (b.result[1].is_floating_point or b.result[1].is_complex):
                return b.convert(x, b.result[1])  # rounding of integers
            return in_single_precision(b, lambda y: b.map(target, y), b.convert(x, b.result[1]))

        return apply

    for name, target in FUNCTIONS.items():
        for operator in find(f"{name}.default") + find(f"prims::{name}.default"):
            RULES[operator] = make(target)


enter_functions()


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


@rule("div.Tensor_mode", "div.Scalar_mode")
def divide_and_round(b, x, y, rounding_mode=None):
    x, y = operands(b, x, y)
    if rounding_mode is None:
        return b.map("divide", x, y)
    if not x.dtype.is_floating_point:
        return floor_of_integers(b, x, y) if rounding_mode == "floor" else b.map("divide", x, y)
    quotient = b.map("divide", x, y)
    return b.map("floor", quotient) if rounding_mode == "floor" else truncate(b, quotient)


@rule("floor_divide.default", "floor_divide.Scalar")
def floor_divide(b, x, y):
    return divide_and_round(b, x, y, "floor")


@rule("trunc.default", "fix.default")
def truncate(b, x):
    if not x.dtype.is_floating_point:
        return x
    return b.select(b.compare("LT", x, b.like(x, 0)), b.map("ceil", x), b.map("floor", x))


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


@rule("neg.default", "prims::neg")
def negate(b, x):
    return b.map("negate", x)


@rule("abs.default", "prims::abs")
def absolute(b, x):
    if not x.dtype.is_floating_point and not x.dtype.is_complex and not x.dtype.is_signed:
        return x
    return b.map("abs", x, dtype=b.result[1])


@rule("sign.default", "sgn.default", "prims::sign")
def sign(b, x):
    if x.dtype == torch.bool:
        return x
    if not x.dtype.is_floating_point:
        return b.map("sign", x)
    return b.select(b.compare("NE", x, x), b.like(x, 0), b.map("sign", x))


@rule("reciprocal.default")
def reciprocal(b, x):
    (x,) = operands(b, x)
    return b.map("divide", b.like(x, 1), x)


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


@rule("relu.default")
def relu(b, x):
    return b.map("maximum", x, b.like(x, 0))


@rule("exp2.default")
def exp2(b, x):
    (x,) = operands(b, x)
    return in_single_precision(b, lambda v: b.map("power", b.like(v, 2), v), x)


def logarithm(b: Builder, x, scale: float) -> Value:
    """The logarithm times a number."""

    def apply(v):
        return b.map("multiply", b.map("log", v), b.like(v, scale))

    return in_single_precision(b, apply, *operands(b, x))


@rule("log2.default")
def log2(b, x):
    return logarithm(b, x, 1.4426950408889634)


@rule("log10.default")
def log10(b, x):
    return logarithm(b, x, 0.43429448190325182)


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


@rule("_to_copy.default", "prims::convert_element_type", "to.dtype")
def convert(b, x, *_, **__):
    return to_type(b, x, b.result[1])


def to_type(b: Builder, x: Value, dtype) -> Value:
    """A conversion as torch does it: numbers lose their fraction on the way to integers."""
    if x.dtype.is_floating_point and not dtype.is_floating_point and not dtype.is_complex and dtype.itemsize < 4:
        if dtype != torch.bool:
            x = b.convert(x, torch.int32)
    return b.convert(x, dtype)


@rule("clone.default", "alias.default", "detach.default", "detach_copy.default", "lift_fresh_copy.default", "lift_fresh.default", "lift.default", "contiguous.default", "prims::clone")
def same(b, x, **_):
    return x


@rule("copy.default")
def copy(b, _, source, non_blocking=False):
    return operands(b, source)[0]


@rule("gelu.default")
def gelu(b, x, approximate="none"):
    def apply(v):
        half = b.map("multiply", v, b.like(v, 0.5))
        if approximate == "none":
            inner = b.map("chlo.erf", b.map("multiply", v, b.like(v, 0.7071067811865476)))
        else:
            cube = b.map("multiply", b.map("multiply", v, v), v)
            inner = b.map("add", v, b.map("multiply", cube, b.like(v, 0.044715)))
            inner = b.map("tanh", b.map("multiply", inner, b.like(v, 0.7978845608028654)))
        return b.map("multiply", half, b.map("add", inner, b.like(v, 1)))

    return in_single_precision(b, apply, x)


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
