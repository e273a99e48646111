// RUN: strata-opt %s --llvm-target-to-data-layout --llvm-target-to-target-features --split-input-file | FileCheck %s

// A switched off feature takes those along that imply it.
// CHECK: #dlti.dl_spec<!llvm.ptr<6> = dense<32> : vector<4xi64>, i64 = dense<64> : vector<2xi64>
// CHECK-SAME: "dlti.endianness" = "little", "dlti.legal_int_widths" = array<i32: 16, 32, 64>>
// CHECK-SAME: features = <["+ptx83", "+sm_90a"]>
module attributes {llvm.target = #llvm.target<triple = "nvptx64-nvidia-cuda", chip = "sm_90a", features = <["+ptx83"]>>} {
}

// -----

// The entry of the module for a type is kept.
// CHECK: i64 = dense<32> : vector<2xi64>
// CHECK-SAME: features = <["+64bit-mode", "+sse"]>
module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<32> : vector<2xi64>>, llvm.target = #llvm.target<triple = "x86_64-linux", chip = "x86-64", features = <["-64bit", "-cmov", "-cx8", "-fxsr", "-idivq-to-divl", "-macrofusion", "-mmx", "-nopl", "-slow-3ops-lea", "-slow-incdec", "-vzeroupper", "-x87", "-sse2"]>>} {
}
