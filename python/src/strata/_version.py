"""The version of the package, which is that of the Cargo workspace."""

__version__ = "0.1.0"
