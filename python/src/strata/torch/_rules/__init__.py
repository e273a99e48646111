"""The rules by which operators of ATen become StableHLO."""

from strata.torch._rules import contractions, convolutions, elementwise, fourier, indexing, pooling, random, reductions, views
from strata.torch._rules.table import RULES

__all__ = ["RULES", "contractions", "convolutions", "elementwise", "fourier", "indexing", "pooling", "random", "reductions", "views"]
