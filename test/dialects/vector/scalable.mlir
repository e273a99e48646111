// RUN: strata-opt %s | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @parts
func.func @parts(%part: vector<4xf32>, %moving: vector<[4]xf32>, %whole: vector<[16]xf32>) -> vector<8xf32> {
  // CHECK: vector.scalable.insert %{{.*}}, %{{.*}}[8] : vector<4xf32> into vector<[16]xf32>
  %0 = vector.scalable.insert %part, %whole[8] : vector<4xf32> into vector<[16]xf32>
  // CHECK: vector.scalable.insert %{{.*}}, %{{.*}}[0] : vector<[4]xf32> into vector<[16]xf32>
  %1 = vector.scalable.insert %moving, %0[0] : vector<[4]xf32> into vector<[16]xf32>
  // CHECK: vector.scalable.extract %{{.*}}[4] : vector<[4]xf32> from vector<[16]xf32>
  %2 = vector.scalable.extract %1[4] : vector<[4]xf32> from vector<[16]xf32>
  // CHECK: vector.scalable.extract %{{.*}}[16] : vector<8xf32> from vector<[16]xf32>
  %3 = vector.scalable.extract %1[16] : vector<8xf32> from vector<[16]xf32>
  return %3 : vector<8xf32>
}
