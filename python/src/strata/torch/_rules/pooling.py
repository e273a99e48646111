"""Pooling and its gradients."""

import torch

from strata.torch import _types
from strata.torch._builder import Builder, Value, array, pairs
from strata.torch._errors import Unsupported
from strata.torch._rules.convolutions import numbers
from strata.torch._rules.table import rule


class Window:
    """The windows of a pooling."""

    def __init__(self, x: Value, out_shape, count, kernel, stride, padding, dilation=1):
        self.kernel, self.padding = numbers(kernel, count), numbers(padding, count)
        self.stride = numbers(stride, count) if stride not in (None, [], ()) else self.kernel
        self.dilation = numbers(dilation, count)
        self.lead = x.rank - count
        self.out = list(out_shape[self.lead :])
        self.size = list(x.shape[self.lead :])
        #: What the last windows need after the elements; it differs from the padding by rounding.
        self.high = [
            (o - 1) * s + d * (k - 1) + 1 - n - p
            for o, s, d, k, n, p in zip(self.out, self.stride, self.dilation, self.kernel, self.size, self.padding)
        ]

    def attributes(self) -> str:
        """Those of `reduce_window`."""
        ones = [1] * self.lead
        pads = [(0, 0)] * self.lead + [(p, max(h, 0)) for p, h in zip(self.padding, self.high)]
        return (
            f"base_dilations = {array(ones + [1] * len(self.kernel))}, padding = {pairs(pads)}, "
            f"window_dilations = {array(ones + self.dilation)}, window_dimensions = {array(ones + self.kernel)}, "
            f"window_strides = {array(ones + self.stride)}"
        )


def reduce_window(b: Builder, x: Value, window: Window, shape, name, initial) -> Value:
    """Combines the elements of each window."""
    region = b.combine(name, x.dtype)
    return b.one("stablehlo.reduce_window", (x, b.constant(initial, x.dtype)), shape, x.dtype, window.attributes(), region)


def places_of_maxima(b: Builder, x: Value, window: Window, shape) -> tuple[Value, Value]:
    """The greatest element of each window and its place among those of the image."""
    flat = (*x.shape[: window.lead], torch.Size(x.shape[window.lead :]).numel())
    places = b.reshape(b.iota(flat, window.lead), x.shape)

    def body(a, i, c, j):
        better = b.compare("GT", a, c)
        equal = b.compare("EQ", a, c)
        if x.dtype.is_floating_point:
            nan, other = b.compare("NE", a, a), b.compare("NE", c, c)
            better = b.map("or", better, b.map("and", nan, b.map("not", other)))
            equal = b.map("or", equal, b.map("and", nan, other))
        better = b.map("or", better, b.map("and", equal, b.compare("LT", i, j)))
        return b.select(better, a, c), b.select(better, i, j)

    region = b.region((x.dtype, torch.int64) * 2, body)
    starts = b.constant(_types.lowest(x.dtype), x.dtype), b.constant(torch.iinfo(torch.int64).max, torch.int64)
    results = [(shape, x.dtype), (shape, torch.int64)]
    return b.operation("stablehlo.reduce_window", (x, places, *starts), results, window.attributes(), region)


def max_pool(b, x, kernel, stride, padding, dilation, count):
    shape, _ = b.result
    window = Window(x, shape, count, kernel, stride, padding, dilation)
    if not b.used(1):
        value = reduce_window(b, x, window, shape, "maximum", _types.lowest(x.dtype))
        return value, b.constant(0, torch.int64, shape)
    return places_of_maxima(b, x, window, shape)


