"""Operators that make tensors from no other: constants and numbers that count."""

import torch

from strata.torch._builder import Builder, Value
from strata.torch._rules.elementwise import operand
from strata.torch._rules.table import rule


@rule("full.default", "full_like.default", "new_full.default", "fill.Scalar", "fill.Tensor", "scalar_tensor.default")
def full(b, *arguments, **_):
    shape, dtype = b.result
    value = next(x for x in reversed(arguments) if not isinstance(x, (list, tuple)))
    return operand(b, value, shape, dtype)


@rule(
    "zeros.default",
    "zeros_like.default",
    "new_zeros.default",
    "empty.memory_format",
    "empty_like.default",
    "new_empty.default",
    "empty_strided.default",
    "new_empty_strided.default",
    "empty_permuted.default",
    "prims::empty_strided",
)
def zeros(b, *_, **__):
    shape, dtype = b.result
    return b.constant(0, dtype, shape)


@rule("ones.default", "ones_like.default", "new_ones.default")
def ones(b, *_, **__):
    shape, dtype = b.result
    return b.constant(1, dtype, shape)


def counted(b: Builder, start, step) -> Value:
    """Numbers from a start in steps."""
    shape, dtype = b.result
    own = torch.int64 if not dtype.is_floating_point else torch.float64 if dtype == torch.float64 else torch.float32
    numbers = b.iota(shape, 0, own)
    if step != 1:
        numbers = b.map("multiply", numbers, b.like(numbers, step))
    if start != 0:
        numbers = b.map("add", numbers, b.like(numbers, start))
    return b.convert(numbers, dtype)


@rule("arange.default", "arange.start", "arange.start_step")
def arange(b, *numbers, **_):
    start, _, step = (0, *numbers, 1)[:3] if len(numbers) == 1 else (*numbers, 1)[:3]
    return counted(b, start, step)


@rule("prims::iota")
def iota(b, length, start=0, step=1, **_):
    return counted(b, start, step)
