"""Programs before they are compiled."""

import os
from collections.abc import Iterator
from typing import Any

from strata import _native
from strata._errors import Diagnostic, diagnostics
from strata._executable import Cost, Executable, cost_of
from strata._notebook import code
from strata._signature import Signature, from_rows

#: The options of `compile` with their defaults.
_DEFAULTS: dict[str, Any] = {
    "target": "cpu",
    "threads": 0,
    "opt_level": None,
    "cpu": "native",
    "features": "",
    "arch": None,
    "pipeline": None,
    "scatter_out_of_bounds": "window",
    "cancellable": True,
    "cache": True,
    "cache_dir": None,
    "compile_threads": None,
    "timeout": None,
    "tuning_db": None,
}


#: The lines of a program that a notebook shows.
_SHOWN = 40


def walk(operation: _native.Operation) -> Iterator[_native.Operation]:
    """An op and all those inside of it, each before those inside of it."""
    stack = [operation]
    while stack:
        current = stack.pop()
        yield current
        inside = [op for region in current.regions for block in region.blocks for op in block.operations]
        stack.extend(reversed(inside))


def settings(options: dict[str, Any]) -> dict[str, Any]:
    """All options of a compilation: those that are given, and defaults."""
    unknown = sorted(set(options) - set(_DEFAULTS))
    if unknown:
        raise TypeError(f"compile() has no option {unknown[0]!r}; there are {', '.join(_DEFAULTS)}")
    given = {name: value for name, value in options.items() if value is not None}
    return {**_DEFAULTS, **given}


class Module:
    """A program. It does not change; passes give a new one."""

    __slots__ = ("__weakref__", "_native")

    def __init__(self, native: _native.Module):
        self._native = native

    def compile(self, target: str = "cpu", *, threads: int | None = None, opt_level: int | None = None, **options: Any) -> Executable:
        """Compiles the program.

        `target` is `cpu`, `gpusim` (a simulated GPU), `cuda` or `interpreter`; `threads` is how many threads run it (by default
        `STRATA_NUM_THREADS`, or as many as there are processors), `opt_level` LLVM's level, 0 to 3. Further options: `cpu` and
        `features` (as `"x86-64-v3"`, `"-avx512f"`), `arch` of the GPU (`"sm_90a"`), `pipeline` (passes instead of those of the
        target), `scatter_out_of_bounds` (`"window"` or `"element"`), `cancellable` (whether `while` loops see Ctrl-C),
        `cache_dir` (the folder of compiled programs; `STRATA_COMPILE_CACHE_DIR` by default), `cache=False`, `compile_threads`,
        `timeout` in seconds, `tuning_db` (the file of schedules that `strata-tune` wrote).
        """
        chosen = settings({"target": target, "threads": threads, "opt_level": opt_level, **options})
        return Executable(self._native, chosen)

    def run_passes(self, pipeline: str) -> "Module":
        """The module after a pipeline of passes, as `"builtin.module(canonicalize,cse)"`."""
        return Module(self._native.run_passes(pipeline))

    def interpret(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the program on the reference interpreter, which takes programs of every level above `llvm`."""
        return self.compile("interpreter")(*args, **kwargs)

    def validate_passes(
        self, pipeline: str | None = None, *, target: str = "cpu", inputs: int = 4, tolerance: float | None = None, **options: Any
    ) -> tuple[Diagnostic, ...]:
        """Runs the passes of a target, or a pipeline, one at a time, and compares the interpreter's results before and after each.

        Each function is called with `inputs` sets of random arguments. Raises `ValidationError` with the first pass that changed a
        result; returns remarks about what was not compared.
        """
        chosen = settings({"target": target, "pipeline": pipeline, **options})
        return diagnostics(self._native.validate_passes(chosen, inputs, tolerance))

    def cost(self) -> Cost:
        """The cost of a run."""
        return cost_of(self._native)

    @property
    def operation(self) -> _native.Operation:
        """The op of the module, for walking through the program."""
        return self._native.operation()

    @property
    def functions(self) -> list[_native.Operation]:
        """The functions."""
        return self._native.functions()

    def walk(self) -> Iterator[_native.Operation]:
        """All ops, each before those inside of it."""
        return walk(self.operation)

    def to_text(self, *, generic: bool = False, locations: bool = False, elide_elements_larger_than: int | None = None) -> str:
        """The program as text of MLIR."""
        return self._native.text(generic=generic, locations=locations, elide=elide_elements_larger_than)

    def to_bytecode(self) -> bytes:
        """The program as bytecode of MLIR."""
        return self._native.bytecode()

    @property
    def entry(self) -> str:
        """The name of the function that is compiled."""
        return self._native.entry()

    @property
    def signature(self) -> Signature:
        """The arguments and results of that function."""
        return from_rows(self._native.signature())

    def __str__(self) -> str:
        return self.to_text()

    def _excerpt(self) -> str:
        lines = self.to_text(elide_elements_larger_than=16).splitlines()
        more = [f"… {len(lines) - _SHOWN} more lines"] if len(lines) > _SHOWN else []
        return "\n".join([*lines[:_SHOWN], *more])

    def __repr__(self) -> str:
        return f"<strata.Module @{self.entry}>\n{self._excerpt()}"

    def _repr_html_(self) -> str:
        return code(f"strata.Module @{self.entry}", self._excerpt())

    def __reduce__(self):
        return load, (self.to_bytecode(), self.entry)


def load(program: str | bytes | os.PathLike, entry: str = "main", *, name: str | None = None) -> Module:
    """Reads a program: StableHLO, or any level below it.

    `program` is a path, or the program itself: text, or the bytes of text, of bytecode, of a portable artifact, or of `jax.export`.
    A string is a path unless it has a line end, a brace or a parenthesis. `entry` is the function to compile, `name` what errors call the file.
    """
    if isinstance(program, (bytes, bytearray, memoryview)):
        data = bytes(program)
        name = name or "<bytes>"
    elif isinstance(program, str) and any(c in program for c in "\n{("):
        data = program.encode()
        name = name or "<text>"
    else:
        path = os.fspath(program)
        with open(path, "rb") as file:
            data = file.read()
        name = name or path
    return Module(_native.Module.load(name, data, entry))
