// FLAGS: --llvm-target-to-data-layout
// FLAGS: --llvm-target-to-data-layout=initialize-llvm-targets=true

module attributes {llvm.target = #llvm.target<triple = "<<x86_64-unknown-linux-gnu|x86_64-apple-macosx|x86_64-pc-windows-msvc|x86_64-unknown-linux-gnux32|amd64-pc-linux|i686-unknown-linux-gnu|i386-pc-windows-msvc|i686-apple-darwin|aarch64-unknown-linux-gnu|arm64-apple-ios|aarch64-pc-windows-msvc|aarch64_be-unknown-linux|nvptx64-nvidia-cuda|nvptx-nvidia-cuda>>", chip = "">} {
}

// -----

// Entries that a module has are kept.
module attributes {dlti.dl_spec = #dlti.dl_spec<<<"test.id" = 4 : i64|index = 32 : i64|"dlti.endianness" = "little"|"dlti.stack_alignment" = 128 : i64|f32 = dense<32> : vector<2xi64>>>>, llvm.target = #llvm.target<triple = "<<x86_64-unknown-linux-gnu|nvptx64-nvidia-cuda>>", chip = "">} {
}

// -----

// DIFFERS: mlir-opt ends with a signal where entries have the same type
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<32> : vector<2xi64>>, llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "">} {
}
