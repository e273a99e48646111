// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

// DIFFERS: the poison of the first read stands before the other constants
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<24x12xf32>, %b: tensor<12x25xf32>, %c: tensor<24x25xf32>) -> (tensor<24x25xf32>) {
    %z = arith.constant 0.0 : f32
    %f = linalg.fill ins(%z : f32) outs(%c : tensor<24x25xf32>) -> tensor<24x25xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<24x12xf32>, tensor<12x25xf32>) outs(%f : tensor<24x25xf32>) -> tensor<24x25xf32>
    return %0 : tensor<24x25xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.vectorize_children_and_apply_patterns %0 {<<|disable_multi_reduction_to_contract_patterns|disable_transfer_permutation_map_lowering_patterns>>} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
