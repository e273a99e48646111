"""Convolutions and their gradients."""

from strata.torch._builder import Builder, Value, array, pairs
from strata.torch._rules.elementwise import operand
from strata.torch._rules.table import rule


def numbers(value, count: int) -> list[int]:
    """One number for each dimension of space."""
    value = [value] if isinstance(value, int) else list(value)
    return value * count if len(value) == 1 else value


def layout(first: str, second: str, count: int) -> str:
    """The names of dimensions."""
    return f"[{', '.join([first, second, *map(str, range(count))])}]"


def convolve(b: Builder, x, w, shape, *, layouts, strides, padding, x_dilation, w_dilation, groups=1, batch_groups=1) -> Value:
    """A convolution; `layouts` are the first two dimensions of both operands and of the result."""
    count = x.rank - 2
    left, right, result = (layout(*names, count) for names in layouts)
    attributes = (
        f"batch_group_count = {batch_groups} : i64, dimension_numbers = #stablehlo.conv<{left}x{right}->{result}>, "
        f"feature_group_count = {groups} : i64, lhs_dilation = {array(x_dilation)}, padding = {pairs(padding)}, "
        f"rhs_dilation = {array(w_dilation)}, window_strides = {array(strides)}"
    )
    return b.one("stablehlo.convolution", (x, w), shape, x.dtype, attributes)


def forward(b: Builder, x, w, shape, strides, padding, dilation, groups) -> Value:
    """The convolution itself."""
    ones = [1] * (x.rank - 2)
    return convolve(
        b,
        x,
        w,
        shape,
        layouts=("bf", "oi", "bf"),
        strides=strides,
        padding=[(p, p) for p in padding],
        x_dilation=ones,
        w_dilation=dilation,
        groups=groups,
    )


def gradient_of_input(b: Builder, grad, w, shape, strides, padding, dilation, groups) -> Value:
    """The gradient with regard to the input of this shape, which is also the transposed convolution."""
    count = grad.rank - 2
    ones, space = [1] * count, list(range(2, grad.rank))
    pads = []
    for i in range(count):
        window, size, out = dilation[i] * (w.shape[2 + i] - 1) + 1, shape[2 + i], strides[i] * (grad.shape[2 + i] - 1) + 1
        low = window - padding[i] - 1
        pads.append((low, size + window - 1 - out - low))
    layouts = ("bf", "io", "bf")
    if groups > 1:  # outputs of a group are its inputs here
        outputs, inputs = w.shape[0] // groups, w.shape[1]
        w = b.reshape(w, (groups, outputs, inputs, *w.shape[2:]))
        w = b.transpose(w, [1, 0, 2, *range(3, w.rank)])
        w = b.reshape(w, (outputs, groups * inputs, *w.shape[3:]))
    w = b.reverse(w, space)
    return convolve(
        b, grad, w, shape, layouts=layouts, strides=ones, padding=pads, x_dilation=strides, w_dilation=dilation, groups=groups
    )


def gradient_of_weight(b: Builder, x, grad, shape, strides, padding, dilation, groups) -> Value:
    """The gradient with regard to the weight of this shape."""
    count = x.rank - 2
    pads = []
    for i in range(count):
        window, size, out = dilation[i] * (shape[2 + i] - 1) + 1, x.shape[2 + i], strides[i] * (grad.shape[2 + i] - 1) + 1
        pads.append((padding[i], out - size + window - padding[i] - 1))
    # Channels are the batch of this convolution, and the batch its channels; groups are those of its batch.
    return convolve(
        b,
        x,
        grad,
        shape,
        layouts=("fb", "io", "fb"),
        strides=dilation,
        padding=pads,
        x_dilation=[1] * count,
        w_dilation=strides,
        batch_groups=groups,
    )


@rule("convolution.default")
def convolution(b, x, w, bias, stride, padding, dilation, transposed, output_padding, groups):
    count = x.rank - 2
    stride, padding, dilation = (numbers(each, count) for each in (stride, padding, dilation))
    apply = gradient_of_input if transposed else forward
    value = apply(b, x, w, b.result[0], stride, padding, dilation, groups)
    if bias is None:
        return value
    return b.map("add", value, b.broadcast_in_dim(operand(b, bias, bias.shape, value.dtype), value.shape, [1]))


@rule("convolution_backward.default")
def convolution_backward(b, grad, x, w, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask):
    count = x.rank - 2
    stride, padding, dilation = (numbers(each, count) for each in (stride, padding, dilation))
    options = stride, padding, dilation, groups
    of_input = of_weight = of_bias = None
    if output_mask[0]:
        apply = forward if transposed else gradient_of_input
        of_input = apply(b, grad, w, x.shape, *options)
    if output_mask[1]:
        left, right = (grad, x) if transposed else (x, grad)
        of_weight = gradient_of_weight(b, left, right, w.shape, *options)
    if output_mask[2]:
        of_bias = b.reduce(grad, [0, *range(2, grad.rank)], "add", 0)
    return of_input, of_weight, of_bias
