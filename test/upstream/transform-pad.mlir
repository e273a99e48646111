// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @tiles(%a: tensor<24x12xf32>, %b: tensor<12x25xf32>, %c: tensor<24x25xf32>) -> tensor<24x25xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<24x12xf32>, tensor<12x25xf32>) outs(%c : tensor<24x25xf32>) -> tensor<24x25xf32>
    return %0 : tensor<24x25xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:3 = transform.structured.tile_using_for %0 tile_sizes [<<4|5>>, 7, <<6|5>>] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %2, %p, %q = transform.structured.pad %1 <<|pad_to_multiple_of [2, 2, 1]>> {
      padding_values = [<<v:0.0 : f32, 1.0 : f32, 0.0 : f32|"0.0", "2.0", "-1.5">>],
      padding_dimensions = [0, 1, 2],
      nofold_flags = [<<1, 1, 0|0, 0, 0|1>>],
      copy_back_op = "<<none|linalg.copy|bufferization.materialize_in_destination>>"
    } : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %2 "padded" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @some(%a: tensor<24x<<k:12|?>>xf32>, %b: tensor<<<k>>x25xf32>, %c: tensor<24x25xf32>) -> tensor<24x25xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<24x<<k>>xf32>, tensor<<<k>>x25xf32>) outs(%c : tensor<24x25xf32>) -> tensor<24x25xf32>
    return %0 : tensor<24x25xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.param.constant <<16|10>> : i64 -> !transform.param<i64>
    %2, %p, %q = transform.structured.pad %0 pad_to_multiple_of [%p0, 4] <<|use_prescribed_tensor_shapes>> {
      <<padding_dimensions = [0, 1]|padding_dimensions = [1, 0]>>
    } : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#m = affine_map<(d0, d1) -> (d0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @elementwise(%a: tensor<24x<<k:12|13>>x<<t:i32|f32>>>, %s: <<t>>, %c: tensor<24x<<k>>x<<t>>>, %n: index) -> tensor<24x<<k>>x<<t>>> {
    %0 = linalg.fill ins(%s : <<t>>) outs(%a : tensor<24x<<k>>x<<t>>>) -> tensor<24x<<k>>x<<t>>>
    %1 = linalg.copy ins(%0 : tensor<24x<<k>>x<<t>>>) outs(%c : tensor<24x<<k>>x<<t>>>) -> tensor<24x<<k>>x<<t>>>
    return %1 : tensor<24x<<k>>x<<t>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.fuse %0 tile_sizes [5, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %2, %p, %q = transform.structured.pad %f { padding_dimensions = [0, 1], copy_back_op = "none" } : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %3, %p3, %q3 = transform.structured.pad %1 { padding_dimensions = [0, 1], copy_back_op = "none" } : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