@rule("max_pool2d_with_indices.default")
def max_pool2d(b, x, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return max_pool(b, x, kernel_size, stride, padding, dilation, 2)


@rule("max_pool3d_with_indices.default")
def max_pool3d(b, x, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    return max_pool(b, x, kernel_size, stride, padding, dilation, 3)


@rule("max_pool2d_with_indices_backward.default")
def max_pool2d_backward(b, grad, x, kernel_size, stride, padding, dilation, ceil_mode, indices):
    window = Window(x, grad.shape, 2, kernel_size, stride, padding, dilation)
    if window.dilation != [1, 1]:
        raise Unsupported("the gradient of max_pool2d with dilation")
    # Windows may begin before the image and end behind it, or before its end.
    low = [0] * window.lead + window.padding
    padded = b.pad(x, _types.lowest(x.dtype), low, [0] * window.lead + [max(h, 0) for h in window.high])
    ones = [1] * window.lead
    attributes = (
        f"padding = {pairs([(0, 0)] * x.rank)}, window_dimensions = {array(ones + window.kernel)}, "
        f"window_strides = {array(ones + window.stride)}"
    )
    pick = b.region((x.dtype, x.dtype), lambda a, c: b.compare("GE", a, c))
    regions = f"{pick}, {b.combine('add', grad.dtype)}"
    start = b.constant(0, grad.dtype)
    value = b.one("stablehlo.select_and_scatter", (padded, grad, start), padded.shape, grad.dtype, attributes, regions)
    for i, (before, size) in enumerate(zip(low, x.shape)):
        value = b.slice(value, i, before, before + size)
    return value


def divisors(b: Builder, x: Value, window: Window, shape, dtype, include, override) -> Value:
    """The number of elements that each mean is of."""
    if override:
        return b.constant(override, dtype, shape)
    per_dimension = []
    for n, k, s, p, o in zip(window.size, window.kernel, window.stride, window.padding, window.out):
        low, high = (-p, n + p) if include else (0, n)
        per_dimension.append([min(i * s - p + k, high) - max(i * s - p, low) for i in range(o)])
    value = None
    for i, counts in enumerate(per_dimension):
        if len(set(counts)) == 1:
            factor = b.constant(counts[0], dtype, shape)
        else:
            text = f"value = dense<[{', '.join(f'{c:.1f}' for c in counts)}]> : {_types.tensor((len(counts),), dtype)}"
            factor = b.one("stablehlo.constant", (), (len(counts),), dtype, text)
            factor = b.broadcast_in_dim(factor, shape, [window.lead + i])
        value = factor if value is None else b.map("multiply", value, factor)
    return value


def avg_pool(b, x, kernel, stride, padding, include, override, count):
    shape, dtype = b.result
    window = Window(x, shape, count, kernel, stride, padding)
    x = b.convert(x, _types.wide(dtype))
    value = reduce_window(b, x, window, shape, "add", 0)
    return b.convert(b.map("divide", value, divisors(b, x, window, shape, x.dtype, include, override)), dtype)


@rule("avg_pool2d.default")
def avg_pool2d(b, x, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return avg_pool(b, x, kernel_size, stride, padding, count_include_pad, divisor_override, 2)


@rule("avg_pool1d.default")
def avg_pool1d(b, x, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True):
    return avg_pool(b, x, kernel_size, stride, padding, count_include_pad, None, 1)


@rule("avg_pool3d.default")
def avg_pool3d(b, x, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return avg_pool(b, x, kernel_size, stride, padding, count_include_pad, divisor_override, 3)


@rule("avg_pool2d_backward.default")
def avg_pool2d_backward(b, grad, x, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    window = Window(x, grad.shape, 2, kernel_size, stride, padding)
    wide = _types.wide(grad.dtype)
    divisor = divisors(b, x, window, grad.shape, wide, count_include_pad, divisor_override)
    value = b.map("divide", b.convert(grad, wide), divisor)
    return b.convert(spread_over_windows(b, value, window, x.shape), b.result[1])


def spread_over_windows(b: Builder, grad: Value, window: Window, shape) -> Value:
    """The sum, for each element, of the numbers of all windows that it is in."""
    zeros = [0] * window.lead
    low = zeros + [k - 1 - p for k, p in zip(window.kernel, window.padding)]
    spread = [(o - 1) * s + 1 for o, s in zip(window.out, window.stride)]
    high = zeros + [n + p - before for n, p, before in zip(window.size, window.padding, spread)]
    padded = b.pad(grad, 0, low, high, zeros + [s - 1 for s in window.stride])
    ones = Window(padded, shape, len(window.kernel), window.kernel, 1, 0)
    return reduce_window(b, padded, ones, shape, "add", 0)


def weights_of_parts(b: Builder, size: int, parts: int, dtype) -> Value:
    """The share of each element in the mean of each part of a dimension."""
    rows = []
    for i in range(parts):
        start, stop = i * size // parts, -((-(i + 1) * size) // parts)
        rows.append([1 / (stop - start) if start <= j < stop else 0.0 for j in range(size)])
    text = ", ".join("[" + ", ".join(f"{x:.17e}" for x in row) + "]" for row in rows)
    attributes = f"value = dense<[{text}]> : {_types.tensor((parts, size), dtype)}"
    return b.one("stablehlo.constant", (), (parts, size), dtype, attributes)


def along_parts(b: Builder, x: Value, out, side: int) -> Value:
    """Means of parts (side 1), or the gradient of that (side 0), by one product of matrices for each dimension."""
    first = x.rank - len(out)
    for size in out:
        sizes = (x.shape[first], size) if side else (size, x.shape[first])
        # The dimension is contracted, and the result of the product is behind all others.
        x = b.dot(x, weights_of_parts(b, *sizes, x.dtype), contract=((first,), (side,)))
    return x


def is_even(sizes, out) -> bool:
    """Whether the parts are windows of one size."""
    return all(o and n % o == 0 for n, o in zip(sizes, out))


@rule("_adaptive_avg_pool2d.default", "_adaptive_avg_pool3d.default", "adaptive_avg_pool1d.default")
def adaptive_avg_pool(b, x, output_size):
    out, sizes = list(output_size), x.shape[-len(output_size) :]
    if 0 in sizes or 0 in out:
        raise Unsupported("adaptive pooling without elements")
    if not is_even(sizes, out):
        return b.convert(along_parts(b, b.convert(x, _types.wide(x.dtype)), out, 1), x.dtype)
    kernel = [n // o for n, o in zip(sizes, out)]
    return avg_pool(b, x, kernel, None, 0, True, None, len(kernel))


@rule("_adaptive_avg_pool2d_backward.default")
def adaptive_avg_pool_backward(b, grad, x):
    sizes, out = list(x.shape[-2:]), list(grad.shape[-2:])
    if not is_even(sizes, out):
        return b.convert(along_parts(b, b.convert(grad, _types.wide(x.dtype)), sizes, 0), x.dtype)
    kernel = [n // o for n, o in zip(sizes, out)]
    return avg_pool2d_backward(b, grad, x, kernel, kernel, 0, False, True, None)
