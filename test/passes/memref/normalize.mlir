// RUN: strata-opt %s --normalize-memrefs | FileCheck %s
// RUN: strata-opt %s --normalize-memrefs --validate-passes=3

// CHECK-LABEL: func.func @tiles
// CHECK: %[[M:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK: affine.store %{{.*}}, %[[M]][%[[I:.*]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
func.func @tiles(%x: memref<16xf32>) -> memref<16xf32> {
  %m = memref.alloc() : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  %r = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %m[%i] : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
  }
  affine.for %i = 0 to 16 {
    %v = memref.load %m[%i] : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
    affine.store %v, %r[15 - %i] : memref<16xf32>
  }
  return %r : memref<16xf32>
}

// A size is that of the shape before.
// CHECK-LABEL: func.func @size
// CHECK: memref.alloc() : memref<4x8xf32, #{{.*}}>
func.func @size(%i: index) -> index {
  %m = memref.alloc() : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  %d = memref.dim %m, %i : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return %d : index
}
