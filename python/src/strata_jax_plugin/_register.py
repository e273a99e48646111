"""Registers the platform with JAX."""

import logging
import os
import pathlib
import sys
import threading
from collections.abc import Callable

import jax

from strata_jax_plugin import _private
from strata_jax_plugin._ffi import Plugin
from strata_jax_plugin._library import LibraryNotFound, library_path

#: The name by which JAX chooses the platform and its rules.
NAME = "strata"
#: The platforms of the library with their options: processors, a simulated GPU, and the GPU of the machine. The last two are registered only
#: where they are chosen, since JAX starts every platform that it knows.
TARGETS = {NAME: {}, "strata_gpusim": {"target": "gpusim"}, "strata_cuda": {"target": "cuda"}}
#: The CPU of XLA has 0: who installs the package does not get another default platform by it.
PRIORITY = -100
#: The plugins of GPUs have 400 and 500.
PRIORITY_AS_DEFAULT = 1000

logger = logging.getLogger("strata_jax_plugin")
_lock = threading.Lock()
_done = False


def _is_set(variable: str, default: bool = False) -> bool:
    """Whether a variable of the environment says yes."""
    text = os.environ.get(variable, "").strip().lower()
    return default if not text else text not in ("0", "false", "no", "off")


def _options(name: str) -> dict[str, int | str]:
    """The options of the client of a platform."""
    options: dict[str, int | str] = dict(TARGETS[name])
    arch = os.environ.get("STRATA_ARCH", "").strip()
    if arch and "target" in options:
        options["arch"] = arch
    options |= _several_processes()
    text = os.environ.get("STRATA_NUM_DEVICES", "").strip()
    if not text:
        return options
    if not text.isdecimal():
        raise ValueError(f"strata: STRATA_NUM_DEVICES is {text!r}, which is not a number")
    return options | {"num_devices": int(text)}


def _several_processes() -> dict[str, str]:
    """The options for processes that work together; they are not used where there is one."""
    options = {}
    timeout = os.environ.get("STRATA_COLLECTIVE_TIMEOUT", "").strip()
    if timeout:
        options["collective_timeout"] = timeout
    library = os.environ.get("STRATA_MPI_LIBRARY", "").strip() or _packaged_mpi()
    if library:
        options["mpi_library"] = library
    return options


def _packaged_mpi() -> str | None:
    """The library of the packages `openmpi` and `mpich`, if the launcher of this environment started the process."""
    folder = pathlib.Path(sys.prefix) / "lib"
    started_by = {"OMPI_COMM_WORLD_SIZE": ("libmpi.so.40",), "PMI_SIZE": ("libmpi.so.12", "libmpi_abi.so.0")}
    for variable, names in started_by.items():
        if variable in os.environ:
            return next((str(folder / name) for name in names if (folder / name).exists()), None)
    return None


def _platforms() -> list[str]:
    """The platforms that the user chose, in order; none where JAX is to choose."""
    return [name.strip() for name in (jax.config.jax_platforms or "").split(",") if name.strip()]


def _chosen() -> list[str]:
    """The platforms of this package to register: `strata`, and the others where the user names them."""
    return [name for name in TARGETS if name == NAME or name in _platforms()]


def _named_libraries() -> dict[str, str]:
    """The libraries that JAX itself registers, by platform, for `PJRT_NAMES_AND_LIBRARY_PATHS`."""
    plugins = os.environ.get("PJRT_NAMES_AND_LIBRARY_PATHS", "").split(",")
    parts = (plugin.partition(os.pathsep) for plugin in plugins)
    return {name: path for name, _, path in parts}


def _loaded_library() -> pathlib.Path:
    """The library that JAX loads."""
    named = _named_libraries().get(NAME)
    return library_path() if named is None else pathlib.Path(named)


def _attempt(feature: str, action: Callable[[], object]) -> None:
    """Does a part of the registration, or says that it is left out."""
    try:
        action()
    # Private parts of another version of JAX can fail in any way, and the rest works without this one.
    except Exception as why:  # noqa: BLE001
        logger.warning("%s", _private.explain(feature, why))


def _add_cpu() -> None:
    """Lets JAX have its CPU platform below ours: callbacks get their arguments there."""
    chosen = _platforms()
    if any(name in TARGETS for name in chosen) and "cpu" not in chosen and _is_set("STRATA_WITH_CPU", default=True):
        jax.config.update("jax_platforms", ",".join([*chosen, "cpu"]))


def _register_library(name: str) -> None:
    """Makes a platform of the library known to JAX."""
    chosen = name in _platforms()
    priority = PRIORITY_AS_DEFAULT if name == NAME and _is_set("STRATA_DEFAULT") else PRIORITY
    try:
        library = library_path()
    except LibraryNotFound as why:
        if chosen:
            raise
        logger.info("%s", why)
        return
    _private.register_plugin(name, str(library), priority, lambda: _options(name))
    if not chosen:
        _attempt("errors of an unused platform", lambda: _private.fail_quietly(name))


def _copy_rules(name: str) -> None:
    """Copies the rules of the CPU platform, and says which of them this version of JAX lacks."""
    for path in _private.copy_cpu_rules(name):
        logger.warning("%s", _private.explain(f"the rule of {path.partition(':')[2]}", _private.Missing(path)))


def _add_platform(name: str) -> None:
    """Registers a platform with its rules."""
    # First, since rules can be registered only for names that are known.
    _attempt("the warning about experimental platforms", lambda: _private.mark_supported(name))
    if name not in _named_libraries():
        _register_library(name)
    _attempt("donation of arguments", lambda: _private.allow_donation(name))
    _attempt("rules for linear algebra and callbacks", lambda: _copy_rules(name))


def initialize() -> None:
    """Registers the platform `strata` with JAX, which calls this when it looks for platforms.

    Raises `LibraryNotFound` where the platform was chosen and there is no library.
    """
    global _done
    with _lock:
        if _done:
            return
        _done = True
    names = _chosen()
    for name in names:
        _add_platform(name)
    _attempt("handlers of XLA's FFI", lambda: _private.install_ffi(NAME, Plugin(_loaded_library)))
    _attempt("callbacks", lambda: _private.install_callbacks(names))
    _attempt("the end of several processes", lambda: _private.end_together(names))
    _attempt("DLPack", lambda: _private.allow_dlpack(names))
    _attempt("the persistent compilation cache", lambda: _private.allow_compilation_cache(names))
    _add_cpu()
