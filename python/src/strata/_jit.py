"""Functions of JAX, compiled by Strata without JAX's platforms."""

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from strata._executable import Executable
from strata._module import Module, load


def _tuple(numbers: int | Iterable[int] | None) -> tuple[int, ...]:
    if numbers is None:
        return ()
    return (numbers,) if isinstance(numbers, int) else tuple(numbers)


def _names(names: str | Iterable[str] | None) -> tuple[str, ...]:
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


class _Static:
    """A static argument as a part of a key: equal values of other types are others."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Static) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


def _abstract(leaf: Any) -> tuple:
    """What the program of an argument depends on: numbers of Python have types that give way to those of arrays."""
    if isinstance(leaf, (bool, int, float, complex)):
        return (type(leaf),)
    dtype = getattr(leaf, "dtype", None)
    if dtype is None or not hasattr(leaf, "shape"):
        leaf = np.asarray(leaf)
        dtype = leaf.dtype
    return str(dtype), tuple(leaf.shape), bool(getattr(leaf, "weak_type", False))


class Jit:
    """A function that is compiled when it is called with arguments of new shapes, types or static values."""

    def __init__(self, function: Callable, static_argnums: Any, static_argnames: Any, options: dict[str, Any]):
        import jax

        self._jax = jax
        self._static = frozenset(_tuple(static_argnums)), frozenset(_names(static_argnames))
        self._jitted = jax.jit(function, static_argnums=static_argnums, static_argnames=static_argnames, keep_unused=True)
        self._options = options
        self._programs: dict[Any, tuple[Executable, Any]] = {}
        functools.update_wrapper(self, function)

    def _split(self, args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, list, Any, tuple]:
        """Dynamic leaves with their tree, and the static values."""
        numbers, names = self._static
        numbers = {n + len(args) if n < 0 else n for n in numbers}
        static = tuple((i, _Static(a)) for i, a in enumerate(args) if i in numbers)
        static += tuple((k, _Static(v)) for k, v in sorted(kwargs.items()) if k in names)
        dynamic = tuple(a for i, a in enumerate(args) if i not in numbers), {k: v for k, v in kwargs.items() if k not in names}
        leaves, tree = self._jax.tree.flatten(dynamic)
        return static, leaves, tree, tuple(map(_abstract, leaves))

    def lower(self, *args: Any, **kwargs: Any) -> Module:
        """The program for arguments like these."""
        return self._lower(args, kwargs)[0]

    def _lower(self, args: tuple, kwargs: dict[str, Any]) -> tuple[Module, Any]:
        lowered = self._jitted.trace(*args, **kwargs).lower(lowering_platforms=("cpu",))
        text = lowered.as_text("stablehlo", debug_info=True)
        return load(text, name=getattr(self, "__name__", "<function>")), self._jax.tree.structure(lowered.out_info)

    def compile(self, *args: Any, **kwargs: Any) -> Executable:
        """The compiled program for arguments like these; its arguments are the leaves of their trees."""
        return self._program(args, kwargs)[0]

    def _program(self, args: tuple, kwargs: dict[str, Any]) -> tuple[Executable, Any, list]:
        static, leaves, tree, types = self._split(args, kwargs)
        key = static, tree, types, self._jax.config.jax_enable_x64
        found = self._programs.get(key)
        if found is None:
            module, out_tree = self._lower(args, kwargs)
            found = self._programs.setdefault(key, (module.compile(**self._options), out_tree))
        return *found, leaves

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function; the results are arrays of NumPy."""
        executable, out_tree, leaves = self._program(args, kwargs)
        specs = executable.signature.inputs
        arrays = [_as(leaf, spec.dtype) for leaf, spec in zip(leaves, specs, strict=True)]
        results = executable(*arrays)
        if len(executable.signature.outputs) == 1:
            results = (results,)
        return self._jax.tree.unflatten(out_tree, results)

    def __repr__(self) -> str:
        return f"<strata.jit of {getattr(self, '__qualname__', 'a function')}, {len(self._programs)} programs>"


def _as(leaf: Any, dtype: np.dtype) -> Any:
    """An argument with the type that JAX gave it: without 64-bit types, that is a narrower one."""
    given = getattr(leaf, "dtype", None)
    return leaf if given == dtype else np.asarray(leaf).astype(dtype)


def jit(function: Callable | None = None, *, static_argnums: Any = None, static_argnames: Any = None, **options: Any) -> Any:
    """Compiles a function of JAX with Strata, without JAX's platforms; also a decorator.

    Arguments and results are trees of arrays. `options` are those of `Module.compile`. Each combination of shapes, types and static
    arguments is compiled once. Callbacks into Python do not work here; they do on JAX's platform `strata`.
    """
    if function is None:
        return lambda function: Jit(function, static_argnums, static_argnames, options)
    return Jit(function, static_argnums, static_argnames, options)
