// RUN: strata-opt --linalg-transpose-operands --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-transpose-operands --split-input-file --validate-passes %s -o /dev/null

// Each of 64 rows of the result reads all of %y across its rows: it is transposed once.
// CHECK-DAG: #[[JK:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[KJ:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @distances(
// CHECK-SAME: %[[X:.*]]: tensor<64x3xf32>, %[[Y:.*]]: tensor<32x3xf32>, %[[O:.*]]: tensor<64x32xf32>)
// CHECK: %[[T:.*]] = linalg.generic {indexing_maps = [#[[JK]], #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%[[Y]] : tensor<32x3xf32>) outs(%{{.*}} : tensor<3x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[KJ]], #{{.*}}], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[T]] : tensor<64x3xf32>, tensor<3x32xf32>) outs(%[[O]] : tensor<64x32xf32>)
func.func @distances(%x: tensor<64x3xf32>, %y: tensor<32x3xf32>, %o: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x3xf32>, tensor<32x3xf32>) outs(%o : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %d = arith.subf %a, %b : f32
    %n = math.absf %d : f32
    %s = arith.addf %acc, %n : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// -----

// A product has panels; what is read once is transposed in registers.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
func.func @kept(%x: tensor<64x3xf32>, %y: tensor<32x3xf32>, %o: tensor<64x32xf32>, %z: tensor<32x64xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x3xf32>, tensor<32x3xf32>) outs(%o : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %d = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %d : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<32x64xf32>) outs(%o : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = math.absf %a : f32
    linalg.yield %n : f32
  } -> tensor<64x32xf32>
  return %0, %1 : tensor<64x32xf32>, tensor<64x32xf32>
}
