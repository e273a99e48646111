"""What a step of training a transformer costs on meshes of up to thousands of devices, none of which need be there.

Usage: PYTHON bench/scale.py [--tools DIR] [--devices 8,64,512,4096] [--hidden N] [--sequence N] [--rounds N] [--markdown FILE]

PYTHON has jax. A mesh has axes `data`, `tensor` and `pipe`. Each device has as many examples and layers whatever the mesh is; layers are
stages of a pipeline (`shard_map` along `pipe`), within which batches are divided along `data`, and heads and features along `tensor`, as
Megatron-LM does. The program is what JAX writes for the loss and its gradients in bfloat16; `strata-run --cost` divides it and counts the
bytes that a device receives and how long that takes (`--link-bandwidth`, `--link-latency`). Beside it are the closed forms:

- tensor: 4 all-reduces in a layer for each microbatch, 2 forward and 2 backward, of batch * sequence * hidden numbers;
- data: one all-reduce of the gradients of a device's parameters, 12 hidden^2 / tensor for a layer;
- pipe: batch * sequence * hidden numbers forward and backward for each microbatch and each step that fills or empties the pipeline.

Times to divide the program are those of `strata-opt`, the meshes in turn, the median of the rounds.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

#: The sizes of the axes data, tensor and pipe for each number of devices.
MESHES = {4: (2, 2, 1), 8: (2, 2, 2), 64: (4, 8, 2), 512: (16, 8, 4), 4096: (64, 8, 8)}
#: Bytes in a second and seconds until the first byte arrives, of a link of each kind.
LINKS = {"400 GB/s, 2 us": (400e9, 2e-6), "50 GB/s, 5 us": (50e9, 5e-6)}
#: Examples of a device in a microbatch, microbatches, layers of a device.
EXAMPLES, MICROBATCHES, LAYERS = 1, 4, 2
HEADS = 32


def norm(x):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5)


def block(p, x):
    """A block of a transformer; its matrices have dimensions for heads and features that are divided along `tensor`."""
    y = norm(x)
    q, k, v = (jnp.einsum("bsd,dhk->bhsk", y, p[name]) for name in ("q", "k", "v"))
    scores = jnp.einsum("bhsk,bhtk->bhst", q, k) * q.shape[-1] ** -0.5
    x = x + jnp.einsum("bhsk,hkd->bsd", jnp.einsum("bhst,bhtk->bhsk", jax.nn.softmax(scores), v), p["o"])
    return x + jnp.einsum("bsf,fd->bsd", jax.nn.gelu(jnp.einsum("bsd,df->bsf", norm(x), p["up"])), p["down"])


def program(sizes, hidden, sequence):
    """The text of the program for a mesh of these sizes."""
    mesh = AbstractMesh(sizes, ("data", "tensor", "pipe"))
    data, tensor, pipe = sizes
    heads, width = HEADS, hidden // HEADS

    def stages(layers, x):
        index = lax.axis_index("pipe")

        def step(state, i):
            held, done = state
            held = jnp.where(index == 0, x[jnp.minimum(i, MICROBATCHES - 1)], held)
            held, _ = lax.scan(lambda x, p: (block(p, x), None), held, layers)
            at = jnp.clip(i - pipe + 1, 0, MICROBATCHES - 1)
            done = jnp.where((index == pipe - 1) & (i >= pipe - 1), done.at[at].set(held), done)
            held = lax.ppermute(held, "pipe", [(i, (i + 1) % pipe) for i in range(pipe)]) if pipe > 1 else held
            return (held, done), None

        varying = lambda a: lax.pcast(a, ("pipe",), to="varying")
        start = (varying(jnp.zeros_like(x[0])), varying(jnp.zeros_like(x)))
        (_, done), _ = lax.scan(step, start, jnp.arange(MICROBATCHES + pipe - 1))
        square = (done.astype(jnp.float32) ** 2).mean()
        return lax.psum(jnp.where(index == pipe - 1, square, 0), "pipe")

    def loss(layers, x):
        specs = (P("pipe"), P())
        return jax.shard_map(stages, mesh=mesh, in_specs=specs, out_specs=P(), axis_names={"pipe"})(layers, x)

    def array(shape, *spec):
        return jax.ShapeDtypeStruct(shape, jnp.bfloat16, sharding=NamedSharding(mesh, P(*spec)))

    n = LAYERS * pipe
    layers = {name: array((n, hidden, heads, width), "pipe", None, "tensor") for name in ("q", "k", "v")}
    layers["o"] = array((n, heads, width, hidden), "pipe", "tensor")
    layers["up"] = array((n, hidden, 4 * hidden), "pipe", None, "tensor")
    layers["down"] = array((n, 4 * hidden, hidden), "pipe", "tensor")
    x = array((MICROBATCHES, EXAMPLES * data, sequence, hidden), None, "data")
    out = jax.tree.map(lambda a: a.sharding, layers)
    step = jax.jit(jax.value_and_grad(loss), out_shardings=(None, out))
    return step.trace(layers, x).lower(lowering_platforms=("cpu",)).as_text()


def closed_forms(sizes, hidden, sequence):
    """The bytes that a device receives along each axis of the mesh."""
    data, tensor, pipe = sizes
    activation = EXAMPLES * sequence * hidden * 2
    steps = MICROBATCHES + pipe - 1
    around = lambda n: 2 * (n - 1) / n
    return {
        "tensor": 4 * LAYERS * steps * around(tensor) * activation,
        "data": around(data) * LAYERS * 12 * hidden**2 / tensor * 2,
        "pipe": 2 * steps * activation if pipe > 1 else 0,
    }


def cost(tools, file, devices, link):
    bandwidth, latency = link
    flags = [f"--partitions={devices}", "--cost", "--json", f"--link-bandwidth={bandwidth}", f"--link-latency={latency}"]
    return json.loads(subprocess.run([tools / "strata-run", file, *flags], check=True, capture_output=True).stdout)["cost"]


def seconds_to_divide(tools, file):
    start = time.perf_counter()
    passes = "builtin.module(sdy-partitioner-pipeline,sdy-localize-pipeline)"
    subprocess.run([tools / "strata-opt", file, f"--pass-pipeline={passes}", "-o", os.devnull], check=True)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, default=pathlib.Path("target/release"))
    parser.add_argument("--devices", default="4,8,64,512,4096")
    parser.add_argument("--hidden", type=int, default=4096)
    parser.add_argument("--sequence", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--markdown", type=pathlib.Path)
    options = parser.parse_args()
    counts = [int(n) for n in options.devices.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for n in counts:
            files[n] = pathlib.Path(folder) / f"{n}.mlir"
            files[n].write_text(program(MESHES[n], options.hidden, options.sequence))
        divided = {n: [] for n in counts}
        for _ in range(options.rounds):
            for n in counts:
                divided[n].append(seconds_to_divide(options.tools, files[n]))
        rows = []
        for n in counts:
            costs = {name: cost(options.tools, files[n], n, link) for name, link in LINKS.items()}
            rows.append(row(n, options, costs, statistics.median(divided[n])))
    text = "\n".join(table(rows))
    print(text)
    if options.markdown:
        options.markdown.write_text(text + "\n")
    return 0


def row(n, options, costs, divided):
    """The figures of a mesh."""
    closed = closed_forms(MESHES[n], options.hidden, options.sequence)
    some = next(iter(costs.values()))
    found = {"permute": 0.0, "other": 0.0}
    for collective in some["communication"]:
        kind = "permute" if "permute" in collective["op"] else "other"
        found[kind] += collective["received_bytes"]
    seconds = {name: sum(c["seconds"] for c in cost["communication"]) for name, cost in costs.items()}
    return {
        "devices": n,
        "mesh": " x ".join(map(str, MESHES[n])),
        "calls": sum(c["times"] for c in some["communication"]),
        "reduced": found["other"],
        "closed": closed["tensor"] + closed["data"],
        "sent": found["permute"],
        "closed_sent": closed["pipe"],
        "seconds": seconds,
        "divided": divided,
    }


def table(rows):
    """The rows as a table of Markdown."""
    mega = lambda size: f"{size / 1e6:.1f}"
    links = list(LINKS)
    head = ["devices", "data x tensor x pipe", "collectives", "reduced, MB", "closed form", "sent along the pipeline, MB", "closed form"]
    head += [f"ms at {name}" for name in links] + ["time to divide, ms"]
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for r in rows:
        cells = [r["devices"], r["mesh"], f"{r['calls']:.0f}", mega(r["reduced"]), mega(r["closed"]), mega(r["sent"]), mega(r["closed_sent"])]
        cells += [f"{1e3 * r['seconds'][name]:.2f}" for name in links] + [f"{1e3 * r['divided']:.0f}"]
        yield "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    sys.exit(main())
