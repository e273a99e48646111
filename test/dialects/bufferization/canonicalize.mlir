// RUN: strata-opt %s --canonicalize --split-input-file | FileCheck %s

// Buffers in different memory spaces are copied.
// CHECK-LABEL: func.func @copied
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %[[D:.*]] = memref.dim %arg0, %c0 : memref<?xf32, 2>
// CHECK-NEXT: %[[A:.*]] = memref.alloc(%[[D]]) : memref<?xf32, 7>
// CHECK-NEXT: memref.copy %arg0, %[[A]]
// CHECK-NEXT: return %[[A]]
func.func @copied(%m: memref<?xf32, 2>) -> memref<?xf32, 7> {
  %0 = bufferization.to_tensor %m : memref<?xf32, 2> to tensor<?xf32, 7>
  %1 = bufferization.to_buffer %0 : tensor<?xf32, 7> to memref<?xf32, 7>
  return %1 : memref<?xf32, 7>
}

// -----

// What a type only forgets is a cast.
// CHECK-LABEL: func.func @forgotten
// CHECK-NEXT: %[[C:.*]] = memref.cast %arg0 : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK-NEXT: return %[[C]]
func.func @forgotten(%m: memref<8xf32>) -> memref<8xf32, strided<[?], offset: ?>> {
  %0 = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  %1 = bufferization.to_buffer %0 : tensor<8xf32> to memref<8xf32, strided<[?], offset: ?>>
  return %1 : memref<8xf32, strided<[?], offset: ?>>
}

// -----

// CHECK-LABEL: func.func @dim
// CHECK: memref.dim %arg0
// CHECK-NOT: to_tensor
func.func @dim(%m: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = bufferization.to_tensor %m : memref<?xf32> to tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @of_cast
// CHECK-NEXT: %[[B:.*]] = bufferization.to_buffer %arg0 read_only : tensor<4x6xi8> to memref<4x6xi8>
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[B]] : memref<4x6xi8> to memref<?x6xi8>
// CHECK-NEXT: return %[[C]]
func.func @of_cast(%t: tensor<4x6xi8>) -> memref<?x6xi8> {
  %0 = tensor.cast %t : tensor<4x6xi8> to tensor<?x6xi8>
  %1 = bufferization.to_buffer %0 read_only : tensor<?x6xi8> to memref<?x6xi8>
  return %1 : memref<?x6xi8>
}

// -----

// CHECK-LABEL: func.func @load
// CHECK-NEXT: %[[E:.*]] = tensor.extract %arg1[%arg0, %arg0]
// CHECK-NEXT: return %[[E]]
func.func @load(%i: index, %t: tensor<?x?xf32>) -> f32 {
  %0 = bufferization.to_buffer %t read_only : tensor<?x?xf32> to memref<?x?xf32>
  %1 = memref.load %0[%i, %i] : memref<?x?xf32>
  return %1 : f32
}

// -----

// The source is freed after it is cloned: it can serve as the clone.
// CHECK-LABEL: func.func @source_freed
// CHECK-NEXT: %[[C:.*]] = memref.cast %arg0 : memref<?xf32> to memref<8xf32>
// CHECK-NEXT: return %[[C]]
func.func @source_freed(%m: memref<?xf32>) -> memref<8xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<8xf32>
  memref.dealloc %m : memref<?xf32>
  return %0 : memref<8xf32>
}

// -----

// CHECK-LABEL: func.func @clone_freed
// CHECK-NEXT: call @use(%arg0)
// CHECK-NEXT: return %arg0
func.func private @use(memref<?xf32>)
func.func @clone_freed(%m: memref<?xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  call @use(%0) : (memref<?xf32>) -> ()
  memref.dealloc %0 : memref<?xf32>
  return %m : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @freed_before
// CHECK: bufferization.clone
func.func @freed_before(%m: memref<?xf32>) -> memref<?xf32> {
  memref.dealloc %m : memref<?xf32>
  %0 = bufferization.clone %m : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @sizes
// CHECK: bufferization.alloc_tensor() : tensor<4x6xf32>
// CHECK: bufferization.alloc_tensor(%arg0)
// CHECK: return %{{.*}}, %{{.*}}, %arg0
func.func @sizes(%n: index) -> (tensor<4x?xf32>, tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %0 = bufferization.alloc_tensor(%c6) : tensor<4x?xf32>
  %1 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?xf32>
  return %0, %1, %2 : tensor<4x?xf32>, tensor<?xf32>, index
}

// -----

// CHECK-LABEL: func.func @duplicates
// CHECK-NEXT: %[[R:.*]]:2 = bufferization.dealloc (%arg4, %arg0 : memref<2xi32>, memref<2xi32>) if (%arg1, %arg1) retain (%arg3, %arg5 : memref<2xi32>, memref<2xi32>)
// CHECK-NEXT: %[[O:.*]] = arith.ori %arg1, %arg2 : i1
// CHECK-NEXT: bufferization.dealloc (%arg0 : memref<2xi32>) if (%[[O]])
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1, %[[R]]#0
func.func @duplicates(%a: memref<2xi32>, %c: i1, %d: i1, %x: memref<2xi32>, %y: memref<2xi32>, %z: memref<2xi32>) -> (i1, i1, i1) {
  %0:3 = bufferization.dealloc (%y, %a, %a : memref<2xi32>, memref<2xi32>, memref<2xi32>) if (%c, %c, %c) retain (%x, %z, %x : memref<2xi32>, memref<2xi32>, memref<2xi32>)
  bufferization.dealloc (%a, %a : memref<2xi32>, memref<2xi32>) if (%c, %d)
  return %0#0, %0#1, %0#2 : i1, i1, i1
}

// -----

// CHECK-LABEL: func.func @unused_alloc
// CHECK-NEXT: return
func.func @unused_alloc(%c: i1) {
  %true = arith.constant true
  %a = memref.alloc() : memref<2xi32>
  %b = memref.alloc() : memref<2xi32>
  bufferization.dealloc (%a, %b : memref<2xi32>, memref<2xi32>) if (%true, %c)
  return
}

// -----

// CHECK-LABEL: func.func @metadata_of_clone
// CHECK-NEXT: %[[CLONE:.*]] = bufferization.clone
// CHECK-NEXT: bufferization.dealloc (%[[CLONE]] : memref<2xi32>)
func.func @metadata_of_clone(%x: memref<2xi32>, %c: i1) -> i1 {
  %a = bufferization.clone %x : memref<2xi32> to memref<2xi32>
  %base, %o, %s, %t = memref.extract_strided_metadata %a : memref<2xi32> -> memref<i32>, index, index, index
  %0 = bufferization.dealloc (%base : memref<i32>) if (%c) retain (%x : memref<2xi32>)
  return %0 : i1
}
