// RUN: strata-opt %s --lower-vector-to-from-elements-to-shuffle-tree | FileCheck %s
// Elements of three vectors are chosen by two levels of shuffles.

func.func @choose(%v: vector<2xf32>, %w: vector<2xf32>, %u: vector<3xf32>) -> vector<5xf32> {
  %0:2 = vector.to_elements %v : vector<2xf32>
  %1:2 = vector.to_elements %w : vector<2xf32>
  %2:3 = vector.to_elements %u : vector<3xf32>
  %3 = vector.from_elements %0#1, %1#0, %2#2, %2#0, %0#0 : vector<5xf32>
  return %3 : vector<5xf32>
}

// CHECK: func.func @choose(%arg0: vector<2xf32>, %arg1: vector<2xf32>, %arg2: vector<3xf32>) -> vector<5xf32> {
// CHECK: %0 = vector.shuffle %arg0, %arg1 [1, 2, -1, -1, 0] : vector<2xf32>, vector<2xf32>
// CHECK: %1 = vector.shuffle %arg2, %arg2 [2, 0, -1, -1, -1] : vector<3xf32>, vector<3xf32>
// CHECK: %2 = vector.shuffle %0, %1 [0, 1, 5, 6, 4] : vector<5xf32>, vector<5xf32>
// CHECK: return %2 : vector<5xf32>
