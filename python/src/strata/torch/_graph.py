"""Translates an FX graph of ATen operators to a StableHLO program."""

from __future__ import annotations

import dataclasses
import typing

import torch
from torch import fx

from strata.torch import _types
from strata.torch._builder import Builder, Value
from strata.torch._errors import Unsupported
from strata.torch._rules import RULES
from strata.torch._shapes import Sizes, order_of


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """Where a result of a graph comes from: an argument of the graph, a result of the program, or a constant."""

    kind: typing.Literal["argument", "program", "constant"]
    value: object
    #: The dimension of the program's result that each dimension is.
    order: tuple[int, ...] | None = None


@dataclasses.dataclass(slots=True)
class Program:
    """A StableHLO program with what a call of it needs."""

    text: str
    #: For each argument of the program: the number of the graph's argument, and the order of its dimensions in memory.
    arguments: list[tuple[int, tuple[int, ...] | None]]
    #: Tensors of the graph itself, which are arguments of the program after those.
    constants: list[torch.Tensor]
    #: Functions that make the last arguments: random numbers.
    host_tensors: list[typing.Callable[[], torch.Tensor]]
    results: list[Result]
    #: Shape and type of each result of the program.
    types: list[tuple[tuple[int, ...], torch.dtype]]


def results_of(node: fx.Node, sizes: Sizes) -> list[tuple[tuple[int, ...], torch.dtype]]:
    """Shapes and types of the results that torch gave a node."""
    value = node.meta.get("val")
    values = value if isinstance(value, (list, tuple)) else [value]
    return [(sizes.shape(each), each.dtype) if isinstance(each, torch.Tensor) else ((), torch.bool) for each in values]


def apply_rule(b: Builder, node: fx.Node, sizes: Sizes, value_of) -> object:
    """The results of a node by its rule; raises `Unsupported` where there is none."""
    rule = RULES.get(node.target)
    if rule is None:
        raise Unsupported(f"{node.target} has no rule")
    b.results = results_of(node, sizes)
    b.used_results = {user.args[1] for user in node.users if getattr(user.target, "__name__", "") == "getitem"}
    for _, dtype in b.results:
        _types.name(dtype)
    arguments = fx.map_arg(node.args, value_of)
    options = fx.map_arg(node.kwargs, value_of)
    arguments, options = sizes.numbers(arguments), sizes.numbers(options)
    options = {key: value for key, value in options.items() if key not in ("device", "layout", "pin_memory", "memory_format")}
    try:
        return rule(b, *arguments, **options)
    except (TypeError, IndexError, ValueError, AttributeError) as why:
        raise Unsupported(f"{node.target}: {type(why).__name__}: {why}") from why


def is_python(node: fx.Node) -> bool:
    """Whether a node computes with sizes only, which are numbers of Python."""
    if not isinstance(node.meta.get("val"), (torch.SymInt, torch.SymFloat, torch.SymBool, int, float, bool)):
        return False
    reads_elements = isinstance(node.target, torch._ops.OpOverload) and not node.target._opname.startswith("sym_")
    return not reads_elements or not any(isinstance(each.meta.get("val"), torch.Tensor) for each in node.all_input_nodes)


