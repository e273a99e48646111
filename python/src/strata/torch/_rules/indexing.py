"""Operators that read and write elements at indices."""

import torch

from strata.torch._builder import Builder, Value, array
from strata.torch._errors import Unsupported
from strata.torch._rules.elementwise import operand
from strata.torch._rules.table import rule
from strata.torch._rules.views import dimension


def wrapped(b: Builder, index: Value, size: int) -> Value:
    """Indices, of which those below zero count from the end."""
    index = b.convert(index, torch.int64) if index.dtype != torch.int32 else index
    return b.select(b.compare("LT", index, b.like(index, 0)), b.map("add", index, b.like(index, size)), index)


def rows(b: Builder, x: Value, dim: int, index: Value) -> Value:
    """The parts of a dimension at indices, whose dimensions take its place."""
    sizes = [1 if i == dim else size for i, size in enumerate(x.shape)]
    shape = x.shape[:dim] + index.shape + x.shape[dim + 1 :]
    offsets = [*range(dim), *range(dim + index.rank, len(shape))]
    attributes = (
        f"dimension_numbers = #stablehlo.gather<offset_dims = {offsets}, collapsed_slice_dims = [{dim}], "
        f"start_index_map = [{dim}], index_vector_dim = {index.rank}>, indices_are_sorted = false, slice_sizes = {array(sizes)}"
    )
    return b.one("stablehlo.gather", (x, index), shape, x.dtype, attributes)


