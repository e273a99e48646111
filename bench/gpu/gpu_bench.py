"""Measures the programs of a pack on a GPU, and what torch (with cuBLAS) and JAX make of the same; prints a table and writes it.

Usage: run.sh bench [--target cuda|gpusim] [--tiny] [--only REGEX] [--without torch,jax] [--output FILE.md] [--seconds S]

A time is that of one call among many, one behind the other, with arguments and results in memory of the GPU: the median of five series
after a warm-up, for all alike; ours and torch's calls are CUDA graphs where that is possible. "alone" is a call of ours for which the host
waits. Arguments of up to some tens of megabytes stay in the caches from call to call; those of the memory-bound programs are larger. Rates
are of the operations that the program asks for, or of the bytes of its arguments and results. A ratio is the time of torch or JAX divided
by ours: more than 1 means that ours is faster. "error" is the largest difference to the result of JAX, or else of torch, in the same run,
in parts of the largest element.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402

import cases  # noqa: E402
from gpu_test import probe, tool  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
NUMPY = {"f32": np.dtype(np.float32), "f16": np.dtype(np.float16), "bf16": np.dtype(ml_dtypes.bfloat16)}
#: Seconds that one program may take.
LIMIT = 60
#: How many elements of a result are compared at most, evenly spread.
COMPARED = 1 << 24
#: Series of calls of torch and JAX; the middle one counts. Ours has as many.
SERIES = 5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cuda")
    parser.add_argument("--tiny", action="store_true", help="sizes that a simulator can run")
    parser.add_argument("--only", help="cases whose names match")
    parser.add_argument("--without", default="", help="torch, jax or both, with a comma between")
    parser.add_argument("--output", type=pathlib.Path, help="where the table goes; DATE-gpu.md here, unless something else is chosen")
    parser.add_argument("--seconds", type=float, default=0.2, help="of each measurement, about")
    parser.add_argument("--budget", type=float, default=420, help="seconds for everything; later cases are left out")
    options = parser.parse_args()
    place = HERE / "bench" / ("tiny" if options.tiny else "full")
    packed = set(json.loads((place / "cases.json").read_text()))
    chosen = [c for c in cases.all_cases(options.tiny) if c.name in packed and re.search(options.only or "", c.name)]
    first = probe(options.target)
    if first:
        sys.exit(first)
    notes, peers = [], []
    for peer in (Torch, Jax):
        opened, missing = open_peer(peer, options)
        peers += [opened] if opened else []
        notes += [missing] if missing else []
    if not peers:
        notes.append("Results are not compared: there is neither torch nor JAX.")
    rows, start, failed, left = [], time.monotonic(), 0, []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if pathlib.Path("/dev/shm").is_dir() else None) as scratch:
        for case in chosen:
            if time.monotonic() - start > options.budget:
                left.append(case.name)
                continue
            row = measure(case, place, pathlib.Path(scratch), peers, options)
            failed += row["us"] is None or row.get("wrong", False)
            rows.append(row)
            print(line(row, peers), flush=True)
    if left:
        notes.append(f"Left out, as the time was up: {', '.join(left)}.")
    text = table(rows, peers, notes, options)
    print("\n" + text)
    whole = options.target == "cuda" and not (options.tiny or options.only)
    output = options.output or (pathlib.Path(f"{datetime.date.today().isoformat()}-gpu.md") if whole else None)
    if output:
        output.write_text(text)
        print(f"written to {output}")
    sys.exit(1 if failed or not rows else 0)


def measure(case, place, scratch, peers, options):
    """The figures of a case."""
    inputs = [numbers(shape, NUMPY[element], seed) for seed, (shape, element) in enumerate(case.inputs)]
    row = {"case": case, "us": None, "why": "", "error": None}
    command = [tool(), place / f"{case.name}.mlir", f"--target={options.target}", "--json"]
    command += [f"--benchmark={repetitions(case, options)}", f"--output-dir={scratch}"]
    for i, array in enumerate(inputs):
        np.save(scratch / f"in_{i}.npy", array.view(np.uint16) if array.dtype == NUMPY["bf16"] else array)
        command.append(f"--input={scratch / f'in_{i}.npy'}")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode == 0:
            figures = json.loads(done.stdout.splitlines()[-1])
            row["us"] = figures.get("each_us", figures["median_us"])
            row["alone"] = figures["median_us"]
            row["recorded"] = figures.get("recorded", False)
        else:
            row["why"] = next((one for one in done.stderr.splitlines() if one.strip()), f"exit status {done.returncode}")
    except subprocess.TimeoutExpired:
        row["why"] = f"no end within {LIMIT} s"
    want = None
    for peer in peers:
        try:
            row[peer.name], result = peer.measure(case, inputs, options.seconds)
        except Exception as error:  # Whatever a peer cannot do is not our failure.
            row[peer.name], result = None, None
            print(f"{case.name}: {peer.name}: {(str(error) or type(error).__name__).splitlines()[0][:200]}", flush=True)
        want = result if result is not None else want
    if want is not None and row["us"] is not None:
        got = np.load(scratch / "0.npy", mmap_mode="r")
        row["error"] = difference(got, want)
        row["wrong"] = not row["error"] <= 2.0 ** (5 - case.precision)
    for file in scratch.iterdir():
        file.unlink()
    return row


def numbers(shape, dtype, seed):
    """Random numbers: a block of them, again and again, as making hundreds of millions takes longer than all the rest."""
    count = int(np.prod(shape))
    # The length of the block is odd, so that rows differ.
    block = np.random.default_rng(seed).standard_normal(min(count, 1_000_003), dtype=np.float32)
    scale = 1.0 if len(shape) < 2 else 1.0 / np.sqrt(min(shape[-1], 64))
    return np.resize((block * scale).astype(dtype), shape)


def repetitions(case, options):
    """How many calls take about the seconds that were asked for, if ours is half as fast as can be."""
    if options.target == "gpusim":
        return 1
    best = max(case.operations / 3e14, case.bytes / 4e12, 5e-6)
    return int(min(max(options.seconds / (2 * best), 10), 2000))


def sample(array):
    """So much of an array as is compared, as one row."""
    flat = array.reshape(-1)
    # The step is odd, so that not the same columns are taken of all rows.
    return flat[:: -(-flat.size // COMPARED) | 1]


def difference(got, want):
    """The largest difference, in parts of the largest element, of a result and what `want` has of it: its shape and sample."""
    shape, elements = want
    if got.shape != shape:
        return float("nan")
    got = sample(got)
    got = got.view(elements.dtype) if got.dtype.kind == "V" or got.dtype == np.uint16 else got
    got, elements = np.asarray(got, np.float64), np.asarray(elements, np.float64)
    largest = np.abs(elements).max(initial=0.0)
    return float(np.abs(got - elements).max(initial=0.0) / (largest or 1.0))


def timed(series, seconds):
    """The microseconds of a call, of which `series` runs so many."""
    us = series(3)
    count = max(1, min(400, int(seconds * 1e6 / us / SERIES)))
    return sorted(series(count) for _ in range(SERIES))[SERIES // 2]


class Torch:
    name = "torch"

    def __init__(self):
        import torch

        if not torch.cuda.is_available():
            raise RuntimeError("torch finds no GPU")
        self.torch = torch
        self.version = f"torch {torch.__version__}"

    def measure(self, case, inputs, seconds):
        torch = self.torch
        kinds = {NUMPY["f32"]: torch.float32, NUMPY["f16"]: torch.float16, NUMPY["bf16"]: torch.bfloat16}
        plain = [torch.from_numpy(a.astype(np.float32)).cuda().to(kinds[a.dtype]) for a in inputs]
        run = case.torch()
        with torch.no_grad():
            result = run(*plain)
            once = self.graph(run, plain) or (lambda: run(*plain))

            def series(count):
                begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                begin.record()
                for _ in range(count):
                    once()
                end.record()
                end.synchronize()
                return begin.elapsed_time(end) * 1e3 / count

            us = timed(series, seconds)
            # NumPy has no bf16 of torch's.
            kind = NUMPY["bf16"] if result.dtype == torch.bfloat16 else None
            part = sample(result).float().cpu().numpy()
            want = tuple(result.shape), part.astype(kind) if kind else part
        del plain, once, result
        torch.cuda.empty_cache()
        return us, want

    def graph(self, run, arguments):
        """Repeats the calls without the host, where torch can do that."""
        torch = self.torch
        try:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    run(*arguments)
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                run(*arguments)
        except RuntimeError:
            return None
        return graph.replay

    def copy_bandwidth(self):
        """What copying 1 GiB reaches, in bytes a second."""
        torch = self.torch
        source = torch.empty(1 << 28, dtype=torch.float32, device="cuda").normal_()
        target = torch.empty_like(source)
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for _ in range(3):
            target.copy_(source)
        begin.record()
        for _ in range(20):
            target.copy_(source)
        end.record()
        end.synchronize()
        return 20 * 2 * 4 * (1 << 28) / (begin.elapsed_time(end) / 1e3)


class Jax:
    name = "jax"

    def __init__(self, timed=True):
        if not timed:
            os.environ.setdefault("JAX_PLATFORMS", "cpu")
        import jax

        self.timed = timed
        if timed and jax.default_backend() not in ("gpu", "cuda"):
            raise RuntimeError("jax finds no GPU")
        self.jax = jax
        self.version = f"jax {jax.__version__}"

    def measure(self, case, inputs, seconds):
        jax = self.jax
        arrays = [jax.device_put(array) for array in inputs]
        run = jax.jit(case.jax())
        result = run(*arrays)
        result.block_until_ready()
        want = result.shape, np.asarray(sample(result))
        if not self.timed:
            return None, want

        def series(count):
            begin = time.perf_counter()
            for _ in range(count):
                last = run(*arrays)
            last.block_until_ready()
            return (time.perf_counter() - begin) * 1e6 / count

        return timed(series, seconds), want


def open_peer(peer, options):
    """What else runs the programs, or why it does not."""
    if peer.name in options.without.split(","):
        return None, f"Without {peer.name}, as asked."
    timed = options.target == "cuda"
    try:
        # Beside a simulator, JAX only says what the results are.
        return (peer() if timed else peer(timed=False) if peer is Jax else None), None
    except Exception as error:  # A peer that is not there is left out.
        why = f"Without {peer.name}: {str(error).splitlines()[0][:200]}."
        print(why, flush=True)
        return None, why


def rate(case, us):
    if case.operations:
        return f"{case.operations / us / 1e6:.1f} TFLOP/s"
    return f"{case.bytes / us / 1e3:.0f} GB/s"


def cells(row, peers):
    case, us = row["case"], row["us"]
    texts = [case.name, f"{us:.1f}" if us else row["why"][:80].replace("|", "/"), f"{row['alone']:.1f}" if us else ""]
    texts.append(rate(case, us) if us else "")
    for peer in peers:
        theirs = row.get(peer.name)
        texts += [f"{theirs:.1f}" if theirs else "", f"{theirs / us:.2f}" if theirs and us else ""]
    wrong = " wrong" if row.get("wrong") else ""
    texts.append(f"{row['error']:.1e}{wrong}" if row["error"] is not None else "")
    return texts


def line(row, peers):
    return "  ".join(f"{text:>14}" for text in cells(row, peers))


def table(rows, peers, notes, options):
    """The table as Markdown, with what it was measured on."""
    names = ["program", "us", "alone us", "rate"]
    names += [name for peer in peers for name in (f"{peer.name} us", f"ratio to {peer.name}")] + ["error"]
    gpu = output(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]) or options.target
    versions = ", ".join(peer.version for peer in peers)
    revision = (HERE / "revision").read_text().strip()
    about = f"{datetime.date.today().isoformat()}, {gpu}, revision {revision}" + (f", {versions}" if versions else "")
    lines = [f"# GPU benchmark\n\n{about}.\n"]
    lines += notes
    lines += [peer_line(peer) for peer in peers if hasattr(peer, "copy_bandwidth")]
    lines.append("\n" + __doc__.split("\n\n", 2)[2].replace("\n", " ").strip() + "\n")
    for group in dict.fromkeys(row["case"].group for row in rows):
        lines.append(f"\n## {group.capitalize()}\n")
        lines.append("| " + " | ".join(names) + " |")
        lines.append("|" + "---|" * len(names))
        lines += ["| " + " | ".join(cells(row, peers)) + " |" for row in rows if row["case"].group == group]
    return "\n".join(lines) + "\n"


def peer_line(peer):
    return f"Copying 1 GiB by {peer.name} reaches {peer.copy_bandwidth() / 1e9:.0f} GB/s."


def output(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip().splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return None


if __name__ == "__main__":
    main()
