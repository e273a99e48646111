"""Operators that combine or order the elements of dimensions."""

import math

import torch

from strata.torch import _types
from strata.torch._builder import Builder, Value
from strata.torch._errors import Unsupported
from strata.torch._rules.table import rule
from strata.torch._rules.views import dimension


def dimensions(value: Value, dims) -> list[int]:
    """The dimensions of an argument; none are all."""
    if dims is None or (isinstance(dims, (list, tuple)) and not dims):
        return list(range(value.rank))
    dims = [dims] if isinstance(dims, int) else dims
    return sorted({dimension(number, value.rank) for number in dims}) if value.rank else []


def count(value: Value, dims) -> int:
    """The number of elements that are combined into one."""
    return torch.Size([value.shape[i] for i in dims]).numel()


def share(size: int) -> float:
    """The factor of each element in a mean; that of no elements is no number."""
    return 1 / size if size else math.nan


def total(b: Builder, x: Value, dims, dtype) -> Value:
    """The sum of dimensions, computed in single precision at least."""
    wide = _types.wide(dtype)
    if wide == torch.bool:
        return b.reduce(b.convert(x, dtype), dims, "or", False)
    return b.convert(b.reduce(b.convert(x, wide), dims, "add", 0), dtype)


@rule("sum.default", "sum.dim_IntList", "prims::sum")
def sum_(b, x, dim=None, keepdim=False, *, dtype=None, output_dtype=None):
    shape, own = b.result
    return b.reshape(total(b, x, dimensions(x, dim), own), shape)


@rule("mean.default", "mean.dim")
def mean(b, x, dim=None, keepdim=False, *, dtype=None):
    shape, own = b.result
    dims, wide = dimensions(x, dim), _types.wide(own)
    value = total(b, b.convert(x, wide), dims, wide)
    value = b.map("multiply", value, b.like(value, share(count(x, dims))))
    return b.reshape(b.convert(value, own), shape)


@rule("prod.default", "prod.dim_int", "prims::prod")
def prod(b, x, dim=None, keepdim=False, *, dtype=None):
    shape, own = b.result
    return b.reshape(b.reduce(b.convert(x, own), dimensions(x, dim), "multiply", 1), shape)


@rule("amax.default", "max.default", "prims::amax")
def amax(b, x, dim=None, keepdim=False):
    name = "or" if x.dtype == torch.bool else "maximum"
    return b.reshape(b.reduce(x, dimensions(x, dim), name, _types.lowest(x.dtype)), b.result[0])


@rule("amin.default", "min.default", "prims::amin")
def amin(b, x, dim=None, keepdim=False):
    name = "and" if x.dtype == torch.bool else "minimum"
    return b.reshape(b.reduce(x, dimensions(x, dim), name, _types.highest(x.dtype)), b.result[0])


@rule("any.default", "any.dim", "any.dims")
def any_(b, x, dim=None, keepdim=False):
    value = b.reduce(b.convert(x, torch.bool), dimensions(x, dim), "or", False)
    return b.convert(b.reshape(value, b.result[0]), b.result[1])


@rule("all.default", "all.dim", "all.dims")
def all_(b, x, dim=None, keepdim=False):
    value = b.reduce(b.convert(x, torch.bool), dimensions(x, dim), "and", True)
    return b.convert(b.reshape(value, b.result[0]), b.result[1])


def variance(b: Builder, x: Value, dims, correction, dtype) -> tuple[Value, Value]:
    """The variance and the mean of dimensions, which stay with size 1."""
    wide = _types.wide(dtype)
    x, size = b.convert(x, wide), count(x, dims)
    kept = [1 if i in dims else n for i, n in enumerate(x.shape)]
    rest = [i for i in range(x.rank) if i not in dims]
    middle = total(b, x, dims, wide)
    middle = b.map("multiply", middle, b.like(middle, share(size)))
    distance = b.map("subtract", x, b.broadcast_in_dim(middle, x.shape, rest))
    square = total(b, b.map("multiply", distance, distance), dims, wide)
    divisor = max(size - correction, 0)
    square = b.map("divide", square, b.like(square, divisor))
    return b.reshape(b.convert(square, dtype), kept), b.reshape(b.convert(middle, dtype), kept)


def correction_of(value) -> float:
    """The number that is subtracted from the count."""
    return 1 if value is None else value


@rule("var.correction")
def var(b, x, dim=None, *, correction=None, keepdim=False):
    value, _ = variance(b, x, dimensions(x, dim), correction_of(correction), b.result[1])
    return b.reshape(value, b.result[0])


@rule("std.correction")
def std(b, x, dim=None, *, correction=None, keepdim=False):
    return b.map("sqrt", var(b, x, dim, correction=correction))


@rule("prims::var")
def prims_var(b, x, dims, correction=1, *, output_dtype=None):
    return var(b, x, dims, correction=correction)


@rule("var_mean.correction")
def var_mean(b, x, dim=None, *, correction=None, keepdim=False):
    values = variance(b, x, dimensions(x, dim), correction_of(correction), b.result[1])
    return tuple(b.reshape(value, shape) for value, (shape, _) in zip(values, b.results))


