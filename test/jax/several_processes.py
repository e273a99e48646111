"""JAX in several processes, by `mpirun` with Open MPI and MPICH: features, training, and faults.

    python test/jax/several_processes.py [--all] [--list] [NAME...]
    python test/jax/several_processes.py --scaling

Weights after training must be equal on all processes to the last bit, and equal to those of one process with as many devices. Open MPI must be
there; tests with MPICH are left out where it is not, and say so. Without `--all` these are the tests of the suite. `--scaling` prints the times
of training steps with 1, 2 and 4 processes. The plugin is `STRATA_PJRT_LIBRARY`, or the one in `STRATA_TOOLS_DIR` or `target/debug`.
"""

import argparse
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import numpy as np

WORK = pathlib.Path(__file__).resolve().parent / "process_work.py"
#: The launchers with their options, those by which processes go on after the end of another one, and the library of each.
LAUNCHERS = {
    "openmpi": (["mpirun.openmpi", "--oversubscribe"], ["--enable-recovery"], "libmpi.so.40"),
    "mpich": (["mpirun.mpich"], ["-disable-auto-cleanup"], "libmpich.so.12"),
}
#: A shell around each process: MPICH's launcher tells of the end of another process by a signal, which would end this one.
SHELL = ["bash", "-c", 'trap : USR1; "$0" "$@"']
#: Seconds that a test may take on a busy machine.
LIMIT = 240


def free_port():
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


def environment(devices, **variables):
    """The environment of a process with so many devices."""
    mpi = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return os.environ | mpi | {"STRATA_NUM_DEVICES": str(devices)} | variables


def launch(launcher, processes, devices, name, folder, go_on=False, **variables):
    """Runs work in processes that a launcher starts; the status and everything that they print."""
    start, survive, library = LAUNCHERS[launcher]
    command = [*start, *(survive if go_on else []), "-n", str(processes), *(SHELL if go_on else [])]
    command += [sys.executable, str(WORK), name, folder]
    variables.setdefault("STRATA_MPI_LIBRARY", library)
    variables = {"WORK_COORDINATOR": f"localhost:{free_port()}"} | variables
    return wait(command, environment(devices, **variables))


