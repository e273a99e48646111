// FLAGS: --llvm-target-to-target-features
// FLAGS: --llvm-target-to-target-features=initialize-llvm-targets=true --llvm-target-to-target-features

module attributes {llvm.target = #llvm.target<triple = "<<x86_64-unknown-linux-gnu|x86_64-apple-macosx|x86_64-pc-windows-msvc|x86_64-unknown-linux-gnux32|amd64-pc-linux|i686-unknown-linux-gnu|i386-pc-windows-msvc|i686-apple-darwin|aarch64-unknown-linux-gnu|arm64-apple-ios|aarch64-pc-windows-msvc|aarch64_be-unknown-linux|nvptx64-nvidia-cuda|nvptx-nvidia-cuda>>", chip = "">} {
}

// -----

module attributes {llvm.target = #llvm.target<triple = "<<x86_64-unknown-linux-gnu|x86_64-pc-windows-msvc|i686-unknown-linux-gnu|x86_64-unknown-linux-gnux32>>", chip = "<<generic|haswell|skylake-avx512|znver4|pentium4|i386|sapphirerapids|nosuch>>", features = <["<<+avx2|-avx|+avx512f|+amx-int8>>", "<<-sse2|+fma|-64bit|+sse4.1|-x87|+nosuch>>"]>>} {
}

// -----

module attributes {llvm.target = #llvm.target<triple = "<<aarch64-unknown-linux-gnu|arm64-apple-ios|aarch64_be-unknown-linux>>", chip = "<<generic|apple-m1|neoverse-v2|cortex-a53|a64fx>>", features = <["<<+sve2|-neon|+sme|+v8.4a>>", "<<-fp-armv8|+aes|-v8.1a>>"]>>} {
}

// -----

module attributes {llvm.target = #llvm.target<triple = "nvptx64-nvidia-cuda", chip = "<<sm_70|sm_60|nosuch>>", features = <["<<+ptx83|-ptx83|+ptx60>>"]>>} {
}

// -----

module attributes {llvm.target = #llvm.target<triple = "nvptx64-nvidia-cuda", chip = "<<sm_90a|sm_80|sm_90>>", features = <["<<+ptx83|+ptx80|-ptx83>>"]>>} {
}
