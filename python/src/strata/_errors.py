"""The exceptions of the package."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A message about a program."""

    #: `error`, `warning`, `remark` or `note`.
    severity: str
    #: The file, or None where the message has no place in one.
    file: str | None
    #: The line, from 1.
    line: int | None
    #: The column, from 1.
    column: int | None
    message: str
    #: More about it.
    notes: tuple["Diagnostic", ...] = ()

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:{self.line}:{self.column}: "
        return f"{place}{self.severity}: {self.message}"


class Error(Exception):
    """An error of Strata. Its text has each message with its place and an excerpt of the source, as the tools print it."""

    def __init__(self, text: str = "", diagnostics: tuple[Diagnostic, ...] = ()):
        super().__init__(text)
        #: The messages, with their places.
        self.diagnostics = diagnostics

    def __reduce__(self):
        return type(self), (*self.args, self.diagnostics)


class ParseError(Error):
    """The bytes are no valid program."""


class CompileError(Error):
    """The program cannot be compiled, or a pass failed."""


class TargetError(Error):
    """The target or an option of it does not exist, or is not available on this machine."""


class RunError(Error):
    """A run failed."""


class ArgumentError(RunError, TypeError):
    """The arguments of a call are not those of the signature."""


class CancelledError(Error):
    """The work was cancelled."""


class TimedOutError(Error, TimeoutError):
    """The work took longer than its limit."""


class ValidationError(Error):
    """A pass changed the results of a program."""


class InternalError(Error):
    """An error of Strata itself; please report it with the program."""


_KINDS: dict[str, type[Error]] = {
    "parse": ParseError,
    "compile": CompileError,
    "target": TargetError,
    "run": RunError,
    "argument": ArgumentError,
    "cancelled": CancelledError,
    "timeout": TimedOutError,
    "validation": ValidationError,
    "internal": InternalError,
}


def _diagnostic(row: tuple) -> Diagnostic:
    severity, file, line, column, message, notes = row
    return Diagnostic(severity, file, line, column, message, diagnostics(notes))


def diagnostics(rows: list[tuple]) -> tuple[Diagnostic, ...]:
    """Diagnostics as the compiled module tells them."""
    return tuple(map(_diagnostic, rows))


def make(kind: str, text: str, rows: list[tuple]) -> Error:
    """The exception of a failure; the compiled module calls this."""
    return _KINDS[kind](text, diagnostics(rows))
