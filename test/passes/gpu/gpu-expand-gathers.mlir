// RUN: strata-opt %s --gpu-expand-gathers | FileCheck %s

// CHECK-LABEL: func.func @gather
// CHECK:         %[[R:.*]]:2 = vector.to_elements %{{.*}} : vector<2xi1>
// CHECK:         %[[P:.*]]:2 = vector.to_elements %{{.*}} : vector<2xi32>
// CHECK:         %[[O:.*]]:2 = vector.to_elements %{{.*}} : vector<2xf32>
// CHECK:         arith.index_cast %[[P]]#0 : i32 to index
// CHECK:         %[[AT:.*]] = arith.addi
// CHECK:         %[[A:.*]] = scf.if %[[R]]#0 -> (f32) {
// CHECK:           memref.load %{{.*}}[%{{.*}}, %[[AT]]]
// CHECK:         } else {
// CHECK:           scf.yield %[[O]]#0 : f32
// CHECK:         %[[B:.*]] = scf.if %[[R]]#1
// CHECK:         vector.from_elements %[[A]], %[[B]] : vector<2xf32>
func.func @gather(%m: memref<4x8xf32>, %i: index, %places: vector<2xi32>, %mask: vector<2xi1>, %other: vector<2xf32>) -> vector<2xf32> {
  %v = vector.gather %m[%i, %i] [%places], %mask, %other : memref<4x8xf32>, vector<2xi32>, vector<2xi1>, vector<2xf32> into vector<2xf32>
  return %v : vector<2xf32>
}

// CHECK-LABEL: func.func @scatter
// CHECK:         %[[E:.*]]:2 = vector.to_elements %{{.*}} : vector<2xf32>
// CHECK:         scf.if
// CHECK:           memref.store %[[E]]#0
// CHECK:         scf.if
// CHECK:           memref.store %[[E]]#1
func.func @scatter(%m: memref<8xf32>, %i: index, %places: vector<2xindex>, %mask: vector<2xi1>, %v: vector<2xf32>) {
  vector.scatter %m[%i] [%places], %mask, %v : memref<8xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32>
  return
}
