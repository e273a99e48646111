"""Programs on meshes of eight devices, on the platforms `strata`, or another one of the plugin, and `cpu` (XLA): results and their
shardings.

    python test/jax/sharded_programs.py [--list] [--platform strata_gpusim] [NAME...]

The plugin is `STRATA_PJRT_LIBRARY`, or the one in `STRATA_TOOLS_DIR` or `target/debug`.

`manual` programs are `shard_map` and `pmap`, `automatic` ones leave the partitioning to the compiler.
"""

import argparse
import os
import pathlib
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = pathlib.Path(os.environ.get("STRATA_TOOLS_DIR") or ROOT / "target" / "debug")
sys.path.insert(0, str(ROOT / "python" / "src"))
os.environ.setdefault("STRATA_PJRT_LIBRARY", str(TOOLS / "libstrata_pjrt.so"))
os.environ.setdefault("JAX_PLATFORMS", "strata,strata_gpusim,cpu")
os.environ.setdefault("STRATA_NUM_DEVICES", "8")
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

#: The programs by name: a function of a mesh, and the tolerance of its results.
PROGRAMS: dict[str, tuple] = {}


def program(tolerance: float = 1e-5):
    """Adds a function to the programs."""

    def add(function):
        PROGRAMS[function.__name__] = (function, tolerance)
        return function

    return add


def numbers(*shape, seed=0):
    """Numbers between -1 and 1."""
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float32)


def put(mesh, array, *spec):
    """An array on the devices of a mesh."""
    return jax.device_put(array, NamedSharding(mesh, P(*spec)))


def manual(mesh, function, specs, out, *arrays, **options):
    """The result of a function of the parts of arrays."""
    mapped = jax.shard_map(function, mesh=mesh, in_specs=specs, out_specs=out, **options)
    return jax.jit(mapped)(*arrays)


@program()
def manual_psum(mesh):
    return manual(mesh, lambda x: jax.lax.psum(x, "x"), P("x", "y"), P(None, "y"), numbers(8, 4))


@program()
def manual_psum_of_all_axes(mesh):
    return manual(mesh, lambda x: jax.lax.psum(x, ("x", "y")), P("x", "y"), P(), numbers(8, 4))


@program()
def manual_pmax_pmin(mesh):
    both = lambda x: (jax.lax.pmax(x, "x"), jax.lax.pmin(x, "y"))
    return manual(mesh, both, P("x", "y"), (P(None, "y"), P("x")), numbers(8, 4))


@program()
def manual_pmean_of_integers(mesh):
    return manual(mesh, lambda x: jax.lax.psum(x, "y"), P("x", "y"), P("x"), np.arange(32, dtype=np.int32).reshape(8, 4))


@program()
def manual_all_gather(mesh):
    gather = lambda x: jax.lax.all_gather(x, "x", axis=1, tiled=True)
    return manual(mesh, gather, P("x", "y"), P(None, ("y")), numbers(8, 4), check_vma=False)


@program()
def manual_all_gather_of_new_dimension(mesh):
    gather = lambda x: jax.lax.all_gather(x, "y")
    return manual(mesh, gather, P("x", "y"), P(None, "x"), numbers(8, 4), check_vma=False)


@program()
def manual_psum_scatter(mesh):
    scatter = lambda x: jax.lax.psum_scatter(x, "x", scatter_dimension=0, tiled=True)
    return manual(mesh, scatter, P("x", "y"), P("x", "y"), numbers(16, 4))


@program()
def manual_all_to_all(mesh):
    move = lambda x: jax.lax.all_to_all(x, "x", split_axis=1, concat_axis=0, tiled=True)
    return manual(mesh, move, P("x", None), P(None, "x"), numbers(8, 8))


@program()
def manual_ppermute(mesh):
    n = mesh.shape["x"]
    shift = lambda x: jax.lax.ppermute(x, "x", [(i, (i + 1) % n) for i in range(n)])
    return manual(mesh, shift, P("x", "y"), P("x", "y"), numbers(8, 4))


@program()
def manual_ppermute_with_holes(mesh):
    shift = lambda x: jax.lax.ppermute(x, "x", [(0, 1), (2, 3)])
    return manual(mesh, shift, P("x", "y"), P("x", "y"), numbers(8, 4))


@program()
def manual_axis_index(mesh):
    where = lambda x: x + jax.lax.axis_index("x") * 10 + jax.lax.axis_index("y")
    return manual(mesh, where, P("x", "y"), P("x", "y"), np.zeros((8, 4), np.int32))


