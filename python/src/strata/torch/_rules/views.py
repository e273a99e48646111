"""Operators that move elements: shapes, dimensions, ranges, padding, and new tensors."""

import torch

from strata.torch._builder import Builder, Value
from strata.torch._errors import Unsupported
from strata.torch._rules.elementwise import operands
from strata.torch._rules.table import rule


def dimension(number: int, rank: int) -> int:
    """A dimension, counted from the first."""
    return number + max(rank, 1) if number < 0 else number


def bounds(start, stop, size: int) -> tuple[int, int]:
    """A range as Python reads it."""
    start, stop, _ = slice(start, stop).indices(size)
    return start, max(start, stop)


@rule(
    "view.default",
    "_unsafe_view.default",
    "reshape.default",
    "unsqueeze.default",
    "squeeze.default",
    "squeeze.dim",
    "squeeze.dims",
    "flatten.using_ints",
    "prims::view_of",
    "prims::collapse_view",
    "prims::split_dim",
    "prims::squeeze",
    "_reshape_alias.default",
    "view_copy.default",
    "unsqueeze_copy.default",
    "squeeze_copy.dim",
    "_reshape_copy.default",
    "squeeze_copy.dims",
)
def reshape(b, x, *_, **__):
    return b.reshape(x, b.result[0])


@rule("permute.default", "permute_copy.default", "prims::transpose")
def permute(b, x, dims):
    return b.transpose(x, [dimension(number, x.rank) for number in dims])


@rule("transpose.int", "transpose_copy.int")
def transpose(b, x, one, other):
    order = list(range(x.rank))
    one, other = dimension(one, x.rank), dimension(other, x.rank)
    if order:
        order[one], order[other] = order[other], order[one]
    return b.transpose(x, order)


@rule("t.default", "t_copy.default")
def t(b, x):
    return b.transpose(x, reversed(range(x.rank)))


@rule("expand.default", "broadcast_to.default", "expand_copy.default")
def expand(b, x, *_, **__):
    return b.broadcast(x, b.result[0])


@rule("prims::broadcast_in_dim")
def broadcast_in_dim(b, x, _, dimensions):
    return b.broadcast_in_dim(x, b.result[0], dimensions)


@rule("slice.Tensor", "slice_copy.Tensor")
def slice_(b, x, dim=0, start=None, end=None, step=1):
    dim = dimension(dim, x.rank)
    return b.slice(x, dim, *bounds(start, end, x.shape[dim]), step)


@rule("select.int", "select_copy.int")
def select(b, x, dim, index):
    dim = dimension(dim, x.rank)
    index = index + x.shape[dim] if index < 0 else index
    return b.reshape(b.slice(x, dim, index, index + 1), b.result[0])


@rule(
    "split_with_sizes.default",
    "split.Tensor",
    "split_copy.Tensor",
    "unbind_copy.int",
    "unbind.int",
    "split_with_sizes_copy.default",
)
def split(b, x, sizes=None, dim=0, **_):
    single = len(b.results) == 0 or len(b.results[0][0]) < x.rank
    if single:  # unbind has no sizes
        dim = sizes if sizes is not None else dim
    dim = dimension(dim, x.rank)
    pieces, start = [], 0
    for shape, _dtype in b.results:
        size = 1 if single else shape[dim]
        pieces.append(b.reshape(b.slice(x, dim, start, start + size), shape))
        start += size
    return tuple(pieces)


@rule("cat.default", "prims::cat")
def cat(b, tensors, dim=0):
    shape, dtype = b.result
    dim = dimension(dim, len(shape))
    pieces = [b.convert(each, dtype) for each in tensors if each.shape != (0,) or len(shape) == 1]
    pieces = [each for each in pieces if each.shape[dim]] or [b.constant(0, dtype, shape)]
    return b.concatenate(pieces, dim)


@rule("stack.default")
def stack(b, tensors, dim=0):
    shape, dtype = b.result
    dim = dimension(dim, len(shape))
    return b.concatenate([b.reshape(b.convert(x, dtype), (*x.shape[:dim], 1, *x.shape[dim:])) for x in tensors], dim)


@rule("repeat.default")
def repeat(b, x, repeats):
    shape, _ = b.result
    own = (1,) * (len(shape) - x.rank) + x.shape
    sizes = [size for pair in zip(repeats, own) for size in pair]
    spread = b.broadcast_in_dim(b.reshape(x, own), sizes, range(1, 2 * len(own), 2))
    return b.reshape(spread, shape)


@rule("flip.default", "prims::rev")
def flip(b, x, dims):
    dims = [dimension(number, x.rank) for number in dims]
    return b.reverse(x, dims) if dims and x.rank else x


@rule("roll.default")
def roll(b, x, shifts, dims=()):
    shifts = [shifts] if isinstance(shifts, int) else list(shifts)
    dims = [dims] if isinstance(dims, int) else list(dims)
    shape = x.shape
    if not dims:
        x, dims = b.reshape(x, (torch.Size(shape).numel(),)), [0]
    for shift, dim in zip(shifts, dims):
        dim = dimension(dim, x.rank)
        cut = -shift % x.shape[dim] if x.shape[dim] else 0
        if cut:
            x = b.concatenate([b.slice(x, dim, cut, x.shape[dim]), b.slice(x, dim, 0, cut)], dim)
    return b.reshape(x, shape)


