// RUN: not strata-opt %s --composite-fixed-point-pass="pipeline=any(cse) max-iterations=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not strata-opt %s --composite-fixed-point-pass="pipeline=any(no-such-pass)" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not strata-opt %s --composite-fixed-point-pass="pipeline=builtin.module(func.func(cse))" 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: strata-opt %s --composite-fixed-point-pass="name=foo pipeline=any(canonicalize) max-iterations=1" 2>&1 | FileCheck %s --check-prefix=LIMIT
// ZERO: error: Invalid maxIterations value: 0
// UNKNOWN: no-such-pass
// NESTED: error: composite-fixed-point-pass runs no nested pipelines
// LIMIT: warning: Composite pass "foo"+ didn't converge in 1 iterations

func.func @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  return %0 : i32
}