@rule("embedding.default")
def embedding(b, weight, index, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return rows(b, weight, 0, index)


@rule("index_select.default")
def index_select(b, x, dim, index):
    if x.rank == 0:
        return x
    return rows(b, x, dimension(dim, x.rank), b.reshape(index, (torch.Size(index.shape).numel(),)))


@rule("unfold.default", "unfold_copy.default")
def unfold(b, x, dim, size, step):
    if x.rank == 0:
        raise Unsupported("unfold of a scalar")
    dim = dimension(dim, x.rank)
    shape = (b.result[0][dim], size)
    starts, inside = b.iota(shape, 0), b.iota(shape, 1)
    windows = rows(b, x, dim, b.map("add", b.map("multiply", starts, b.like(starts, step)), inside))
    return b.transpose(windows, [i for i in range(windows.rank) if i != dim + 1] + [dim + 1])


def vectors(b: Builder, indices: list[Value]) -> Value:
    """Indices of one shape as vectors in a last dimension."""
    indices = [b.convert(index, torch.int64) for index in indices]
    return b.concatenate([b.reshape(index, (*index.shape, 1)) for index in indices], indices[0].rank)


def at_dimension(b: Builder, x_shape, dim: int, index: Value) -> Value:
    """The vectors of indices that `gather` and `scatter` mean: those of the index, but for one dimension."""
    return vectors(b, [index if i == dim else b.iota(index.shape, i) for i in range(len(x_shape))])


@rule("gather.default")
def gather(b, x, dim, index, *, sparse_grad=False):
    if x.rank == 0:
        return b.broadcast(x, index.shape)
    every = list(range(x.rank))
    attributes = (
        f"dimension_numbers = #stablehlo.gather<collapsed_slice_dims = {every}, start_index_map = {every}, "
        f"index_vector_dim = {x.rank}>, indices_are_sorted = false, slice_sizes = {array([1] * x.rank)}"
    )
    starts = at_dimension(b, x.shape, dimension(dim, x.rank), index)
    return b.one("stablehlo.gather", (x, starts), index.shape, x.dtype, attributes)


def write(b: Builder, x: Value, starts: Value, updates: Value, dims, windows, combine) -> Value:
    """Writes updates at indices; `dims` are those that the indices count, `windows` the other dimensions of the updates."""
    attributes = (
        f"indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {windows}, "
        f"inserted_window_dims = {sorted(dims)}, scatter_dims_to_operand_dims = {list(dims)}, "
        f"index_vector_dim = {starts.rank - 1}>, unique_indices = false"
    )
    if combine is None:
        region = b.region((x.dtype, x.dtype), lambda _, new: new)
    else:
        region = b.combine("or" if x.dtype == torch.bool and combine == "add" else combine, x.dtype)
    return b.one("stablehlo.scatter", (x, starts, updates), x.shape, x.dtype, attributes, region)


def scattered(b, x, dim, index, source, combine):
    if x.rank == 0 or index.rank == 0:
        raise Unsupported("scatter into a scalar")
    if isinstance(source, Value):
        for i, size in enumerate(index.shape):
            source = b.slice(source, i, 0, size)
    updates = operand(b, source, index.shape, x.dtype)
    return write(b, x, at_dimension(b, x.shape, dimension(dim, x.rank), index), updates, range(x.rank), [], combine)


@rule("scatter.src", "scatter.value")
def scatter(b, x, dim, index, source):
    return scattered(b, x, dim, index, source, None)


@rule("scatter_add.default")
def scatter_add(b, x, dim, index, source):
    return scattered(b, x, dim, index, source, "add")


@rule("scatter_reduce.two")
def scatter_reduce(b, x, dim, index, source, reduce, *, include_self=True):
    names = {"sum": "add", "prod": "multiply", "amax": "maximum", "amin": "minimum"}
    if reduce not in names or not include_self:
        raise Unsupported(f"scatter_reduce with {reduce} and include_self={include_self}")
    return scattered(b, x, dim, index, source, names[reduce])


def placed(x: Value, indices) -> tuple[list[int], list[Value], bool]:
    """The dimensions that have indices, the indices, and whether those dimensions follow one another."""
    dims = [i for i, index in enumerate(indices) if index is not None]
    values = [indices[i] for i in dims]
    if any(index.dtype in (torch.bool, torch.uint8) for index in values):
        raise Unsupported("indices that are masks")
    return dims, values, dims == list(range(dims[0], dims[0] + len(dims))) if dims else True


def starts_of(b: Builder, x: Value, dims, values) -> Value:
    """The vectors of indices of several dimensions."""
    shape = torch.broadcast_shapes(*(index.shape for index in values))
    return vectors(b, [b.broadcast(wrapped(b, index, x.shape[i]), shape) for i, index in zip(dims, values)])


@rule("index.Tensor", "_unsafe_index.Tensor")
def index(b, x, indices):
    dims, values, together = placed(x, indices)
    if not dims:
        return x
    starts = starts_of(b, x, dims, values)
    shape, _ = b.result
    first = dims[0] if together else 0
    inserted = starts.rank - 1
    offsets = [i for i in range(len(shape)) if not first <= i < first + inserted]
    sizes = [1 if i in dims else size for i, size in enumerate(x.shape)]
    attributes = (
        f"dimension_numbers = #stablehlo.gather<offset_dims = {offsets}, collapsed_slice_dims = {dims}, "
        f"start_index_map = {dims}, index_vector_dim = {inserted}>, indices_are_sorted = false, slice_sizes = {array(sizes)}"
    )
    return b.one("stablehlo.gather", (x, starts), shape, x.dtype, attributes)


@rule("index_put.default", "_unsafe_index_put.default")
def index_put(b, x, indices, values, accumulate=False):
    dims = [i for i, index in enumerate(indices) if index is not None]
    if len(dims) == 1 and indices[dims[0]].dtype == torch.bool and isinstance(values, Value) and not accumulate:
        return masked_put(b, x, dims[0], indices[dims[0]], values)
    dims, found, together = placed(x, indices)
    starts = starts_of(b, x, dims, found)
    inserted, first = starts.rank - 1, dims[0] if together else 0
    rest = [size for i, size in enumerate(x.shape) if i not in dims]
    shape = (*rest[:first], *starts.shape[:-1], *rest[first:])
    windows = [i for i in range(len(shape)) if not first <= i < first + inserted]
    updates = operand(b, values, shape, x.dtype)
    return write(b, x, starts, updates, dims, windows, "add" if accumulate else None)


def masked_put(b: Builder, x: Value, first: int, mask: Value, values: Value) -> Value:
    """Writes one value, which is the same for all elements of a mask."""
    if torch.Size(values.shape).numel() != 1:
        raise Unsupported("writes of several values at a mask")
    condition = b.broadcast_in_dim(mask, x.shape, range(first, first + mask.rank))
    return b.select(condition, operand(b, b.reshape(values, ()), x.shape, x.dtype), x)


@rule("index_add.default")
def index_add(b, x, dim, index, source, *, alpha=1):
    if x.rank == 0:
        raise Unsupported("index_add to a scalar")
    dim = dimension(dim, x.rank)
    updates = operand(b, source, (*x.shape[:dim], *index.shape, *x.shape[dim + 1 :]), x.dtype)
    if alpha != 1:
        updates = b.map("multiply", updates, b.like(updates, alpha))
    return write(
        b, x, vectors(b, [wrapped(b, index, x.shape[dim])]), updates, [dim], [i for i in range(x.rank) if i != dim], "add"
    )
