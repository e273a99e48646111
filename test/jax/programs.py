"""The programs: what JAX's shipped test harnesses trace to, their inputs, and what XLA on the CPU makes of them.

A harness is one use of one primitive. Without `x64` there are 5,594 of them, of which JAX itself refuses 109 on CPUs, such
as factorizations in bf16; with 64-bit types there are 7,526. Inputs are always
arguments of the program and never constants in it, because XLA folds constants by other rules than it runs by.

Tracing and running a program by XLA takes ten times as long as running it here, so both are kept in `target/jax`.
"""

import hashlib
import inspect
import os
import pathlib
import pickle
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import jax
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: Primitives that JAX turns into calls of LAPACK for its CPU backend, and for others into ops or programs of ops. These
#: are what we run; the results are those of the CPU backend all the same.
PORTABLE = {"cholesky", "triangular_solve", "tridiagonal_solve"}


@dataclass
class Program:
    """A traced program with everything that is needed to run it elsewhere and to judge the outcome."""

    name: str
    #: What JAX lowers it to, as jaxlib prints it.
    text: str
    inputs: list
    #: The results of XLA, in order.
    results: list
    #: Takes from all results what the program defines, where that is not everything.
    defined: Callable[[list], list]


def load(x64):
    """All harnesses, sorted by name."""
    jax.config.update("jax_enable_x64", x64)
    # The import defines the harnesses, for the element types that are enabled by then.
    from jax._src.internal_test_util import test_harnesses

    return sorted(test_harnesses.all_harnesses, key=lambda h: h.fullname)


def is_implemented(harness):
    """Whether JAX says that its CPU backend implements a harness; some of the others work all the same."""
    return harness.filter("cpu")


def sample(harnesses, count, seed):
    """`count` harnesses that JAX implements, as evenly over the primitives as there are harnesses of each."""
    groups = {}
    for h in filter(is_implemented, harnesses):
        groups.setdefault(h.group_name, []).append(h)
    rng = random.Random(seed)
    for group in groups.values():
        rng.shuffle(group)
    longest = max(map(len, groups.values()), default=0)
    turns = [group[turn] for turn in range(longest) for group in groups.values() if turn < len(group)]
    return sorted(turns[:count], key=lambda h: h.fullname)


def place(seed, x64):
    """The folder of the programs of a seed; another JAX or another way to make them is another folder."""
    made_by = [jax.__version__, np.__version__, inspect.getsource(trace), inspect.getsource(plain), str(seed), str(x64)]
    key = hashlib.sha256("\0".join(made_by).encode()).hexdigest()[:16]
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    return ROOT / target / "jax" / key


def get(harness, seed, x64):
    """The program of a harness: from an earlier run, or made now and kept."""
    file = place(seed, x64) / (hashlib.sha256(harness.fullname.encode()).hexdigest()[:24] + ".pickle")
    try:
        text, inputs, results = pickle.loads(file.read_bytes())
    except (OSError, EOFError, pickle.UnpicklingError):
        text, inputs, results = trace(harness, seed)
        file.parent.mkdir(parents=True, exist_ok=True)
        # A reader never sees half a file: it appears under its name when it is complete.
        partial = file.with_suffix(f".{os.getpid()}")
        partial.write_bytes(pickle.dumps((text, inputs, results)))
        partial.replace(file)
    return Program(harness.fullname, text, inputs, results, defined_part(harness, inputs))


def trace(harness, seed):
    """Traces a harness and runs it by XLA: its text, inputs and results."""
    rng = np.random.RandomState(zlib.crc32(harness.fullname.encode()) ^ seed)
    args = harness.dyn_args_maker(rng)
    traced = jax.jit(harness.dyn_fun, keep_unused=True).trace(*args)
    lowered = traced.lower()
    compiled = lowered.compile()
    text = lowered.as_text()
    if harness.group_name in PORTABLE:
        text = traced.lower(lowering_platforms=("tpu",)).as_text()
    leaves = jax.tree.leaves(args)
    avals = jax.tree.leaves(lowered.in_avals)
    inputs = [plain(leaf, aval) for leaf, aval in zip(leaves, avals, strict=True)]
    results = [plain(leaf, None) for leaf in jax.tree.leaves(compiled(*args))]
    return text, inputs, results


def defined_part(harness, inputs):
    """What can be compared of the results of a harness."""
    if harness.group_name == "cholesky":
        # The factor is the lower triangle; what is above it is open. Its last elements are as imprecise as the matrix is
        # near to a singular one, and the product is not.
        return lambda results: [np.tril(a) @ adjoint(np.tril(a)) for a in results]
    if harness.group_name == "approx_top_k":
        # Which of equal elements are taken is open: each place is of its value, and none is taken twice.
        return lambda results: [results[0], chosen(inputs[0], results[1]), np.diff(np.sort(results[1])) > 0]
    if harness.group_name == "sort" and not harness.params["is_stable"]:
        # The order of rows with equal keys is open, but rows stay together: they are compared in the order of all of
        # their elements.
        return lambda results: in_order(results, harness.params["dimension"])
    if harness.group_name == "svd" and harness.params["compute_uv"]:
        # Vectors are free in their phases, and in a basis where values are equal: what they make up is not.
        return lambda results: [results[0], product(results[1], results[0], results[2]), gram(results[1])]
    if harness.group_name == "eig":
        # Eigenvalues have no order, and vectors are free in their phases.
        return lambda results: [np.sort_complex(results[0])] + [phaseless(results[0], v) for v in results[1:]]
    if harness.group_name == "eigh":
        return lambda results: [results[1], product(results[0], results[1], adjoint(results[0])), gram(results[0])]
    return everything


def everything(results):
    """All of the results: nothing of them is left open."""
    return results


def phaseless(values, vectors):
    """The products of each vector with its adjoint, in the order of the sorted values."""
    order = np.broadcast_to(np.argsort(values)[..., None, :], vectors.shape)
    rows = np.moveaxis(np.take_along_axis(vectors, order, -1), -1, -2)
    return rows[..., :, None] * rows[..., None, :].conj()


def chosen(operand, places):
    """The elements at places along the last dimension."""
    return np.take_along_axis(operand, np.clip(places, 0, operand.shape[-1] - 1), -1)


def adjoint(a):
    """The conjugate transpose of the matrices of an array."""
    return np.conj(np.swapaxes(a, -1, -2))


def gram(a):
    """The inner products of the columns: the identity, where they are orthonormal."""
    return adjoint(a) @ a


def product(u, s, v):
    """`u` times the diagonal `s` times `v`, with as many columns and rows as there are values."""
    n = s.shape[-1]
    return (u[..., :, :n] * s[..., None, :].astype(u.dtype)) @ v[..., :n, :]


def in_order(arrays, dimension):
    """Rows of elements at the same place of all arrays, sorted along a dimension by all of their elements."""
    if len(arrays) == 1:
        return arrays
    order = np.lexsort(arrays[::-1], axis=dimension)
    return [np.take_along_axis(array, order, dimension) for array in arrays]


def plain(leaf, aval):
    """An argument or result as a NumPy array of the type the program has for it; a random key is its words."""
    if isinstance(leaf, jax.Array) and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return np.asarray(jax.random.key_data(leaf))
    return np.asarray(leaf, dtype=aval.dtype if aval is not None else None)
