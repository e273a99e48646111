"""Compiled programs."""

import dataclasses
import json
import os
import statistics
from typing import Any

from strata import _native
from strata._notebook import table
from strata._signature import Signature, from_rows


@dataclasses.dataclass(frozen=True)
class Benchmark:
    """Times of runs, in seconds."""

    #: The time of each run.
    times: tuple[float, ...]
    #: Operations of a run, as the cost model counts them; 0 where it cannot.
    operations: float

    @property
    def best(self) -> float:
        """The shortest time."""
        return min(self.times)

    @property
    def median(self) -> float:
        """The median of the times."""
        return statistics.median(self.times)

    @property
    def worst(self) -> float:
        """The longest time."""
        return max(self.times)

    @property
    def flops(self) -> float:
        """Operations in a second, at the median."""
        return self.operations / self.median

    def __str__(self) -> str:
        parts = [f"{name} {seconds * 1e6:.1f} us" for name, seconds in (("min", self.best), ("median", self.median), ("max", self.worst))]
        return f"{len(self.times)} runs: {', '.join(parts)}"

    def __repr__(self) -> str:
        return f"<strata.Benchmark {self}>"


@dataclasses.dataclass(frozen=True)
class Cost:
    """The number of operations of a program, and the bytes that its ops read and write, before fusion."""

    #: Operations on numbers; a multiply-add is two.
    operations: float
    #: Those that are functions: exponentials, logarithms, roots, trigonometry.
    functions: float
    #: Bytes of operands and results of all ops.
    bytes: float
    #: Whether a loop of unknown length was counted once.
    at_least: bool
    #: For the name of each op: how often it runs, its operations and its bytes.
    ops: dict[str, tuple[float, float, float]]

    def _repr_html_(self) -> str:
        rows = [(name, *(f"{number:g}" for number in row)) for name, row in self.ops.items()]
        total = ("all", "", f"{self.operations:g}", f"{self.bytes:g}")
        return table(("op", "runs", "operations", "bytes"), [*rows, total])


@dataclasses.dataclass(frozen=True)
class Memory:
    """The memory that the runs of a program needed, in bytes."""

    #: The arguments and the results of a run; None where their sizes are known at a call only.
    arguments: int | None
    results: int | None
    #: Temporary buffers at most.
    temporary: int
    #: What is kept of these for the next run.
    kept: int
    #: How often memory was requested.
    requests: int
    #: Memory of the device at most.
    device: int


def cost_of(module: _native.Module) -> Cost:
    """The cost of a program."""
    operations, functions, moved, at_least, ops = module.cost()
    return Cost(operations, functions, moved, at_least, {name: tuple(row) for name, row in ops.items()})


class Executable:
    """A compiled program, called as a function of arrays.

    Arguments are arrays of NumPy, or any with `__dlpack__`; they are used in place if they are row-major. Numbers and lists are
    converted. Names of the signature may be used as keywords. One result is an array, several are a tuple. Threads may share an
    executable; other threads of Python run meanwhile. Ctrl-C ends a run at the next turn of a `while` loop.
    """

    __slots__ = ("__weakref__", "_module", "_native", "_settings", "_signature")

    def __init__(self, module: _native.Module, settings: dict[str, Any]):
        self._native = native = module.compile(settings)
        self._module = module
        self._settings = settings
        self._signature = from_rows(native.signature())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program."""
        results = self._native.call(args, kwargs)
        return results[0] if len(results) == 1 else results

    @property
    def signature(self) -> Signature:
        """The arguments and results."""
        return self._signature

    @property
    def target(self) -> str:
        """What runs the program: `cpu`, `gpusim`, `cuda` or `interpreter`."""
        return self._settings["target"]

    @property
    def compile_seconds(self) -> float:
        """How long the compilation took."""
        return self._native.compile_ms / 1e3

    def benchmark(self, *args: Any, runs: int = 100, warm_up: int = 10, **kwargs: Any) -> Benchmark:
        """Times runs on arguments; on a GPU, these and the results stay there."""
        if runs < 1:
            raise ValueError(f"runs is {runs}")
        times = self._native.times(args, kwargs, warm_up, runs)
        dynamic = any(None in spec.shape for spec in self._signature.inputs)
        return Benchmark(tuple(times), 0.0 if dynamic else self.cost().operations)

    def profile(self, *args: Any, path: str | os.PathLike | None = None, **kwargs: Any) -> dict[str, Any]:
        """A trace of a run with the names of the ops, in the format of chrome://tracing and Perfetto; also written to `path`.

        The program is compiled again for it; only programs for `cpu` can.
        """
        trace = self._module.profile(self._native, self._settings, args, kwargs)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(trace)
        return json.loads(trace)

    def cost(self) -> Cost:
        """The cost of a run."""
        return cost_of(self._module)

    def memory(self) -> Memory:
        """The memory that the runs so far needed."""
        temporary, kept, requests, device = self._native.memory()
        inputs, outputs = self._signature.inputs, self._signature.outputs
        return Memory(_bytes(inputs), _bytes(outputs), temporary, kept, requests, device)

    def counters(self) -> str | None:
        """The counters of the kernels that ran; only `gpusim` counts."""
        return self._native.counters()

    def asm(self) -> str:
        """The program as assembly of the processor; the host's part of one with kernels."""
        return self._module.code(self._settings, "asm")

    def llvm_ir(self) -> str:
        """The program as LLVM IR, after LLVM's passes."""
        return self._module.code(self._settings, "llvm-ir")

    def llvm_dialect(self) -> str:
        """The program in MLIR's `llvm` dialect, after the passes of the target."""
        return self._module.code(self._settings, "llvm-dialect")

    def ptx(self) -> str:
        """The kernels as PTX; for a program that no GPU runs, those for the architecture `arch`."""
        return self._module.code(self._settings, "ptx")

    def __repr__(self) -> str:
        return f"<strata.Executable {self._signature} on {self.target}>"

    def _repr_html_(self) -> str:
        return f"<b>strata.Executable</b> on {self.target}{self._signature._repr_html_()}"


def _bytes(specs: tuple) -> int | None:
    sizes = [spec.nbytes for spec in specs]
    return None if None in sizes else sum(sizes)
