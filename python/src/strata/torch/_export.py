"""Export of models to StableHLO, and exported programs as functions."""

from __future__ import annotations

import functools
import json
import pathlib
import struct

import torch
from torch.export.graph_signature import InputKind, OutputKind
from torch.utils import _pytree as pytree

from strata.torch._compiled import checked
from strata.torch._decompose import decompositions_of_export, without_onednn
from strata.torch._errors import TorchError, Unsupported
from strata.torch._graph import Program, translate, why_not
from strata.torch._partition import compile_graph
from strata.torch._shapes import Sizes

#: Names of types in a file of safetensors.
_SAFETENSORS = {
    torch.float64: "F64", torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64", torch.int32: "I32",
    torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL",
}  # fmt: skip


def lowered(program: torch.export.ExportedProgram) -> torch.export.ExportedProgram:
    """A program of operators that have rules, as far as torch can express them by such."""
    with without_onednn():
        return program.run_decompositions(decompositions_of_export())


class Exported:
    """A model as a function of its weights and inputs: StableHLO text, and the weights as the tensors that they are in the model.

    It is called as the model is.
    """

    def __init__(self, program: torch.export.ExportedProgram):
        self.program = lowered(program)
        signature = self.program.graph_signature
        self._kinds = signature.input_specs
        self._outputs = signature.output_specs
        self._run = None
        #: The name of each argument of the function `main`.
        self.names = [
            spec.target if spec.kind in (InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR) else spec.arg.name
            for spec in self._kinds
        ]
        #: The weights and other tensors of the model, by their names.
        self.weights = {
            name: self._state(spec) for name, spec in zip(self.names, self._kinds) if spec.kind != InputKind.USER_INPUT
        }

    def _state(self, spec) -> torch.Tensor:
        """The tensor of the model that is an argument."""
        if spec.kind in (InputKind.PARAMETER, InputKind.BUFFER) and spec.target in self.program.state_dict:
            return self.program.state_dict[spec.target]
        if spec.target in self.program.constants:
            return self.program.constants[spec.target]
        raise TorchError(f"strata.torch: the argument {spec.arg.name} of kind {spec.kind} is not supported")

    @functools.cached_property
    def _translated(self) -> Program:
        """The program for the sizes of the example."""
        sizes = Sizes(hints=True)
        nodes = [node for node in self.program.graph.nodes if node.op == "call_function"]
        missing = {str(node.target): why for node in nodes if (why := why_not(node, sizes))}
        if missing:
            raise TorchError("strata.torch: no StableHLO for " + "; ".join(f"{name}: {why}" for name, why in missing.items()))
        try:
            program = translate(self.program.graph_module, sizes, layouts=False, names=self.names)
        except Unsupported as why:
            raise TorchError(f"strata.torch: no StableHLO: {why}") from why
        if program.host_tensors or program.constants:
            raise TorchError("strata.torch: a model with random numbers has no StableHLO of its own; call model.eval() first")
        return program

    @property
    def text(self) -> str:
        """The StableHLO of the model, for the sizes of the example.

        The function `main` has the weights and inputs that are used as arguments; its results are buffers that the model changes, then those
        of the model. Raises `TorchError` where an operator has no rule.
        """
        return self._translated.text

    def save(self, path) -> None:
        """Writes the StableHLO to a file, and the weights to a file beside it with the suffix `.safetensors`."""
        path = pathlib.Path(path)
        path.write_text(self.text)
        self.save_arguments(path.with_suffix(".safetensors"))

    def save_arguments(self, path, *args, **kwargs) -> None:
        """Writes the weights, and the inputs where they are given, to a file of safetensors that `strata-run --inputs` reads."""
        inputs = iter(self._flat(args, kwargs) if args or kwargs else ())
        every = [self.weights[name] if name in self.weights else next(inputs, None) for name in self.names]
        used = [position for position, _ in self._translated.arguments]
        write_safetensors(path, {self.names[i]: every[i] for i in used if every[i] is not None})

    def _flat(self, args, kwargs) -> list:
        """The inputs in the order of the program."""
        values, spec = pytree.tree_flatten((args, kwargs))
        expected = self.program.call_spec.in_spec
        if expected is not None and spec != expected:
            raise TypeError(f"strata.torch: the model has inputs of the form {expected}, but got {spec}")
        return values

    def compile(self) -> Exported:
        """Compiles the model for the sizes of the example if they are fixed; others are compiled at their first call."""
        if self._run is None:
            self._run = compile_graph(self.program.graph_module)
        return self

    def __call__(self, *args, **kwargs):
        """The results of the model."""
        self.compile()
        inputs, arguments = iter(self._flat(args, kwargs)), []
        examples = [node.meta.get("val") for node in self.program.graph.nodes if node.op == "placeholder"]
        for name, spec, example in zip(self.names, self._kinds, examples):
            value = next(inputs) if spec.kind == InputKind.USER_INPUT else self.weights[name]
            checked(name, value, example)
            arguments.append(value)
        with torch.no_grad():
            results = self._run(*arguments)
            results = list(results) if isinstance(results, (list, tuple)) else [results]
            return self._finish(results, arguments)

    def _finish(self, results, arguments):
        """Writes what the model changed, and gives its results the form that they have in the model."""
        by_name = dict(zip(self.names, arguments))
        outputs = []
        for spec, value in zip(self._outputs, results):
            if spec.kind == OutputKind.USER_OUTPUT:
                outputs.append(value)
            elif spec.kind.name.endswith("_MUTATION"):
                by_name[spec.target].copy_(value)
            else:
                raise TorchError(f"strata.torch: results of kind {spec.kind} are not supported")
        return pytree.tree_unflatten(outputs, self.program.call_spec.out_spec)


def export(model: torch.nn.Module, args: tuple, kwargs: dict | None = None, *, dynamic_shapes=None) -> Exported:
    """A model as StableHLO, for examples of its inputs; its weights stay tensors of torch and are arguments.

    `dynamic_shapes` is that of `torch.export.export`.
    """
    return Exported(torch.export.export(model, tuple(args), kwargs, dynamic_shapes=dynamic_shapes))


def compile_exported(program: torch.export.ExportedProgram) -> Exported:
    """Compiles an exported program; what is returned is called as the model is, and changes its buffers."""
    return Exported(program).compile()


def write_safetensors(path, tensors: dict[str, torch.Tensor]) -> None:
    """Writes tensors to a file of safetensors."""
    header, offset, blobs = {}, 0, []
    for name, tensor in tensors.items():
        if tensor.dtype not in _SAFETENSORS:
            raise TorchError(f"strata.torch: {name} has the type {tensor.dtype}, which files of safetensors do not have")
        data = tensor.detach().contiguous().flatten().view(torch.uint8).numpy().data
        header[name] = {
            "dtype": _SAFETENSORS[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [offset, offset + len(data)],
        }
        offset += len(data)
        blobs.append(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for blob in blobs:
            file.write(blob)
