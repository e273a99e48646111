// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize),symbol-dce)' --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize),symbol-dce)' --mlir-print-ir-before=cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize),symbol-dce)' --mlir-print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-before-all --mlir-print-ir-module-scope -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(cse),canonicalize)' --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.dir -o /dev/null
// RUN: FileCheck %s --check-prefix=TREE --input-file=%t.dir/builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir
// RUN: FileCheck %s --check-prefix=TREE2 --input-file=%t.dir/builtin_module_no-symbol-name/1_canonicalize.mlir
// RUN: strata-opt %s --cse --print-ir-diff -o /dev/null 2>&1 | FileCheck %s --check-prefix=DIFF

// AFTER: // -----// IR Dump After CSE (cse) //----- //
// AFTER-NEXT: func.func @f
// AFTER: // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// AFTER-NEXT: func.func @f
// AFTER: // -----// IR Dump After SymbolDCE (symbol-dce) //----- //
// AFTER-NEXT: module {
// BEFORE: IR Dump Before CSE (cse)
// BEFORE-NOT: IR Dump {{After|Before Can}}
// CHANGE: IR Dump After CSE
// CHANGE-NOT: IR Dump
// SCOPE: // -----// IR Dump Before CSE (cse) ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {
// SCOPE: // -----// IR Dump Before CSE (cse) ('func.func' operation: @g) //----- //
// SCOPE: func.func @f
// SCOPE-NEXT: %0 = arith.addi
// SCOPE-NEXT: arith.muli %0, %0
// TREE: IR Dump After CSE (cse) ('func.func' operation: @f)
// TREE2: IR Dump After Canonicalizer (canonicalize) ('builtin.module' operation)
// DIFF: --- before cse
// DIFF-NEXT: +++ after cse
// DIFF: -    %1 = arith.addi %arg0, %arg0 : i32
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @g() { return }
