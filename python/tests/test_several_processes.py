"""What the package does for several processes; programs in them are tested by `test/jax/several_processes.py`."""

import os
import pathlib
import tempfile
import types
import unittest
from unittest import mock

from on_strata import TestCase, jax

from strata_jax_plugin import _private, _register


class Client:
    """The client of a coordinator that has been told before, or not."""

    def __init__(self, refuses=False):
        self.values, self.refuses = {}, refuses

    def key_value_set(self, key, value):
        if self.refuses:
            raise RuntimeError("ALREADY_EXISTS")
        self.values[key] = value


class SeveralProcesses(TestCase):
    """Options, and the end of a process."""

    def test_options_come_from_the_environment(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("sys.prefix", folder):
            library = pathlib.Path(folder) / "lib" / "libmpi.so.40"
            library.parent.mkdir()
            library.touch()
            for environment, expected in [
                ({}, {}),
                ({"OMPI_COMM_WORLD_SIZE": "2"}, {"mpi_library": str(library)}),
                ({"PMI_SIZE": "2"}, {}),
                ({"OMPI_COMM_WORLD_SIZE": "2", "STRATA_MPI_LIBRARY": "libmpi.so"}, {"mpi_library": "libmpi.so"}),
                ({"STRATA_COLLECTIVE_TIMEOUT": "2.5"}, {"collective_timeout": "2.5"}),
            ]:
                with mock.patch.dict(os.environ, environment, clear=True):
                    self.assertEqual(_register._several_processes(), expected)

    def test_others_hear_of_the_end_of_a_process(self):
        jax.devices()
        state = lambda client, count: types.SimpleNamespace(
            client=client, service=None, preemption_sync_manager=None, num_processes=count, process_id=1
        )
        for refuses in (False, True):
            client = Client(refuses)
            used = state(client, 2)
            _private._tell_others(used, ["strata", "strata_cuda"], "ValueError: no")
            self.assertEqual(client.values, {} if refuses else {"strata:strata/ended/1": "ValueError: no"})
            self.assertIsNone(used.client)
        alone = state(Client(), 1)
        _private._tell_others(alone, ["strata"], "ValueError: no")
        self.assertIsNotNone(alone.client)


if __name__ == "__main__":
    unittest.main()
