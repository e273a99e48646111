"""Models on meshes of eight devices, on the platforms `strata` and `cpu` (XLA): results, gradients and shardings.

    python test/jax/sharded_models.py [--list] [--sample] [NAME...]

All models of `models.py` are divided by their data: batches, or what they have instead. Networks are also divided in the other ways that
people use: the features of layers (`tensor_`, as Megatron does), the positions of sequences (`sequence_`), experts (`expert_`), and layers
(`pipeline_`, by `shard_map`). `gradient_of_` are the gradients of models that return none. `--sample` runs some of each kind.
"""

import argparse
import dataclasses
import sys
import time
import traceback
from collections.abc import Callable

from sharded_programs import meshes, specs  # Before JAX is imported, as it chooses platforms.

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

import models
from gradients import differentiated, distance
from models import MODELS

#: The largest difference of two results, as a part of the largest element: devices add in another order.
TOLERANCE, GRADIENT_TOLERANCE, TOLERANCE_16_BITS = 2e-4, 2e-3, 3e-2
#: Along all devices.
ALL = ("x", "y")
#: The programs of a sample.
SAMPLE = (
    "data_mlp_adam",
    "data_lstm_gradient",
    "data_k_means",
    "data_graph_network",
    "data_block_scaled_products",
    "tensor_mlp_adam",
    "tensor_transformer_gradient",
    "sequence_transformer_gradient",
    "expert_layer_gradient",
    "pipeline_gradient",
    # A long block of transposes, which took LLVM exponential time.
    "gradient_of_tensor_graph_network",
)


@dataclasses.dataclass
class Case:
    """A function, its arguments, and their shardings: a tree like the arguments."""

    function: Callable
    arguments: tuple
    shardings: tuple

    def placed(self, mesh):
        """The arguments on the devices of a mesh."""
        place = lambda array, spec: jax.device_put(array, NamedSharding(mesh, spec))
        return jax.tree.map(place, self.arguments, self.shardings)

    def run(self, mesh):
        """The results on a mesh."""
        with jax.default_device(mesh.devices.flat[0]):
            # Another function, so that nothing is kept from other devices.
            return jax.jit(lambda *a: self.function(*a))(*self.placed(mesh))


CASES: dict[str, Case] = {}


def whole(tree):
    """No array is divided."""
    return jax.tree.map(lambda _: P(), tree)


def grown(array, axis, size, rng):
    """As many elements along an axis, those that are new not far from the others."""
    old = array.shape[axis]
    array = np.take(array, np.arange(size) % old, axis)
    if array.dtype.kind not in "iu":
        array = (array + 0.1 * rng.standard_normal(array.shape)).astype(array.dtype)
    return array


def along(axis, axes=ALL):
    return P(*[None] * axis, axes)


def data(name, sizes, axes=ALL):
    """Adds a model whose arguments are divided along the axis, and have the size, that is given for their place."""
    model, rng = MODELS[name], np.random.default_rng(0)
    arguments, shardings = list(model.arguments), [whole(a) for a in model.arguments]
    for place, (axis, size) in sizes.items():
        if size != arguments[place].shape[axis]:
            arguments[place] = grown(arguments[place], axis, size, rng)
        shardings[place] = along(axis, axes)
    CASES[f"data_{name}"] = Case(model.function, tuple(arguments), tuple(shardings))


data("resnet_forward", {1: (0, 8)})
data("resnet_training_step", {1: (0, 8), 2: (0, 8)})
data("unet_gradient", {1: (0, 8), 2: (0, 8)})
data("image_resize", {0: (3, 2)}, "y")
data("mlp_adam", {1: (0, 32), 2: (0, 32)})
data("wide_mlp_gradient", {2: (0, 2048), 3: (0, 2048)})
data("transformer_gradient", {1: (0, 8)})
data("decode_with_cache", {})
data("lstm_gradient", {1: (1, 8), 2: (1, 8)})
data("vae_gradient", {1: (0, 16)})
data("sample_tokens", {0: (0, 8)})
data("ode_gradient", {})
data("n_body", {0: (0, 24), 1: (0, 24), 2: (0, 24)})
data("k_means", {0: (0, 200)})
data("spectral_step", {0: (0, 64)})
data("gaussian_process", {0: (0, 40), 1: (0, 40)})
data("monte_carlo", {})
data("graph_network", {0: (0, 32), 1: (0, 80), 2: (0, 80)})
data("mandelbrot", {})
data("mixture_of_experts", {0: (0, 16)})
data("block_scaled_products", {0: (0, 8), 1: (0, 8)})


