// A product on tensors is tiled with its fill, bufferized, and made of vectors by a script alone; the interpreter finds the same results
// before and after.
//
// RUN: strata-opt %s --transform-interpreter --test-transform-dialect-erase-schedule | FileCheck %s
// RUN: strata-opt %s --transform-interpreter --validate-passes

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @matmul
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: memref.subview
  // CHECK: vector.fma
  // CHECK-NOT: linalg.matmul
  func.func @matmul(%a: tensor<48x16xf32>, %b: tensor<16x32xf32>) -> tensor<48x32xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<48x32xf32>
    %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<48x32xf32>) -> tensor<48x32xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<48x16xf32>, tensor<16x32xf32>) outs(%fill : tensor<48x32xf32>) -> tensor<48x32xf32>
    return %0 : tensor<48x32xf32>
  }

  transform.named_sequence @tile(%product: !transform.any_op {transform.consumed}) {
    %tile, %loops:2 = transform.structured.fuse %product tile_sizes [24, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @is_matmul(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.matmul"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.foreach_match in %root @is_matmul -> @tile : (!transform.any_op) -> !transform.any_op
    %func = transform.structured.match ops{["func.func"]} in %0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %1 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %0 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["func.func"]} in %1 : (!transform.any_op) -> !transform.any_op
    %3 = transform.apply_registered_pass "linalg-tile" with options = {"vector-bits" = 256} to %2 : (!transform.any_op) -> !transform.any_op
    %4 = transform.apply_registered_pass "linalg-vectorize" with options = {"vector-bits" = 256} to %3 : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %4 : !transform.any_op
    transform.yield
  }
}