@rule("constant_pad_nd.default")
def constant_pad(b, x, pad, value=0):
    low, high = [0] * x.rank, [0] * x.rank
    for i in range(len(pad) // 2):
        low[x.rank - 1 - i], high[x.rank - 1 - i] = pad[2 * i], pad[2 * i + 1]
    return b.pad(x, value, low, high)


@rule("slice_scatter.default")
def slice_scatter(b, x, source, dim=0, start=None, end=None, step=1):
    dim = dimension(dim, x.rank)
    start, _ = bounds(start, end, x.shape[dim])
    count = source.shape[dim]
    if count == 0:
        return x
    stop = start + (count - 1) * step + 1
    source = b.convert(source, x.dtype)
    if step == 1:
        return b.concatenate(
            [p for p in (b.slice(x, dim, 0, start), source, b.slice(x, dim, stop, x.shape[dim])) if p.shape[dim]], dim
        )
    low, high, between = [0] * x.rank, [0] * x.rank, [0] * x.rank
    low[dim], high[dim], between[dim] = start, x.shape[dim] - stop, step - 1
    mask = b.pad(b.constant(True, torch.bool, source.shape), False, low, high, between)
    return b.select(mask, b.pad(source, 0, low, high, between), x)


@rule("select_scatter.default")
def select_scatter(b, x, source, dim, index):
    dim = dimension(dim, x.rank)
    index = index + x.shape[dim] if index < 0 else index
    source = b.reshape(source, (*x.shape[:dim], 1, *x.shape[dim + 1 :]))
    return slice_scatter(b, x, source, dim, index, index + 1)


def diagonal_mask(b: Builder, shape, offset: int, direction: str) -> Value:
    """Which elements of matrices are beside a diagonal."""
    rows, columns = (b.iota(shape, len(shape) - k, torch.int64) for k in (2, 1))
    return b.compare(direction, columns, b.map("add", rows, b.like(rows, offset)))


@rule("tril.default")
def tril(b, x, diagonal=0):
    return b.select(diagonal_mask(b, x.shape, diagonal, "LE"), x, b.like(x, 0))


@rule("triu.default")
def triu(b, x, diagonal=0):
    return b.select(diagonal_mask(b, x.shape, diagonal, "GE"), x, b.like(x, 0))


@rule("as_strided.default")
def as_strided(b, x, size, stride, storage_offset=0):
    shape, _ = b.result
    offset, count = storage_offset or 0, torch.Size(shape).numel()
    dense = torch.empty(shape, device="meta").stride()
    if offset == 0 and tuple(stride) == dense and count == torch.Size(x.shape).numel():
        return b.reshape(x, shape)
    raise Unsupported("as_strided with strides that are not those of its shape")


@rule("diagonal.default", "diagonal_copy.default")
def diagonal(b, x, offset=0, dim1=0, dim2=1):
    dim1, dim2 = dimension(dim1, x.rank), dimension(dim2, x.rank)
    x = b.transpose(x, [i for i in range(x.rank) if i not in (dim1, dim2)] + [dim1, dim2])
    size = b.result[0][-1]
    row, column = max(-offset, 0), max(offset, 0)
    x = b.slice(b.slice(x, x.rank - 2, row, row + size), x.rank - 1, column, column + size)
    mask = diagonal_mask(b, x.shape, 0, "EQ")
    name = "or" if x.dtype == torch.bool else "add"
    return b.reduce(b.select(mask, x, b.like(x, 0)), [x.rank - 1], name, 0)


@rule("diagonal_scatter.default")
def diagonal_scatter(b, x, source, offset=0, dim1=0, dim2=1):
    dim1, dim2 = dimension(dim1, x.rank), dimension(dim2, x.rank)
    order = [i for i in range(x.rank) if i not in (dim1, dim2)] + [dim1, dim2]
    x = b.transpose(x, order)
    # Element k of the diagonal is in row k, or in column k if the diagonal begins below the first row.
    size, along = x.shape[-1 if offset < 0 else -2], x.rank - (1 if offset < 0 else 2)
    source = b.pad(source, 0, [0] * source.rank, [0] * (source.rank - 1) + [size - source.shape[-1]])
    spread = b.broadcast_in_dim(source, x.shape, [*range(x.rank - 2), along])
    x = b.select(diagonal_mask(b, x.shape, offset, "EQ"), spread, x)
    return b.transpose(x, [order.index(i) for i in range(x.rank)])


@rule("copysign.Tensor", "copysign.Scalar")
def copysign(b, x, y):
    x, y = operands(b, x, y)
    x = b.map("abs", x)
    negative = b.compare("LT", b.map("divide", b.like(y, 1), y), b.like(y, 0))
    negative = b.map("or", negative, b.compare("LT", y, b.like(y, 0)))
    return b.select(negative, b.map("negate", x), x)
