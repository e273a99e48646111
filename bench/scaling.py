"""Tells for each program that two threads do not make 1.85 times as fast why.

Usage: PYTHON bench/scaling.py TIMES.json TASKS.json [--least-us US] [--enough RATIO]

TIMES.json is what `vs_xla.py --threads 2 --json` writes, TASKS.json what `threads.py --json` writes. First the bandwidth of copies is measured, with one
thread and with two, for arrays that fit into the caches and for those that do not (NumPy, which copies without holding Python's lock). Then a line
of a table for each program, with its time on one thread, how many times as fast two are, and the causes with the limit that each sets:

serial       a step of 20 us or more runs on one thread; the limit is that of all such steps together
small steps  the same of shorter ones, and of loops that are too short to be shared
bandwidth    loops read and write nearly as fast as one thread can copy arrays of that size; the limit is how much faster two copy
tasks        a loop has an odd number of tasks, or so few that one thread waits for the other
neither      none of these limits is near: caches of one processor that the other writes, wake-ups, or others on the machine
"""

import argparse
import json
import pathlib
import sys
import threading
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from peers import processor  # noqa: E402

#: Microseconds of a step that is no small one, and of a loop that is too short to be shared (runtime/cpu/src/pool.rs).
STEP, SHARED = 20, 1
#: The bytes of the arrays that are copied, both together.
SIZES = [1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28]


def copies(size, threads, seconds=0.15):
    """Bytes in a nanosecond that threads read and write when each copies its part of an array, the best of some rounds."""
    part = size // 2 // threads
    arrays = [(np.ones(part, np.uint8), np.ones(part, np.uint8)) for _ in range(threads)]
    repeats = max(1, (1 << 26) // size)
    best, end = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < end or not best:
        together = threading.Barrier(threads)
        spans = []

        def work(source, to):
            together.wait()
            start = time.perf_counter()
            for _ in range(repeats):
                np.copyto(to, source)
            spans.append((start, time.perf_counter()))

        workers = [threading.Thread(target=work, args=pair) for pair in arrays]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        took = max(e for _, e in spans) - min(s for s, _ in spans)
        best = max(best, size * repeats / took / 1e9)
    return best


def bandwidths():
    rows = {size: [copies(size, threads) for threads in (1, 2)] for size in SIZES}
    print("| bytes of both arrays | one thread, GB/s | two threads, GB/s | ratio |\n| ---: | ---: | ---: | ---: |")
    for size, (one, two) in rows.items():
        print(f"| {size:,} | {one:.0f} | {two:.0f} | {two / one:.2f} |")
    return rows


def causes(report, bandwidth):
    """The limits that steps, bandwidth and tasks set, the lowest first: how many times as fast two threads can be."""
    kernels = report["kernels"]
    total = sum(kernel["work_us"] for kernel in kernels) or 1e-9
    each = lambda kernel: kernel["work_us"] / max(kernel["count"], 1)  # noqa: E731
    alone = [k for k in kernels if k["tasks"] == 1 or each(k) < SHARED]
    shared = [k for k in kernels if not (k["tasks"] == 1 or each(k) < SHARED)]
    long = [k for k in alone if each(k) >= STEP]
    limits = {}

    def limit(name, saved, what=""):
        """Without the time that is saved, two threads take as long as `total - saved`."""
        limits[name] = (total / max(total - saved, 1e-9), what)

    parallel = sum(k["work_us"] for k in shared)
    serial = sum(k["work_us"] for k in long)
    largest = max(long, key=lambda k: k["work_us"], default=None)
    limit("serial", (total - serial) / 2, largest and largest["part"].split(" ")[0].split("+")[0])
    limit("small steps", (parallel + serial) / 2)
    saved = (total - parallel) / 2
    uneven = (total - parallel) / 2
    for k in shared:
        size = k["bytes_per_task"] * k["tasks"]
        one, two = bandwidth[min(SIZES, key=lambda s: abs(np.log(s / max(size, 1))))]
        near = size / max(each(k) * 1e3, 1e-9) > 0.6 * one
        saved += k["work_us"] * (1 - one / two if near and two > one else 0.0 if near else 0.5)
        uneven += k["work_us"] * (1 - -(-k["tasks"] // 2) / k["tasks"])
    limit("bandwidth", saved)
    limit("tasks", uneven)
    return sorted(((ratio, name, what) for name, (ratio, what) in limits.items()), key=lambda row: row[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times")
    parser.add_argument("tasks")
    parser.add_argument("--least-us", type=float, default=100)
    parser.add_argument("--enough", type=float, default=1.85)
    given = parser.parse_args()
    print(processor.describe() + "\n")
    bandwidth = bandwidths()
    times = json.loads(pathlib.Path(given.times).read_text())
    tasks = json.loads(pathlib.Path(given.tasks).read_text())["programs"]
    rows = times["rows"]
    rows = [row for row in rows if "scaling" in row and row["strata_us"] * row["scaling"] >= given.least_us]
    below = sorted((row for row in rows if row["scaling"] < given.enough), key=lambda row: row["scaling"])
    print(f"\n{len(rows)} programs take {given.least_us:.0f} us or more; {len(rows) - len(below)} are {given.enough} times as fast with two threads.\n")
    print("| program | one thread, us | two threads | limits |\n| --- | ---: | ---: | --- |")
    for row in below:
        name = row["program"]
        found = causes(tasks[name], bandwidth) if name in tasks else []
        near = [f"{cause}{f' ({what})' if what else ''} {ratio:.2f}" for ratio, cause, what in found if ratio < given.enough]
        print(f"| `{name}` | {row['strata_us'] * row['scaling']:,.0f} | {row['scaling']:.2f} | {', '.join(near) or 'neither'} |")


if __name__ == "__main__":
    main()
