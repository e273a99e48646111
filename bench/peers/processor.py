"""The processor that figures are of: no figure is worth anything without it."""

import os
import pathlib
import platform

from peers import native

#: What decides about speed, of the hundred features that a processor has.
FEATURES = [
    "sse4_2", "avx", "f16c", "fma", "avx2", "avx_vnni", "avx512f", "avx512bw", "avx512vl", "avx512_vnni", "avx512_bf16", "avx512_fp16",
    "amx_tile", "amx_int8", "amx_bf16", "asimd", "asimdhp", "asimddp", "sve", "sve2", "i8mm", "bf16",
]


def facts():
    """Lines of /proc/cpuinfo of the first processor."""
    found = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        if not line.strip():
            break
        found[key.strip()] = value.strip()
    return found


def caches():
    """Sizes and ways of the caches of the first processor, smallest first."""
    lines = []
    for folder in sorted(pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        read = lambda name: (folder / name).read_text().strip() if (folder / name).exists() else "?"  # noqa: B023, E731
        kind = {"Data": "d", "Instruction": "i"}.get(read("type"), "")
        if kind != "i":
            shared = read("shared_cpu_list")
            lines.append(f"L{read('level')}{kind} {read('size')}/{read('ways_of_associativity')} of processors {shared}")
    return lines


def measured():
    """The frequency and the peak of one core; without a C compiler, that they are not measured."""
    try:
        clock, peak = native.billions_in_a_second("cycles", 200_000), native.billions_in_a_second("fma_peak", 300_000)
    except (RuntimeError, OSError) as error:
        return f"frequency and peak not measured: {str(error).splitlines()[0]}"
    return f"measured {clock:.2f} GHz, peak of fused multiply-adds of f32 {peak:.0f} GFLOP/s on one core"


def describe():
    """One paragraph: name, family, caches, features, frequency, peak, and how busy the machine is."""
    cpu = facts()
    name = cpu.get("model name") or platform.processor() or platform.machine()
    family = ", ".join(f"{key} {cpu[key]}" for key in ("cpu family", "model", "stepping") if key in cpu)
    have = (cpu.get("flags") or cpu.get("Features") or "").split()
    features = " ".join(name for name in FEATURES if name in have)
    clock = f", {float(cpu['cpu MHz']) / 1000:.2f} GHz now" if "cpu MHz" in cpu else ""
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg())
    return (
        f"processor: {name} ({family}){clock}, {os.cpu_count()} of them; caches: {'; '.join(caches()) or 'unknown'}; "
        f"features: {features}; {measured()}; load average {load}"
    )
