// RUN: strata-opt %s --canonicalize --debug-only=greedy-rewriter,pass-manager 2>&1 | FileCheck %s
// RUN: strata-opt %s --convert-scf-to-cf --debug-only=dialect-conversion 2>&1 | FileCheck %s --check-prefix=CONVERSION

// CHECK: pass-manager: running 'canonicalize' on 'builtin.module'
// CHECK: greedy-rewriter: 'arith.addi' at {{.*}}debug_only.mlir:[[#@LINE+6]]:8: visited
// CHECK-NEXT: greedy-rewriter: 'arith.addi' folded
// CHECK: greedy-rewriter: 'arith.muli' at {{.*}}: erased, it has no uses and no effects
// CONVERSION-NOT: greedy-rewriter
func.func @main(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  %unused = arith.muli %x, %x : i32
  return %0 : i32
}
