"""Strata as a platform of JAX: a StableHLO compiler behind the PJRT C API.

JAX finds this package by itself and calls `initialize`. Programs run on Strata where they ask for it:
`JAX_PLATFORMS=strata`, `jax.config.update("jax_platforms", "strata")`, `jax.devices("strata")`, or `STRATA_DEFAULT=1`,
which makes it the default of the machine.
"""

from strata_jax_plugin._library import LibraryNotFound, library_path
from strata_jax_plugin._register import initialize
from strata_jax_plugin._version import __version__

__all__ = ["LibraryNotFound", "__version__", "initialize", "library_path"]
