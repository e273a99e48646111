// RUN: strata-opt %s --linalg-vectorize=vector-bits=512 --canonicalize | FileCheck %s

// Six full vectors, then four elements with a mask.
// CHECK-LABEL: func @elementwise
// CHECK-SAME: (%[[X:.*]]: memref<100xf32>, %[[Y:.*]]: memref<100xf32>)
// CHECK: scf.for %[[I:.*]] = %c0 to %c96 step %c16
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[I]]] : memref<100xf32>, vector<16xf32>
// CHECK: %[[N:.*]] = arith.negf %[[V]] : vector<16xf32>
// CHECK: vector.store %[[N]], %[[Y]][%[[I]]]
// CHECK: %[[M:.*]] = vector.constant_mask [4] : vector<16xi1>
// CHECK: vector.maskedload %[[X]][%c96], %[[M]]
// CHECK: vector.maskedstore %[[Y]][%c96]
func.func @elementwise(%x: memref<100xf32>, %y: memref<100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<100xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  }
  return
}

// A row is reduced in a vector that the loop carries.
// CHECK-LABEL: func @row_sum
// CHECK: scf.for
// CHECK: %[[ACC:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (vector<16xf32>)
// CHECK: vector.load
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.reduction <add>, %[[ACC]] : vector<16xf32> into f32
func.func @row_sum(%x: memref<4x64xf32>, %y: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x64xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// A register tile: 2 x 2 accumulators.
// CHECK-LABEL: func @tile
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-2: vector.load
// CHECK-COUNT-4: vector.fma
func.func @tile(%a: memref<2x7xf32>, %b: memref<7x32xf32>, %c: memref<2x32xf32>) {
  linalg.matmul ins(%a, %b : memref<2x7xf32>, memref<7x32xf32>) outs(%c : memref<2x32xf32>)
  return
}
