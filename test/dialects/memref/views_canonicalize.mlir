// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @scalar
// CHECK-NEXT: return %arg0
func.func @scalar(%x: memref<1x1xi8>) -> memref<1x1xi8> {
  %0 = memref.collapse_shape %x [] : memref<1x1xi8> into memref<i8>
  %1 = memref.expand_shape %0 [] output_shape [1, 1] : memref<i8> into memref<1x1xi8>
  return %1 : memref<1x1xi8>
}

// CHECK-LABEL: func.func @collapses
// CHECK-NEXT: memref.collapse_shape %arg0 {{\[\[}}0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// CHECK-NEXT: return
func.func @collapses(%x: memref<2x3x4xf32>) -> memref<24xf32> {
  %a = memref.collapse_shape %x [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %b = memref.collapse_shape %a [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  return %b : memref<24xf32>
}

// CHECK-LABEL: func.func @transposes
// CHECK-NEXT: return %arg0
func.func @transposes(%x: memref<8x4xf32>) -> memref<8x4xf32> {
  %a = memref.transpose %x (i, j) -> (j, i) : memref<8x4xf32> to memref<4x8xf32, strided<[1, 4]>>
  %b = memref.transpose %a (i, j) -> (j, i) : memref<4x8xf32, strided<[1, 4]>> to memref<8x4xf32>
  return %b : memref<8x4xf32>
}

// CHECK-LABEL: func.func @view
// CHECK: %[[V:.*]] = memref.view %arg0[%c0][] : memref<?xi8> to memref<3x4xf32>
// CHECK-NEXT: memref.cast %[[V]] : memref<3x4xf32> to memref<?x4xf32>
func.func @view(%x: memref<?xi8>) -> memref<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = memref.view %x[%c0][%c3] : memref<?xi8> to memref<?x4xf32>
  return %a : memref<?x4xf32>
}

// The size is what the list held at the reshape.
// CHECK-LABEL: func.func @dim_of_reshape
// CHECK: %[[D:.*]] = memref.load %arg1[%c3]
// CHECK-NEXT: memref.store
// CHECK-NEXT: return %[[D]]
func.func @dim_of_reshape(%x: memref<*xf32>, %s: memref<?xindex>) -> index {
  %c3 = arith.constant 3 : index
  %0 = memref.reshape %x(%s) : (memref<*xf32>, memref<?xindex>) -> memref<*xf32>
  memref.store %c3, %s[%c3] : memref<?xindex>
  %1 = memref.dim %0, %c3 : memref<*xf32>
  return %1 : index
}

// A scope without allocations is inlined.
// CHECK-LABEL: func.func @scopes
// CHECK-NEXT: memref.alloca_scope  {
// CHECK-NEXT: %[[A:.*]] = memref.alloca() : memref<4xf32>
// CHECK-NEXT: memref.store %arg0, %[[A]]
// CHECK-NEXT: call @keep(%[[A]])
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %arg0, %arg1
// CHECK-NEXT: return %arg0
func.func @scopes(%x: f32, %m: memref<4xf32>, %i: index) -> f32 {
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    func.call @keep(%a) : (memref<4xf32>) -> ()
  }
  %0 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : f32
  }
  memref.store %0, %m[%i] : memref<4xf32>
  return %0 : f32
}
func.func private @keep(memref<4xf32>)
