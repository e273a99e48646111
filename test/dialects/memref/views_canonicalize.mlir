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

// Of two dimensions of size one the one whose stride is gone is left out.
// CHECK: func.func @dropped(%arg0: memref<1x6x8xf32>, %arg1: index) -> memref<?x?xf32, strided<[8, 1], offset: ?>> {
// CHECK-NEXT: %subview = memref.subview %arg0[0, %arg1, 0] [1, 1, %arg1] [1, 1, 1] : memref<1x6x8xf32> to memref<1x?xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: %cast = memref.cast %subview : memref<1x?xf32, strided<[8, 1], offset: ?>> to memref<?x?xf32, strided<[8, 1], offset: ?>>
// CHECK-NEXT: return %cast
func.func @dropped(%m: memref<1x6x8xf32>, %i: index) -> memref<?x?xf32, strided<[8, 1], offset: ?>> {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[0, %i, 0] [1, %c1, %i] [1, 1, 1] : memref<1x6x8xf32> to memref<?x?xf32, strided<[8, 1], offset: ?>>
  return %0 : memref<?x?xf32, strided<[8, 1], offset: ?>>
}
// CHECK: func.func @no_stride(%arg0: memref<9xf32>) -> memref<2xf32, strided<[?]>> {
// CHECK: memref.subview %arg0[0] [2] [%c0] : memref<9xf32> to memref<2xf32, strided<[?]>>
func.func @no_stride(%m: memref<9xf32>) -> memref<2xf32, strided<[?]>> {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %m[0] [2] [%c0] : memref<9xf32> to memref<2xf32, strided<[?]>>
  return %0 : memref<2xf32, strided<[?]>>
}
// CHECK: func.func @same_shape(%arg0: memref<3x?xf32>, %arg1: index) -> (memref<3x?xf32>, memref<3x?xf32>) {
// CHECK-NEXT: return %arg0, %arg0
func.func @same_shape(%m: memref<3x?xf32>, %n: index) -> (memref<3x?xf32>, memref<3x?xf32>) {
  %0 = memref.collapse_shape %m [[0], [1]] : memref<3x?xf32> into memref<3x?xf32>
  %1 = memref.expand_shape %m [[0], [1]] output_shape [3, %n] : memref<3x?xf32> into memref<3x?xf32>
  return %0, %1 : memref<3x?xf32>, memref<3x?xf32>
}
// CHECK: func.func @collapse_of_cast(%arg0: memref<?x6x2xf32>) -> memref<?x?xf32> {
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : memref<?x6x2xf32> into memref<?x12xf32>
// CHECK-NEXT: %cast = memref.cast %collapse_shape : memref<?x12xf32> to memref<?x?xf32>
// CHECK-NEXT: return %cast
func.func @collapse_of_cast(%m: memref<?x6x2xf32>) -> memref<?x?xf32> {
  %0 = memref.cast %m : memref<?x6x2xf32> to memref<?x?x?xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  return %1 : memref<?x?xf32>
}
// CHECK: func.func @reshapes(%arg0: memref<24x5xf32>, %arg1: memref<2x3x4xf32>) -> (memref<2x12x5xf32>, memref<6x4xf32>) {
// CHECK: memref.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [2, 12, 5] : memref<24x5xf32> into memref<2x12x5xf32>
// CHECK: memref.collapse_shape %arg1 {{\[\[}}0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
func.func @reshapes(%m: memref<24x5xf32>, %n: memref<2x3x4xf32>) -> (memref<2x12x5xf32>, memref<6x4xf32>) {
  %0 = memref.expand_shape %m [[0, 1, 2], [3]] output_shape [2, 3, 4, 5] : memref<24x5xf32> into memref<2x3x4x5xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2], [3]] : memref<2x3x4x5xf32> into memref<2x12x5xf32>
  %2 = memref.collapse_shape %n [[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
  %3 = memref.expand_shape %2 [[0, 1]] output_shape [6, 4] : memref<24xf32> into memref<6x4xf32>
  return %1, %3 : memref<2x12x5xf32>, memref<6x4xf32>
}
// CHECK: func.func @taken_apart(%arg0: memref<6x?xf32>) -> (memref<6x?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
// CHECK: %reinterpret_cast = memref.reinterpret_cast %arg0 to
// CHECK: return %arg0, %
func.func @taken_apart(%m: memref<6x?xf32>) -> (memref<6x?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
  %base, %o, %n:2, %s:2 = memref.extract_strided_metadata %m : memref<6x?xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %base to offset: [0], sizes: [6, %n#1], strides: [%s#0, 1] : memref<f32> to memref<6x?xf32, strided<[?, 1]>>
  %1 = memref.cast %0 : memref<6x?xf32, strided<[?, 1]>> to memref<6x?xf32>
  %2 = memref.reinterpret_cast %base to offset: [%o], sizes: [%n#1], strides: [%s#0] : memref<f32> to memref<?xf32, strided<[?], offset: ?>>
  return %1, %2 : memref<6x?xf32>, memref<?xf32, strided<[?], offset: ?>>
}
// CHECK: func.func @realloc(%arg0: memref<4xf32>) {
// CHECK-NEXT: return
func.func @realloc(%m: memref<4xf32>) {
  %0 = memref.realloc %m : memref<4xf32> to memref<9xf32>
  memref.dealloc %0 : memref<9xf32>
  return
}
// The allocation does not need the loop body, which ends after the scope; of the op nothing is known.
// CHECK: func.func @hoisted(%arg0: index, %arg1: i1) {
// CHECK-NEXT: %alloca = memref.alloca(%arg0) : memref<?xf32>
// CHECK-NEXT: scf.if %arg1 {
// CHECK-NEXT: memref.alloca_scope {
// CHECK-NEXT: call @use(%alloca)
func.func @hoisted(%n: index, %c: i1) {
  scf.if %c {
    memref.alloca_scope {
      %m = memref.alloca(%n) : memref<?xf32>
      func.call @use(%m) : (memref<?xf32>) -> ()
    }
  }
  return
}
func.func private @use(memref<?xf32>)