# ---- Megatron's division: columns of the first layer, rows of the second one ----

COLUMNS, ROWS, FEATURES = P(None, "y"), P("y"), P("y")
NORM = {"scale": P(), "offset": P()}
TRANSFORMER = {"qkv": COLUMNS, "out": ROWS, "up": COLUMNS, "down": ROWS, "norms": [NORM, NORM]}
MLP = [{"w": COLUMNS, "b": FEATURES}, {"w": ROWS, "b": P()}]


def tensor(name, shardings, **changed):
    """Adds a model with the shardings of its arguments."""
    model = CASES[f"data_{name}"]
    CASES[f"tensor_{name}"] = Case(model.function, changed.get("arguments", model.arguments), shardings)


tensor("transformer_gradient", (TRANSFORMER, P("x")))
tensor("decode_with_cache", (TRANSFORMER, P("x"), P()), arguments=(
    MODELS["decode_with_cache"].arguments[0], grown(MODELS["decode_with_cache"].arguments[1], 0, 52, np.random.default_rng(1)),
    MODELS["decode_with_cache"].arguments[2],
))
tensor("mlp_adam", ([*MLP, {"w": P(), "b": P()}], P("x"), P("x")))
tensor("wide_mlp_gradient", (COLUMNS, ROWS, P("x"), P("x")))
tensor("vae_gradient", ({"in": MLP, "out": MLP}, P("x"), P()))
tensor("lstm_gradient", ({"x": COLUMNS, "h": COLUMNS, "b": FEATURES, "out": ROWS}, P(None, "x"), P(None, "x")))
tensor("graph_network", (P("x"), P("x"), P("x"), {"self": COLUMNS, "other": COLUMNS}))


# ---- the positions of sequences ----


def sequence(name, place, axis, axes="x", batch=None):
    """Adds a model whose argument at a place is divided along an axis of positions."""
    model = CASES[f"data_{name}"]
    shardings = [whole(a) for a in model.arguments]
    spec = [None] * (axis + 1)
    spec[axis] = axes
    if batch is not None:
        spec[batch] = "y"
    shardings[place] = P(*spec)
    CASES[f"sequence_{name}"] = Case(model.function, model.arguments, tuple(shardings))


sequence("transformer_gradient", 1, 1, batch=0)
sequence("lstm_gradient", 1, 0)


# ---- experts ----


def expert_layer(p, x):
    """Each token goes to one of eight experts, as far as these have room."""
    tokens, capacity = x.shape[0], 2 * x.shape[0] // 8
    gate = jax.nn.softmax(x @ p["router"])
    chosen = jax.nn.one_hot(jnp.argmax(gate, -1), 8)
    place = jnp.cumsum(chosen, 0) * chosen - 1
    dispatch = jax.nn.one_hot(place, capacity) * chosen[..., None]
    sent = jnp.einsum("tec,td->ecd", dispatch, x)
    hidden = jax.nn.relu(jnp.einsum("ecd,edh->ech", sent, p["up"]))
    results = jnp.einsum("ech,ehd->ecd", hidden, p["down"])
    return jnp.einsum("tec,ecd->td", dispatch * gate[..., None], results)


def expert_layer_gradient(p, x):
    y, back = jax.vjp(expert_layer, p, x)
    return y, back(jnp.cos(y))


EXPERTS = {"router": models.glorot(16, 8), "up": models.glorot(8, 16, 32), "down": models.glorot(8, 32, 16)}
CASES["expert_layer_gradient"] = Case(
    expert_layer_gradient,
    (jax.tree.map(lambda make: make(np.random.default_rng(5)), EXPERTS), models.normal(64, 16)(np.random.default_rng(6))),
    ({"router": P(), "up": P("x"), "down": P("x")}, P("x", None)),
)


# ---- layers: microbatches go from device to device ----


