"""Operators on each element: functions of one number."""

import torch

from strata.torch._builder import Builder, Value
from strata.torch._rules.elementwise import in_single_precision, operands, toward_zero
from strata.torch._rules.table import RULES, find, rule

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


@rule("trunc.default", "fix.default")
def truncate(b, x):
    if not x.dtype.is_floating_point:
        return x
    return toward_zero(b, x)


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


@rule("digamma.default", "prims::digamma")
def digamma(b, x):
    def apply(v):
        at_zero = b.map("negate", b.map("divide", b.like(v, 1), v))
        return b.select(b.compare("EQ", v, b.like(v, 0)), at_zero, b.map("chlo.digamma", v))

    return in_single_precision(b, apply, *operands(b, x))
