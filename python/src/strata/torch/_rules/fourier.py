"""Fourier transforms."""

import torch

from strata.torch._builder import Builder, Value, array
from strata.torch._errors import Unsupported
from strata.torch._rules.elementwise import operands
from strata.torch._rules.table import rule
from strata.torch._rules.views import dimension


def transform(b: Builder, x: Value, dims, kind: str, lengths, dtype) -> Value:
    """A transform of dimensions, three at a time; a real side is the last of them."""
    dims = [dimension(number, x.rank) for number in dims]
    if not dims or 0 in x.shape:
        raise Unsupported("a Fourier transform without elements")
    order = [i for i in range(x.rank) if i not in dims] + dims
    x = b.transpose(x, order)
    if len(dims) > 3:
        raise Unsupported("a Fourier transform of more than three dimensions")
    shape = list(x.shape)
    if kind == "RFFT":
        shape[-1] = shape[-1] // 2 + 1
    elif kind == "IRFFT":
        shape[-1] = lengths[-1]
    attributes = f"fft_length = {array(lengths)}, fft_type = #stablehlo<fft_type {kind}>"
    value = b.one("stablehlo.fft", (x,), shape, dtype, attributes)
    return b.transpose(value, [order.index(i) for i in range(len(order))])


def scaled(b: Builder, value: Value, mode: int, lengths, inverse: bool) -> Value:
    """The scale of a mode of torch: none, by the root, or by the number; inverse transforms are already by the number."""
    count = torch.Size(lengths).numel()
    factor = {0: 1.0, 1: count**-0.5, 2: 1 / count}[mode] * (count if inverse else 1)
    if factor == 1:
        return value
    return b.map("multiply", value, b.like(value, factor))


def lengths_of(x: Value, dims) -> list[int]:
    """The sizes of dimensions."""
    return [x.shape[number] for number in dims]


@rule("_fft_c2c.default")
def complex_to_complex(b, x, dim, normalization, forward):
    lengths = lengths_of(x, dim)
    value = transform(b, x, dim, "FFT" if forward else "IFFT", lengths, x.dtype)
    return scaled(b, value, normalization, lengths, not forward)


@rule("_fft_r2c.default")
def real_to_complex(b, x, dim, normalization, onesided):
    dtype, lengths = b.result[1], lengths_of(x, dim)
    if onesided:
        value = transform(b, x, dim, "RFFT", lengths, dtype)
    else:
        value = transform(b, b.convert(x, dtype), dim, "FFT", lengths, dtype)
    return scaled(b, value, normalization, lengths, False)


@rule("_fft_c2r.default")
def complex_to_real(b, x, dim, normalization, last_dim_size):
    dtype, lengths = b.result[1], [*lengths_of(x, dim)[:-1], last_dim_size]
    last = dimension(dim[-1], x.rank)
    half = b.slice(x, last, 0, last_dim_size // 2 + 1)
    value = transform(b, half, dim, "IRFFT", lengths, dtype)
    return scaled(b, value, normalization, lengths, True)


@rule("_conj.default", "conj_physical.default", "_conj_physical.default")
def conjugate(b, x):
    (x,) = operands(b, x)
    if not x.dtype.is_complex:
        return x
    part = torch.float32 if x.dtype == torch.complex64 else torch.float64
    real, imaginary = (b.map(name, x, dtype=part) for name in ("real", "imag"))
    return b.map("complex", real, b.map("negate", imaginary), dtype=x.dtype)
