// RUN: strata-opt %s | FileCheck %s
// The input is the printed form, so every line reads back as it is.

#map = affine_map<(d0)[s0] -> (d0, s0, 3)>
#map1 = affine_map<(d0)[s0] -> (d0 + 10, s0)>
#map2 = affine_map<(d0)[s0] -> (d0, s0)>
#map3 = affine_map<(d0)[s0] -> (d0 + s0 ceildiv 3)>
#map4 = affine_map<()[s0] -> (s0 ceildiv 3)>
#map5 = affine_map<() -> (3)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 10 == 0)>
#set1 = affine_set<(d0) : (d0 >= 0)>
module {
  func.func @f(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<8xf32>) -> index {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    affine.for %arg3 = 0 to %dim {
      affine.for %arg4 = max #map(%arg3)[%arg1] to min #map1(%arg3)[%arg1] step 2 {
        %13 = affine.load %arg0[%arg3 + 3, %arg4 floordiv 4 + symbol(%arg1)] {foo} : memref<?x?xf32>
        affine.store %13, %arg0[%arg3, %arg4] : memref<?x?xf32>
        affine.if #set(%arg3)[%arg1] {
          affine.store %13, %arg0[%arg3, 0] : memref<?x?xf32>
        } else {
          affine.store %13, %arg0[%arg3, 1] : memref<?x?xf32>
        }
      }
    } {bar = 1 : i32}
    %0 = affine.for %arg3 = 0 to 10 iter_args(%arg4 = %cst) -> (f32) {
      %13 = affine.if #set1(%arg3) -> f32 {
        affine.yield %arg4 : f32
      } else {
        affine.yield %cst : f32
      }
      affine.yield %13 : f32
    }
    affine.for %arg3 = %c0 to %arg1 {
      affine.prefetch %arg0[%c0, %arg3 + 5], read, locality<3>, data : memref<?x?xf32>
      affine.prefetch %arg0[%c0, %arg3 + 5], write, locality<1>, instr : memref<?x?xf32>
    }
    affine.parallel (%arg3, %arg4) = (0, max(%arg1, 3)) to (10, min(%dim, %arg1)) step (2, 3) {
      affine.vector_store %arg2, %arg0[%arg3, %arg4] : memref<?x?xf32>, vector<8xf32>
    }
    affine.parallel (%arg3, %arg4) = (0, 0) to (min(%arg1, 10), 10) {
      affine.vector_store %arg2, %arg0[%arg3, %arg4] : memref<?x?xf32>, vector<8xf32>
    }
    %1 = affine.parallel (%arg3) = (0) to (10) reduce ("addf") -> (f32) {
      affine.yield %cst : f32
    }
    affine.parallel () = () to () {
    }
    %2 = affine.vector_load %arg0[%c0, %arg1] : memref<?x?xf32>, vector<8xf32>
    %3 = affine.max #map2(%arg1)[%dim]
    %4 = affine.min #map2(%arg1)[%dim]
    %5:3 = affine.delinearize_index %arg1 into (%dim, 4, 5) : index, index, index
    %6:3 = affine.delinearize_index %arg1 into (4, 5) : index, index, index
    %7 = affine.linearize_index [%5#0, %5#1, %5#2] by (%dim, 4, 5) : index
    %8 = affine.linearize_index disjoint [%5#0, %5#1, %5#2] by (4, 5) : index
    %9 = affine.linearize_index disjoint [] by () : index
    %10 = affine.apply #map3(%arg1)[%arg1]
    %11 = affine.apply #map4()[%10]
    %12 = affine.apply #map5()
    return %10 : index
  }
}

