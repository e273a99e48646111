// RUN: strata-opt %s --canonicalize | FileCheck %s

// A mask of all lanes: plain loads and stores.
// CHECK-LABEL: func.func @all
// CHECK-NEXT: %[[A:.*]] = vector.load %{{.*}}[%{{.*}}] : memref<16xf32>, vector<8xf32>
// CHECK-NEXT: vector.store %[[A]], %{{.*}}[%{{.*}}] : memref<16xf32>, vector<8xf32>
// CHECK-NEXT: %[[B:.*]] = vector.load
// CHECK-NEXT: vector.store %[[B]]
// CHECK-NEXT: %[[S:.*]] = vector.reduction <add>, %[[B]] : vector<8xf32> into f32
// CHECK-NEXT: return %[[A]], %[[S]]
func.func @all(%b: memref<16xf32>, %i: index, %p: vector<8xf32>) -> (vector<8xf32>, f32) {
  %m = vector.constant_mask [8] : vector<8xi1>
  %0 = vector.expandload %b[%i], %m, %p : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %b[%i], %m, %0 : memref<16xf32>, vector<8xi1>, vector<8xf32>
  %1 = vector.maskedload %b[%i], %m, %p : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %b[%i], %m, %1 : memref<16xf32>, vector<8xi1>, vector<8xf32>
  %2 = vector.mask %m { vector.reduction <add>, %1 : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0, %2 : vector<8xf32>, f32
}

// A mask of no lanes: what is passed through, and no stores.
// CHECK-LABEL: func.func @none
// CHECK-SAME: %[[P:[a-z0-9]+]]: vector<8xf32>, %{{.*}}: vector<8xi32>
// CHECK-NEXT: return %[[P]], %[[P]], %[[P]]
func.func @none(%b: memref<16xf32>, %i: index, %p: vector<8xf32>, %at: vector<8xi32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %m = arith.constant dense<false> : vector<8xi1>
  %0 = vector.expandload %b[%i], %m, %p : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %b[%i], %m, %0 : memref<16xf32>, vector<8xi1>, vector<8xf32>
  %1 = vector.maskedload %b[%i], %m, %p : memref<16xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %b[%i], %m, %1 : memref<16xf32>, vector<8xi1>, vector<8xf32>
  %2 = vector.gather %b[%i][%at], %m, %p : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %b[%i][%at], %m, %p : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return %0, %1, %2 : vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// Some lanes: nothing changes.
// CHECK-LABEL: func.func @some
// CHECK: vector.maskedload
func.func @some(%b: memref<16xf32>, %i: index, %p: vector<4xf32>) -> vector<4xf32> {
  %m = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %0 = vector.maskedload %b[%i], %m, %p : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}

// A mask around nothing is what it yields.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: return %arg0
func.func @empty(%a: vector<8xf32>, %m: vector<8xi1>) -> vector<8xf32> {
  %0 = vector.mask %m { vector.yield %a : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}
