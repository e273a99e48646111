// RUN: strata-opt --linalg-split-reductions %s | FileCheck %s
// RUN: strata-opt --linalg-split-reductions=max-threads=16 %s | FileCheck %s --check-prefix=MANY

// Few long rows are divided for many threads: four for each of 16.
// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT: tensor.expand_shape
// MANY-LABEL: func.func @few_rows(
// MANY: %[[E:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [16, 4, 8192]
// MANY: linalg.generic {{{.*}}iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[E]] : tensor<16x4x8192xf32>) outs(%{{.*}} : tensor<4x16xf32>)
// MANY: linalg.generic {{{.*}}} ins(%{{.*}} : tensor<4x16xf32>) outs(%{{.*}} : tensor<16xf32>)
func.func @few_rows(%x: tensor<16x32768xf32>, %s: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x32768xf32>) outs(%s : tensor<16xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %t = arith.addf %acc, %a : f32
    linalg.yield %t : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
