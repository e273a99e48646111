// RUN: strata-opt %s --memref-emulate-wide-int --split-input-file --verify-diagnostics

// expected-error @+1 {{failed to legalize operation 'func.func': integers of 128 bits are not emulated by integers of 32 bits}}
func.func @wider(%m: memref<4xi128>, %i: index) {
  %0 = memref.load %m[%i] : memref<4xi128>
  return
}

// -----

func.func @atomic(%m: memref<4xi64>, %i: index, %v: i64) {
  // expected-error @+1 {{failed to legalize operation 'memref.atomic_rmw': it has no emulation of integers of this width}}
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i64, memref<4xi64>) -> i64
  return
}
