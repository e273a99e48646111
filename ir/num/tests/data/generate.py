"""Writes the tables that `tests/ml_dtypes.rs` checks (needs numpy and ml_dtypes).

`values.txt`: for each format of at most eight bits, the f32 bits of every pattern in order.
`rounding.txt`: `format f32-bits pattern` for values halfway between neighbours, near the limits, and samples.
"""

import numpy as np
import ml_dtypes as m

SMALL = {
    "f4E2M1FN": (m.float4_e2m1fn, 4),
    "f6E2M3FN": (m.float6_e2m3fn, 6),
    "f6E3M2FN": (m.float6_e3m2fn, 6),
    "f8E5M2": (m.float8_e5m2, 8),
    "f8E4M3": (m.float8_e4m3, 8),
    "f8E4M3FN": (m.float8_e4m3fn, 8),
    "f8E5M2FNUZ": (m.float8_e5m2fnuz, 8),
    "f8E4M3FNUZ": (m.float8_e4m3fnuz, 8),
    "f8E4M3B11FNUZ": (m.float8_e4m3b11fnuz, 8),
    "f8E3M4": (m.float8_e3m4, 8),
    "f8E8M0FNU": (m.float8_e8m0fnu, 8),
}
WIDE = {"f16": (np.float16, np.uint16), "bf16": (m.bfloat16, np.uint16)}
np.seterr(all="ignore")
rng = np.random.default_rng(1)

with open("values.txt", "w") as values, open("rounding.txt", "w") as rounding:
    def emit(name, inputs, dtype, raw, width):
        inputs = np.unique(np.array(inputs, np.float32).view(np.uint32)).view(np.float32)
        for x, bits in zip(inputs, inputs.astype(dtype).view(raw)):
            if not np.isnan(x):
                rounding.write(f"{name} {x.view(np.uint32):x} {int(bits) & ((1 << width) - 1):x}\n")

    for name, (dtype, width) in SMALL.items():
        table = np.arange(1 << width, dtype=np.uint8).view(dtype).astype(np.float32)
        values.write(name + " " + " ".join(f"{b:x}" for b in table.view(np.uint32)) + "\n")
        finite = np.sort(table[np.isfinite(table)]).astype(np.float64)
        halfway = ((finite[1:] + finite[:-1]) / 2).astype(np.float32)
        last = np.float32(finite[-1])
        limits = [f * last for f in (1.01, 1.03, 1.0625, 1.07, 1.125, 1.25, 1.5, 2, 4)]
        limits += [-x for x in limits] + [np.inf, 1e-30]
        if name != "f8E8M0FNU":
            limits += [0.0, -0.0, -np.inf, -1e-30]
        emit(name, np.concatenate([halfway, np.array(limits, np.float32)]), dtype, np.uint8, width)
    for name, (dtype, raw) in WIDE.items():
        sample = rng.integers(0, 1 << 32, 150, dtype=np.uint32).view(np.float32)
        near = np.exp(rng.uniform(-20, 12, 150)).astype(np.float32)
        ties = (rng.integers(0x3000, 0x4800, 100).astype(np.uint32) << 16 | 0x8000).view(np.float32)
        emit(name, np.concatenate([sample, near, -near, ties, [65519, 65520, 3.4e38, 1e-7, 6e-8, 3e-8, 2.9e-8]]), dtype, raw, 16)
