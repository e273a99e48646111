// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @named(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.<<matmul|matmul {cast = #linalg.type_fn<cast_signed>}>> ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.interchange %1 iterator_interchange = [<<2, 0, 1|1, 2, 0|0, 1, 2>>] : (!transform.any_op) -> !transform.any_op
    transform.annotate %2 "done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<<<n:40|37|55>>xf32>, %c: tensor<<<n>>xf32>) -> tensor<<<n>>xf32> {
    %0 = linalg.exp ins(%a : tensor<<<n>>xf32>) outs(%c : tensor<<<n>>xf32>) -> tensor<<<n>>xf32>
    return %0 : tensor<<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s:3 = transform.structured.multitile_sizes %0 {target_size = 6, dimension = 0} : (!transform.any_op) -> !transform.param<i64>
    %1 = transform.structured.split %0 after %s#2 {dimension = 0} : !transform.any_op, !transform.param<i64>
    %low, %high = transform.split_handle %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t, %l = transform.structured.tile_using_for %low tile_sizes [%s#0] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %u, %m = transform.structured.tile_using_for %high tile_sizes [%s#1] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<40xf32>, %c: tensor<40xf32>) -> tensor<40xf32> {
    %0 = linalg.exp ins(%a : tensor<40xf32>) outs(%c : tensor<40xf32>) -> tensor<40xf32>
    return %0 : tensor<40xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.split %0 after <<12|39>> {dimension = 0} : !transform.any_op
    transform.yield
  }
}
