//! The AArch64 CPU names and feature names of LLVM 22. As on x86, LLVM only warns about an unknown name, so that names are checked here
//! before LLVM sees them.

/// The CPUs, sorted by name. All have NEON, whose registers are 128 bits wide, and fused multiply-add.
#[rustfmt::skip]
pub(crate) const CPUS: &[&str] = &[
    "a64fx", "ampere1", "ampere1a", "ampere1b", "ampere1c", "apple-a10", "apple-a11", "apple-a12",
    "apple-a13", "apple-a14", "apple-a15", "apple-a16", "apple-a17", "apple-a18", "apple-a19", "apple-a7",
    "apple-a8", "apple-a9", "apple-m1", "apple-m2", "apple-m3", "apple-m4", "apple-m5", "apple-s10",
    "apple-s4", "apple-s5", "apple-s6", "apple-s7", "apple-s8", "apple-s9", "c1-nano", "c1-premium",
    "c1-pro", "c1-ultra", "carmel", "cobalt-100", "cortex-a320", "cortex-a34", "cortex-a35", "cortex-a510",
    "cortex-a520", "cortex-a520ae", "cortex-a53", "cortex-a55", "cortex-a57", "cortex-a65", "cortex-a65ae",
    "cortex-a710", "cortex-a715", "cortex-a72", "cortex-a720", "cortex-a720ae", "cortex-a725", "cortex-a73",
    "cortex-a75", "cortex-a76", "cortex-a76ae", "cortex-a77", "cortex-a78", "cortex-a78ae", "cortex-a78c",
    "cortex-r82", "cortex-r82ae", "cortex-x1", "cortex-x1c", "cortex-x2", "cortex-x3", "cortex-x4",
    "cortex-x925", "cyclone", "exynos-m3", "exynos-m4", "exynos-m5", "falkor", "fujitsu-monaka", "gb10",
    "generic", "grace", "kryo", "neoverse-512tvb", "neoverse-e1", "neoverse-n1", "neoverse-n2",
    "neoverse-n3", "neoverse-v1", "neoverse-v2", "neoverse-v3", "neoverse-v3ae", "olympus", "oryon-1",
    "saphira", "thunderx", "thunderx2t99", "thunderx3t110", "thunderxt81", "thunderxt83", "thunderxt88",
    "tsv110",
];

/// The features that may be switched with `+name` or `-name`, sorted: extensions of the instruction set. Without `neon` and `fp-armv8`
/// there would be no calling convention for floats, so these are not among them.
#[rustfmt::skip]
pub(crate) const FEATURES: &[&str] = &[
    "aes", "altnzcv", "am", "amvs", "bf16", "bti", "ccdp", "ccidx", "ccpp", "complxnum", "cpa", "crc",
    "crypto", "cssc", "d128", "dit", "dotprod", "ecv", "f16f32dot", "f16f32mm", "f16mm", "f32mm", "f64mm",
    "f8f16mm", "f8f32mm", "faminmax", "fgt", "flagm", "fmv", "fp16fml", "fp8", "fp8dot2", "fp8dot4",
    "fp8fma", "fpac", "fprcvt", "fptoint", "fullfp16", "fuse-aes", "fuse-literals", "hbc", "i8mm", "jsconv",
    "lor", "ls64", "lse", "lse128", "lse2", "lsfe", "lut", "mops", "outline-atomics", "pauth", "predres",
    "rand", "ras", "rcpc", "rcpc-immo", "rcpc3", "rdm", "sb", "sha2", "sha3", "sm4", "sme", "sme2",
    "sme2p1", "ssbs", "sve", "sve-aes", "sve-b16b16", "sve-bitperm", "sve-sha3", "sve-sm4", "sve2",
    "sve2-aes", "sve2-bitperm", "sve2-sha3", "sve2-sm4", "sve2p1", "use-postra-scheduler", "v8.1a", "v8.2a",
    "v8.3a", "v8.4a", "v8.5a", "v8.6a", "v8.7a", "v8.8a", "v8.9a", "v8a", "v9.1a", "v9.2a", "v9.3a",
    "v9.4a", "v9.5a", "v9.6a", "v9a", "wfxt", "xs",
];
