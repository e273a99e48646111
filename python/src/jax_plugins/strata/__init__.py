"""The place where JAX looks for plugins by scanning folders; everything is in `strata_jax_plugin`."""

from strata_jax_plugin import initialize

__all__ = ["initialize"]