class Translation:
    """The translation of one graph for certain sizes."""

    def __init__(self, module: fx.GraphModule, sizes: Sizes, layouts: bool, names: list[str] | None = None):
        self.module, self.sizes, self.layouts, self.names = module, sizes, layouts, names
        self.b = Builder()
        self.values: dict[fx.Node, object] = {}
        self.heads: list[str] = []
        self.program = Program("", [], [], [], [], [])
        self._placeholder = 0
        self._positions: dict[fx.Node, int] = {}

    def value_of(self, node: fx.Node):
        """The translated value of a node."""
        return self.values[node]

    def argument(self, name: str, shape, dtype, label: str) -> Value:
        """An argument of the program."""
        value = Value(name, tuple(shape), dtype)
        quoted = label.replace("\\", "\\\\").replace('"', '\\"')
        self.heads.append(f'{name}: {value.type} loc("{quoted}")')
        return value

    def placeholder(self, node: fx.Node) -> None:
        """An argument of the graph: a tensor, or a number that is known."""
        position = self._placeholder
        self._placeholder += 1
        self._positions[node] = position
        value = node.meta.get("val")
        if not isinstance(value, torch.Tensor):
            self.values[node] = self.sizes.number(value)
            return
        if not node.users:
            return
        shape = self.sizes.shape(value)
        order = order_of(shape, self.sizes.strides(value)) if self.layouts else None
        stored = shape if order is None else tuple(shape[i] for i in order)
        label = self.names[position] if self.names else node.name
        argument = self.argument(f"%arg{len(self.program.arguments)}", stored, value.dtype, label)
        self.program.arguments.append((position, order))
        if order is not None:
            argument = self.b.transpose(argument, [order.index(i) for i in range(len(order))])
        self.values[node] = argument

    def attribute(self, node: fx.Node) -> None:
        """A tensor that the graph has itself."""
        tensor = self.module
        for part in node.target.split("."):
            tensor = getattr(tensor, part)
        if not isinstance(tensor, torch.Tensor):
            raise Unsupported(f"{node.target} is a {type(tensor).__name__}")
        self.values[node] = self.argument(f"%const{len(self.program.constants)}", tensor.shape, tensor.dtype, node.name)
        self.program.constants.append(tensor)

    def call(self, node: fx.Node) -> None:
        """An operator, or a computation with sizes."""
        name = getattr(node.target, "__name__", str(node.target))
        if name == "getitem":
            self.values[node] = self.values[node.args[0]][node.args[1]]
        elif is_python(node):
            self.values[node] = self.sizes.number(node.meta["val"])
        else:
            self.b.location = f' loc("{node.name}")'
            self.values[node] = apply_rule(self.b, node, self.sizes, self.value_of)

    def finish(self, node: fx.Node) -> None:
        """The results of the graph."""
        returned: dict[tuple, int] = {}
        values: list[Value] = []
        self.b.location = ""
        for each in node.args[0] if isinstance(node.args[0], (list, tuple)) else [node.args[0]]:
            value = self.values.get(each) if isinstance(each, fx.Node) else each
            if isinstance(each, fx.Node) and each.op == "placeholder" and self.layouts:
                self.program.results.append(Result("argument", self._positions[each]))
            elif not isinstance(value, Value):
                self.program.results.append(Result("constant", self.sizes.number(value)))
            else:
                meta = each.meta.get("val")
                order = order_of(value.shape, self.sizes.strides(meta)) if self.layouts and meta is not None else None
                key = (value.name, order)
                if key not in returned:
                    returned[key] = len(values)
                    values.append(value if order is None else self.b.transpose(value, order))
                inverse = None if order is None else tuple(order.index(i) for i in range(len(order)))
                self.program.results.append(Result("program", returned[key], inverse))
        self.program.types = [(value.shape, value.dtype) for value in values]
        self.program.host_tensors = self.b.host_tensors
        for value in self.b.host_values:
            self.argument(value.name, value.shape, value.dtype, "random")
        types = ", ".join(value.type for value in values)
        names = ", ".join(value.name for value in values)
        self.program.text = "\n".join(
            [
                "module @torch {",
                f"func.func public @main({', '.join(self.heads)}) -> ({types}) {{",
                *self.b.lines,
                f'"func.return"({names}) : ({types}) -> ()',
                "}",
                "}",
                "",
            ]
        )

    def run(self) -> Program:
        """Translates the graph."""
        steps = {"placeholder": self.placeholder, "get_attr": self.attribute, "call_function": self.call, "output": self.finish}
        for node in self.module.graph.nodes:
            if node.op not in steps:
                raise Unsupported(f"a node {node.op} of the graph")
            steps[node.op](node)
        return self.program


def translate(module: fx.GraphModule, sizes: Sizes, layouts: bool = True, names: list[str] | None = None) -> Program:
    """The program of a graph for certain sizes.

    With `layouts`, arguments and results have the order of dimensions in memory that torch expects; without it they are row-major,
    and an argument that is a result, too, is a result of the program.
    """
    return Translation(module, sizes, layouts, names).run()


def why_not(node: fx.Node, sizes: Sizes) -> str | None:
    """Why an operator has to run in torch, or none if a program can have it."""
    if getattr(node.target, "__name__", "") == "getitem" or is_python(node):
        return None

    def sample(each: fx.Node):
        value = each.meta.get("val")
        if isinstance(value, torch.Tensor):
            return Value("%x", sizes.shape(value), value.dtype)
        if isinstance(value, (list, tuple)):
            return tuple(Value("%x", sizes.shape(v), v.dtype) if isinstance(v, torch.Tensor) else v for v in value)
        return sizes.number(value)

    try:
        for each in node.all_input_nodes:
            for _, dtype in results_of(each, sizes):
                _types.name(dtype)
        apply_rule(Builder(), node, sizes, sample)
    except Unsupported as why:
        return str(why)
    return None
