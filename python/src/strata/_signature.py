"""Signatures of programs."""

import dataclasses
import math

import numpy as np

from strata._dtypes import dtype_of
from strata._notebook import table


@dataclasses.dataclass(frozen=True)
class TensorSpec:
    """An argument or a result."""

    #: Its name, or None.
    name: str | None
    #: The element type as MLIR writes it.
    element: str
    #: The sizes; None for one that is known at a call only.
    shape: tuple[int | None, ...]
    #: The number of the result that may take the memory of this argument; -1 if any may, None if none.
    donated_to: int | None = None

    @property
    def dtype(self) -> np.dtype:
        """The data type of NumPy."""
        return dtype_of(self.element)

    @property
    def nbytes(self) -> int | None:
        """The bytes of the elements; None where a size is known at a call only."""
        return None if None in self.shape else math.prod(self.shape) * self.dtype.itemsize

    def __str__(self) -> str:
        sizes = "".join(f"{'?' if d is None else d}x" for d in self.shape)
        name = "" if self.name is None else f"{self.name}: "
        return f"{name}tensor<{sizes}{self.element}>"


@dataclasses.dataclass(frozen=True)
class Signature:
    """The arguments and the results of a program."""

    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]

    def __str__(self) -> str:
        inputs, outputs = (", ".join(map(str, specs)) for specs in (self.inputs, self.outputs))
        return f"({inputs}) -> ({outputs})"

    def _repr_html_(self) -> str:
        specs = [("argument", *row) for row in enumerate(self.inputs)] + [("result", *row) for row in enumerate(self.outputs)]
        rows = [(f"{kind} #{i}", spec.name or "", str(spec).rpartition(": ")[2]) for kind, i, spec in specs]
        return table(("", "name", "type"), rows)


def from_rows(rows: tuple[list, list]) -> Signature:
    """The signature that the compiled module tells."""
    inputs, outputs = (tuple(TensorSpec(n, e, tuple(s), d) for n, e, s, d in part) for part in rows)
    return Signature(inputs, outputs)
