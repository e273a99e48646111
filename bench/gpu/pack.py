"""Makes a folder with everything that a machine with a GPU needs to test and to measure Strata, without a network and without cargo.

Usage: PYTHON bench/gpu/pack.py FOLDER [--tools DIR] [--sample N] [--revision TEXT]

PYTHON has jax. The folder gets, compressed, the tools and the libraries that they need; programs of JAX's own tests with inputs and with
the results of XLA on the CPU; the programs of cases.py; and run.sh, which tests or measures. It may be 48 MiB.
"""

import argparse
import gzip
import json
import lzma
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "test" / "jax")]

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import cases  # noqa: E402
import programs  # noqa: E402
from carriers import carrier  # noqa: E402

#: What the folder may have: with the repository, it is less than 64 MiB.
LIMIT = 48 << 20
#: Libraries beside the C library that the tools are linked to.
LIBRARIES = ("libz.so.1", "libzstd.so.1", "libstdc++.so.6", "libgcc_s.so.1")
ELEMENTS = {"f32": jnp.float32, "f16": jnp.float16, "bf16": jnp.bfloat16}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path, default=ROOT / "target" / "release")
    parser.add_argument("--sample", type=int, default=600, help="so many programs of JAX's tests")
    parser.add_argument("--revision", default="unknown", help="what the table says was measured")
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    tests = conformance(options.folder / "tests", options.sample)
    measured = benchmark(options.folder / "bench")
    tools(options.folder / "tools", options.tools)
    for file in [HERE / "cases.py", HERE / "gpu_test.py", HERE / "gpu_bench.py", HERE / "run.sh"]:
        shutil.copy(file, options.folder)
    for file in ["judge.py", "carriers.py"]:
        shutil.copy(ROOT / "test" / "jax" / file, options.folder)
    (options.folder / "revision").write_text(options.revision + "\n")
    size = sum(file.stat().st_size for file in options.folder.rglob("*") if file.is_file())
    print(f"{options.folder}: {tests} programs to test, {measured} to measure, {size / 2**20:.1f} MiB")
    if size > LIMIT:
        sys.exit(f"error: more than {LIMIT >> 20} MiB")


def conformance(folder, count):
    """Programs with inputs and the results of XLA, each a folder; returns how many."""
    done = 0
    for harness in programs.sample(programs.load(False), count, 0):
        try:
            program = programs.get(harness, 0, False)
        except Exception as error:  # JAX raises many kinds for programs that it cannot run here.
            print(f"left out: {harness.fullname}: {type(error).__name__}")
            continue
        # Results of which only a part is defined need JAX to be judged.
        if program.defined is not programs.everything:
            continue
        save(folder / f"{done:04}", program.name, program.text, program.inputs, program.results)
        done += 1
    for line in (ROOT / "test" / "e2e" / "manifest.tsv").read_text().splitlines()[1:]:
        name, inputs, outputs = line.split("\t")[:3]
        source = ROOT / "test" / "e2e" / name
        text = (source / "program.mlir").read_text()
        arrays = [[loaded(source / f"{kind}_{i}.npy") for i in range(int(n))] for kind, n in (("in", inputs), ("out", outputs))]
        save(folder / f"e2e_{name}", name, text, *arrays)
        done += 1
    return done


def loaded(file):
    """The array of a file, in which two bytes without a type are bf16."""
    array = np.load(file)
    return array.view(jnp.bfloat16) if array.dtype == np.dtype("V2") else array


def save(place, name, text, inputs, results):
    place.mkdir(parents=True)
    (place / "name").write_text(name)
    with gzip.open(place / "program.mlir.gz", "wt") as file:
        file.write(text)
    # Element types that NumPy's files do not have are named beside them.
    types = [str(array.dtype) for array in results]
    (place / "types").write_text("\n".join(types))
    np.savez_compressed(place / "in.npz", **{f"arr_{i}": carrier(array) for i, array in enumerate(inputs)})
    np.savez_compressed(place / "want.npz", **{f"arr_{i}": carrier(array) for i, array in enumerate(results)})


def benchmark(folder):
    """The programs of all cases as text, of both sizes; returns how many."""
    done = 0
    for size in ("tiny", "full"):
        place = folder / size
        place.mkdir(parents=True)
        rows = []
        for case in cases.all_cases(size == "tiny"):
            arguments = [jax.ShapeDtypeStruct(shape, ELEMENTS[element]) for shape, element in case.inputs]
            text = jax.jit(case.jax()).trace(*arguments).lower(lowering_platforms=("cuda",)).as_text()
            (place / f"{case.name}.mlir").write_text(text)
            rows.append(case.name)
            done += 1
        (place / "cases.json").write_text(json.dumps(rows))
    return done


def tools(folder, source):
    """The tools without symbols, and the libraries, compressed."""
    folder.mkdir(parents=True)
    file = source / "strata-run"
    if not file.exists():
        sys.exit(f"error: {file} does not exist; cargo build --release -p strata-run makes it")
    with tempfile.TemporaryDirectory() as scratch:
        stripped = pathlib.Path(scratch) / file.name
        subprocess.run(["strip", "-o", stripped, file], check=True)
        compress(stripped, folder / f"{file.name}.xz")
    listed = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        name, _, rest = line.strip().partition(" => ")
        if name in LIBRARIES:
            compress(pathlib.Path(rest.split(" ")[0]).resolve(), folder / f"{name}.xz")


def compress(source, target):
    with lzma.open(target, "wb", preset=4) as file:
        file.write(source.read_bytes())


if __name__ == "__main__":
    main()
