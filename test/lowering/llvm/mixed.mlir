// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @loop
// CHECK: llvm.br
// CHECK: llvm.icmp "slt"
// CHECK: llvm.call @erff
// CHECK: llvm.return
func.func @loop(%m: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %acc: f32):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %x = memref.load %m[%i] : memref<?xf32>
  %e = math.erf %x : f32
  %s = arith.addf %acc, %e fastmath<contract> : f32
  %next = arith.addi %i, %c1 overflow<nsw> : index
  cf.br ^head(%next, %s : index, f32)
^end:
  return %acc : f32
}

// CHECK-LABEL: llvm.func @vectors
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.vector.reduce.fmaximum
func.func @vectors(%m: memref<64xf32>, %i: index, %mask: vector<8xi1>) -> (f32, vector<8xf32>) {
  %pad = arith.constant 0.0 : f32
  %a = vector.load %m[%i] : memref<64xf32>, vector<8xf32>
  %b = vector.transfer_read %m[%i], %pad : memref<64xf32>, vector<8xf32>
  %c = vector.maskedload %m[%i], %mask, %b : memref<64xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %d = vector.fma %a, %b, %c : vector<8xf32>
  %r = vector.reduction <maximumf>, %d : vector<8xf32> into f32
  %sq = math.sqrt %d : vector<8xf32>
  %th = math.tanh %sq : vector<8xf32>
  return %r, %th : f32, vector<8xf32>
}

memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>

// CHECK-LABEL: llvm.func @views
// CHECK: llvm.mlir.addressof @table
// CHECK: llvm.call @aligned_alloc
// CHECK: "llvm.intr.memcpy"
// CHECK: llvm.call @free
func.func @views(%out: memref<4x4xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.get_global @table : memref<2x3xf32>
  %tmp = memref.alloc(%n) : memref<?x4xf32>
  %sub = memref.subview %tmp[1, 1] [2, 3] [1, 1] : memref<?x4xf32> to memref<2x3xf32, strided<[4, 1], offset: 5>>
  memref.copy %t, %sub : memref<2x3xf32> to memref<2x3xf32, strided<[4, 1], offset: 5>>
  %flat = memref.collapse_shape %out [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  %cast = memref.cast %flat : memref<16xf32> to memref<?xf32>
  %re = memref.reinterpret_cast %cast to offset: [2], sizes: [%n], strides: [3] : memref<?xf32> to memref<?xf32, strided<[3], offset: 2>>
  %x = memref.load %re[%c1] : memref<?xf32, strided<[3], offset: 2>>
  memref.store %x, %flat[%c1] : memref<16xf32>
  memref.dealloc %tmp : memref<?x4xf32>
  %d = memref.dim %re, %c0 : memref<?xf32, strided<[3], offset: 2>>
  return %d : index
}

func.func private @ext(%a: memref<4xf32>) -> (f32, i32)

// CHECK-LABEL: llvm.func @calls
// CHECK: llvm.call @ext
func.func @calls(%a: memref<4xf32>) -> i32 {
  %r:2 = call @ext(%a) : (memref<4xf32>) -> (f32, i32)
  return %r#1 : i32
}
