"""What the translation reports."""


class Unsupported(Exception):
    """There is no rule for a part of a graph; that part runs in torch."""


class TorchError(RuntimeError):
    """A graph cannot be exported or compiled."""
