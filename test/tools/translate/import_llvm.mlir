// What `mlir-translate --import-llvm` gives too is compared with it (`tools/translate/tests/import.rs`); these are the differences.
// RUN: strata-translate --import-llvm %S/Inputs/import/ours.ll 2> %t.warnings | FileCheck %s
// RUN: FileCheck --check-prefix=WARN %s < %t.warnings
// RUN: not strata-translate --import-llvm %S/Inputs/import_error.ll 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: not strata-translate --import-llvm %S/Inputs/import_unsupported.ll 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not strata-translate --import-llvm %s 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: not strata-translate --import-llvm --split-input-file %s 2>&1 | FileCheck --check-prefix=SPLIT %s

// An array without elements has no element, where upstream has one.
// CHECK: llvm.mlir.global external @empty(dense<> : tensor<0xi32>)
// Assembly without a result has none, where upstream has one of type `void`, and bundles are kept, which upstream loses.
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "nop", ""  : () -> ()
// CHECK: llvm.call @main(%{{.*}}) ["deopt"(%{{.*}} : i32)] : (i32) -> i32

// WARN: ours.ll: warning: dropped: metadata of instructions other than 'tbaa', 'prof', 'llvm.loop' and flags of accesses

// ERROR: import_error.ll:2:20: error: use of undefined value '%z'
// ERROR-NEXT: %y = add i32 %x, %z

// NONE: import_unsupported.ll:1:1: error: cannot import '%c = cleanuppad within none []': the instruction has no form in the dialect

// TEXT: import_llvm.mlir:1:1: error: expected top-level entity

// SPLIT: error: --import-llvm takes one module, which has no comments of MLIR