def wait(command, variables):
    """The status and the output of a command, which is ended after a time."""
    done = subprocess.run(
        ["timeout", "--kill-after=10", str(LIMIT), *command], env=variables, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def expect_success(status, output):
    """Checks that work ended well."""
    if status != 0:
        raise AssertionError(f"status {status}: {output[-3000:]}")


def expect_failure(output, *parts):
    """Checks that work failed with an error that has these parts."""
    missing = [part for part in parts if not re.search(part, output)]
    if missing:
        raise AssertionError(f"without {missing}: {output[-3000:]}")


def arrays(folder, process):
    """What a process has written."""
    with np.load(pathlib.Path(folder) / f"process{process}.npz") as file:
        return [file[key] for key in file.files]


def same_bits(one, other):
    """Whether lists of arrays are equal to the last bit."""
    return len(one) == len(other) and all(a.tobytes() == b.tobytes() and a.dtype == b.dtype for a, b in zip(one, other))


def training(launcher, processes, devices, name):
    """Training in several processes beside that in one."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as alone:
        expect_success(*launch(launcher, processes, devices, name, folder))
        expect_success(*wait([sys.executable, str(WORK), name, alone], environment(processes * devices)))
        expected = arrays(alone, 0)
        for process in range(processes):
            if not same_bits(arrays(folder, process), expected):
                raise AssertionError(f"the weights of process {process} differ from those of one process")


def features(launcher, processes, devices, name="features", **variables):
    """What JAX does with arrays of several processes."""
    with tempfile.TemporaryDirectory() as folder:
        expect_success(*launch(launcher, processes, devices, name, folder, **variables))


def fault(launcher, name, *parts, limit=40, **variables):
    """A process of two that does something else: the error of the other one, in time."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        _, output = launch(launcher, 2, 1, name, folder, WORK_ERRORS="1", **variables)
        texts = [file.read_text() for file in sorted(pathlib.Path(folder).glob("errors*.txt"))]
    expect_failure("\n".join([*texts, output]), *parts)
    if time.monotonic() - begin > limit:
        raise AssertionError(f"it took {time.monotonic() - begin:.0f} s: {output[-3000:]}")


def without_mpi():
    """Processes that MPI has not started, and a library that is not there."""
    for variables, expected in [
        ({}, r"the job has 1 ranks, not 2; start the processes by MPI, as `mpirun -n 2 python train.py`"),
        ({"STRATA_MPI_LIBRARY": "libnone.so"}, r"no MPI: libnone.so could not be loaded.*`mpirun -n 2 python"),
    ]:
        address = f"localhost:{free_port()}"
        mpi = {"STRATA_MPI_LIBRARY": LAUNCHERS["openmpi"][2]} | variables
        both = [
            subprocess.Popen(
                ["timeout", str(LIMIT), sys.executable, str(WORK), "features", ""],
                env=environment(1, WORK_COORDINATOR=address, WORK_PROCESS=str(i), WORK_PROCESSES="2", **mpi),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for i in range(2)
        ]
        for process in both:
            output = process.communicate()[0]
            expect_failure(output, expected)


#: The tests by name: those of the suite, and a function of a launcher or of nothing.
TESTS = {
    "features": (True, lambda by: features(by, 2, 2)),
    "features_detected": (False, lambda by: features(by, 2, 1, WORK_DETECT="1") if by == "openmpi" else None),
    "features_of_four": (False, lambda by: features(by, 4, 1)),
    "uneven": (False, lambda by: features(by, 3, 1, "uneven", WORK_UNEVEN="1")),
    "mlp": (False, lambda by: training(by, 2, 2, "mlp")),
    "mlp_of_four": (False, lambda by: training(by, 4, 1, "mlp")),
    "transformer": (True, lambda by: training(by, 2, 2, "transformer")),
    "transformer_of_four": (False, lambda by: training(by, 4, 1, "transformer")),
    "other_program": (
        True,
        lambda by: fault(by, "other_program", r"process 1 runs jit_\S+\(f32\[4\]\).*, but process 0 runs", r"another program"),
    ),
    # Some launchers end the others before they can say anything: these are told to let them go on.
    "killed": (
        True,
        lambda by: fault(by, "killed", r"rank 1 sends nothing for 'all_reduce': it has ended", go_on=True),
    ),
    "killed_and_stopped": (False, lambda by: fault(by, "killed", r"(?i)signal 9|killed")),
    "silent": (
        False,
        lambda by: fault(
            by, "silent", r"rank 1 sends nothing for 'all_reduce' in 2.5 s", STRATA_COLLECTIVE_TIMEOUT="2.5", go_on=True
        ),
    ),
    "raising": (
        False,
        lambda by: fault(by, "raising", r"rank 1 sends nothing for 'all_reduce': it has", go_on=True),
    ),
    "without_mpi": (False, lambda by: without_mpi() if by == "openmpi" else None),
}


def scaling():
    """Prints the times of training steps with 1, 2 and 4 processes of one device and one thread each."""
    print("processes  step ms  speed")
    first = None
    for processes in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder:
            status, output = launch("openmpi", processes, 1, "scaling", folder, STRATA_NUM_THREADS="1")
        expect_success(status, output)
        step = float(re.search(r"step ([\d.]+) ms", output)[1])
        first = first or step
        print(f"{processes:9}  {step:7.1f}  {first / step:5.2f}", flush=True)
    print(f"on {os.cpu_count()} processors")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--scaling", action="store_true")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(TESTS))
        return 0
    unknown = set(arguments.names) - set(TESTS)
    if unknown:
        parser.error(f"no such tests: {', '.join(sorted(unknown))}")
    if shutil.which(LAUNCHERS["openmpi"][0][0]) is None:
        print("mpirun.openmpi is not installed: run `cargo xtask setup`")
        return 1
    if arguments.scaling:
        scaling()
        return 0
    launchers = list(LAUNCHERS) if arguments.all or arguments.names else ["openmpi"]
    if "mpich" in launchers and shutil.which(LAUNCHERS["mpich"][0][0]) is None:
        print("mpirun.mpich is not installed: nothing is tested with it")
        launchers.remove("mpich")
    chosen = arguments.names or [name for name, (is_short, _) in TESTS.items() if is_short or arguments.all]
    passed, failed = 0, 0
    for name in chosen:
        for launcher in launchers:
            start, error = time.monotonic(), ""
            try:
                TESTS[name][1](launcher)
            except AssertionError as exception:
                error = str(exception)
            print(f"{'FAIL' if error else 'ok':4} {name} {launcher} {time.monotonic() - start:.1f} s {error}", flush=True)
            passed, failed = passed + (not error), failed + bool(error)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
