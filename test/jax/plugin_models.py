#!/usr/bin/env python3
"""Runs the models of models.py as JAX code on the platform `strata` and compares outputs, gradients and training with XLA on the CPU.

Usage: python3 test/jax/plugin_models.py [--only REGEX] [--steps N] [--jobs N] [--json FILE]

Each model has a process with both platforms, where `jax.jit` compiles it for one after the other. "outputs" are the model's results,
"gradients" those of a weighted sum of its results with respect to its floating-point arguments, which for models that return gradients
are second derivatives; "-" where JAX has none. Models that are trained (training.py) make N steps, each a call, on both platforms.
"""

import argparse
import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import re
import sys
import time

import jax
import numpy as np

import judge
import models
import plugin
import training
from gradients import differentiated, distance

#: Seconds that a model may take.
LIMIT = 600
#: The largest relative difference of two losses: rounding is magnified by each step.
LOSS_TOLERANCE = 1e-2
#: A difference that the table of judge.py does not allow is still rounding, if it is at most this part of the largest element: second
#: derivatives through many steps magnify it.
GRADIENT_TOLERANCE = 2e-3
#: The same where arguments, and so what is between them and the gradients, have 16 bits.
GRADIENT_TOLERANCE_16_BITS = 3e-2
CHECKS = ("outputs", "gradients", "training")


def main():
    options = arguments()
    judge.check()
    names = [name for name in models.MODELS if re.search(options.only, name)]
    rows = []
    print(f"{'model':22} {'outputs':8} {'gradients':24} {'training: loss, first -> last':44} first call s (ours; XLA)")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda name: isolated(name, options), names):
            rows.append(row)
            print("\n".join(lines(row)), flush=True)
    outcomes = [row[check]["outcome"] for row in rows for check in CHECKS if check in row]
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"jax": jax.__version__, "rows": rows}, indent=1))
    failed = outcomes.count("failed")
    print(f"{outcomes.count('passed')} passed, {failed} failed")
    sys.exit(failed > 0 or not outcomes)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="REGEX", default="", help="run the models whose names match")
    parser.add_argument("--steps", type=int, default=100, help="of training")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", metavar="FILE", help="write all figures, and the losses of each step")
    return parser.parse_args()


def isolated(name, options):
    """The row of a model from a process of its own, whose crash is a failure of the model."""
    answer, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, name, options.steps))
    process.start()
    theirs.close()
    try:
        if answer.poll(LIMIT):
            return answer.recv()
        why = f"no end within {LIMIT} s"
        process.kill()
    except EOFError:
        process.join()
        why = f"the process crashed ({plugin.exit_name(process.exitcode)})"
    return {"model": name, "outputs": failure(why)}


def serve(connection, name, steps):
    """Sends the row of a model."""
    plugin.select()
    connection.send(measure(name, steps))


def measure(name, steps):
    """All checks of a model."""
    ours, theirs = jax.devices(plugin.PLATFORM)[0], jax.devices("cpu")[0]
    model = models.MODELS[name]
    row = {"model": name}
    try:
        want, row["xla_first_call"] = called(model.function, model.arguments, theirs)
        got, row["first_call"] = called(model.function, model.arguments, ours)
        why = judge.first_difference(got, want)
        row["outputs"] = failure(why) if why else success()
    except Exception as error:  # JAX raises many kinds.
        row["outputs"] = failure(said(error))
    row["gradients"] = gradients(model, ours, theirs)
    if name in training.TRAINED:
        row["training"] = trained(name, steps, ours, theirs)
    return row


def called(function, arguments, device):
    """The results of a function on a device, and the seconds that its first call takes."""
    with jax.default_device(device):
        start = time.perf_counter()
        # Another function, so that nothing is kept from the other device.
        results = jax.block_until_ready(jax.jit(lambda *a: function(*a))(*jax.device_put(arguments, device)))
        seconds = time.perf_counter() - start
    leaves = jax.tree.leaves(results)
    assert all(leaf.devices() == {device} for leaf in leaves), "results are on another device"
    return [np.asarray(leaf) for leaf in leaves], seconds


def gradients(model, ours, theirs):
    """The check of the gradients; where JAX cannot differentiate, there are none."""
    function = differentiated(model)
    if function is None:
        return {"outcome": "none", "why": "no floating-point arguments"}
    try:
        want, _ = called(function, model.arguments, theirs)
    except (ValueError, TypeError, NotImplementedError) as error:
        return {"outcome": "none", "why": said(error)}
    if not any(np.isfinite(array).all() for array in want):
        return {"outcome": "none", "why": "not finite with XLA either"}
    try:
        got, _ = called(function, model.arguments, ours)
    except Exception as error:  # JAX raises many kinds.
        return failure(said(error))
    why = judge.first_difference(got, want)
    worst = max(map(distance, got, want), default=0.0)
    halves = any(leaf.dtype.itemsize == 2 for leaf in jax.tree.leaves(model.arguments))
    if why is None or worst <= (GRADIENT_TOLERANCE_16_BITS if halves else GRADIENT_TOLERANCE):
        return success(worst=worst)
    return failure(why, worst=worst)


def trained(name, steps, ours, theirs):
    """The check of the training."""
    try:
        want, wanted_seconds = losses(name, steps, theirs)
        got, seconds = losses(name, steps, ours)
    except Exception as error:  # JAX raises many kinds.
        return failure(said(error))
    worst = max(abs(a - b) / max(abs(b), 1e-6) for a, b in zip(got, want, strict=True))
    figures = {"losses": got, "xla_losses": want, "worst": worst, "seconds": seconds, "xla_seconds": wanted_seconds}
    if not worst <= LOSS_TOLERANCE:
        return failure(f"losses differ by {worst:.1e}", **figures)
    return success(**figures) if want[-1] < want[0] else failure("the loss did not fall with XLA", **figures)


def losses(name, steps, device):
    """The loss of each step of training on a device, and the seconds of all steps but the first."""
    function, state, rest = training.TRAINED[name]
    step = jax.jit(lambda state, *rest: function(state, *rest))
    found = []
    with jax.default_device(device):
        state, rest = jax.device_put((state, rest), device)
        for number in range(steps):
            loss, state = step(state, *rest)
            found.append(loss)
            if number == 0:
                loss.block_until_ready()
                start = time.perf_counter()
        jax.block_until_ready(state)
    return [float(loss) for loss in found], time.perf_counter() - start


def success(**figures):
    return {"outcome": "passed", **figures}


def failure(why, **figures):
    return {"outcome": "failed", "why": why, **figures}


def said(error):
    """The kind and the first line of an error."""
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"


def lines(row):
    """A row as text, with a line for each failure."""
    gradient = row.get("gradients", {"outcome": "?"})
    grade = {"none": "-"}.get(gradient["outcome"], gradient["outcome"])
    grade += f" (by {gradient['worst']:.0e})" if "worst" in gradient else ""
    training_text = "-"
    if "training" in row:
        training_text = row["training"]["outcome"]
        if "losses" in row["training"]:
            got, want = row["training"]["losses"], row["training"]["xla_losses"]
            training_text += f": {got[0]:.4g} -> {got[-1]:.5g}, XLA {want[-1]:.5g}"
    seconds = f"{row['first_call']:.2f}; {row['xla_first_call']:.2f}" if "first_call" in row else ""
    text = [f"{row['model']:22} {row['outputs']['outcome']:8} {grade:24} {training_text:44} {seconds}"]
    failures = [(check, row[check]) for check in CHECKS if row.get(check, {}).get("outcome") == "failed"]
    return text + [f"    {check}: {found['why']}" for check, found in failures]


if __name__ == "__main__":
    main()
