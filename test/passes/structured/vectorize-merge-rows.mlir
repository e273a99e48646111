// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize | FileCheck %s

// Rows of eleven elements that follow one another are one row of 77: nine vectors and one with a mask.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[X:[^ ]*]]: memref<5x7x11xf32>, %[[Y:[^ ]*]]: memref<7x11xf32>
// CHECK-DAG: memref.collapse_shape %[[X]] {{\[}}[0], [1, 2]] : memref<5x7x11xf32> into memref<5x77xf32>
// CHECK-DAG: memref.collapse_shape %[[Y]] {{\[}}[0, 1]] : memref<7x11xf32> into memref<77xf32>
// CHECK: vector.maskedstore
// CHECK-NOT: vector.maskedstore
// CHECK: return
func.func @columns(%x: memref<5x7x11xf32>, %y: memref<7x11xf32>) {
  linalg.generic {indexing_maps = [affine_map<(r, n, m) -> (r, n, m)>, affine_map<(r, n, m) -> (n, m)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x : memref<5x7x11xf32>) outs(%y : memref<7x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Three loops become one; what does not move along them stays.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME: %[[X:[^ ]*]]: memref<3x5x11xf32>
// CHECK: memref.collapse_shape %[[X]] {{\[}}[0, 1, 2]] : memref<3x5x11xf32> into memref<165xf32>
// CHECK: return
func.func @twice(%x: memref<3x5x11xf32>, %s: memref<f32>, %y: memref<3x5x11xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, n, m) -> (k, n, m)>, affine_map<(k, n, m) -> ()>, affine_map<(k, n, m) -> (k, n, m)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s : memref<3x5x11xf32>, memref<f32>) outs(%y : memref<3x5x11xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  }
  return
}

// Rows that are apart, rows in another order, rows of whole vectors, an operand that moves from row to row only.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT: memref.collapse_shape
// CHECK: return
func.func @kept(%x: memref<5x7x11xf32, strided<[84, 12, 1]>>, %y: memref<7x11xf32>, %z: memref<5x7x16xf32>, %w: memref<7x16xf32>, %v: memref<7xf32>, %u: memref<11x7xf32>) {
  linalg.generic {indexing_maps = [affine_map<(r, n, m) -> (r, n, m)>, affine_map<(r, n, m) -> (n, m)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%x : memref<5x7x11xf32, strided<[84, 12, 1]>>) outs(%y : memref<7x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [affine_map<(r, n, m) -> (r, n, m)>, affine_map<(r, n, m) -> (n, m)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%z : memref<5x7x16xf32>) outs(%w : memref<7x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [affine_map<(n, m) -> (n)>, affine_map<(n, m) -> (n, m)>], iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<7xf32>) outs(%y : memref<7x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [affine_map<(n, m) -> (m, n)>, affine_map<(n, m) -> (n, m)>], iterator_types = ["parallel", "parallel"]}
      ins(%u : memref<11x7xf32>) outs(%y : memref<7x11xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