// CHECK: #map = affine_map<(d0)[s0] -> (d0, s0, 3)>
// CHECK: #map1 = affine_map<(d0)[s0] -> (d0 + 10, s0)>
// CHECK: #map2 = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK: #map3 = affine_map<(d0)[s0] -> (d0 + s0 ceildiv 3)>
// CHECK: #map4 = affine_map<()[s0] -> (s0 ceildiv 3)>
// CHECK: #map5 = affine_map<() -> (3)>
// CHECK: #set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 10 == 0)>
// CHECK: #set1 = affine_set<(d0) : (d0 >= 0)>
// CHECK: module {
// CHECK: func.func @f(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<8xf32>) -> index {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK: %cst = arith.constant 0.000000e+00 : f32
// CHECK: affine.for %arg3 = 0 to %dim {
// CHECK: affine.for %arg4 = max #map(%arg3)[%arg1] to min #map1(%arg3)[%arg1] step 2 {
// CHECK: %13 = affine.load %arg0[%arg3 + 3, %arg4 floordiv 4 + symbol(%arg1)] {foo} : memref<?x?xf32>
// CHECK: affine.store %13, %arg0[%arg3, %arg4] : memref<?x?xf32>
// CHECK: affine.if #set(%arg3)[%arg1] {
// CHECK: affine.store %13, %arg0[%arg3, 0] : memref<?x?xf32>
// CHECK: } else {
// CHECK: affine.store %13, %arg0[%arg3, 1] : memref<?x?xf32>
// CHECK: }
// CHECK: }
// CHECK: } {bar = 1 : i32}
// CHECK: %0 = affine.for %arg3 = 0 to 10 iter_args(%arg4 = %cst) -> (f32) {
// CHECK: %13 = affine.if #set1(%arg3) -> f32 {
// CHECK: affine.yield %arg4 : f32
// CHECK: } else {
// CHECK: affine.yield %cst : f32
// CHECK: }
// CHECK: affine.yield %13 : f32
// CHECK: }
// CHECK: affine.for %arg3 = %c0 to %arg1 {
// CHECK: affine.prefetch %arg0[%c0, %arg3 + 5], read, locality<3>, data : memref<?x?xf32>
// CHECK: affine.prefetch %arg0[%c0, %arg3 + 5], write, locality<1>, instr : memref<?x?xf32>
// CHECK: }
// CHECK: affine.parallel (%arg3, %arg4) = (0, max(%arg1, 3)) to (10, min(%dim, %arg1)) step (2, 3) {
// CHECK: affine.vector_store %arg2, %arg0[%arg3, %arg4] : memref<?x?xf32>, vector<8xf32>
// CHECK: }
// CHECK: affine.parallel (%arg3, %arg4) = (0, 0) to (min(%arg1, 10), 10) {
// CHECK: affine.vector_store %arg2, %arg0[%arg3, %arg4] : memref<?x?xf32>, vector<8xf32>
// CHECK: }
// CHECK: %1 = affine.parallel (%arg3) = (0) to (10) reduce ("addf") -> (f32) {
// CHECK: affine.yield %cst : f32
// CHECK: }
// CHECK: affine.parallel () = () to () {
// CHECK: }
// CHECK: %2 = affine.vector_load %arg0[%c0, %arg1] : memref<?x?xf32>, vector<8xf32>
// CHECK: %3 = affine.max #map2(%arg1)[%dim]
// CHECK: %4 = affine.min #map2(%arg1)[%dim]
// CHECK: %5:3 = affine.delinearize_index %arg1 into (%dim, 4, 5) : index, index, index
// CHECK: %6:3 = affine.delinearize_index %arg1 into (4, 5) : index, index, index
// CHECK: %7 = affine.linearize_index [%5#0, %5#1, %5#2] by (%dim, 4, 5) : index
// CHECK: %8 = affine.linearize_index disjoint [%5#0, %5#1, %5#2] by (4, 5) : index
// CHECK: %9 = affine.linearize_index disjoint [] by () : index
// CHECK: %10 = affine.apply #map3(%arg1)[%arg1]
// CHECK: %11 = affine.apply #map4()[%10]
// CHECK: %12 = affine.apply #map5()
// CHECK: return %10 : index
// CHECK: }
// CHECK: }

// CHECK-LABEL: func.func @mixed_bases
func.func @mixed_bases(%i: index, %n: index) -> (index, index) {
  // CHECK: affine.delinearize_index %{{.*}} into (16, %{{.*}}) : index, index
  %0:2 = affine.delinearize_index %i into (16, %n) : index, index
  return %0#0, %0#1 : index, index
}
