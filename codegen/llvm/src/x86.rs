//! The x86-64 CPU names and feature names of LLVM 22. LLVM only warns about an unknown name, on standard error, and aborts for a CPU
//! without 64-bit mode, so names are checked here before they reach LLVM.

/// A CPU name, its widest vector register in bits, and whether it has fused multiply-add.
pub(crate) type Cpu = (&'static str, u32, bool);

/// The CPUs with 64-bit mode, sorted by name.
#[rustfmt::skip]
pub(crate) const CPUS: &[Cpu] = &[
    ("alderlake", 256, true), ("amdfam10", 128, false), ("arrowlake", 256, true),
    ("arrowlake-s", 256, true), ("arrowlake_s", 256, true), ("athlon-fx", 128, false),
    ("athlon64", 128, false), ("athlon64-sse3", 128, false), ("atom", 128, false),
    ("atom_sse4_2", 128, false), ("atom_sse4_2_movbe", 128, false), ("barcelona", 128, false),
    ("bdver1", 256, true), ("bdver2", 256, true), ("bdver3", 256, true), ("bdver4", 256, true),
    ("bonnell", 128, false), ("broadwell", 256, true), ("btver1", 128, false), ("btver2", 256, false),
    ("cannonlake", 512, true), ("cascadelake", 512, true), ("clearwaterforest", 256, true),
    ("cooperlake", 512, true), ("core-avx-i", 256, false), ("core-avx2", 256, true), ("core2", 128, false),
    ("core_2_duo_sse4_1", 128, false), ("core_2_duo_ssse3", 128, false), ("core_2nd_gen_avx", 256, false),
    ("core_3rd_gen_avx", 256, false), ("core_4th_gen_avx", 256, true), ("core_4th_gen_avx_tsx", 256, true),
    ("core_5th_gen_avx", 256, true), ("core_5th_gen_avx_tsx", 256, true),
    ("core_aes_pclmulqdq", 128, false), ("core_i7_sse4_2", 128, false), ("corei7", 128, false),
    ("corei7-avx", 256, false), ("diamondrapids", 512, true), ("emeraldrapids", 512, true),
    ("generic", 128, false), ("goldmont", 128, false), ("goldmont-plus", 128, false),
    ("goldmont_plus", 128, false), ("gracemont", 256, true), ("grandridge", 256, true),
    ("graniterapids", 512, true), ("graniterapids-d", 512, true), ("graniterapids_d", 512, true),
    ("haswell", 256, true), ("icelake-client", 512, true), ("icelake-server", 512, true),
    ("icelake_client", 512, true), ("icelake_server", 512, true), ("ivybridge", 256, false),
    ("k8", 128, false), ("k8-sse3", 128, false), ("knl", 512, true), ("knm", 512, true),
    ("lunarlake", 256, true), ("meteorlake", 256, true), ("mic_avx512", 512, true), ("nehalem", 128, false),
    ("nocona", 128, false), ("novalake", 512, true), ("opteron", 128, false), ("opteron-sse3", 128, false),
    ("pantherlake", 256, true), ("penryn", 128, false), ("raptorlake", 256, true),
    ("rocketlake", 512, true), ("sandybridge", 256, false), ("sapphirerapids", 512, true),
    ("sierraforest", 256, true), ("silvermont", 128, false), ("skx", 512, true), ("skylake", 256, true),
    ("skylake-avx512", 512, true), ("skylake_avx512", 512, true), ("slm", 128, false),
    ("tigerlake", 512, true), ("tremont", 128, false), ("westmere", 128, false), ("wildcatlake", 256, true),
    ("x86-64", 128, false), ("x86-64-v2", 128, false), ("x86-64-v3", 256, true), ("x86-64-v4", 512, true),
    ("znver1", 256, true), ("znver2", 256, true), ("znver3", 256, true), ("znver4", 512, true),
    ("znver5", 512, true),
];

/// The features that may be switched with `+name` or `-name`, sorted. Those that change the mode or the calling convention are left out.
#[rustfmt::skip]
pub(crate) const FEATURES: &[&str] = &[
    "adx", "aes", "allow-light-256-bit", "amx-avx512", "amx-bf16", "amx-complex", "amx-fp16", "amx-fp8",
    "amx-int8", "amx-movrs", "amx-tf32", "amx-tile", "avx", "avx10.1", "avx10.1-512", "avx10.2",
    "avx10.2-512", "avx2", "avx512bf16", "avx512bitalg", "avx512bw", "avx512cd", "avx512dq", "avx512f",
    "avx512fp16", "avx512ifma", "avx512vbmi", "avx512vbmi2", "avx512vl", "avx512vnni", "avx512vp2intersect",
    "avx512vpopcntdq", "avxifma", "avxneconvert", "avxvnni", "avxvnniint16", "avxvnniint8", "bmi", "bmi2",
    "branch-hint", "branchfusion", "ccmp", "cf", "cldemote", "clflushopt", "clwb", "clzero", "cmov",
    "cmpccxadd", "crc32", "cx16", "egpr", "enqcmd", "ermsb", "evex512", "f16c", "false-deps-getmant",
    "false-deps-lzcnt-tzcnt", "false-deps-mulc", "false-deps-mullq", "false-deps-perm", "false-deps-popcnt",
    "false-deps-range", "fast-11bytenop", "fast-15bytenop", "fast-7bytenop", "fast-bextr", "fast-dpwssd",
    "fast-gather", "fast-hops", "fast-imm16", "fast-lzcnt", "fast-movbe", "fast-scalar-fsqrt",
    "fast-scalar-shift-masks", "fast-shld-rotate", "fast-variable-crosslane-shuffle",
    "fast-variable-perlane-shuffle", "fast-vector-fsqrt", "fast-vector-shift-masks",
    "faster-shift-than-shuffle", "fma", "fma4", "fsgsbase", "fsrm", "fxsr", "gfni", "harden-sls-ijmp",
    "harden-sls-ret", "hreset", "idivl-to-divb", "idivq-to-divl", "inline-asm-use-gpr32", "invpcid", "kl",
    "lea-sp", "lea-uses-ag", "lvi-cfi", "lvi-load-hardening", "lwp", "lzcnt", "macrofusion", "movbe",
    "movdir64b", "movdiri", "movrs", "mwaitx", "ndd", "nf", "no-bypass-delay", "no-bypass-delay-blend",
    "no-bypass-delay-mov", "no-bypass-delay-shuffle", "nopl", "pad-short-functions", "pclmul", "pconfig",
    "pku", "popcnt", "ppx", "prefer-128-bit", "prefer-256-bit", "prefer-legacy-setcc",
    "prefer-mask-registers", "prefer-movmsk-over-vtest", "prefer-no-gather", "prefer-no-scatter",
    "prefetchi", "prfchw", "ptwrite", "push2pop2", "raoint", "rdpid", "rdpru", "rdrnd", "rdseed",
    "retpoline", "retpoline-external-thunk", "retpoline-indirect-branches", "retpoline-indirect-calls",
    "rtm", "sahf", "sbb-dep-breaking", "serialize", "seses", "sgx", "sha", "sha512", "shstk",
    "slow-3ops-lea", "slow-incdec", "slow-lea", "slow-pmaddwd", "slow-pmulld", "slow-pmullq", "slow-shld",
    "slow-two-mem-ops", "slow-unaligned-mem-16", "slow-unaligned-mem-32", "sm3", "sm4", "sse",
    "sse-unaligned-mem", "sse2", "sse3", "sse4.1", "sse4.2", "sse4a", "ssse3", "tagged-globals", "tbm",
    "tsxldtrk", "tuning-fast-imm-vector-shift", "uintr", "use-glm-div-sqrt-costs", "use-slm-arith-costs",
    "usermsr", "vaes", "vpclmulqdq", "vzeroupper", "waitpkg", "wbnoinvd", "widekl", "xop", "xsave",
    "xsavec", "xsaveopt", "xsaves", "zu",
];