@program()
def manual_ring(mesh):
    n = mesh.shape["x"]

    def attention(q, k):
        """Sums over all parts of `k`, which go round."""

        def step(state, _):
            k, total = state
            total = total + q @ k.T
            return (jax.lax.ppermute(k, "x", [(i, (i + 1) % n) for i in range(n)]), total), None

        total = jax.lax.pcast(jnp.zeros((q.shape[0], k.shape[0])), ("x", "y"), to="varying")
        return jax.lax.scan(step, (k, total), None, length=n)[0][1]

    return manual(mesh, attention, (P("x", "y"), P("x", "y")), P("x", "y"), numbers(8, 6), numbers(8, 6, seed=1))


@program()
def manual_gradient(mesh):
    def loss(w, x):
        local = jnp.sum(jnp.tanh(x @ w) ** 2)
        return jax.lax.psum(local, ("x", "y"))

    mapped = jax.shard_map(loss, mesh=mesh, in_specs=(P(), P(("x", "y"))), out_specs=P())
    return jax.jit(jax.grad(mapped))(numbers(4, 3), numbers(16, 4, seed=1))


@program()
def manual_along_one_axis(mesh):
    """The other axis is left to the compiler."""
    mapped = jax.shard_map(
        lambda x: jax.lax.psum(jnp.sin(x), "x"), mesh=mesh, in_specs=P("x"), out_specs=P(), axis_names={"x"}
    )
    return jax.jit(mapped)(put(mesh, numbers(8, 4), "x", "y"))


@program()
def manual_pipeline(mesh):
    n = mesh.shape["x"]

    def stages(w, x):
        """Microbatches pass through a stage on each device."""

        def step(state, i):
            held, done = state
            first = jax.lax.axis_index("x") == 0
            held = jnp.where(first, x[jnp.minimum(i, x.shape[0] - 1)], held)
            held = jnp.tanh(held @ w[0])
            last = jax.lax.axis_index("x") == n - 1
            at = jnp.clip(i - n + 1, 0, x.shape[0] - 1)
            done = jnp.where(last & (i >= n - 1), done.at[at].set(held), done)
            held = jax.lax.ppermute(held, "x", [(i, (i + 1) % n) for i in range(n)])
            return (held, done), None

        varying = lambda a: jax.lax.pcast(a, ("x",), to="varying")
        state = (varying(jnp.zeros(x.shape[1:])), varying(jnp.zeros(x.shape)))
        (_, done), _ = jax.lax.scan(step, state, jnp.arange(x.shape[0] + n - 1))
        return jax.lax.psum(jnp.where(jax.lax.axis_index("x") == n - 1, done, 0), "x")

    return manual(mesh, stages, (P("x"), P()), P(), numbers(n, 4, 4), numbers(6, 2, 4, seed=1))


@program()
def pmap_sum(mesh):
    devices = list(mesh.devices.flat)
    return jax.pmap(lambda x: x + jax.lax.psum(x, "i"), axis_name="i", devices=devices)(numbers(8, 3))


@program()
def pmap_gradient(mesh):
    step = lambda w, x: jax.lax.pmean(jax.grad(lambda w: jnp.sum((x @ w) ** 2))(w), "i")
    devices = list(mesh.devices.flat)
    return jax.pmap(step, axis_name="i", in_axes=(None, 0), devices=devices)(numbers(3), numbers(8, 2, 3, seed=1))


