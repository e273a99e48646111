"""Everything private of JAX that this package uses; no other module imports it.

Each function here is one feature. It raises `Missing` where this version of JAX lacks something, and then has changed nothing.
"""

import ctypes
import functools
import importlib
import logging
import sys
import time
import types
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from strata_jax_plugin._ffi import Plugin
from strata_jax_plugin._host_function import HostFunction

logger = logging.getLogger("strata_jax_plugin")

#: The versions of JAX that this package was tested with.
KNOWN_VERSIONS = ("0.10.2",)

#: The rules of the CPU platform that are right for others, too: those for calls of LAPACK, which the compiler knows, and for
#: callbacks. The rules for `dot_general`, `conv_general_dilated` and `select_and_scatter_add` avoid defects of XLA, and that for
#: `random_gamma` is the general one.
CPU_RULES = (
    "jax._src.debugging:debug_callback_p",
    "jax._src.debugging:debug_print_p",
    "jax._src.checkify:check_p",
    "jax._src.lax.linalg:cholesky_p",
    "jax._src.lax.linalg:eig_p",
    "jax._src.lax.linalg:eigh_p",
    "jax._src.lax.linalg:geqp3_p",
    "jax._src.lax.linalg:geqrf_p",
    "jax._src.lax.linalg:hessenberg_p",
    "jax._src.lax.linalg:householder_product_p",
    "jax._src.lax.linalg:lu_p",
    "jax._src.lax.linalg:ormqr_p",
    "jax._src.lax.linalg:schur_p",
    "jax._src.lax.linalg:svd_p",
    "jax._src.lax.linalg:triangular_solve_p",
    "jax._src.lax.linalg:tridiagonal_p",
    "jax._src.lax.linalg:tridiagonal_solve_p",
)

#: The call that the compiler turns into a call of a `HostFunction`.
CALLBACK_TARGET = "strata_host_callback"


#: Seconds that the first process, which the others ask for news, stays after an exception that nobody catches.
NOTICE = 2.0


class Missing(Exception):
    """This version of JAX lacks an object that has a name."""


def find(path: str) -> Any:
    """The object with a name in JAX, as `module:name`, or a module.

    Raises `Missing` where this version has none.
    """
    module, _, name = path.partition(":")
    try:
        found = importlib.import_module(module)
        return getattr(found, name) if name else found
    except (ImportError, AttributeError) as why:
        raise Missing(path) from why


def explain(feature: str, why: Exception) -> str:
    """The message for a feature that is left out."""
    reason = f"there is no {why}" if isinstance(why, Missing) else f"{type(why).__name__}: {why}"
    if jax.__version__ in KNOWN_VERSIONS:
        return f"strata: {feature}: left out, {reason}"
    known = ", ".join(KNOWN_VERSIONS)
    return f"strata: jax {jax.__version__} is not one that this version knows ({known}); {feature}: left out, {reason}"


def register_plugin(name: str, library: str, priority: int, options: Callable[[], dict]) -> None:
    """Makes a platform known to JAX."""
    find("jax._src.xla_bridge:register_plugin")(name, priority=priority, library_path=library, options=options)


def fail_quietly(name: str) -> None:
    """Lets other platforms work where this one cannot be initialized."""
    factories = find("jax._src.xla_bridge:_backend_factories")
    try:
        factories[name].fail_quietly = True
    except (AttributeError, KeyError) as why:
        raise Missing("jax._src.xla_bridge:BackendRegistration.fail_quietly") from why


def mark_supported(name: str) -> None:
    """Leaves out the warning that a platform is experimental; rules can be registered for its name from here on."""
    find("jax._src.xla_bridge:_nonexperimental_plugins").add(name)


def allow_donation(name: str) -> None:
    """Lets JAX mark arguments whose memory may be reused."""
    platforms = find("jax._src.interpreters.mlir:_platforms_with_donation")
    if name not in platforms:
        platforms.append(name)


def copy_cpu_rules(name: str, primitives: Sequence[str] = CPU_RULES) -> list[str]:
    """Registers rules of the CPU platform for another one; the result is the primitives that this version of JAX lacks."""
    register = find("jax._src.interpreters.mlir:register_lowering")
    rules = find("jax._src.interpreters.mlir:_platform_specific_lowerings")["cpu"]
    missing = []
    for path in primitives:
        try:
            primitive = find(path)
            entry = rules[primitive]
            register(primitive, entry.rule, platform=name, inline=entry.inline)
        except (Missing, KeyError):
            missing.append(path)
    return missing


