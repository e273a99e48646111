// RUN: strata-opt %s --affine-loop-unroll=unroll-factor=2 | FileCheck %s
// RUN: strata-opt %s --affine-loop-unroll=unroll-factor=-1 2>&1 | FileCheck %s --check-prefix=LIMIT

// The upper bound may be below the lower one. The loop for the left-over iterations must not begin before the lower bound then.
// CHECK: #[[LEFT:.*]] = affine_map<(d0) -> (d0, d0 + ((-d0 + 3) floordiv 2) * 2)>
// CHECK-LABEL: @negative
// CHECK: affine.for %{{.*}} = max #[[LEFT]](%{{.*}}) to 3 {
func.func @negative(%m: memref<64xf32>, %x: f32) {
  affine.for %i = 0 to 6 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 3 {
      affine.store %x, %m[%j] : memref<64xf32>
    }
  }
  return
}

// LIMIT: warning: 'affine.for' is not unrolled: it would become more than 65536 ops
// CHECK-LABEL: @long
// CHECK: affine.for %{{.*}} = 0 to 1000000 step 2
func.func @long(%m: memref<1000000xf32>, %x: f32) {
  affine.for %i = 0 to 1000000 {
    affine.store %x, %m[%i] : memref<1000000xf32>
  }
  return
}
