"""The rules by which operators of ATen become StableHLO."""

from strata.torch._rules import (  # noqa: F401
    contractions,
    conversions,
    convolutions,
    elementwise,
    fourier,
    functions,
    indexing,
    logic,
    new_tensors,
    pooling,
    random,
    reductions,
    views,
)
from strata.torch._rules.table import RULES

__all__ = ["RULES"]
