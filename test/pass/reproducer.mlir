// RUN: not strata-opt %s --pass-pipeline='builtin.module(cse,func.func(symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: FileCheck %s --check-prefix=WHOLE --input-file=%t.mlir
// RUN: not strata-opt %s --pass-pipeline='builtin.module(cse,func.func(symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.local.mlir --mlir-pass-pipeline-local-reproducer 2>&1 | FileCheck %s --check-prefix=LOCAL
// RUN: FileCheck %s --check-prefix=ONE --input-file=%t.local.mlir
// RUN: not strata-opt --run-reproducer %t.local.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN

// GLOBAL: error: 'func.func' op symbol-dce only applies to operations with a symbol table
// GLOBAL: error: Failures have been detected while processing an MLIR pass pipeline
// GLOBAL: note: Pipeline failed while executing [`CSE`, `SymbolDCE` on 'builtin.module' operation]: reproducer generated at `
// WHOLE: %0 = arith.addi
// WHOLE: %1 = arith.addi
// WHOLE: pipeline: "builtin.module(cse,func.func(symbol-dce))"

// The local one has the IR after `cse`, and only the pass that failed.
// LOCAL: note: Pipeline failed while executing [`SymbolDCE` on 'func.func' operation: @f]: reproducer generated at `
// ONE: func.func @f
// ONE-NEXT: arith.addi
// ONE-NEXT: arith.muli %0, %0
// ONE: pipeline: "builtin.module(func.func(symbol-dce))"
// ONE: disable_threading: true
// AGAIN: error: 'func.func' op symbol-dce only applies to operations with a symbol table
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
