"""The operators that torch expresses by others before the translation."""

from __future__ import annotations

import contextlib
import functools

import torch
from torch._decomp import decomposition_table

from strata.torch._rules import RULES


@functools.cache
def decompositions() -> dict:
    """The operators that torch can express by others, and that have no rule."""
    return {
        target: function
        for target, function in decomposition_table.items()
        if target not in RULES and isinstance(target, torch._ops.OpOverload) and not target._opname.startswith("sym_")
    }


def decompositions_of_export() -> dict:
    """Those of `ExportedProgram.run_decompositions`, which also needs those that other calls of torch have built in."""
    table = torch.export.default_decompositions()
    for target in list(table.keys()):
        if target in RULES:
            table.pop(target)
    for target, function in decompositions().items():
        table[target] = function
    return table


@contextlib.contextmanager
def without_onednn():
    """A context in which torch does not choose operators of oneDNN, as whole layers of an LSTM."""
    before = torch._C._get_mkldnn_enabled()
    torch._C._set_mkldnn_enabled(False)
    try:
        yield
    finally:
        torch._C._set_mkldnn_enabled(before)
