// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize | FileCheck %s

// Eight rows of three are three vectors; the row of constants is repeated in front of the loops, the last rows have a mask.
// CHECK-LABEL: func @pixels
// CHECK-SAME: (%[[X:.*]]: memref<4x20x3xf32>, %[[C:.*]]: memref<3xf32>, %[[R:.*]]: memref<4x20xf32>, %[[Y:.*]]: memref<4x20x3xf32>)
// CHECK-DAG: %[[IN:.*]] = memref.collapse_shape %[[X]] {{\[}}[0], [1, 2]] : memref<4x20x3xf32> into memref<4x60xf32>
// CHECK-DAG: %[[OUT:.*]] = memref.collapse_shape %[[Y]]
// CHECK: vector.from_elements %[[A:.*]], %[[B:.*]], %[[D:.*]], %[[A]], %[[B]], %[[D]], %[[A]], %[[B]] : vector<8xf32>
// CHECK: vector.from_elements %[[D]], %[[A]], %[[B]], %[[D]], %[[A]], %[[B]], %[[D]], %[[A]] : vector<8xf32>
// CHECK: vector.from_elements %[[B]], %[[D]], %[[A]], %[[B]], %[[D]], %[[A]], %[[B]], %[[D]] : vector<8xf32>
// CHECK: scf.for
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c8
// CHECK: %[[ROW:.*]] = vector.load %[[R]]{{.*}} vector<8xf32>
// CHECK: vector.load %[[IN]]
// CHECK: vector.shuffle %[[ROW]], %[[ROW]] [0, 0, 0, 1, 1, 1, 2, 2]
// CHECK: vector.store {{.*}} %[[OUT]]
// CHECK: vector.load %[[IN]]
// CHECK: vector.shuffle %[[ROW]], %[[ROW]] [2, 3, 3, 3, 4, 4, 4, 5]
// CHECK: vector.store {{.*}} %[[OUT]]
// CHECK: vector.load %[[IN]]
// CHECK: vector.store {{.*}} %[[OUT]]
// CHECK: vector.maskedstore %[[OUT]]
func.func @pixels(%x: memref<4x20x3xf32>, %c: memref<3xf32>, %r: memref<4x20xf32>, %y: memref<4x20x3xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(n, w, p) -> (n, w, p)>, affine_map<(n, w, p) -> (p)>, affine_map<(n, w, p) -> (n, w)>,
                       affine_map<(n, w, p) -> (n, w, p)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %c, %r : memref<4x20x3xf32>, memref<3xf32>, memref<4x20xf32>) outs(%y : memref<4x20x3xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    %t = arith.mulf %s, %d : f32
    linalg.yield %t : f32
  }
  return
}

// Rows of a part of a buffer do not follow one another.
// CHECK-LABEL: func @apart
// CHECK-NOT: collapse_shape
func.func @apart(%x: memref<20x3xf32, strided<[4, 1]>>, %y: memref<20x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(w, p) -> (w, p)>, affine_map<(w, p) -> (w, p)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<20x3xf32, strided<[4, 1]>>) outs(%y : memref<20x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  }
  return
}
