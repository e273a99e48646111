"""Divides a graph into parts that are programs and parts that run in torch."""

from __future__ import annotations

import logging
import operator

import torch
from torch import fx
from torch.fx.passes.split_module import split_module

from strata.torch._compiled import Compiled
from strata.torch._graph import is_python, why_not
from strata.torch._shapes import Sizes

LOG = logging.getLogger("strata.torch")


def writes(node: fx.Node) -> bool:
    """Whether an operator changes its arguments, as some decompositions of torch do."""
    return isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def levels(module: fx.GraphModule) -> tuple[dict[fx.Node, int], dict[str, str]]:
    """A number for each node, and for each operator that runs in torch the reason.

    Nodes with even numbers are parts of programs, those with odd numbers run in torch. The number of a node is that of its
    arguments, or the next one where they run in the other way.
    """
    sizes = Sizes(hints=True)
    found: dict[fx.Node, int] = {}
    reasons: dict[str, str] = {}
    for node in module.graph.nodes:
        if node.op != "call_function":
            continue
        least = max((found[each] for each in node.all_input_nodes if each in found), default=0)
        if node.target is operator.getitem:
            found[node] = least
            continue
        why = None if is_python(node) else why_not(node, sizes)
        if why is not None:
            reasons.setdefault(str(node.target), why)
        found[node] = least + (least % 2 != (why is not None))
    return found, reasons


def compile_graph(module: fx.GraphModule):
    """A function for a graph of ATen operators; parts without rules run in torch, and a line of the log names each such operator."""
    writing = sorted({str(node.target) for node in module.graph.nodes if writes(node)})
    if writing:
        LOG.warning("strata: a graph runs in torch, since it has %s, which changes its argument", ", ".join(writing))
        return module
    found, reasons = levels(module)
    if not reasons:
        return Compiled(module).entry()
    for target, why in reasons.items():
        LOG.warning("strata: %s runs in torch: %s", target, why)
    parts = split_module(module, None, lambda node: found.get(node, 0), keep_original_order=False)
    for name, part in list(parts.named_children()):
        if name.startswith("submod_") and int(name.removeprefix("submod_")) % 2 == 0:
            setattr(parts, name, Compiled(part))
    return parts
