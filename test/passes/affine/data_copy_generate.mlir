// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate))' --validate-passes=3
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate{fast-mem-capacity=1}))' --validate-passes=3
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(affine-data-copy-generate{skip-non-unit-stride-loops}))' --validate-passes=3

// CHECK-LABEL: func.func @window
// CHECK: %[[IN:.*]] = memref.alloc() : memref<18xf32, 1>
// CHECK: affine.for %[[I:.*]] = 7 to 25 {
// CHECK: affine.store %{{.*}}, %[[IN]][%[[I]] - 7] : memref<18xf32, 1>
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<16x16xf32, 1>
// CHECK: affine.load %[[IN]]
// CHECK: affine.store %{{.*}}, %[[OUT]]
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: memref.dealloc %[[OUT]]
// CHECK: memref.dealloc %[[IN]]
func.func @window(%a: memref<64xf32>) -> memref<16x16xf32> {
  %r = memref.alloc() : memref<16x16xf32>
  affine.for %i = 8 to 24 {
    affine.for %j = 0 to 16 step 2 {
      %x = affine.load %a[%i - 1] : memref<64xf32>
      %y = affine.load %a[%i + 1] : memref<64xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %r[%i - 8, %j] : memref<16x16xf32>
      affine.store %x, %r[%i - 8, %j + 1] : memref<16x16xf32>
    }
  }
  return %r : memref<16x16xf32>
}

func.func @tiled(%a: memref<16x32xf32>) -> memref<16x32xf32> {
  %r = memref.alloc() : memref<16x32xf32>
  affine.for %i = 0 to 16 step 4 {
    affine.for %j = 0 to 32 step 8 {
      affine.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 4)>(%i) {
        affine.for %jj = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 8)>(%j) {
          %x = affine.load %a[%ii, %jj] : memref<16x32xf32>
          %y = affine.load %a[%ii, 31 - %jj] : memref<16x32xf32>
          %z = arith.addf %x, %y : f32
          affine.store %z, %r[%ii, %jj] : memref<16x32xf32>
        }
      }
    }
  }
  affine.for %i = 1 to 15 {
    affine.for %j = 0 to 32 {
      %x = affine.load %r[%i - 1, %j] : memref<16x32xf32>
      %y = affine.load %r[%i, %j] : memref<16x32xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %r[%i, %j] : memref<16x32xf32>
    }
    affine.for %j = 0 to 32 {
      %x = affine.load %r[%i + 1, 31 - %j] : memref<16x32xf32>
      affine.store %x, %r[%i - 1, %j] : memref<16x32xf32>
    }
  }
  return %r : memref<16x32xf32>
}

// A condition keeps the access within the bounds; the copy keeps to them as well.
func.func @guarded(%a: memref<16xf32>) -> memref<16xf32> {
  %r = memref.alloc() : memref<16xf32>
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 step 2 {
    affine.for %j = 0 to 2 {
      affine.store %zero, %r[%i + %j] : memref<16xf32>
      %c = arith.cmpi slt, %i, %c12 : index
      scf.if %c {
        %x = affine.load %a[%i + %j + 3] : memref<16xf32>
        affine.store %x, %r[%i + %j] : memref<16xf32>
      }
    }
  }
  return %r : memref<16xf32>
}
