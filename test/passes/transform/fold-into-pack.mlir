// Transposes of packed tensors whose orders are not their own inverses; the interpreter finds the same results before and after.
//
// RUN: strata-opt %s --transform-interpreter --test-transform-dialect-erase-schedule --split-input-file | FileCheck %s
// RUN: strata-opt %s --transform-interpreter --split-input-file --validate-passes

// CHECK-NOT: linalg.transpose
// CHECK: linalg.pack %{{.*}} outer_dims_perm = [0, 2, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 2]
// CHECK-NOT: linalg.transpose
// CHECK: linalg.unpack %{{.*}} outer_dims_perm = [2, 0, 1] inner_dims_pos = [2, 1] inner_tiles = [4, 2]
module attributes {transform.with_named_sequence} {
  func.func @cycle(%x: tensor<16x6x8xf32>, %d: tensor<8x16x6xf32>, %e: tensor<4x8x3x4x2xf32>) -> tensor<4x8x3x4x2xf32> {
    %2 = linalg.transpose ins(%x : tensor<16x6x8xf32>) outs(%d : tensor<8x16x6xf32>) permutation = [2, 0, 1]
    %1 = linalg.pack %2 outer_dims_perm = [1, 0, 2] inner_dims_pos = [1, 2] inner_tiles = [4, 2] into %e : tensor<8x16x6xf32> -> tensor<4x8x3x4x2xf32>
    return %1 : tensor<4x8x3x4x2xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @cycle(%x: tensor<4x8x3x4x2xf32>, %d: tensor<8x3x4x2x4xf32>, %e: tensor<8x6x16xf32>) -> tensor<8x6x16xf32> {
    %2 = linalg.transpose ins(%x : tensor<4x8x3x4x2xf32>) outs(%d : tensor<8x3x4x2x4xf32>) permutation = [1, 2, 0, 4, 3]
    %1 = linalg.unpack %2 inner_dims_pos = [1, 2] inner_tiles = [2, 4] into %e : tensor<8x3x4x2x4xf32> -> tensor<8x6x16xf32>
    return %1 : tensor<8x6x16xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}
