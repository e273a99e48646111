// RUN: strata-opt %s --split-input-file --validate-passes --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=50}),canonicalize)' | FileCheck %s

// Rows of a scan are independent: each part has its own.
// CHECK-LABEL: func.func @scan(
// CHECK-SAME: %[[X:.*]]: memref<6x40xf32>, %[[Y:.*]]: memref<6x40xf32>)
// CHECK: scf.forall (%[[T:.*]]) in (6) {
// CHECK: %[[END:.*]] = arith.addi %[[T]], %c1 : index
// CHECK: scf.for %[[I:.*]] = %[[T]] to %[[END]] step %c1 {
// CHECK: scf.for %{{.*}} iter_args
// CHECK: memref.load %[[X]][%[[I]],
// CHECK: memref.store %{{.*}}, %[[Y]][%[[I]],
func.func @scan(%x: memref<6x40xf32>, %y: memref<6x40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c40 = arith.constant 40 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c6 step %c1 {
    %0 = scf.for %j = %c0 to %c40 step %c1 iter_args(%s = %z) -> (f32) {
      %v = memref.load %x[%i, %j] : memref<6x40xf32>
      %t = arith.addf %s, %v : f32
      memref.store %t, %y[%i, %j] : memref<6x40xf32>
      scf.yield %t : f32
    }
  }
  return
}

// -----

// The loop inside is the one whose iterations have elements of their own; the one around it runs in each part.
// CHECK-LABEL: func.func @inside(
// CHECK: scf.forall (%[[T:.*]]) in (3) {
// CHECK: %[[FROM:.*]] = arith.muli %[[T]], %c16
// CHECK: %[[END:.*]] = arith.addi %[[FROM]], %c16
// CHECK: %[[TO:.*]] = arith.minsi %[[END]], %c40
// CHECK: scf.for %{{.*}} = %c0 to %c9 step %c1 {
// CHECK: scf.for %[[C:.*]] = %[[FROM]] to %[[TO]] step %c1 {
// CHECK: memref.load %{{.*}}[%{{.*}}, %[[C]]]
func.func @inside(%at: memref<9xindex>, %x: memref<9x40xf32>, %y: memref<4x40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %c = %c0 to %c40 step %c1 {
      %k = memref.load %at[%i] : memref<9xindex>
      %n = arith.constant 4 : index
      %p = arith.remui %k, %n : index
      %v = memref.load %x[%i, %c] : memref<9x40xf32>
      %o = memref.load %y[%p, %c] : memref<4x40xf32>
      %s = arith.addf %o, %v : f32
      memref.store %s, %y[%p, %c] : memref<4x40xf32>
    }
  }
  return
}

// -----

// What an iteration writes another one reads.
// CHECK-LABEL: func.func @dependent(
// CHECK-NOT: scf.forall
func.func @dependent(%y: memref<41x40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    scf.for %j = %c0 to %c40 step %c1 {
      %k = arith.addi %i, %c1 : index
      %v = memref.load %y[%i, %j] : memref<41x40xf32>
      %w = memref.load %y[%j, %i] : memref<41x40xf32>
      %s = arith.addf %v, %w : f32
      memref.store %s, %y[%k, %j] : memref<41x40xf32>
    }
  }
  return
}

// -----

// A slice that begins where an inner loop is overlaps with those of other iterations: nothing is independent.

// CHECK-LABEL: func.func @slices_that_overlap
// CHECK-NOT: scf.forall
// CHECK: return
func.func @slices_that_overlap(%x: memref<40xf32>, %y: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  scf.for %j = %c0 to %c40 step %c1 {
    scf.for %i = %c0 to %c40 step %c1 {
      %part = memref.subview %y[%i] [40] [1] : memref<80xf32> to memref<40xf32, strided<[1], offset: ?>>
      %v = memref.load %x[%i] : memref<40xf32>
      %o = memref.load %part[%j] : memref<40xf32, strided<[1], offset: ?>>
      %s = arith.addf %v, %o : f32
      memref.store %s, %part[%j] : memref<40xf32, strided<[1], offset: ?>>
    }
  }
  return
}
