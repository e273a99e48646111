"""Runs programs through the PJRT plugin, as jaxlib compiles and calls them, and judges what they give.

The plugin is loaded into a process of its own (this file as a script), which does one program after another: a program that crashes
takes that process down, is counted, and the next one gets a new process. jaxlib sends a program as a portable artifact in bytecode,
with serialized compile options.
"""

import atexit
import functools
import logging
import multiprocessing.connection
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import jax
import numpy as np
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jaxlib.mlir import ir

import judge
import programs
import strata

#: The name of the platform for each target of the library.
PLATFORMS = {"cpu": "strata", "gpusim": "strata_gpusim", "cuda": "strata_cuda"}
PLATFORM = PLATFORMS["cpu"]
#: Seconds that one program may take.
LIMIT = strata.LIMIT
#: Seconds that the process may take to load JAX and the plugin on a busy machine.
START_LIMIT = 120


def library():
    """The plugin: `STRATA_PJRT_LIBRARY`, or the one beside the tools."""
    named = os.environ.get("STRATA_PJRT_LIBRARY")
    return pathlib.Path(named) if named else strata.tool().with_name("libstrata_pjrt.so")


def select(target="cpu"):
    """Gives JAX in this process, which must not have been used yet, the platform of a target, and `cpu`."""
    os.environ["PJRT_NAMES_AND_LIBRARY_PATHS"] = f"{PLATFORMS[target]}:{library()}"
    os.environ["JAX_PJRT_CLIENT_CREATE_OPTIONS"] = f"target:{target}"
    jax.config.update("jax_platforms", f"{PLATFORMS[target]},cpu")
    # JAX calls every platform experimental that it does not know.
    logging.getLogger("jax._src.xla_bridge").setLevel(logging.ERROR)


def run(program, target="cpu"):
    """The outcome of a program on a target of the plugin, and why it is that."""
    status, answer = process(target).run(program.text, program.inputs)
    if status == "died":
        return "failed", answer
    if status == "refused":
        return ("skipped" if strata.UNSUPPORTED.search(located(answer)) else "failed"), in_one_line(answer)
    if len(answer) != len(program.results):
        return "failed", f"{len(answer)} results and not {len(program.results)}"
    why = judge.first_difference(answer, program.results, program.defined)
    return ("failed", why) if why else ("passed", "")


def located(message):
    """A message of PJRT without the name of its kind, as the tools print it."""
    return message.partition(": ")[2]


def exit_name(status):
    """The name of the signal that ended a process, or its status."""
    return signal.Signals(-status).name if status < 0 else f"exit status {status}"


def in_one_line(message):
    return next((line for line in message.splitlines() if line.strip()), "an error without a message")


class Process:
    """A process with the plugin."""

    def __init__(self, target):
        self.target = target
        self.child = None

    def run(self, text, inputs):
        """`done` with results, `refused` with a message, or `died` with a reason."""
        if self.child is None:
            self.start()
        try:
            self.connection.send((text, inputs))
            if self.connection.poll(LIMIT):
                return self.connection.recv()
        except (EOFError, OSError):
            return "died", self.stop("crashed")
        return "died", self.stop(f"no end within {LIMIT} s")

    def start(self):
        """Waits until JAX is there, so that its start is not part of a program's time."""
        self.connection, theirs = multiprocessing.connection.Pipe()
        self.errors = tempfile.TemporaryFile()
        command = [sys.executable, __file__, str(theirs.fileno()), self.target]
        self.child = subprocess.Popen(command, pass_fds=[theirs.fileno()], stderr=self.errors)
        theirs.close()
        try:
            ready = self.connection.poll(START_LIMIT) and self.connection.recv()
        except EOFError:
            ready = False
        if not ready:
            raise RuntimeError(self.stop(f"the plugin {library()} does not start"))

    def stop(self, why):
        """Ends the process; why that is, with its exit status and the end of what it said."""
        hangs = "within" in why
        if hangs:
            self.child.kill()
        status = self.child.wait()
        self.errors.seek(0)
        said = [line for line in self.errors.read().decode(errors="replace").splitlines() if line.strip()]
        self.connection.close()
        self.errors.close()
        self.child = None
        return why if hangs else f"{why} ({exit_name(status)}): {' | '.join(said[-3:])}"

    def end(self):
        if self.child is not None:
            self.connection.close()
            self.child.wait()


@functools.cache
def process(target):
    """The process of this worker with a target of the plugin."""
    made = Process(target)
    atexit.register(made.end)
    return made


def serve(connection, target):
    """Compiles and runs the programs that come, until there are no more."""
    select(target)
    # Arrays keep their types.
    jax.config.update("jax_enable_x64", True)
    device = jax.devices(PLATFORMS[target])[0]
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)

    def compute(text, inputs):
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
            devices = xla_client.DeviceList((device,))
            executable = device.client.compile_and_load(module, executable_devices=devices, compile_options=options)
        arrays = [jax.device_put(array, device) for array in inputs]
        results = executable.execute_sharded(arrays).disassemble_into_single_device_arrays()
        return [np.asarray(shards[0]) for shards in results]

    connection.send(True)
    while True:
        try:
            text, inputs = connection.recv()
        except EOFError:
            return
        try:
            answer = "done", compute(text, inputs)
        except Exception as error:  # JAX raises many kinds; each is the answer.
            answer = "refused", str(error) or type(error).__name__
        connection.send(answer)


if __name__ == "__main__":
    serve(multiprocessing.connection.Connection(int(sys.argv[1])), sys.argv[2])
