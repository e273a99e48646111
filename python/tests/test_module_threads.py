"""Threads, interrupts and the lock of Python."""

import concurrent.futures
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
from on_module import LAYER, LOOP, ROOT, strata

#: A program that counts for longer than any test.
ENDLESS = np.int64(2**62)


class Threads(unittest.TestCase):
    """Executables that several threads share."""

    def test_sixteen(self):
        layer = strata.load(LAYER).compile()
        generator = np.random.default_rng(1)
        arguments = [tuple(generator.standard_normal(s).astype(np.float32) for s in ((4, 8), (8, 16), (16,))) for _ in range(16)]
        wanted = [layer(*a) for a in arguments]
        start = threading.Barrier(16)

        def calls(number):
            start.wait()
            return all(np.array_equal(layer(*arguments[number]), wanted[number]) for _ in range(200))

        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            self.assertTrue(all(pool.map(calls, range(16))))

    def test_compilations(self):
        module = strata.load(LAYER)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            layers = list(pool.map(lambda _: module.compile(opt_level=1), range(4)))
        zeros = [np.zeros(s, np.float32) for s in ((4, 8), (8, 16), (16,))]
        self.assertTrue(all(not layer(*zeros).any() for layer in layers))

    def test_the_lock_is_free(self):
        loop = strata.load(LOOP).compile()
        runs = threading.Thread(target=loop, args=(np.int64(300_000_000),))
        turns = 0
        runs.start()
        while runs.is_alive():
            turns += 1
            time.sleep(0.001)
        self.assertGreater(turns, 5)


class Interrupts(unittest.TestCase):
    """Ctrl-C."""

    def setUp(self):
        # A shell lets processes in the background ignore Ctrl-C, and Python has no handler of its own then.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        # An endless loop that nothing ends must not keep the tests from ending.
        signal.alarm(180)
        self.addCleanup(signal.alarm, 0)

    def interrupted(self, work, after=0.3):
        timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
        start = time.monotonic()
        timer.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
        finally:
            timer.cancel()
        self.assertLess(time.monotonic() - start, 60)

    def test_run(self):
        for target in ("cpu", "interpreter"):
            loop = strata.load(LOOP).compile(target)
            self.interrupted(lambda loop=loop: loop(ENDLESS))
            # The next run is not cancelled.
            self.assertEqual(int(loop(np.int64(3))), 3)

    def test_benchmark(self):
        loop = strata.load(LOOP).compile()
        self.interrupted(lambda: loop.benchmark(np.int64(100_000), runs=10**9))

    def test_compilation(self):
        n = 3000
        lines = ["  %0 = stablehlo.cosine %a : tensor<64x64xf32>"]
        lines += [
            f"  %{i} = stablehlo.dot_general %{i - 1}, %{i - 1}, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>"
            for i in range(1, n)
        ]
        text = "\n".join(["func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {", *lines, f"  return %{n - 1} : tensor<64x64xf32>", "}"])
        module = strata.load(text)
        self.interrupted(lambda: module.compile(), after=0.1)

    def test_other_exceptions_of_handlers(self):
        class Stop(Exception):
            pass

        def handler(*_):
            raise Stop

        before = signal.signal(signal.SIGUSR1, handler)
        self.addCleanup(signal.signal, signal.SIGUSR1, before)
        loop = strata.load(LOOP).compile()
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1))
        timer.start()
        self.addCleanup(timer.cancel)
        with self.assertRaises(Stop):
            loop(ENDLESS)


class Commands(unittest.TestCase):
    """The commands of the wheel, as functions of the module."""

    def command(self, name, *arguments, **options):
        call = f"import sys; sys.path[:0] = [{str(ROOT / 'python' / 'tests')!r}]; import on_module; from strata import _commands; sys.exit(_commands.{name}())"
        return [sys.executable, "-c", call, *arguments], {"capture_output": True, "text": True, "timeout": 300, **options}

    def run_command(self, name, *arguments, **options):
        command, options = self.command(name, *arguments, **options)
        return subprocess.run(command, **options)

    def test_opt(self):
        done = self.run_command("opt", "--canonicalize", input=LAYER)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("stablehlo.dot_general", done.stdout)
        done = self.run_command("opt", "--no-such-pass", input=LAYER)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no-such-pass", done.stderr)
        done = self.run_command("opt", input="oops")
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_run(self):
        done = self.run_command("run", "-", "--random-inputs", "1", "--compare", "interpreter", input=LAYER)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.run_command("run", "--no-such-option").returncode, 2)
        self.assertIn("Usage: strata-run", self.run_command("run", "--help").stdout)
        done = self.run_command("run", "missing.mlir")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("strata-run: missing.mlir: ", done.stderr)

    def test_translate(self):
        done = self.run_command("translate", "--mlir-to-llvmir", input=LAYER)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("define", done.stdout)

    def test_closed_output(self):
        command, _ = self.command("opt", "--help")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write the standard output", done.stderr)

    def test_interrupt(self):
        command, _ = self.command("opt")
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
