// RUN: strata-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: strata-opt %s --mlir-print-debuginfo | strata-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: strata-opt %s --mlir-print-debuginfo --mlir-print-local-scope --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Arguments whose type is not written have locations as well; only that of affine.for's index is printed in this form.

func.func @loops(%m: memref<4xf32>, %x: f32) -> f32 {
  // CHECK: affine.for %{{.*}} loc("i") = 0 to 4 {
  // GENERIC: ^bb0(%{{.*}}: index loc("i")):
  affine.for %i loc("i") = 0 to 4 {
    affine.store %x, %m[%i] : memref<4xf32>
  }
  // GENERIC: ^bb0(%{{.*}}: index loc("j"), %{{.*}}: f32 loc("sum")):
  %r = affine.for %j loc("j") = 0 to 4 iter_args(%s loc("sum") = %x) -> f32 {
    affine.yield %s : f32
  }
  // GENERIC: ^bb0(%{{.*}}: index loc("k"), %{{.*}}: index loc({{.*}}locations.mlir":[[#]]:{{.*}})):
  affine.parallel (%k loc("k"), %l) = (0, 0) to (4, 4) {
    affine.store %x, %m[%k] : memref<4xf32>
  }
  // GENERIC: ^bb0(%{{.*}}: index loc("t")):
  scf.forall (%t loc("t")) in (4) {
    memref.store %x, %m[%t] : memref<4xf32>
  }
  return %r : f32
}
