"""Profiles of `jax.profiler` on the platform: planes, names, times and threads, read back as JAX writes them."""

import gzip
import json
import pathlib
import tempfile
import unittest

from on_strata import TestCase, jax, np

import jax.numpy as jnp

OPS, MODULES = "XLA Ops", "XLA Modules"


def dense(x, w, name):
    with jax.named_scope(name):
        return jnp.tanh(x @ w) * 2.0


@jax.jit
def model(x, v, w):
    with jax.named_scope("model"):
        return jnp.sort(dense(dense(x, v, "Dense_0"), w, "Dense_1"), axis=0)


class Profiles(TestCase):
    """A trace of two calls of a model."""

    @classmethod
    def setUpClass(cls):
        arrays = [np.full((256, 256), 0.01 * n, np.float32) for n in (1, 2, 3)]
        expected = np.asarray(model(*arrays))
        with tempfile.TemporaryDirectory() as folder:
            with jax.profiler.trace(folder):
                model(*arrays).block_until_ready()
                with jax.profiler.TraceAnnotation("second call"):
                    result = model(*arrays).block_until_ready()
            cls.same = np.array_equal(np.asarray(result), expected)
            (data,) = pathlib.Path(folder).rglob("*.xplane.pb")
            cls.planes = {plane.name: plane for plane in jax.profiler.ProfileData.from_file(str(data)).planes}
            (trace,) = pathlib.Path(folder).rglob("*.trace.json.gz")
            cls.events = json.loads(gzip.decompress(trace.read_bytes()))["traceEvents"]

    def lines(self, plane):
        (found,) = [p for name, p in self.planes.items() if name.startswith(plane)]
        return {line.name: list(line.events) for line in found.lines}

    def test_results_are_the_same(self):
        self.assertTrue(self.same)

    def test_ops_have_the_names_of_the_program(self):
        lines = self.lines("/device:")
        names = {event.name for event in lines[OPS]}
        for part in ("Dense_0", "Dense_1", "dot_general", "tanh", "sort"):
            self.assertTrue(any(part in name for name in names), (part, names))
        self.assertTrue(any("tanh+mul (model/Dense_1)" in name for name in names), names)
        for event in lines[OPS]:
            stats = dict(event.stats)
            self.assertEqual(stats["hlo_op"], event.name)
            self.assertEqual(stats["hlo_module"], "jit_model")
            if "Dense" in event.name:
                self.assertTrue(stats["tf_op"].startswith("jit(model)/model/Dense_"), stats)
                self.assertTrue(stats["source"].startswith("test_profiler.py:"), stats)

    def test_modules_hold_their_ops(self):
        lines = self.lines("/device:")
        modules = lines[MODULES]
        self.assertEqual(len(modules), 2)
        self.assertTrue(all(event.name.startswith("jit_model(") for event in modules))
        for op in lines[OPS]:
            self.assertTrue(any(m.start_ns <= op.start_ns and op.end_ns <= m.end_ns for m in modules), op.name)

    def test_times_are_those_of_the_host(self):
        host = [event for events in self.lines("/host:CPU").values() for event in events]
        (annotation,) = [event for event in host if event.name == "second call"]
        lines = self.lines("/device:")
        second = lines[MODULES][-1]
        self.assertLessEqual(annotation.start_ns, second.start_ns)
        self.assertLessEqual(second.end_ns, annotation.end_ns)
        self.assertLess(lines[MODULES][0].end_ns, annotation.start_ns)

    def test_the_host_has_compilations_and_threads(self):
        lines = self.lines("/host:CPU")
        names = {event.name for events in lines.values() for event in events}
        self.assertIn("execute jit_model", names)
        self.assertIn("compile jit_model with marks", names)
        self.assertTrue(any(name.startswith("transfer from host f32[256, 256]") for name in names), names)
        self.assertIn("strata-device-0", lines)
        self.assertIn("strata-compile", lines)

    def test_the_trace_viewer_shows_ops(self):
        names = {event.get("name", "") for event in self.events}
        self.assertTrue(any("model/Dense_0" in name for name in names), sorted(names)[:50])


if __name__ == "__main__":
    unittest.main()
