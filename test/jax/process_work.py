"""What one of several processes does, started by `several_processes.py` or by `mpirun`:

    mpirun -n 2 python test/jax/process_work.py NAME FOLDER

Each process writes what it has computed into the folder; without `mpirun` one process with all devices does the same.
"""

import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = pathlib.Path(os.environ.get("STRATA_TOOLS_DIR") or ROOT / "target" / "debug")
sys.path.insert(0, str(ROOT / "python" / "src"))
os.environ.setdefault("STRATA_PJRT_LIBRARY", str(TOOLS / "libstrata_pjrt.so"))
os.environ.setdefault("JAX_PLATFORMS", "strata")

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

#: What a process may be asked to do, by name.
WORK = {}


def work(function):
    """Adds a function of the folder."""
    WORK[function.__name__] = function
    return function


def start(folder):
    """Meets the other processes, as the launcher or the environment says."""
    number = os.environ.get("WORK_PROCESS") or os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ.get("PMI_RANK")
    count = os.environ.get("WORK_PROCESSES") or os.environ.get("OMPI_COMM_WORLD_SIZE") or os.environ.get("PMI_SIZE")
    if os.environ.get("WORK_ERRORS"):
        # Launchers lose what processes say at their end.
        file = os.open(pathlib.Path(folder) / f"errors{number}.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(file, 2)
    if os.environ.get("WORK_UNEVEN"):
        os.environ["STRATA_NUM_DEVICES"] = str(int(number) + 1)
    detect = os.environ.get("WORK_DETECT")
    if detect:
        jax.distributed.initialize(cluster_detection_method=None if detect == "1" else detect)
    elif count:
        jax.distributed.initialize(os.environ["WORK_COORDINATOR"], int(count), int(number))


def row():
    """A mesh of all devices."""
    return jax.make_mesh((jax.device_count(),), ("x",), axis_types=(jax.sharding.AxisType.Auto,))


def split(mesh, array):
    """An array of which every process has all, divided by its first dimension; each process gives its own parts."""
    sharding = NamedSharding(mesh, P("x"))
    return jax.make_array_from_callback(array.shape, sharding, lambda index: array[index])


def own(array):
    """A part of an array that is here."""
    return np.asarray(array.addressable_shards[0].data)


def save(folder, tree):
    """Writes the parts of arrays that are here."""
    leaves = [own(leaf) for leaf in jax.tree.leaves(tree)]
    np.savez(pathlib.Path(folder) / f"process{jax.process_index()}.npz", *leaves)


@work
def features(folder):
    """What JAX does with arrays of several processes."""
    n, count = jax.process_index(), jax.process_count()
    each = jax.local_device_count()
    assert jax.device_count() == count * each, jax.devices()
    assert [d.id for d in jax.devices()] == list(range(count * each))
    assert [d.process_index for d in jax.devices()] == [i // each for i in range(count * each)]
    assert [d.local_hardware_id for d in jax.local_devices()] == list(range(each))
    # Between processes, outside of programs.
    gathered = multihost_utils.process_allgather(np.array([n + 1.0], np.float32))
    np.testing.assert_array_equal(gathered[:, 0], np.arange(1, count + 1))
    np.testing.assert_array_equal(multihost_utils.broadcast_one_to_all(np.arange(3) + n), np.arange(3))
    multihost_utils.sync_global_devices("here")
    multihost_utils.assert_equal(np.arange(4), "they are equal")
    # Programs of this process alone.
    np.testing.assert_array_equal(jnp.arange(4.0) * (n + 1), np.arange(4.0) * (n + 1))
    # Arrays of several processes.
    mesh = row()
    whole = np.random.default_rng(0).standard_normal((4 * count * each, 6)).astype(np.float32)
    local = whole[4 * each * n : 4 * each * (n + 1)]
    x = jax.make_array_from_process_local_data(NamedSharding(mesh, P("x")), local)
    y = jax.device_put(whole, NamedSharding(mesh, P(None, None)))
    parts = [jax.device_put(local[4 * i : 4 * i + 4], d) for i, d in enumerate(jax.local_devices())]
    z = jax.make_array_from_single_device_arrays(whole.shape, NamedSharding(mesh, P("x")), parts)
    total = jax.jit(lambda x, y, z: (x @ y.T + (z * 2) @ y.T).sum(0))(x, y, z)
    np.testing.assert_allclose(own(total), (3 * whole @ whole.T).sum(0), rtol=1e-4, atol=1e-4)
    everything = jax.jit(lambda x: x * 2, out_shardings=NamedSharding(mesh, P()))(x)
    np.testing.assert_array_equal(own(everything), whole * 2)
    # Programs by device.
    ranks = jax.shard_map(lambda x: jax.lax.psum(x, "x"), mesh=mesh, in_specs=P("x"), out_specs=P())
    np.testing.assert_allclose(own(jax.jit(ranks)(x)), whole.reshape(-1, 4, 6).sum(0), rtol=1e-5, atol=1e-5)
    turned = lambda x: jax.lax.ppermute(x, "x", [(i, (i + 1) % (count * each)) for i in range(count * each)])
    turn = jax.jit(jax.shard_map(turned, mesh=mesh, in_specs=P("x"), out_specs=P("x")))
    np.testing.assert_array_equal(
        multihost_utils.process_allgather(turn(x), tiled=True), np.roll(whole, 4, 0)
    )
    # Devices in another order, so that neighbours are in different processes.
    order = np.array(jax.devices()).reshape(count, each).T.reshape(-1)
    mixed = jax.sharding.Mesh(order, ("x",))
    v = split(mixed, whole)
    np.testing.assert_allclose(own(jax.jit(lambda v: v.sum(0))(v)), whole.sum(0), rtol=1e-5, atol=1e-5)
    w = jax.jit(lambda v: jnp.sort(v, 0), out_shardings=NamedSharding(mixed, P()))(v)
    np.testing.assert_array_equal(own(w), np.sort(whole, 0))
    # Many runs before anybody waits.
    step = jax.jit(lambda x: x / jnp.maximum(jnp.abs(x).max(), 1) + 1)
    for _ in range(50):
        x = step(x)
    save(folder, x)


@work
def uneven(folder):
    """Processes with different numbers of devices."""
    count = jax.process_count()
    devices = count * (count + 1) // 2
    assert jax.local_device_count() == jax.process_index() + 1
    assert [d.process_index for d in jax.devices()] == [i for i in range(count) for _ in range(i + 1)]
    whole = np.random.default_rng(0).standard_normal((2 * devices, 3)).astype(np.float32)
    mesh = row()
    x = split(mesh, whole)
    both = jax.jit(lambda x: (jnp.sort(x, 0), x.sum(0)), out_shardings=NamedSharding(mesh, P()))
    ordered, total = both(x)
    np.testing.assert_array_equal(own(ordered), np.sort(whole, 0))
    np.testing.assert_allclose(own(total), whole.sum(0), rtol=1e-5, atol=1e-5)
    # Devices of some of the processes.
    some = jax.sharding.Mesh(np.array([jax.devices()[0], *[d for d in jax.devices() if d.process_index == 1]]), ("x",))
    if jax.process_index() < 2:
        y = split(some, whole[:6])
        np.testing.assert_allclose(own(jax.jit(lambda y: y.sum(0))(y)), whole[:6].sum(0), rtol=1e-5, atol=1e-5)
    save(folder, x)


def train(folder, loss, parameters, data, steps=5, rate=0.05):
    """Trains with the data divided among all devices, and the parameters on each."""
    mesh = row()
    everywhere, divided = NamedSharding(mesh, P()), NamedSharding(mesh, P("x"))
    weights = jax.tree.map(lambda p: jax.make_array_from_callback(p.shape, everywhere, lambda _: p), parameters)
    data = [split(mesh, array) for array in data]

    def update(p, *data):
        value, gradients = jax.value_and_grad(loss)(p, *data)
        return jax.tree.map(lambda p, g: p - rate * g, p, gradients), value

    shardings = (jax.tree.map(lambda _: everywhere, weights), everywhere)
    update = jax.jit(update, in_shardings=(shardings[0], *[divided] * len(data)), out_shardings=shardings)
    values, times = [], []
    for _ in range(steps):
        begin = time.perf_counter()
        weights, value = update(weights, *data)
        values.append(float(own(value)))
        times.append(time.perf_counter() - begin)
    assert values[-1] < values[0], values
    save(folder, (weights, jnp.array(values)))
    if jax.process_index() == 0:
        print(f"loss {values[0]:.5f} to {values[-1]:.5f}, step {min(times) * 1e3:.2f} ms", flush=True)


@work
def mlp(folder):
    """Training of dense layers."""
    import models

    parameters = models.MODELS["mlp_adam"].arguments[0]
    rng = np.random.default_rng(1)
    data = [rng.standard_normal((64, 20)).astype(np.float32), rng.integers(0, 5, 64, dtype=np.int32)]
    train(folder, lambda p, x, labels: models.cross_entropy(models.mlp(p, x), labels), parameters, data, rate=0.5)


@work
def transformer(folder):
    """Training of a block of a transformer."""
    import models

    rng = np.random.default_rng(2)
    data = [rng.standard_normal((8, 24, models.WIDTH)).astype(np.float32) for _ in range(2)]
    parameters = models.MODELS["transformer_gradient"].arguments[0]
    train(folder, lambda p, x, y: ((models.transformer_block(p, x) - y) ** 2).mean(), parameters, data)


@work
def scaling(folder):
    """Training of layers that are large enough to gain by several processes; `WORK_THREADS` are those of each."""
    rng = np.random.default_rng(3)
    width = 512
    parameters = [rng.standard_normal((width, width)).astype(np.float32) / width**0.5 for _ in range(4)]
    data = [rng.standard_normal((2048, width)).astype(np.float32) for _ in range(2)]

    def loss(p, x, y):
        for w in p:
            x = jnp.tanh(x @ w)
        return ((x - y) ** 2).mean()

    train(folder, loss, parameters, data, steps=8)


@work
def other_program(folder):
    """The last process runs another program than the others."""
    mesh = row()
    x = split(mesh, np.arange(8.0, dtype=np.float32))
    if jax.process_index() == jax.process_count() - 1:
        other = jax.jit(lambda x: x.max() + 1)
        print(own(other(x)))
    else:
        print(own(jax.jit(lambda x: x.sum())(x)))


def sums():
    """Programs that run one after the other, for ever."""
    mesh = row()
    x = split(mesh, np.arange(8.0, dtype=np.float32))
    step = jax.jit(lambda x: x + x.sum() * 0)
    for i in range(10**9):
        x = step(x)
        x.block_until_ready()
        if i == 10 and jax.process_index() == jax.process_count() - 1:
            yield


@work
def killed(folder):
    """The last process ends without a word."""
    for _ in sums():
        os.kill(os.getpid(), 9)


@work
def silent(folder):
    """The last process does nothing any more."""
    for _ in sums():
        time.sleep(60)


@work
def raising(folder):
    """The last process raises an exception."""
    for _ in sums():
        raise RuntimeError("on purpose")


if __name__ == "__main__":
    start(sys.argv[2])
    WORK[sys.argv[1]](sys.argv[2])
    print(f"process {jax.process_index()} is done", flush=True)
