// RUN: strata-opt %s --arith-emulate-wide-int --split-input-file --verify-diagnostics
// RUN: not strata-opt %s --arith-emulate-wide-int=widest-int-supported=24 --split-input-file 2>&1 | FileCheck %s

// CHECK: error: widest-int-supported must be a power of two of at least 2, got 24

// expected-error @+1 {{failed to legalize operation 'func.func': integers of 128 bits are not emulated by integers of 32 bits}}
func.func @too_wide(%x: i128) -> i128 {
  return %x : i128
}

// -----

func.func @division(%x: i64, %y: i64) -> i64 {
  // expected-error @+1 {{failed to legalize operation 'arith.divsi': it has no emulation of integers of this width}}
  %0 = arith.divsi %x, %y : i64
  return %0 : i64
}

// -----

func.func @branches(%x: i64, %c: i1) -> i64 {
  // expected-error @+1 {{failed to legalize unresolved materialization from ('vector<2xi32>') to ('i64') that remained live after conversion}}
  cf.cond_br %c, ^bb1, ^bb2(%x : i64)
^bb1:
  return %x : i64
^bb2(%y: i64):
  cf.br ^bb1
}
