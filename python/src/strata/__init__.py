"""Strata: a compiler for StableHLO.

    import strata

    square = strata.load("square.mlir").compile()
    y = square(x)
"""

from strata import _library

_library.load()

from strata._errors import (  # noqa: E402
    ArgumentError,
    CancelledError,
    CompileError,
    Diagnostic,
    Error,
    InternalError,
    ParseError,
    RunError,
    TargetError,
    TimedOutError,
    ValidationError,
)
from strata._executable import Executable  # noqa: E402
from strata._module import Module, load  # noqa: E402
from strata._signature import Signature, TensorSpec  # noqa: E402
from strata._version import __version__  # noqa: E402

__all__ = [
    "ArgumentError",
    "CancelledError",
    "CompileError",
    "Diagnostic",
    "Error",
    "Executable",
    "InternalError",
    "Module",
    "ParseError",
    "RunError",
    "Signature",
    "TargetError",
    "TensorSpec",
    "TimedOutError",
    "ValidationError",
    "__version__",
    "load",
]
