"""Writes StableHLO: one method for each form of operation that the rules need."""

from __future__ import annotations

import dataclasses

import torch

from strata.torch import _types
from strata.torch._errors import Unsupported


@dataclasses.dataclass(frozen=True, slots=True)
class Value:
    """A result in the program that is being written."""

    name: str
    shape: tuple[int, ...]
    dtype: torch.dtype

    @property
    def type(self) -> str:
        """The text of its type."""
        return _types.tensor(self.shape, self.dtype)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape)


def array(numbers, kind: str = "i64") -> str:
    """An attribute `array<…>`."""
    text = ", ".join(str(number).lower() for number in numbers)
    return f"array<{kind}: {text}>" if text else f"array<{kind}>"


def pairs(rows) -> str:
    """An attribute with a low and a high number for each dimension."""
    rows = list(rows)
    if not rows:
        return "dense<> : tensor<0x2xi64>"
    return f"dense<[{', '.join(f'[{low}, {high}]' for low, high in rows)}]> : tensor<{len(rows)}x2xi64>"


class Builder:
    """The text of a function, written operation by operation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0
        #: Shape and type of each result of the node that is translated.
        self.results: list[tuple[tuple[int, ...], torch.dtype]] = []
        #: Tensors that torch has to make before each call: a function of no arguments for each.
        self.host_tensors: list = []
        self._host_values: list[Value] = []
        #: The numbers of the results that are used, where the node has several.
        self.used_results: set[int] = set()
        #: The location of the node that is translated.
        self.location = ""

    @property
    def result(self) -> tuple[tuple[int, ...], torch.dtype]:
        """Shape and type of the only result."""
        return self.results[0]

    def used(self, number: int) -> bool:
        """Whether the node's result of this number is used."""
        return number in self.used_results

    def fresh(self) -> str:
        """A name."""
        self._count += 1
        return f"%{self._count}"

    def host_tensor(self, make, shape, dtype) -> Value:
        """An argument of the program whose tensor is made by torch before each call."""
        value = Value(f"%host{len(self.host_tensors)}", tuple(shape), dtype)
        self.host_tensors.append(make)
        self._host_values.append(value)
        return value

    @property
    def host_values(self) -> list[Value]:
        """The arguments for the tensors of `host_tensors`."""
        return self._host_values

    def operation(self, name, operands, results, attributes="", regions="") -> tuple[Value, ...]:
        """An operation in the generic form; `results` are pairs of shape and type."""
        base = self.fresh()
        values = [Value(base, tuple(shape), dtype) for shape, dtype in results]
        if len(values) > 1:
            values = [dataclasses.replace(value, name=f"{base}#{i}") for i, value in enumerate(values)]
        head = base if len(values) == 1 else f"{base}:{len(values)}"
        kinds = ", ".join(value.type for value in operands)
        types = ", ".join(value.type for value in values)
        self.lines.append(
            f'{head} = "{name}"({", ".join(value.name for value in operands)})'
            f"{f' <{{{attributes}}}>' if attributes else ''}{f' ({regions})' if regions else ''}"
            f" : ({kinds}) -> {types if len(values) == 1 else f'({types})'}{self.location}"
        )
        return tuple(values)

    def one(self, name, operands, shape, dtype, attributes="", regions="") -> Value:
        """An operation with one result."""
        return self.operation(name, operands, [(shape, dtype)], attributes, regions)[0]

    def map(self, name, *operands, dtype=None) -> Value:
        """An operation on each element; the operands have one shape."""
        first = operands[0]
        return self.one(name if "." in name else f"stablehlo.{name}", operands, first.shape, dtype or first.dtype)

    def constant(self, value, dtype, shape=()) -> Value:
        """A tensor of equal elements."""
        element = "" if 0 in shape else _types.literal(value, dtype)
        text = f"value = dense<{element}> : {_types.tensor(shape, dtype)}"
        return self.one("stablehlo.constant", (), shape, dtype, text)

    def like(self, value: Value, number) -> Value:
        """A constant with the shape and the type of a value."""
        return self.constant(number, value.dtype, value.shape)

    def convert(self, value: Value, dtype) -> Value:
        """Another element type."""
        if value.dtype == dtype:
            return value
        if dtype == torch.bool:
            return self.compare("NE", value, self.like(value, 0))
        if value.dtype.is_complex and not dtype.is_complex:
            value = self.map("real", value, dtype=torch.float32 if value.dtype == torch.complex64 else torch.float64)
        return self.map("convert", value, dtype=dtype)

    def reshape(self, value: Value, shape) -> Value:
        """The same elements in another shape."""
        shape = tuple(shape)
        return value if value.shape == shape else self.one("stablehlo.reshape", (value,), shape, value.dtype)

    def broadcast_in_dim(self, value: Value, shape, dimensions) -> Value:
        """Repeats elements; dimension i of the value is `dimensions[i]` of the result."""
        shape, dimensions = tuple(shape), list(dimensions)
        if value.shape == shape and dimensions == list(range(len(shape))):
            return value
        attributes = f"broadcast_dimensions = {array(dimensions)}"
        return self.one("stablehlo.broadcast_in_dim", (value,), shape, value.dtype, attributes)

    def broadcast(self, value: Value, shape) -> Value:
        """Repeats elements by the rules of torch: the last dimensions match."""
        shape = tuple(shape)
        return self.broadcast_in_dim(value, shape, range(len(shape) - value.rank, len(shape)))

    def transpose(self, value: Value, permutation) -> Value:
        """Dimension i of the result is `permutation[i]` of the value."""
        permutation = list(permutation)
        if permutation == list(range(value.rank)):
            return value
        shape = [value.shape[i] for i in permutation]
        return self.one("stablehlo.transpose", (value,), shape, value.dtype, f"permutation = {array(permutation)}")

    def slice(self, value: Value, dimension, start, stop, step=1) -> Value:
        """A range of one dimension."""
        starts, stops, steps = [0] * value.rank, list(value.shape), [1] * value.rank
        starts[dimension], stops[dimension], steps[dimension] = start, max(start, stop), step
        if (start, stops[dimension], step) == (0, value.shape[dimension], 1):
            return value
        shape = [-((a - b) // c) for a, b, c in zip(starts, stops, steps)]
        attributes = f"limit_indices = {array(stops)}, start_indices = {array(starts)}, strides = {array(steps)}"
        return self.one("stablehlo.slice", (value,), shape, value.dtype, attributes)

    def concatenate(self, values, dimension) -> Value:
        """Values one after the other."""
        if len(values) == 1:
            return values[0]
        shape = list(values[0].shape)
        shape[dimension] = sum(value.shape[dimension] for value in values)
        attributes = f"dimension = {dimension} : i64"
        return self.one("stablehlo.concatenate", values, shape, values[0].dtype, attributes)

    def pad(self, value: Value, number, low, high, interior=None) -> Value:
        """Puts a number around the elements and between them; negative sizes remove elements."""
        low, high, interior = list(low), list(high), list(interior or [0] * value.rank)
        if not any(low) and not any(high) and not any(interior):
            return value
        sizes = zip(value.shape, low, high, interior)
        shape = [size + max(size - 1, 0) * between + before + after for size, before, after, between in sizes]
        if min(shape, default=0) < 0:
            raise Unsupported("padding that removes more than there is")
        attributes = f"edge_padding_high = {array(high)}, edge_padding_low = {array(low)}, interior_padding = {array(interior)}"
        return self.one("stablehlo.pad", (value, self.constant(number, value.dtype)), shape, value.dtype, attributes)

    def reverse(self, value: Value, dimensions) -> Value:
        """The elements in the other direction."""
        return self.one("stablehlo.reverse", (value,), value.shape, value.dtype, f"dimensions = {array(dimensions)}")

    def iota(self, shape, dimension, dtype=torch.int64) -> Value:
        """Numbers that count along a dimension."""
        return self.one("stablehlo.iota", (), shape, dtype, f"iota_dimension = {dimension} : i64")

    def compare(self, direction, left: Value, right: Value, order=None) -> Value:
        """A comparison of each element."""
        dtype = left.dtype
        kind = "FLOAT" if dtype.is_floating_point or dtype.is_complex else "SIGNED" if dtype.is_signed else "UNSIGNED"
        attributes = (
            f"compare_type = #stablehlo<comparison_type {order or kind}>, "
            f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        )
        return self.one("stablehlo.compare", (left, right), left.shape, torch.bool, attributes)

    def select(self, condition: Value, left: Value, right: Value) -> Value:
        """The left element where the condition holds, else the right one."""
        return self.map("select", condition, left, right, dtype=left.dtype)

    def clamp(self, value: Value, low, high) -> Value:
        """Elements between two numbers."""
        return self.map("clamp", self.like(value, low), value, self.like(value, high), dtype=value.dtype)

    def region(self, types, body) -> str:
        """A region with scalars as arguments; `body` gets them and gives the values that the region returns."""
        outer, self.lines = self.lines, []
        arguments = [Value(self.fresh(), (), dtype) for dtype in types]
        results = body(*arguments)
        results = [results] if isinstance(results, Value) else list(results)
        heads = ", ".join(f"{value.name}: {value.type}" for value in arguments)
        names = ", ".join(value.name for value in results)
        kinds = ", ".join(value.type for value in results)
        self.lines.append(f'"stablehlo.return"({names}) : ({kinds}) -> ()')
        text = "{\n^bb0(" + heads + "):\n" + "\n".join(self.lines) + "\n}"
        self.lines = outer
        return text

    def combine(self, name, dtype) -> str:
        """A region that combines two elements by an operation."""
        return self.region((dtype, dtype), lambda a, b: self.map(name, a, b))

    def reduce(self, value: Value, dimensions, name, initial) -> Value:
        """Combines the elements of dimensions, which are removed."""
        dimensions = sorted(dimensions)
        if not dimensions:
            return value
        shape = [size for i, size in enumerate(value.shape) if i not in dimensions]
        start = self.constant(initial, value.dtype)
        region = self.combine(name, value.dtype)
        return self.one("stablehlo.reduce", (value, start), shape, value.dtype, f"dimensions = {array(dimensions)}", region)

    def dot(self, left: Value, right: Value, batch=((), ()), contract=((), ())) -> Value:
        """A contraction; the result has batch dimensions, those of the left and those of the right."""
        free = [s for i, s in enumerate(left.shape) if i not in batch[0] and i not in contract[0]]
        free += [s for i, s in enumerate(right.shape) if i not in batch[1] and i not in contract[1]]
        shape = [left.shape[i] for i in batch[0]] + free
        attributes = (
            f"dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = {list(batch[0])}, "
            f"rhs_batching_dimensions = {list(batch[1])}, lhs_contracting_dimensions = {list(contract[0])}, "
            f"rhs_contracting_dimensions = {list(contract[1])}>"
        )
        return self.one("stablehlo.dot_general", (left, right), shape, left.dtype, attributes)
