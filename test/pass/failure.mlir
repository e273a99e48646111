// RUN: not strata-opt %s --pass-pipeline='builtin.module(cse,func.func(cse,symbol-dce,cse))' --mlir-print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: not strata-opt %s --pass-pipeline='builtin.module(func.func(canonicalize),func.func(symbol-dce))' --mlir-print-ir-after-all 2>&1 | FileCheck %s --check-prefix=AFTER

// Only the pass that failed is shown, and nothing runs after it.
// PRINT: error: 'func.func' op symbol-dce only applies to operations with a symbol table
// PRINT-NOT: IR Dump After CSE
// PRINT: IR Dump After SymbolDCE
// PRINT: func.func @f
// PRINT-NOT: IR Dump

// AFTER: IR Dump After Canonicalizer (canonicalize)
// AFTER-NOT: IR Dump After SymbolDCE
func.func @f() {
  return
}
