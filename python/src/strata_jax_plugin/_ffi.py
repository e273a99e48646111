"""Registers handlers of XLA's FFI with the plugin's library, by the interfaces in C that it has."""

import ctypes
import pathlib
from collections.abc import Callable, Mapping
from typing import Any

#: The extensions of the table of the plugin, by their numbers.
_CUSTOM_CALL, _FFI = 0, 5
#: The stages of a handler, in the order of the interface.
STAGES = ("instantiate", "prepare", "initialize", "execute")

_Address = ctypes.c_void_p
_Function = ctypes.CFUNCTYPE(_Address, _Address)
_Procedure = ctypes.CFUNCTYPE(None, _Address)


class _Span(ctypes.Structure):
    _fields_ = [("start", ctypes.c_char_p), ("length", ctypes.c_size_t)]


class _Extension(ctypes.Structure):
    """The beginning of an extension, and its functions."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("next", _Address),
        ("functions", _Address * 3),
    ]


class _Extensible(ctypes.Structure):
    """The beginning of most structures: their size, and a list of extensions."""

    _fields_ = [("struct_size", ctypes.c_size_t), ("extension_start", _Address)]


class _PluginTable(_Extensible):
    """The beginning of `PJRT_Api`."""

    _fields_ = [
        ("version", ctypes.c_byte * 24),
        ("error_destroy", _Address),
        ("error_message", _Address),
    ]


class _FfiTable(_Extensible):
    """The beginning of `XLA_FFI_Api`."""

    _fields_ = [
        ("version", ctypes.c_byte * 24),
        ("internal", _Address),
        ("error_create", _Address),
        ("error_message", _Address),
        ("error_destroy", _Address),
        ("handler_register", _Address),
    ]


class _Message(_Extensible):
    """The arguments of the functions that tell the message of an error; XLA's FFI has no length."""

    _fields_ = [
        ("error", _Address),
        ("message", _Address),
        ("length", ctypes.c_size_t),
    ]


class _RegisterHandler(_Extensible):
    _fields_ = [
        ("name", _Span),
        ("platform", _Span),
        ("stages", _Address * 4),
        ("traits", ctypes.c_uint32),
    ]


class _RegisterCustomCall(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("name", _Span),
        ("api_version", ctypes.c_int),
        ("stages", _Address * 4),
    ]


class _RegisterType(_Extensible):
    _fields_ = [
        ("name", _Span),
        ("type_id", ctypes.c_int64),
        ("type_info", _Address),
    ]


class _TypeInfo(_Extensible):
    """What XLA's FFI says of a type; the plugin takes the last three."""

    _fields_ = [
        ("deleter", _Address),
        ("serialize", _Address),
        ("deserialize", _Address),
    ]


def _pointer(capsule: Any) -> int:
    """The address in a capsule, whatever its name."""
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return pointer(capsule, name(capsule))


def _span(text: str | bytes) -> _Span:
    data = text.encode() if isinstance(text, str) else text
    return _Span(data, len(data))


class Plugin:
    """The library of the plugin, in which handlers are registered."""

    def __init__(self, path: Callable[[], pathlib.Path]):
        self._path = path
        self._library = None

    def _table(self) -> tuple[_PluginTable, _FfiTable]:
        if self._library is None:
            # JAX loads the same file, so that this is the same library.
            self._library = ctypes.CDLL(str(self._path()))
            self._library.GetPjrtApi.restype = ctypes.POINTER(_PluginTable)
            self._library.XLA_FFI_GetApi.restype = ctypes.POINTER(_FfiTable)
        return self._library.GetPjrtApi().contents, self._library.XLA_FFI_GetApi().contents

    def _call(self, table: Any, function: int, arguments: ctypes.Structure) -> None:
        """Calls a function of one of the tables; raises `ValueError` with the message of its error."""
        error = _Function(function)(ctypes.addressof(arguments))
        if not error:
            return
        asked = _Message(struct_size=ctypes.sizeof(_Message), error=error)
        _Procedure(table.error_message)(ctypes.addressof(asked))
        # The library of XLA's FFI leaves the length as it is: its text ends with a zero.
        text = ctypes.string_at(asked.message, asked.length) if asked.length else ctypes.string_at(asked.message)
        asked = _Message(struct_size=ctypes.sizeof(_Message), error=error)
        _Procedure(table.error_destroy)(ctypes.addressof(asked))
        raise ValueError(f"strata: {text.decode('utf-8', 'replace')}")

    def _extension(self, number: int) -> tuple[_PluginTable, _Extension]:
        table, _ = self._table()
        address = table.extension_start
        while address:
            extension = _Extension.from_address(address)
            if extension.type == number:
                return table, extension
            address = extension.next
        raise ValueError(f"strata: the library has no extension {number}")

    def register_handler(self, name: str, handler: Any, platform: str, api_version: int = 1, traits: int = 0) -> None:
        """Registers a handler: a capsule with a function, or one for each stage by its name."""
        stages = handler if isinstance(handler, Mapping) else {"execute": handler}
        unknown = sorted(set(stages) - set(STAGES))
        if unknown:
            raise ValueError(f"strata: the handler {name!r} has the stages {unknown}; there are {list(STAGES)}")
        addresses = (_Address * 4)(*(_pointer(stages[stage]) if stage in stages else None for stage in STAGES))
        if api_version == 1:
            arguments = _RegisterHandler(
                struct_size=ctypes.sizeof(_RegisterHandler),
                name=_span(name),
                platform=_span(platform),
                stages=addresses,
                traits=int(traits),
            )
            _, table = self._table()
            self._call(table, table.handler_register, arguments)
            return
        arguments = _RegisterCustomCall(
            struct_size=ctypes.sizeof(_RegisterCustomCall), name=_span(name), api_version=api_version, stages=addresses
        )
        table, extension = self._extension(_CUSTOM_CALL)
        self._call(table, extension.functions[0], arguments)

    def register_type(self, name: str, registration: Any) -> None:
        """Registers a type of states: capsules with its number, which is set unless it has one, and with its functions."""
        parts = registration if isinstance(registration, Mapping) else {"type_id": registration}
        number = ctypes.c_int64.from_address(_pointer(parts["type_id"]))
        arguments = _RegisterType(struct_size=ctypes.sizeof(_RegisterType), name=_span(name), type_id=number.value)
        functions = _TypeInfo()
        if parts.get("type_info") is not None:
            given = _TypeInfo.from_address(_pointer(parts["type_info"]))
            functions.deleter = given.deleter
            arguments.type_info = ctypes.addressof(functions) + _TypeInfo.deleter.offset
        table, extension = self._extension(_FFI)
        self._call(table, extension.functions[0], arguments)
        number.value = arguments.type_id
