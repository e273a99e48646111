// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %k = transform.tune.knob<"size"> = <<2|4|8>> from options = <<[2, 4]|"any"|[2, "x"]>> -> !transform.param<i64>
    %1, %2 = transform.structured.tile_using_for %0 tile_sizes [%k] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant <<0|1 : i8|2|-1|"x">> -> !transform.any_param
    %r:2 = transform.tune.alternatives<"which"> selected_region = <<0|1|%p|3|-1>> attributes {foo} <<: !transform.any_param|>> -> !transform.any_op, !transform.any_param {
      transform.yield %0, %p : !transform.any_op, !transform.any_param
    }, {
      %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
      transform.yield %1, %p : !transform.any_op, !transform.any_param
    }, {
      %1, %2 = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.yield %1, %p : !transform.any_op, !transform.any_param
    }
    transform.annotate %r#0 "seen" = %r#1 : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.tune.alternatives<"which"><<| selected_region = 0>> {
      <<%k = transform.tune.knob<"open"> options = {a = 1} -> !transform.any_param|>>
    }
    transform.yield
  }
}
