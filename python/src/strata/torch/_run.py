"""Compiles StableHLO and runs it on tensors of torch, whose memory programs read in place."""

from __future__ import annotations

import typing

import ml_dtypes
import numpy as np
import strata
import torch


#: Types that NumPy has by other names: integers of the same width in torch, and the type itself.
_FOREIGN = {
    torch.bfloat16: (torch.int16, np.dtype(ml_dtypes.bfloat16)),
    torch.float8_e4m3fn: (torch.uint8, np.dtype(ml_dtypes.float8_e4m3fn)),
    torch.float8_e5m2: (torch.uint8, np.dtype(ml_dtypes.float8_e5m2)),
}
_NATIVE = {dtype: (bits, torch_dtype) for torch_dtype, (bits, dtype) in _FOREIGN.items()}


def to_array(tensor: torch.Tensor) -> np.ndarray:
    """The array in the memory of a tensor."""
    foreign = _FOREIGN.get(tensor.dtype)
    if foreign is None:
        return tensor.numpy(force=True)
    return tensor.view(foreign[0]).numpy(force=True).view(foreign[1])


def to_tensor(array: np.ndarray) -> torch.Tensor:
    """The tensor in the memory of an array."""
    native = _NATIVE.get(array.dtype)
    if native is None:
        return torch.from_numpy(array)
    bits = np.int16 if native[0] == torch.int16 else np.uint8
    return torch.from_numpy(array.view(bits)).view(native[1])


def compile_text(text: str) -> typing.Callable[[list[torch.Tensor]], list[torch.Tensor]]:
    """Compiles a program; the tensors of a call are row-major."""
    executable = strata.load(text).compile()

    def run(tensors: list[torch.Tensor]) -> list[torch.Tensor]:
        results = executable(*map(to_array, tensors))
        return [to_tensor(each) for each in (results if isinstance(results, tuple) else (results,))]

    return run
