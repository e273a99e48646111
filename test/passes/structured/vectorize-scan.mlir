// RUN: strata-opt --pass-pipeline='builtin.module(func.func(linalg-vectorize{vector-bits=128}))' --split-input-file %s | FileCheck %s
// RUN: strata-opt --pass-pipeline='builtin.module(func.func(linalg-vectorize{vector-bits=128}))' --split-input-file --validate-passes %s -o /dev/null

// Each lane is combined with the one before it, then with the one two before it; then with what all elements before are.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME: %[[X:.*]]: memref<18xf32>, %[[Y:.*]]: memref<18xf32>, %[[INIT:.*]]: f32)
// CHECK: %[[INITS:.*]] = vector.broadcast %[[INIT]] : f32 to vector<4xf32>
// CHECK: %[[LOW:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK: %[[C:.*]] = scf.for %[[I:.*]] = %c0{{.*}} to %c16{{.*}} step %c4{{.*}} iter_args(%[[CARRIED:.*]] = %[[INITS]]) -> (vector<4xf32>) {
// CHECK:   %[[V:.*]] = vector.load %[[X]][%[[I]]]
// CHECK:   %[[B1:.*]] = vector.shuffle %[[LOW]], %[[V]] [0, 4, 5, 6]
// CHECK:   %[[S1:.*]] = arith.maximumf %[[B1]], %[[V]] : vector<4xf32>
// CHECK:   %[[B2:.*]] = vector.shuffle %[[LOW]], %[[S1]] [0, 1, 4, 5]
// CHECK:   %[[S2:.*]] = arith.maximumf %[[B2]], %[[S1]] : vector<4xf32>
// CHECK:   %[[R:.*]] = arith.maximumf %[[CARRIED]], %[[S2]] : vector<4xf32>
// CHECK:   vector.store %[[R]], %[[Y]][%[[I]]]
// CHECK:   %[[LAST:.*]] = vector.shuffle %[[S2]], %[[S2]] [3, 3, 3, 3]
// CHECK:   %[[NEXT:.*]] = arith.maximumf %[[CARRIED]], %[[LAST]] : vector<4xf32>
// CHECK:   scf.yield %[[NEXT]]
// CHECK: %[[SOFAR:.*]] = vector.extract %[[C]][0]
// CHECK: %[[END:.*]] = scf.for %{{.*}} = %{{.*}} to %c18{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[SOFAR]]) -> (f32) {
// CHECK: return %[[END]]
func.func @maximum(%x: memref<18xf32>, %y: memref<18xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  %last = scf.for %i = %c0 to %c18 step %c1 iter_args(%c = %init) -> (f32) {
    %v = memref.load %x[%i] : memref<18xf32>
    %s = arith.maximumf %c, %v : f32
    memref.store %s, %y[%i] : memref<18xf32>
    scf.yield %s : f32
  }
  return %last : f32
}

// -----

// Sums of floats are regrouped if the loop says so. Of a longer computation no neutral element is known: the first lanes are kept.
// CHECK-LABEL: func.func @regrouped(
// CHECK: scf.for {{.*}} -> (vector<4xf32>) {
// CHECK:   %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK:   %[[BOTH:.*]] = arith.addf %[[SUM]], %{{.*}} : vector<4xf32>
// CHECK:   %[[FIRST:.*]] = vector.constant_mask [1] : vector<4xi1>
// CHECK:   arith.select %[[FIRST]], %{{.*}}, %[[BOTH]] : vector<4xi1>, vector<4xf32>
func.func @regrouped(%x: memref<16xf32>, %y: memref<16xf32>, %init: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %last = scf.for %i = %c0 to %c16 step %c1 iter_args(%c = %init) -> (f32) {
    %v = memref.load %x[%i] : memref<16xf32>
    %m = arith.mulf %c, %v : f32
    %a = arith.addf %c, %v : f32
    %s = arith.addf %a, %m : f32
    memref.store %s, %y[%i] : memref<16xf32>
    scf.yield %s : f32
  } {strata.reassoc}
  return
}

// -----

// A sum whose order is that of a loop, rows that overlap, and columns stay as they are.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT: vector
func.func @kept(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16x16xi32>, %init: f32, %start: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%c = %init) -> (f32) {
    %v = memref.load %x[%i] : memref<16xf32>
    %s = arith.addf %c, %v : f32
    memref.store %s, %y[%i] : memref<16xf32>
    scf.yield %s : f32
  }
  %after = memref.subview %x[1] [15] [1] : memref<16xf32> to memref<15xf32, strided<[1], offset: 1>>
  %1 = scf.for %i = %c0 to %c15 step %c1 iter_args(%c = %init) -> (f32) {
    %v = memref.load %x[%i] : memref<16xf32>
    %s = arith.maximumf %c, %v : f32
    memref.store %s, %after[%i] : memref<15xf32, strided<[1], offset: 1>>
    scf.yield %s : f32
  }
  %2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%c = %start) -> (i32) {
    %v = memref.load %z[%i, %c0] : memref<16x16xi32>
    %s = arith.maxsi %c, %v : i32
    memref.store %s, %z[%i, %c0] : memref<16x16xi32>
    scf.yield %s : i32
  }
  return
}
