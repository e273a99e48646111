"""Element types: those of torch beside those of StableHLO."""

import math

import torch

from strata.torch._errors import Unsupported

#: The names of types in StableHLO.
NAMES = {
    torch.float64: "f64",
    torch.float32: "f32",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2: "f8E5M2",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.uint8: "ui8",
    torch.uint16: "ui16",
    torch.uint32: "ui32",
    torch.uint64: "ui64",
    torch.bool: "i1",
    torch.complex64: "complex<f32>",
    torch.complex128: "complex<f64>",
}

#: Bits of infinities and NaN, which have no decimal form.
_BITS = {
    torch.float64: ("0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000"),
    torch.float32: ("0x7F800000", "0xFF800000", "0x7FC00000"),
    torch.float16: ("0x7C00", "0xFC00", "0x7E00"),
    torch.bfloat16: ("0x7F80", "0xFF80", "0x7FC0"),
    torch.float8_e5m2: ("0x7C", "0xFC", "0x7E"),
}


def name(dtype: torch.dtype) -> str:
    """The name of a type in StableHLO; raises `Unsupported` for one that it does not have."""
    try:
        return NAMES[dtype]
    except KeyError:
        raise Unsupported(f"elements of {dtype}") from None


def tensor(shape, dtype: torch.dtype) -> str:
    """The text of a tensor type."""
    return f"tensor<{''.join(f'{size}x' for size in shape)}{name(dtype)}>"


def literal(value, dtype: torch.dtype) -> str:
    """The text of one element."""
    if dtype == torch.bool:
        return "true" if value else "false"
    if dtype.is_complex:
        part = torch.float32 if dtype == torch.complex64 else torch.float64
        number = complex(value)
        return f"({literal(number.real, part)}, {literal(number.imag, part)})"
    if not dtype.is_floating_point:
        if isinstance(value, float) and not math.isfinite(value):
            raise Unsupported(f"{value} as an element of {dtype}")
        return str(int(value))
    number = float(value)
    if math.isfinite(number) and abs(number) > torch.finfo(dtype).max:
        number = math.copysign(math.inf, number)
    if math.isfinite(number):
        return f"{number:.17e}"
    if dtype not in _BITS:
        raise Unsupported(f"{number} as an element of {dtype}")
    positive, negative, nan = _BITS[dtype]
    return nan if math.isnan(number) else positive if number > 0 else negative


def lowest(dtype: torch.dtype):
    """The number that no element is less than."""
    if dtype == torch.bool:
        return False
    return -math.inf if dtype.is_floating_point else torch.iinfo(dtype).min


def highest(dtype: torch.dtype):
    """The number that no element is greater than."""
    if dtype == torch.bool:
        return True
    return math.inf if dtype.is_floating_point else torch.iinfo(dtype).max


def is_narrow_float(dtype: torch.dtype) -> bool:
    """Whether torch computes functions of these elements in single precision."""
    return dtype.is_floating_point and dtype.itemsize < 4


def wide(dtype: torch.dtype) -> torch.dtype:
    """The type that torch computes functions of these elements in."""
    return torch.float32 if is_narrow_float(dtype) else dtype
