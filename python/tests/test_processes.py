"""Threads and processes, and errors after which the platform can be used on."""

import os
import signal
import threading
import unittest

from on_strata import TestCase, jax, np

import jax.numpy as jnp
from jax._src import dispatch


class Processes(TestCase):
    """Many threads, forks, errors."""

    def test_threads_compile_and_run(self):
        def work(number):
            x = jnp.full((number % 7 + 1, 5), float(number))
            return float(jax.jit(lambda x: (x * number).sum())(x))

        results = [None] * 64
        threads = [threading.Thread(target=lambda n=n: results.__setitem__(n, work(n))) for n in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [float(n * n * (n % 7 + 1) * 5) for n in range(64)])

    def test_threads_share_a_program(self):
        step = jax.jit(lambda x: jnp.sin(x) + 1)
        expected = np.asarray(step(jnp.arange(100.0)))
        wrong = []

        def work():
            for _ in range(50):
                if not np.array_equal(np.asarray(step(jnp.arange(100.0))), expected):
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_forks_are_refused(self):
        step = jax.jit(lambda x: x + 1)
        x = step(jnp.ones(3))
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            # A child that waits for a thread of its parent ends by this.
            signal.alarm(30)
            try:
                step(x)
                message = "it ran"
            except Exception as error:  # The child must end here, whatever comes.
                message = str(error)
            os.write(writing, message.encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as text:
            self.assertIn("forked after Strata was started", text.read())
        os.waitpid(child, 0)
        np.testing.assert_array_equal(step(x), [3.0, 3.0, 3.0])

    def test_errors_leave_a_usable_client(self):
        def refuse(x):
            raise ValueError("no")

        x = jnp.ones(3)
        for _ in range(3):
            with self.assertRaisesRegex(Exception, "no"):
                jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(refuse, x, x))(x))
        # JAX keeps the failed effects, and would raise their error again at the end.
        dispatch.runtime_tokens.clear()
        huge = jax.jit(lambda x: jnp.broadcast_to(x, (1 << 20, 1 << 20, 3)) * 2)
        with self.assertRaisesRegex(Exception, "out of memory|RESOURCE_EXHAUSTED"):
            jax.block_until_ready(huge(x))
        donated = jax.jit(lambda x: x + 1, donate_argnums=0)
        y = donated(x)
        with self.assertRaisesRegex(Exception, "deleted|donated"):
            donated(x)
        np.testing.assert_array_equal(y, [2.0, 2.0, 2.0])


if __name__ == "__main__":
    unittest.main()
