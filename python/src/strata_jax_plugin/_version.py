"""The version of the package, which is that of Strata."""

__version__ = "0.1.0"
