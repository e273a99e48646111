"""The C functions that programs call, without a program."""

import ctypes
import unittest

from on_strata import np

import ml_dtypes
from strata_jax_plugin._host_function import DTYPES, FUNCTION, Array, HostFunction

NUMBERS = {dtype: number for number, dtype in DTYPES.items()}


def in_c(arrays):
    """Arrays as C has them, and the memory of their sizes."""
    sizes = [(ctypes.c_int64 * a.ndim)(*a.shape) for a in arrays]
    rows = [
        Array(a.ctypes.data, a.ndim, ctypes.cast(s, ctypes.POINTER(ctypes.c_int64)), NUMBERS[a.dtype], 0)
        for a, s in zip(arrays, sizes)
    ]
    return (Array * len(arrays))(*rows), sizes


def call(function, inputs, outputs, error_size=1000):
    """Calls the C function of a Python function: the status and the text of the error."""
    host = HostFunction(function)
    rows, _keep = in_c(inputs)
    places, _keep_places = in_c(outputs)
    error = ctypes.create_string_buffer(b"?" * error_size, error_size + 1)
    entry = FUNCTION(host.address)
    status = entry(len(inputs), rows, len(outputs), places, ctypes.addressof(error), error_size)
    return status, error.raw


class HostFunctions(unittest.TestCase):
    """Arrays and errors through the C interface."""

    def test_layout(self):
        self.assertEqual(ctypes.sizeof(Array), 32)
        self.assertEqual([getattr(Array, name).offset for name, _ in Array._fields_], [0, 8, 16, 24, 28])

    def test_every_type(self):
        for dtype in NUMBERS:
            with self.subTest(dtype.name):
                # Some types have no 0.
                one = np.ones((2, 3), np.float32).astype(dtype)
                result = np.empty((2, 3), dtype)
                status, text = call(lambda x: [x], [one], [result])
                self.assertEqual(status, 0, text)
                self.assertEqual(result.tobytes(), one.tobytes())

    def test_ranks(self):
        for shape in ((), (1,), (2, 0, 3), (2, 3, 4)):
            with self.subTest(shape):
                array = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
                result = np.full(shape, -1, np.float32)
                status, text = call(lambda x: [x + 1], [array], [result])
                self.assertEqual(status, 0, text)
                np.testing.assert_array_equal(result, array + 1)

    def test_inputs_are_copies(self):
        kept = []
        array = np.zeros(3, np.int32)
        call(lambda x: kept.append(x) or [], [array], [])
        array[:] = 7
        np.testing.assert_array_equal(kept[0], [0, 0, 0])

    def test_errors(self):
        def refuse():
            raise KeyError("schlüssel")

        status, text = call(refuse, [], [])
        self.assertEqual(status, 1)
        text = text[: text.index(b"\0")].decode()
        self.assertTrue(text.startswith("KeyError: 'schlüssel'\n"), text)
        self.assertIn("in refuse", text)
        self.assertNotIn("strata_jax_plugin", text)

    def test_errors_are_cut_between_characters(self):
        def refuse():
            raise KeyError("üüüüüüüüüüüü")

        # Size 15 ends within a character.
        for size in (0, 1, 2, 14, 15, 16):
            status, text = call(refuse, [], [], size)
            self.assertEqual(status, 1)
            end = text.index(b"\0") if size else 0
            self.assertLess(end, max(size, 1))
            text[:end].decode()

    def test_interrupts_are_errors(self):
        def interrupt():
            raise KeyboardInterrupt

        self.assertEqual(call(interrupt, [], [])[0], 1)

    def test_wrong_results(self):
        place = np.zeros(2, np.float32)
        for wrong in ([], [np.zeros(3, np.float32)], [np.zeros(2)]):
            status, text = call(lambda w=wrong: w, [], [place])
            self.assertEqual(status, 1)
            self.assertTrue(text.startswith(b"RuntimeError: strata: "), text)

    def test_unknown_type(self):
        array = np.zeros(1, np.float32)
        host = HostFunction(lambda x: [])
        rows, _keep = in_c([array])
        rows[0].type = 99
        error = ctypes.create_string_buffer(200)
        self.assertEqual(FUNCTION(host.address)(1, rows, 0, rows, ctypes.addressof(error), 200), 1)
        self.assertIn(b"element type 99", error.value)

    def test_given_types(self):
        """A program that does not tell signed from unsigned integers."""
        array, seen = np.array([-1], np.int64), []
        host = HostFunction(lambda x: [seen.append(x) or x], [np.dtype(np.uint64)], [np.dtype(np.uint64)])
        result = np.zeros(1, np.int64)
        (rows, _keep), (places, _places) = in_c([array]), in_c([result])
        self.assertEqual(FUNCTION(host.address)(1, rows, 1, places, None, 0), 0)
        self.assertEqual((seen[0].dtype, int(seen[0][0]), int(result[0])), (np.uint64, 2**64 - 1, -1))
        rows[0].type = NUMBERS[np.dtype(np.int32)]
        self.assertEqual(FUNCTION(host.address)(1, rows, 1, places, None, 0), 1)
        self.assertEqual(FUNCTION(host.address)(0, rows, 1, places, None, 0), 1)

    def test_tokens(self):
        """An ordered function gets them before its arrays, or not at all; another one gets none."""
        single = [np.dtype(np.float32)]
        token, array = np.zeros(0, np.bool_), np.ones(1, np.float32)
        for with_token in (True, False):
            for ordered in (True, False):
                host = HostFunction(lambda x: [x + 1], single, single, ordered)
                result = np.zeros(1, np.float32)
                first = [token] if with_token else []
                (rows, _keep), (places, _places) = in_c([*first, array]), in_c([*first, result])
                status = FUNCTION(host.address)(len(rows), rows, len(places), places, None, 0)
                self.assertEqual((status, result[0]), (1, 0) if with_token and not ordered else (0, 2))

    def test_bfloat16_values(self):
        result = np.empty(2, ml_dtypes.bfloat16)
        call(lambda x: [x * x], [np.array([1.5, 2], ml_dtypes.bfloat16)], [result])
        np.testing.assert_array_equal(result.astype(np.float32), [2.25, 4])


if __name__ == "__main__":
    unittest.main()
