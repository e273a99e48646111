"""IREE as a peer: the same StableHLO text compiled for this processor, called through IREE's runtime in this process. IREE is optional.

Run as a script, it tries a compiled program once: `python in_iree.py MODULE INPUTS THREADS`. What hangs or ends the process does so there.
"""

import pathlib
import pickle
import shutil
import subprocess
import sys
import sysconfig
import time

import iree.runtime as rt
import numpy as np

#: Of the tool's levels, 2 and 3 give the same times; without a level, products took minutes. Scatters and sorts need more stack than it
#: allows by default, and 64-bit floats would be 32-bit ones.
FLAGS = [
    "--iree-input-type=stablehlo", "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", "--iree-llvmcpu-stack-allocation-limit=4194304",
    "--iree-input-demote-f64-to-f32=false",
]
#: How many seconds the compiler may take, and the first call.
COMPILE_LIMIT, CALL_LIMIT = 60, 5


class Absent(Exception):
    """IREE does not run the program; the message says why."""


class Iree:
    """A compiled program with its inputs on IREE's device: in the calling thread, or on as many as are asked for."""

    def __init__(self, module, inputs, threads=1):
        if threads > 1:
            rt.flags.parse_flags(f"--task_topology_group_count={threads}")
        self.config = rt.Config("local-sync" if threads == 1 else "local-task")
        instance = self.config.vm_instance
        self.module = rt.VmModule.copy_buffer(instance, pathlib.Path(module).read_bytes())
        self.context = rt.VmContext(instance, modules=[*self.config.default_vm_modules, self.module])
        self.entry = self.module.lookup_function("main")
        # The views in the list do not keep the memory of the arrays.
        self.arrays = [rt.asdevicearray(self.config.device, np.ascontiguousarray(array).reshape(np.shape(array))) for array in inputs]
        self.inputs = rt.VmVariantList(len(inputs))
        for array in self.arrays:
            self.inputs.push_ref(array._buffer_view)

    def run(self):
        results = rt.VmVariantList(1)
        self.context.invoke(self.entry, self.inputs, results)
        return results

    def results(self):
        made = self.run()
        views = (made.get_as_object(i, rt.HalBufferView) for i in range(made.size))
        return [rt.DeviceArray(self.config.device, view, implicit_host_transfer=True).to_host() for view in views]


def tool():
    """The path of `iree-compile`, beside this Python or in PATH."""
    found = shutil.which("iree-compile", path=sysconfig.get_path("scripts")) or shutil.which("iree-compile")
    if not found:
        raise Absent("iree-compile is not installed")
    return found


def called(command, limit, what):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Absent(f"{what} takes more than {limit} s") from None
    if done.returncode != 0:
        line = next((line for line in done.stderr.splitlines() if "error" in line.lower()), done.stderr[-200:])
        raise Absent(f"{what} fails: {line.split('error: ', 1)[-1].strip()[:200] or f'exit status {done.returncode}'}")


def compiled(name, text, inputs, folder, threads=1):
    """The program and how many seconds compiling it took; raises `Absent` where IREE has none."""
    source, module, arrays = (folder / f"{name}.iree{end}" for end in (".mlir", ".vmfb", ".inputs"))
    source.write_text(text)
    start = time.perf_counter()
    called([tool(), *FLAGS, str(source), "-o", str(module)], COMPILE_LIMIT, "compiling")
    seconds = time.perf_counter() - start
    with arrays.open("wb") as file:
        pickle.dump([np.asarray(array) for array in inputs], file)
    called([sys.executable, __file__, str(module), str(arrays), str(threads)], CALL_LIMIT, "a call")
    arrays.unlink()
    return Iree(module, inputs, threads), seconds


if __name__ == "__main__":
    with open(sys.argv[2], "rb") as inputs_file:
        Iree(sys.argv[1], pickle.load(inputs_file), int(sys.argv[3])).results()