def allow_compilation_cache(names: Sequence[str]) -> None:
    """Lets the persistent cache of compiled programs hold those of platforms: JAX has a fixed list."""
    module = find("jax._src.compilation_cache")
    is_cache_used = find("jax._src.compilation_cache:is_cache_used")

    @functools.wraps(is_cache_used)
    def wrapper(backend):
        if getattr(backend, "platform", None) in names:
            # A platform of the list that is a plugin.
            backend = types.SimpleNamespace(platform="neuron", supports_executable_serialization=True)
        return is_cache_used(backend)

    module.is_cache_used = wrapper


def _tell_others(state: Any, names: Sequence[str], what: str) -> None:
    """Tells the other processes of a job that this one ends, and does not wait for them at the end."""
    used = [name for name in names if name in find("jax._src.xla_bridge:_backends")]
    if state.client is None or state.num_processes <= 1 or not used:
        return
    for name in used:
        try:
            # A client of the platform has keys with this prefix.
            state.client.key_value_set(f"{name}:strata/ended/{state.process_id}", what)
        # The others may be gone, or have been told before.
        except Exception as why:  # noqa: BLE001
            logger.debug("the others are not told: %s", why)
    for name in ("client", "service", "preemption_sync_manager"):
        # It is never destroyed: its end would wait for processes that do not come, or abort this one.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(getattr(state, name, None)))
        setattr(state, name, None)
    if state.process_id == 0:
        time.sleep(NOTICE)


def end_together(names: Sequence[str]) -> None:
    """Lets the processes of `jax.distributed` that wait for this one in a collective hear of an exception that nobody catches."""
    state = find("jax._src.distributed:global_state")
    find("jax._src.xla_bridge:_backends")
    before = sys.excepthook

    def hook(kind, error, trace):
        before(kind, error, trace)
        _tell_others(state, names, f"{kind.__name__}: {error}"[:300])

    sys.excepthook = hook


def _checked(callback: Callable, result_avals: Sequence) -> Callable:
    """A callback whose results have the types that the program has."""
    canonicalize = find("jax._src.dtypes:canonicalize_value")

    def function(*arguments):
        results = callback(*arguments)
        if len(results) != len(result_avals):
            raise RuntimeError(
                f"Mismatched number of outputs from callback. Expected: {len(result_avals)}, Actual: {len(results)}"
            )
        results = [canonicalize(np.asarray(result)) for result in results]
        for number, (result, aval) in enumerate(zip(results, result_avals)):
            for kind in ("shape", "dtype"):
                expected, actual = getattr(aval, kind), getattr(result, kind)
                if expected != actual:
                    raise RuntimeError(
                        f"Incorrect output {kind} for return value #{number}: Expected: {expected}, Actual: {actual}"
                    )
        return results

    return function


#: The functions whose addresses programs contain. Neither JAX's cache of calls nor a running call keeps them, so they stay.
_functions: list[HostFunction] = []


def _dtypes(avals: Sequence) -> list[np.dtype]:
    """The element types that arrays have in memory, which keys of random numbers hide."""
    physical = find("jax._src.core:physical_aval")
    return [np.dtype(physical(aval).dtype) for aval in avals]


def _emit_callback(ctx, callback, token, operands, operand_avals, result_avals, has_side_effect, sharding):
    """Emits the call of a Python function; the result is as that of JAX's `emit_python_callback`."""
    ir = find("jax._src.lib.mlir:ir")
    hlo = find("jax._src.lib.mlir.dialects:hlo")
    mlir = find("jax._src.interpreters.mlir")
    checked = _checked(callback, result_avals)
    function = HostFunction(checked, _dtypes(operand_avals), _dtypes(result_avals), ordered=bool(token))
    _functions.append(function)
    # With a host callback JAX does not write the program to the persistent cache, and `jax.export` refuses it.
    ctx.module_context.add_host_callback(callback)
    types, _ = mlir.ir_tree_registry.flatten([mlir.aval_to_ir_type(ctx.module_context, aval) for aval in result_avals])
    if token:
        operands, types = [token, *operands], [hlo.TokenType.get(), *types]
    # The plugin leaves out the tokens, which come first.
    number = lambda value: ir.IntegerAttr.get(ir.IntegerType.get_signless(64), value)
    config = {"address": number(function.address), "tokens": number(1 if token else 0)}
    call = hlo.CustomCallOp(
        types,
        list(operands),
        call_target_name=CALLBACK_TARGET,
        has_side_effect=has_side_effect,
        api_version=mlir.i32_attr(4),
        backend_config=ir.DictAttr.get(config),
    )
    if sharding is not None:
        mlir.set_sharding(ctx.module_context, call, sharding)
    results = list(call.results)
    return (results[1:], results[0], callback) if token else (results, None, callback)


