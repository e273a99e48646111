"""Strata: a compiler for StableHLO.

    import strata

    square = strata.load("square.mlir").compile()
    y = square(x)

    @strata.jit
    def f(x):  # a function of JAX
        return jax.numpy.sin(x) * 2
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
from strata._executable import Benchmark, Cost, Executable, Memory  # noqa: E402
from strata._jit import jit  # noqa: E402
from strata._module import Module, load, walk  # noqa: E402
from strata._native import Attribute, Block, Location, Operation, Region, Type, Value  # noqa: E402
from strata._signature import Signature, TensorSpec  # noqa: E402
from strata._version import __version__  # noqa: E402

__all__ = [
    "ArgumentError",
    "Attribute",
    "Benchmark",
    "Block",
    "CancelledError",
    "CompileError",
    "Cost",
    "Diagnostic",
    "Error",
    "Executable",
    "InternalError",
    "Location",
    "Memory",
    "Module",
    "Operation",
    "ParseError",
    "Region",
    "RunError",
    "Signature",
    "TargetError",
    "TensorSpec",
    "TimedOutError",
    "Type",
    "ValidationError",
    "Value",
    "__version__",
    "jit",
    "load",
    "walk",
]
