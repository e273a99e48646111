// RUN: strata-opt %s --llvm-target-to-data-layout --split-input-file --verify-diagnostics
// RUN: not strata-opt %s --llvm-target-to-target-features --split-input-file 2>&1 | FileCheck %s

// CHECK: error: no LLVM::TargetAttr attribute at key "llvm.target"
// expected-error @+1 {{no TargetAttrInterface-implementing attribute at key "llvm.target"}}
module {
}

// -----

// CHECK: error: no LLVM::TargetAttr attribute at key "llvm.target"
// expected-error @+1 {{no TargetAttrInterface-implementing attribute at key "llvm.target"}}
module attributes {llvm.target = 3 : i32} {
}

// -----

// CHECK: error: failed to obtain llvm::TargetMachine for #llvm.target<triple = "machine-vendor-system", chip = "">
// expected-error @+1 {{failed to obtain llvm::DataLayout for #llvm.target<triple = "machine-vendor-system", chip = "">}}
module attributes {llvm.target = #llvm.target<triple = "machine-vendor-system", chip = "">} {
}

// -----

// CHECK: warning: 'nosuch' is not a recognized processor for this target (ignoring processor)
// CHECK: warning: '+none' is not a recognized feature for this target (ignoring feature)
// expected-error @+1 {{data layout does not combine with layouts of enclosing ops}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "big">, llvm.target = #llvm.target<triple = "x86_64-linux", chip = "nosuch", features = <["+none"]>>} {
}
