"""Compiles StableHLO and runs it on tensors of torch."""

from __future__ import annotations

import ml_dtypes  # noqa: F401
import numpy as np
import torch

def compile_text(text: str):
    import jax
    from jax._src import xla_bridge, compiler
    from jaxlib import _jax
    client = xla_bridge.get_backend("strata")
    opts = compiler.get_compile_options(1, 1)
    dl = _jax.DeviceList((client.devices()[0],))
    exe = client.compile_and_load(text.encode(), dl, opts)
    jax.config.update("jax_enable_x64", True)
    def call(tensors):
        arrays=[]
        for t in tensors:
            if t.dtype == torch.bfloat16:
                a = t.detach().view(torch.int16).numpy().view(ml_dtypes.bfloat16)
            else:
                a = t.detach().numpy()
            arrays.append(jax.device_put(a, client.devices()[0]))
        out = exe.execute(arrays)
        res=[]
        for o in out:
            a=np.array(o)
            if a.dtype == ml_dtypes.bfloat16:
                res.append(torch.from_numpy(a.view(np.int16)).view(torch.bfloat16))
            else:
                res.append(torch.from_numpy(a))
        return res
    return call
