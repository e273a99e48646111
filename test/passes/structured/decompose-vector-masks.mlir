// RUN: strata-opt %s --decompose-vector-ops --canonicalize --split-input-file | FileCheck %s

// A transfer takes the mask; what it leaves out is padding, or comes from elsewhere.
// CHECK-LABEL: func.func @reads(
// CHECK-SAME: %[[M:.*]]: memref<16xf32>, %[[I:.*]]: index, %[[P:.*]]: f32, %[[K:.*]]: vector<8xi1>, %[[O:.*]]: vector<8xf32>)
// CHECK: %[[A:.*]] = vector.transfer_read %[[M]][%[[I]]], %[[P]], %[[K]] : memref<16xf32>, vector<8xf32>
// CHECK: %[[B:.*]] = vector.transfer_read %[[M]][%[[I]]], %[[P]], %[[K]]
// CHECK: %[[C:.*]] = arith.select %[[K]], %[[B]], %[[O]] : vector<8xi1>, vector<8xf32>
// CHECK: return %[[A]], %[[C]]
func.func @reads(%m: memref<16xf32>, %i: index, %p: f32, %k: vector<8xi1>, %o: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %0 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<16xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.mask %k, %o { vector.transfer_read %m[%i], %p : memref<16xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @writes(
// CHECK-SAME: %[[V:.*]]: vector<8xf32>, %[[M:.*]]: memref<16xf32>, %[[I:.*]]: index, %[[K:.*]]: vector<8xi1>)
// CHECK: vector.transfer_write %[[V]], %[[M]][%[[I]]], %[[K]] : vector<8xf32>, memref<16xf32>
func.func @writes(%v: vector<8xf32>, %m: memref<16xf32>, %i: index, %k: vector<8xi1>) {
  vector.mask %k { vector.transfer_write %v, %m[%i] : vector<8xf32>, memref<16xf32> } : vector<8xi1>
  return
}

// -----

// An op that has a mask gets the lanes of both.
// CHECK-LABEL: func.func @gathers(
// CHECK-SAME: %[[M:.*]]: memref<16xf32>, %[[I:.*]]: index, %[[P:.*]]: vector<8xi32>, %[[X:.*]]: vector<8xi1>, %[[K:.*]]: vector<8xi1>, %[[O:.*]]: vector<8xf32>)
// CHECK: %[[B:.*]] = arith.andi %[[X]], %[[K]] : vector<8xi1>
// CHECK: vector.gather %[[M]][%[[I]]] [%[[P]]], %[[B]], %[[O]]
func.func @gathers(%m: memref<16xf32>, %i: index, %p: vector<8xi32>, %x: vector<8xi1>, %k: vector<8xi1>, %o: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.mask %k { vector.gather %m[%i] [%p], %x, %o : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// A mask of several dimensions has rows.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[N:.*]]: index, %[[K:.*]]: index)
// CHECK: %[[ROW:.*]] = vector.create_mask %[[K]] : vector<4xi1>
// CHECK: %[[IN:.*]] = arith.cmpi sgt, %[[N]], %c0 : index
// CHECK: %[[A:.*]] = arith.select %[[IN]], %[[ROW]], %{{.*}} : vector<4xi1>
// CHECK: %[[NEXT:.*]] = arith.cmpi sgt, %[[N]], %c1 : index
// CHECK: %[[B:.*]] = arith.select %[[NEXT]], %[[ROW]], %{{.*}} : vector<4xi1>
// CHECK: return
func.func @rows(%n: index, %k: index) -> vector<2x4xi1> {
  %0 = vector.create_mask %n, %k : vector<2x4xi1>
  return %0 : vector<2x4xi1>
}