def extreme(b: Builder, x: Value, dim: int, direction: str) -> tuple[Value, Value]:
    """The greatest or least elements of a dimension, with their first places; a NaN is before all numbers."""
    initial = _types.lowest(x.dtype) if direction == "GT" else _types.highest(x.dtype)
    shape = [size for i, size in enumerate(x.shape) if i != dim]
    places = b.iota(x.shape, dim)

    def body(a, i, c, j):
        better = b.compare(direction, a, c)
        equal = b.compare("EQ", a, c)
        if x.dtype.is_floating_point:
            nan, other = b.compare("NE", a, a), b.compare("NE", c, c)
            better = b.map("or", better, b.map("and", nan, b.map("not", other)))
            equal = b.map("or", equal, b.map("and", nan, other))
        # The initial place is behind all others.
        first = b.map("and", equal, b.compare("LT", i, j))
        return b.select(better, a, c), b.select(b.map("or", better, first), i, j)

    region = b.region((x.dtype, torch.int64) * 2, body)
    starts = b.constant(initial, x.dtype), b.constant(torch.iinfo(torch.int64).max, torch.int64)
    results = [(shape, x.dtype), (shape, torch.int64)]
    return b.operation("stablehlo.reduce", (x, places, *starts), results, f"dimensions = array<i64: {dim}>", region)


def flattened(b: Builder, x: Value, dim):
    """A value with one dimension if none is chosen, and the dimension."""
    if dim is None or x.rank == 0:
        return b.reshape(x, (torch.Size(x.shape).numel(),)), 0
    return x, dimension(dim, x.rank)


def indices(b, x, dim, direction):
    x, dim = flattened(b, x, dim)
    return b.reshape(extreme(b, x, dim, direction)[1], b.result[0])


@rule("argmax.default")
def argmax(b, x, dim=None, keepdim=False):
    return indices(b, x, dim, "GT")


@rule("argmin.default")
def argmin(b, x, dim=None, keepdim=False):
    return indices(b, x, dim, "LT")


@rule("max.dim")
def max_dim(b, x, dim, keepdim=False):
    return tuple(b.reshape(v, shape) for v, (shape, _) in zip(extreme(b, *flattened(b, x, dim), "GT"), b.results))


@rule("min.dim")
def min_dim(b, x, dim, keepdim=False):
    return tuple(b.reshape(v, shape) for v, (shape, _) in zip(extreme(b, *flattened(b, x, dim), "LT"), b.results))


def scan(b: Builder, x: Value, dim: int, name: str, initial) -> Value:
    """Combines each element with all before it, in steps of doubling length."""
    size, step = x.shape[dim], 1
    while step < size:
        low = [step if i == dim else 0 for i in range(x.rank)]
        x = b.map(name, x, b.pad(b.slice(x, dim, 0, size - step), initial, low, [0] * x.rank))
        step *= 2
    return x


@rule("cumsum.default")
def cumsum(b, x, dim, *, dtype=None):
    own = b.result[1]
    x = b.convert(x, _types.wide(own))
    return b.convert(scan(b, x, dimension(dim, x.rank), "add", 0), own) if x.rank else b.convert(x, own)


@rule("cumprod.default")
def cumprod(b, x, dim, *, dtype=None):
    own = b.result[1]
    x = b.convert(x, _types.wide(own))
    return b.convert(scan(b, x, dimension(dim, x.rank), "multiply", 1), own) if x.rank else b.convert(x, own)


def ordered(b: Builder, x: Value, dim: int, descending: bool) -> tuple[Value, ...]:
    """The elements of a dimension in order with their places; a NaN is greater than all numbers, as in torch."""

    def body(a, c, i, j):
        if descending:
            a, c = c, a
        less = b.compare("LT", a, c)
        if x.dtype.is_floating_point:
            less = b.map("or", less, b.map("and", b.compare("NE", c, c), b.compare("EQ", a, a)))
        return less

    region = b.region((x.dtype, x.dtype, torch.int64, torch.int64), body)
    attributes = f"dimension = {dim} : i64, is_stable = true"
    results = [(x.shape, x.dtype), (x.shape, torch.int64)]
    return b.operation("stablehlo.sort", (x, b.iota(x.shape, dim)), results, attributes, region)


@rule("sort.default")
def sort(b, x, dim=-1, descending=False):
    if x.rank == 0:
        return x, b.constant(0, torch.int64)
    return ordered(b, x, dimension(dim, x.rank), descending)


@rule("sort.stable")
def sort_stable(b, x, *, stable=None, dim=-1, descending=False):
    return sort(b, x, dim, descending)


@rule("topk.default")
def topk(b, x, k, dim=-1, largest=True, sorted=True):
    if x.rank == 0:
        raise Unsupported("topk of a scalar")
    dim = dimension(dim, x.rank)
    return tuple(b.slice(value, dim, 0, k) for value in ordered(b, x, dim, largest))