@program()
def automatic_elementwise(mesh):
    return jax.jit(lambda x: jnp.sin(x) * 2)(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_sum(mesh):
    return jax.jit(lambda x: jnp.sum(jnp.sin(x)))(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_max_and_argmax(mesh):
    return jax.jit(lambda x: (jnp.max(x, 0), jnp.argmax(x, 0), jnp.argmax(x, 1)))(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_matmul(mesh):
    return jax.jit(jnp.matmul)(put(mesh, numbers(8, 6), "x"), put(mesh, numbers(6, 4, seed=1), None, "y"))


@program()
def automatic_matmul_of_parts(mesh):
    """The contracted dimension is divided."""
    return jax.jit(jnp.matmul)(put(mesh, numbers(8, 8), None, "x"), put(mesh, numbers(8, 4, seed=1), "x", "y"))


@program()
def automatic_to_sharding(mesh):
    out = NamedSharding(mesh, P("y", "x"))
    return jax.jit(lambda x: x + 1, out_shardings=out)(put(mesh, numbers(8, 8), "x", "y"))


@program()
def automatic_constraint(mesh):
    def f(x):
        x = jax.lax.with_sharding_constraint(jnp.cos(x), NamedSharding(mesh, P(None, ("x", "y"))))
        return jnp.cumsum(x, 0)

    return jax.jit(f)(put(mesh, numbers(8, 8), "x", "y"))


@program()
def automatic_softmax(mesh):
    return jax.jit(jax.nn.softmax)(put(mesh, numbers(8, 8), "x", "y"))


@program()
def automatic_shapes(mesh):
    def f(x):
        return x.T, x.reshape(32), x[1:7], jnp.pad(x, 1), jnp.concatenate([x, x], 0), x[::-1], jnp.sort(x, 0), jnp.roll(x, 1, 0)

    return jax.jit(f)(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_constants(mesh):
    table = numbers(8, 4, seed=3)
    return jax.jit(lambda x: x + table + jnp.arange(4.0) + jnp.eye(8, 4))(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_gather_scatter(mesh):
    def f(x, i):
        return x[i], x.at[i].set(1.0), x.at[i].add(2.0), jax.lax.dynamic_slice(x, (i[0], 0), (2, 4))

    return jax.jit(f)(put(mesh, numbers(8, 4), "x", "y"), np.array([1, 5, 3]))


@program()
def automatic_loop(mesh):
    def f(x):
        return jax.lax.fori_loop(0, 3, lambda _, x: jnp.sin(x) + jnp.mean(x), x)

    return jax.jit(f)(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_scan(mesh):
    def f(w, x):
        return jax.lax.scan(lambda x, w: (jnp.tanh(x @ w), x.sum()), x, w)

    return jax.jit(f)(put(mesh, numbers(3, 4, 4), None, "y"), put(mesh, numbers(8, 4, seed=1), "x"))


@program()
def automatic_cond(mesh):
    f = lambda x: jax.lax.cond(jnp.sum(x) > 0, lambda x: x + 1, lambda x: x * 2, x)
    return jax.jit(f)(put(mesh, numbers(8, 4), "x", "y"))


@program()
def automatic_random(mesh):
    f = lambda key: jax.lax.with_sharding_constraint(jax.random.normal(key, (8, 4)), NamedSharding(mesh, P("x", "y")))
    return jax.jit(f)(jax.random.key(1))


@program(1e-4)
def automatic_convolution(mesh):
    conv = lambda x, w: jax.lax.conv_general_dilated(x, w, (1, 1), "SAME")
    images, kernel = put(mesh, numbers(8, 4, 8, 8), "x"), put(mesh, numbers(6, 4, 3, 3, seed=1), "y")
    return jax.jit(conv)(images, kernel)


@program(1e-4)
def automatic_divided_image(mesh):
    conv = lambda x, w: jax.lax.conv_general_dilated(x, w, (1, 1), "SAME")
    return jax.jit(conv)(put(mesh, numbers(2, 4, 8, 8), None, None, "x"), numbers(6, 4, 3, 3, seed=1))


@program()
def automatic_uneven(mesh):
    """Sizes of intermediate arrays are not divisible."""
    f = lambda x: jnp.concatenate([x, x[:1]], 0) * 2
    return jax.jit(f)(put(mesh, numbers(8, 4), "x"))


def mlp(parameters, x):
    """A network of two layers."""
    w1, w2 = parameters
    return jnp.tanh(x @ w1) @ w2


@program(1e-4)
def data_parallel_training(mesh):
    loss = lambda p, x, y: jnp.mean((mlp(p, x) - y) ** 2)

    @jax.jit
    def step(p, x, y):
        value, grads = jax.value_and_grad(loss)(p, x, y)
        return [w - 0.1 * g for w, g in zip(p, grads)], value

    p = [put(mesh, numbers(4, 8)), put(mesh, numbers(8, 2, seed=1))]
    x, y = put(mesh, numbers(16, 4, seed=2), ("x", "y")), put(mesh, numbers(16, 2, seed=3), ("x", "y"))
    for _ in range(5):
        p, value = step(p, x, y)
    return p, value


@program(1e-4)
def tensor_parallel_training(mesh):
    """Megatron's division: columns of the first layer, rows of the second one."""
    loss = lambda p, x, y: jnp.mean((mlp(p, x) - y) ** 2)
    step = jax.jit(jax.value_and_grad(loss))
    p = [put(mesh, numbers(4, 8), None, "y"), put(mesh, numbers(8, 2, seed=1), "y")]
    return step(p, put(mesh, numbers(16, 4, seed=2), "x"), put(mesh, numbers(16, 2, seed=3), "x"))


@program(1e-4)
def attention(mesh):
    def f(x, wq, wk, wv, wo):
        heads = lambda w: jnp.einsum("bsd,dhk->bhsk", x, w)
        q, k, v = heads(wq), heads(wk), heads(wv)
        p = jax.nn.softmax(jnp.einsum("bhsk,bhtk->bhst", q, k) / 2)
        return jnp.einsum("bhst,bhtk,hkd->bsd", p, v, wo)

    w = [put(mesh, numbers(8, 2, 4, seed=i), None, "y") for i in range(3)] + [put(mesh, numbers(2, 4, 8, seed=4), "y")]
    return jax.jit(f)(put(mesh, numbers(4, 6, 8, seed=5), "x"), *w)


@program(1e-4)
def attention_gradient(mesh):
    def loss(w, x):
        q, k, v = (jnp.einsum("bsd,dhk->bhsk", x, w[i]) for i in range(3))
        p = jax.nn.softmax(jnp.einsum("bhsk,bhtk->bhst", q, k) / 2)
        return jnp.mean(jnp.einsum("bhst,bhtk->bhsk", p, v) ** 2)

    w = [put(mesh, numbers(8, 2, 4, seed=i), None, "y") for i in range(3)]
    return jax.jit(jax.value_and_grad(loss))(w, put(mesh, numbers(4, 6, 8, seed=5), "x"))


@program(1e-4)
def next_token_gradient(mesh):
    """Positions are divided, and a text has one pair of tokens less than tokens: devices share 31 positions."""

    def loss(p, tokens):
        embedding, w1, w2 = p
        x = embedding[tokens[:, :-1]]
        for _ in range(2):
            x = x + jnp.tanh(x @ w1) @ w2
        logits = x @ embedding.T
        chosen = jnp.take_along_axis(logits, tokens[:, 1:, None], axis=-1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - chosen)

    p = [numbers(16, 8), numbers(8, 32, seed=1), numbers(32, 8, seed=2)]
    tokens = np.random.default_rng(3).integers(0, 16, (4, 32)).astype(np.int32)
    return jax.jit(jax.value_and_grad(loss))(p, put(mesh, tokens, "y", "x"))


@program(1e-4)
def experts(mesh):
    """A mixture of experts, which are divided among devices."""

    def f(x, gate, w):
        weights = jax.nn.softmax(x @ gate)
        return jnp.einsum("te,ted->td", weights, jnp.einsum("td,edf->tef", x, w))

    return jax.jit(f)(put(mesh, numbers(8, 4), "y"), numbers(4, 4, seed=1), put(mesh, numbers(4, 4, 4, seed=2), "x"))


def divided_images(mesh, *shape):
    """Images whose rows are divided among all devices of an axis, and whose columns are divided along the other one."""
    return put(mesh, numbers(*shape), None, "x", "y")


def convolution(x, w, stride=1, padding="SAME", **options):
    return jax.lax.conv_general_dilated(
        x, w, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options
    )


def spatial_network(p, x):
    """Convolutions with and without strides and dilations, and pools, of images that are divided into tiles."""
    x = jax.nn.relu(convolution(x, p[0]))
    x = jax.nn.relu(convolution(x, p[1], 2, ((1, 1), (1, 1))))
    x = convolution(x, p[2], rhs_dilation=(2, 2))
    x = jax.lax.reduce_window(x, 0.0, jax.lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME") / 9
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jnp.tanh(convolution(x, p[3]))


SPATIAL_KERNELS = ((3, 3, 2, 4), (3, 3, 4, 4), (3, 3, 4, 4), (1, 1, 4, 3))


@program(1e-4)
def spatial_convolutions(mesh):
    """Images in tiles: devices exchange the borders of their tiles."""
    p = [numbers(*shape, seed=i) for i, shape in enumerate(SPATIAL_KERNELS)]
    return jax.jit(spatial_network)(p, divided_images(mesh, 2, 32, 16, 2))


@program(1e-4)
def spatial_convolutions_gradient(mesh):
    """The gradients of kernels are sums over all tiles, those of images need the borders of the others' gradients."""
    p = [numbers(*shape, seed=i) for i, shape in enumerate(SPATIAL_KERNELS)]
    loss = lambda p, x: jnp.mean(spatial_network(p, x) ** 2)
    return jax.jit(jax.value_and_grad(loss, argnums=(0, 1)))(p, divided_images(mesh, 2, 32, 16, 2))


@program()
def spatial_transposed_convolution(mesh):
    grow = lambda x, w: jax.lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.jit(grow)(divided_images(mesh, 2, 16, 8, 2), numbers(3, 3, 2, 4, seed=1))


@program()
def stencil(mesh):
    """A step of a diffusion with a border of zeros, several times."""

    def step(_, u):
        v = jnp.pad(u, 1)
        near = v[:-2, 1:-1] + v[2:, 1:-1] + v[1:-1, :-2] + v[1:-1, 2:]
        return jax.lax.with_sharding_constraint(u + 0.1 * (near - 4 * u), NamedSharding(mesh, P("x", "y")))

    return jax.jit(lambda u: jax.lax.fori_loop(0, 5, step, u))(put(mesh, numbers(16, 16), "x", "y"))


@program()
def stencil_with_shifts(mesh):
    """Differences to the neighbours by paddings of a negative size, which keep the sizes."""

    def f(u):
        shift = lambda u, axis, by: jax.lax.pad(
            u, 0.0, [(by, -by, 0) if dim == axis else (0, 0, 0) for dim in range(2)]
        )
        return sum(shift(u, axis, by) for axis in (0, 1) for by in (-2, -1, 1, 2)) - 8 * u

    return jax.jit(f)(put(mesh, numbers(16, 16), "x", "y"))


@program()
def stencil_on_a_torus(mesh):
    """A step of a wave with rotations, several times."""

    def step(_, state):
        u, v = state
        near = sum(jnp.roll(u, by, axis) for axis in (0, 1) for by in (-1, 1))
        v = v + 0.1 * (near - 4 * u)
        return u + v, v

    u = put(mesh, numbers(16, 16), "x", "y")
    return jax.jit(lambda u: jax.lax.fori_loop(0, 5, step, (u, jnp.zeros_like(u))))(u)


@program()
def moves_of_parts(mesh):
    """Reversals, slices and concatenations along divided dimensions."""

    def f(u):
        halves = jax.lax.slice(u, (4, 0), (12, 16)), jax.lax.slice(u, (0, 1), (16, 16), (2, 2))
        return jnp.flip(u, (0, 1)), *halves, jnp.concatenate([u, 2 * u], axis=0)

    return jax.jit(f)(put(mesh, numbers(16, 16), "x", "y"))


def specs(result):
    """How the devices of a mesh have the parts of arrays: for each array the parts by the position of the device."""
    parts = []
    for array in jax.tree.leaves(result):
        places = {shard.device.id: shard.index for shard in array.addressable_shards}
        size = lambda part, n: (part.start or 0, n if part.stop is None else part.stop)
        parts.append([tuple(map(size, places[d], array.shape)) for d in sorted(places)])
    return parts


def run(name, meshes):
    """The error of a program on the platforms, or None; and what else is to be said."""
    function, tolerance = PROGRAMS[name]
    with jax.default_device(meshes["cpu"].devices.flat[0]):
        want = function(meshes["cpu"])
    with jax.default_device(meshes["own"].devices.flat[0]):
        got = function(meshes["own"])
    for i, (a, b) in enumerate(zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True)):
        a, b = np.asarray(a), np.asarray(b)
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"result {i} is {a.dtype}{a.shape}, not {b.dtype}{b.shape}", ""
        if not np.allclose(a, b, rtol=tolerance, atol=tolerance):
            return f"result {i} differs by {np.max(np.abs(a - b))}", ""
        for shard in jax.tree.leaves(got)[i].addressable_shards:
            if not np.allclose(shard.data, b[shard.index], rtol=tolerance, atol=tolerance):
                return f"result {i} differs on device {shard.device.id}", ""
    return None, "" if specs(got) == specs(want) else "other shardings of results"


def meshes(own="strata"):
    """Meshes of 4 by 2 devices, of a platform of the plugin and of XLA:CPU."""
    return {k: Mesh(np.array(jax.devices(p)[:8]).reshape(4, 2), ("x", "y")) for k, p in {"own": own, "cpu": "cpu"}.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--platform", default="strata")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(PROGRAMS))
        return 0
    unknown = set(arguments.names) - set(PROGRAMS)
    if unknown:
        parser.error(f"no such programs: {', '.join(sorted(unknown))}")
    platforms = meshes(arguments.platform)
    failed = []
    for name in arguments.names or PROGRAMS:
        start = time.monotonic()
        try:
            error, remark = run(name, platforms)
        except Exception as exception:  # All programs are run, whatever one raises.
            error, remark = "".join(traceback.format_exception_only(exception)).strip()[:1500], ""
        print(f"{'FAIL' if error else 'ok':4} {name} {time.monotonic() - start:.1f} s {error or remark}", flush=True)
        if error:
            failed.append(name)
    print(f"{len(arguments.names or PROGRAMS) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
