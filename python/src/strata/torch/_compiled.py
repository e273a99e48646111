"""A graph as a function: translated and compiled for each set of sizes, and called on tensors."""

from __future__ import annotations

import threading

import torch
from torch import fx

from strata.torch._graph import Program, translate
from strata.torch._run import compile_text
from strata.torch._shapes import Sizes, bind, symbols_of


class Executable:
    """A program that is compiled."""

    def __init__(self, program: Program):
        self._program = program
        self._run = compile_text(program.text) if program.types else None

    def __call__(self, arguments) -> list:
        """The results of the graph."""
        program = self._program
        outputs = []
        if self._run is not None:
            tensors = [stored(arguments[position], order) for position, order in program.arguments]
            tensors += [stored(tensor, None) for tensor in program.constants]
            tensors += [make() for make in program.host_tensors]
            outputs = self._run(tensors)
        results = []
        for result in program.results:
            if result.kind == "argument":
                results.append(arguments[result.value])
            elif result.kind == "constant":
                results.append(result.value)
            else:
                tensor = outputs[result.value]
                results.append(tensor if result.order is None else tensor.permute(result.order))
        return results


def stored(tensor: torch.Tensor, order) -> torch.Tensor:
    """A tensor whose elements are row-major, without a copy if they are in the expected order."""
    return (tensor if order is None else tensor.permute(order)).contiguous()


def checked(name: str, value, example) -> None:
    """Raises a message where an argument has another type or another known size than the example."""
    if not isinstance(example, torch.Tensor):
        return
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"strata.torch: {name} is a {type(value).__name__}, not a tensor")
    fixed = len(value.shape) == len(example.shape) and all(
        isinstance(want, torch.SymInt) or want == have for want, have in zip(example.shape, value.shape)
    )
    if value.dtype != example.dtype or not fixed or value.device.type != "cpu":
        have = f"{value.dtype} {tuple(value.shape)} on {value.device}"
        raise ValueError(f"strata.torch: {name} has to be {example.dtype} {tuple(example.shape)} on cpu, but is {have}")


class Compiled(torch.nn.Module):
    """A graph that is run by Strata. It may be called by several threads."""

    def __init__(self, module: fx.GraphModule):
        super().__init__()
        self._graph = module
        self._examples = [node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder"]
        self._single = not isinstance(next(iter(reversed(module.graph.nodes))).args[0], (list, tuple))
        self._lock = threading.Lock()
        self._symbolic = symbols_of(self._examples)
        self._executables: dict[tuple, Executable] = {}
        if not self._symbolic:
            self._executables[()] = Executable(translate(module, Sizes()))

    def _executable(self, arguments) -> Executable:
        """The program for the sizes of these arguments."""
        if not self._symbolic:
            return self._executables[()]
        bindings = bind(self._examples, arguments)
        key = tuple(bindings.values())
        found = self._executables.get(key)
        if found is None:
            with self._lock:
                found = self._executables.get(key)
                if found is None:
                    found = Executable(translate(self._graph, Sizes(bindings)))
                    self._executables[key] = found
        return found

    def entry(self):
        """The function to call: with fixed sizes the program itself."""
        if self._symbolic or self._single:
            return self.forward
        executable = self._executables[()]
        return lambda *arguments: executable(arguments)

    def forward(self, *arguments):
        """The results for arguments of the graph."""
        results = self._executable(arguments)(arguments)
        return results[0] if self._single else results
