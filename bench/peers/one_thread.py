"""Flags of XLA for one thread."""

import os


def xla_flags():
    """Those of the environment, then those for one thread: XLA ignores what follows the word that begins with no dash."""
    return os.environ.get("XLA_FLAGS", "") + " --xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