class Pipeline(Case):
    """Blocks of a transformer, two on each device along `x`; each microbatch of examples is divided along `y`."""

    def run(self, mesh):
        n = mesh.shape["x"]

        def stages(layers, x):
            def step(state, i):
                held, done = state
                held = jnp.where(jax.lax.axis_index("x") == 0, x[jnp.minimum(i, x.shape[0] - 1)], held)
                held, _ = jax.lax.scan(lambda x, p: (models.transformer_block(p, x), None), held, layers)
                at = jnp.clip(i - n + 1, 0, x.shape[0] - 1)
                last = (jax.lax.axis_index("x") == n - 1) & (i >= n - 1)
                done = jnp.where(last, done.at[at].set(held), done)
                return (jax.lax.ppermute(held, "x", [(i, (i + 1) % n) for i in range(n)]), done), None

            varying = lambda a: jax.lax.pcast(a, ("x",), to="varying")
            start = (varying(jnp.zeros_like(x[0])), varying(jnp.zeros_like(x)))
            (_, done), _ = jax.lax.scan(step, start, jnp.arange(x.shape[0] + n - 1))
            return jax.lax.psum(jnp.where(jax.lax.axis_index("x") == n - 1, done, 0), "x")

        shared = jax.shard_map(stages, mesh=mesh, in_specs=(P("x"), P(None, "y")), out_specs=P(None, "y"))

        def gradient(layers, x):
            y, back = jax.vjp(shared, layers, x)
            return y, back(jnp.cos(y))

        with jax.default_device(mesh.devices.flat[0]):
            return jax.jit(gradient)(*self.placed(mesh))


BLOCK = jax.tree.map(lambda make: make(np.random.default_rng(7)), models.TRANSFORMER, is_leaf=callable)
LAYERS = jax.tree.map(lambda w: grown(w[None], 0, 8, np.random.default_rng(8)), BLOCK)
CASES["pipeline_gradient"] = Pipeline(
    models.transformer_block,
    (LAYERS, models.normal(6, 2, 8, 32)(np.random.default_rng(9))),
    (jax.tree.map(lambda _: P("x"), LAYERS), P(None, "y")),
)


def gradient_cases():
    """The gradients of models that return none, where JAX can differentiate them."""
    for name, case in list(CASES.items()):
        if "gradient" in name or "training" in name or "adam" in name:
            continue
        function = differentiated(models.Model(case.function, case.arguments))
        try:
            jax.eval_shape(function, *case.arguments)
        except (TypeError, ValueError, NotImplementedError):
            continue
        CASES[f"gradient_of_{name}"] = Case(function, case.arguments, case.shardings)


def compare(name, platforms):
    """The error of a case, or None; and what else is to be said."""
    want, got = CASES[name].run(platforms["cpu"]), CASES[name].run(platforms["own"])
    halves = any(leaf.dtype.itemsize <= 2 for leaf in jax.tree.leaves(CASES[name].arguments))
    tolerance = TOLERANCE_16_BITS if halves else GRADIENT_TOLERANCE if "gradient_of" in name else TOLERANCE
    for i, (a, b) in enumerate(zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True)):
        parts = a.addressable_shards
        a, b = np.asarray(a), np.asarray(b)
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"result {i} is {a.dtype}{a.shape}, not {b.dtype}{b.shape}", ""
        worst = 0.0 if a.dtype.kind in "biu" and np.array_equal(a, b) else distance(a, b)
        if worst > tolerance:
            return f"result {i} differs by {worst:.1e}", ""
        if any(not np.array_equal(part.data, a[part.index], equal_nan=a.dtype.kind in "fc") for part in parts):
            return f"result {i} is not the same on all devices", ""
    pairs = list(zip(specs(got), specs(want), strict=True))
    other = sum(a != b for a, b in pairs)
    return None, f"{other} of {len(pairs)} results have other shardings" if other else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--sample", action="store_true", help="some of each kind")
    arguments = parser.parse_args()
    gradient_cases()
    if arguments.list:
        print("\n".join(CASES))
        return 0
    unknown = set(arguments.names) - set(CASES)
    if unknown:
        parser.error(f"no such models: {', '.join(sorted(unknown))}")
    names = arguments.names or (SAMPLE if arguments.sample else CASES)
    platforms, failed = meshes(), []
    for name in names:
        start = time.monotonic()
        try:
            error, remark = compare(name, platforms)
        except Exception as exception:  # All models are run, whatever one raises.
            error, remark = "".join(traceback.format_exception_only(exception)).strip()[:1500], ""
        print(f"{'FAIL' if error else 'ok':4} {name} {time.monotonic() - start:.1f} s {error or remark}", flush=True)
        if error:
            failed.append(name)
    print(f"{len(names) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
