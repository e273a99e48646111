// RUN: strata-opt %s --convert-program-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @parts(
// CHECK-SAME: %[[X:.*]]: vector<[8]xf32>, %[[Y:.*]]: vector<4xf32>)
// CHECK: %[[V:.*]] = llvm.intr.vector.insert %[[Y]], %[[X]][4] : vector<4xf32> into vector<[8]xf32>
// CHECK: %[[P:.*]] = llvm.intr.vector.extract %[[V]][8] : vector<[4]xf32> from vector<[8]xf32>
// CHECK: llvm.return %[[P]]
func.func @parts(%x: vector<[8]xf32>, %y: vector<4xf32>) -> vector<[4]xf32> {
  %0 = vector.scalable.insert %y, %x[4] : vector<4xf32> into vector<[8]xf32>
  %1 = vector.scalable.extract %0[8] : vector<[4]xf32> from vector<[8]xf32>
  return %1 : vector<[4]xf32>
}
