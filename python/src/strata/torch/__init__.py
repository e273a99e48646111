"""Strata for PyTorch: a backend of `torch.compile`, and the export of models to StableHLO.

`torch.compile(model, backend="strata")` works without an import of this module.
"""

from strata.torch._backend import backend
from strata.torch._errors import TorchError
from strata.torch._export import Exported, export
from strata.torch._export import compile_exported as compile

__all__ = ["Exported", "TorchError", "backend", "compile", "export"]
