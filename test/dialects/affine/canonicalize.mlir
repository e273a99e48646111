// RUN: strata-opt %s --canonicalize | FileCheck %s
// Maps take in the maps of their operands, and conditions and loops that are decided go away.

func.func private @use(index)
func.func @a(%a: index, %b: index, %m: memref<?x?xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 10 {
    %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%0)[%a]
    %2 = affine.load %m[%1 + symbol(%b), %c2] : memref<?x?xf32>
    affine.store %2, %m[%0, %0 + %a] : memref<?x?xf32>
    %3 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%1, %1)
    func.call @use(%3) : (index) -> ()
    %4 = affine.min affine_map<(d0) -> (d0, 5, 7)>(%i)
    func.call @use(%4) : (index) -> ()
    affine.if affine_set<(d0) : (d0 >= 0, 5 >= 0)>(%0) {
       func.call @use(%4) : (index) -> ()
    }
    affine.if affine_set<(d0) : (-1 >= 0)>(%0) {
       func.call @use(%4) : (index) -> ()
    } else { func.call @use(%3) : (index) -> () }
  }
  %n = arith.addi %a, %b : index
  affine.for %i = %c2 to %n {
    func.call @use(%i) : (index) -> ()
  }
  affine.for %i = 5 to %c2 {
    func.call @use(%i) : (index) -> ()
  }
  %c100 = arith.constant 100 : index
  %d:3 = affine.delinearize_index %c100 into (4, 5, 6) : index, index, index
  func.call @use(%d#0) : (index) -> ()
  func.call @use(%d#1) : (index) -> ()
  func.call @use(%d#2) : (index) -> ()
  return
}

// CHECK: #map = affine_map<(d0) -> (5, 7, d0)>
// CHECK: #set = affine_set<(d0) : (d0 + 1 >= 0)>
// CHECK: func.func private @use(index)
// CHECK: func.func @a(%arg0: index, %arg1: index, %arg2: memref<?x?xf32>, %arg3: f32) {
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %c0 = arith.constant 0 : index
// CHECK: affine.for %arg4 = 0 to 10 {
// CHECK: %1 = affine.load %arg2[%arg4 * 2 + symbol(%arg1) + symbol(%arg0) + 2, 2] : memref<?x?xf32>
// CHECK: affine.store %1, %arg2[%arg4 + 1, %arg4 + symbol(%arg0) + 1] : memref<?x?xf32>
// CHECK: func.call @use(%c0) : (index) -> ()
// CHECK: %2 = affine.min #map(%arg4)
// CHECK: func.call @use(%2) : (index) -> ()
// CHECK: affine.if #set(%arg4) {
// CHECK: func.call @use(%2) : (index) -> ()
// CHECK: func.call @use(%c0) : (index) -> ()
// CHECK: %0 = arith.addi %arg0, %arg1 : index
// CHECK: affine.for %arg4 = 2 to %0 {
// CHECK: func.call @use(%arg4) : (index) -> ()
// CHECK: call @use(%c3) : (index) -> ()
// CHECK: call @use(%c1) : (index) -> ()
// CHECK: call @use(%c4) : (index) -> ()
// CHECK: return
