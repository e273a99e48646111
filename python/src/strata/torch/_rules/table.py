"""The table of rules: how an operator of ATen is written in StableHLO.

A rule gets a builder, whose `results` are the shapes and types that torch gave the operator's results, and the operator's
arguments, with a `Value` for each tensor. It gives a `Value`, or a tuple of them. It raises `Unsupported` where it does not
apply.
"""

import torch

RULES: dict = {}


def find(name: str):
    """The operators of a name as `add` (all overloads) or `add.Tensor`, none if this version of torch has none."""
    space, _, name = name.rpartition("::")
    packet, _, overload = name.partition(".")
    try:
        operator = getattr(getattr(torch.ops, space or "aten"), packet)
        if overload:
            return [getattr(operator, overload)]
    except AttributeError:
        return []
    return [getattr(operator, each) for each in operator.overloads() if "out" not in each]


def rule(*names: str):
    """Enters a function in the table for operators, which have names as `add.Tensor` or `prims::iota`."""

    def enter(function):
        for name in names:
            for operator in find(name):
                RULES[operator] = function
        return function

    return enter