def install_callbacks(names: Sequence[str]) -> None:
    """Lets Python functions be called on platforms, by `pure_callback` and all the others: JAX has a fixed list."""
    module = find("jax._src.callback")
    emit_python_callback = find("jax._src.callback:emit_python_callback")
    for path in (
        "jax._src.core:physical_aval",
        "jax._src.dtypes:canonicalize_value",
        "jax._src.interpreters.mlir:aval_to_ir_type",
        "jax._src.interpreters.mlir:ir_tree_registry",
        "jax._src.lib.mlir:ir",
        "jax._src.lib.mlir.dialects:hlo",
    ):
        find(path)

    @functools.wraps(emit_python_callback)
    def wrapper(ctx, callback, token, operands, operand_avals, result_avals, *, has_side_effect, sharding=None, **others):
        if not set(ctx.module_context.platforms) <= set(names):
            return emit_python_callback(
                ctx,
                callback,
                token,
                operands,
                operand_avals,
                result_avals,
                has_side_effect=has_side_effect,
                sharding=sharding,
                **others,
            )
        return _emit_callback(ctx, callback, token, operands, operand_avals, result_avals, has_side_effect, sharding)

    module.emit_python_callback = wrapper


def allow_dlpack(names: Sequence[str]) -> None:
    """Lets other libraries read arrays of platforms as memory of the host; JAX's CPU platform describes it."""
    array = find("jax._src.array:ArrayImpl")
    if not hasattr(array, "__dlpack_device__") or not hasattr(array, "__dlpack__"):
        raise Missing("jax._src.array:ArrayImpl.__dlpack__")
    describe, export = array.__dlpack_device__, array.__dlpack__

    def on_host(self):
        if self.platform() not in names:
            return self
        try:
            return jax.device_put(self, jax.local_devices(backend="cpu")[0])
        except RuntimeError as why:
            raise BufferError(f"strata: DLPack needs the platform cpu, too: {why}") from why

    @functools.wraps(describe)
    def __dlpack_device__(self):
        return describe(on_host(self))

    @functools.wraps(export)
    def __dlpack__(self, **arguments):
        return export(on_host(self), **arguments)

    array.__dlpack_device__ = __dlpack_device__
    array.__dlpack__ = __dlpack__


#: The platform whose handlers are called, too: they are code for this processor. XLA has the second name for it.
_HOST, _HOST_OF_XLA = "cpu", "Host"


def _mirror(module, name: str, mirrored: Callable) -> None:
    """Lets a function of the registration of handlers for the host register them for the plugin, too."""
    register = getattr(module, name)

    @functools.wraps(register)
    def wrapper(*arguments, **named):
        register(*arguments, **named)
        _quietly(str(arguments[:1]), lambda: mirrored(*arguments, **named))

    setattr(module, name, wrapper)


def _quietly(name: str, action: Callable[[], object]) -> None:
    """Registers something of the host, which need not be one that the plugin takes."""
    try:
        action()
    # It stays registered for the host.
    except Exception as why:  # noqa: BLE001
        logger.debug("strata: the handler or type %s of the host is not called: %s", name, why)


def install_ffi(name: str, plugin: Plugin) -> None:
    """Lets `jax.ffi` register handlers for a platform, and those for the host for it, too."""
    module = find("jax._src.lib:xla_client")
    for part in ("custom_call_handler", "custom_type_handler", "custom_call_target", "custom_type"):
        if not hasattr(module, f"register_{part}"):
            raise Missing(f"jaxlib.xla_client:register_{part}")

    def handler(target, function, platform, api_version=1, traits=0):
        plugin.register_handler(target, function, platform, api_version, traits)

    def host_handler(target, function, platform=_HOST, api_version=0, traits=0):
        if platform in (_HOST, _HOST_OF_XLA) and api_version == 1:
            plugin.register_handler(target, function, _HOST, api_version, traits)

    def host_type(type_name, registration, platform=_HOST):
        if platform in (_HOST, _HOST_OF_XLA):
            plugin.register_type(type_name, registration)

    # Types first, since handlers that were registered before use them.
    module.register_custom_type_handler(name, plugin.register_type)
    module.register_custom_call_handler(name, handler)
    # What was registered for the host before its platform was initialized.
    waiting_types = list(getattr(module, "_custom_type_id", {}).get(_HOST_OF_XLA, ()))
    waiting = list(getattr(module, "_custom_callback", {}).get(_HOST_OF_XLA, ()))
    for type_name, registration in waiting_types:
        _quietly(type_name, lambda n=type_name, r=registration: plugin.register_type(n, r))
    for target, function, api_version, traits in waiting:
        _quietly(target, lambda t=target, f=function, a=api_version, r=traits: host_handler(t, f, _HOST, a, r))
    _mirror(module, "register_custom_type", host_type)
    _mirror(module, "register_custom_call_target", host_handler)
