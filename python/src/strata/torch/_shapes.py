"""Sizes of tensors: those that torch leaves open have a number for each program."""

from __future__ import annotations

import sympy
import torch

from strata.torch._errors import Unsupported


class Sizes:
    """Numbers for the symbols in the sizes of a graph."""

    def __init__(self, bindings: dict | None = None, hints: bool = False):
        self._bindings = bindings or {}
        #: Whether a symbol without a number has that of the example.
        self._hints = hints

    def number(self, value):
        """A number for a size that may be symbolic; other values stay."""
        if not isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return value
        kind = {torch.SymInt: int, torch.SymFloat: float, torch.SymBool: bool}[type(value)]
        node = value.node
        if self._hints:
            if not node.has_hint():
                raise Unsupported(f"the size {node.expr}, which depends on data")
            return kind(node.hint)
        known = node.expr.xreplace(self._bindings) if hasattr(node.expr, "xreplace") else node.expr
        if getattr(known, "free_symbols", None):
            raise Unsupported(f"the size {known}, which no argument has")
        return kind(known)

    def numbers(self, tree):
        """Numbers for all sizes in lists of arguments."""
        if isinstance(tree, (list, tuple)):
            return (
                type(tree)(self.numbers(each) for each in tree)
                if type(tree) in (list, tuple)
                else [self.numbers(x) for x in tree]
            )
        if isinstance(tree, dict):
            return {key: self.numbers(each) for key, each in tree.items()}
        return self.number(tree)

    def shape(self, tensor: torch.Tensor) -> tuple[int, ...]:
        """The sizes of a tensor."""
        return tuple(self.number(size) for size in tensor.shape)

    def strides(self, tensor: torch.Tensor) -> tuple[int, ...]:
        """The strides of a tensor."""
        return tuple(self.number(stride) for stride in tensor.stride())


def order_of(shape, strides) -> tuple[int, ...] | None:
    """The dimensions in the order that they have in memory, from the outermost; none if they are in order or not dense."""
    rank = len(shape)
    if 0 in shape:
        return None
    order = sorted(range(rank), key=lambda i: (-strides[i], i))
    expected = 1
    for i in reversed(order):
        if shape[i] > 1 and strides[i] != expected:
            return None
        expected *= shape[i]
    # Dimensions of one element are anywhere in memory.
    large = [i for i in order if shape[i] > 1]
    return None if large == sorted(large) else tuple(order)


def symbols_of(values) -> bool:
    """Whether a size of the example arguments is symbolic."""
    for value in values:
        if isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return True
        if isinstance(value, torch.Tensor) and any(isinstance(x, torch.SymInt) for x in (*value.shape, *value.stride())):
            return True
    return False


def bind(examples, arguments) -> dict:
    """A number for each symbol, from the arguments of a call."""
    bindings = {}

    def enter(symbolic, number) -> None:
        if isinstance(symbolic, (torch.SymInt, torch.SymFloat)) and getattr(symbolic.node.expr, "is_symbol", False):
            bindings[symbolic.node.expr] = _number(number)

    for example, argument in zip(examples, arguments):
        if isinstance(example, torch.Tensor):
            for pair in zip((*example.shape, *example.stride()), (*argument.shape, *argument.stride())):
                enter(*pair)
        else:
            enter(example, argument)
    return bindings


def _number(value):
    """A number as sympy has it."""
    return sympy.Integer(value) if isinstance(value, int) else sympy.Float(value)
