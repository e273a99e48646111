// RUN: strata-opt %s --lower-vector-multi-reduction | FileCheck %s
// A reduction along the rows is one op on vectors for each column.

func.func @rows(%v: vector<2x3xf32>, %x: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.multi_reduction <add>, %v, %x [1] : vector<2x3xf32> to vector<2xf32>
  return %0 : vector<2xf32>
}

// CHECK: func.func @rows(%arg0: vector<2x3xf32>, %arg1: vector<2xf32>) -> vector<2xf32> {
// CHECK: %0 = vector.transpose %arg0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
// CHECK: %1 = vector.extract %0[0] : vector<2xf32> from vector<3x2xf32>
// CHECK: %2 = arith.addf %1, %arg1 : vector<2xf32>
// CHECK: %3 = vector.extract %0[1] : vector<2xf32> from vector<3x2xf32>
// CHECK: %4 = arith.addf %3, %2 : vector<2xf32>
// CHECK: %5 = vector.extract %0[2] : vector<2xf32> from vector<3x2xf32>
// CHECK: %6 = arith.addf %5, %4 : vector<2xf32>
// CHECK: return %6 : vector<2xf32>
