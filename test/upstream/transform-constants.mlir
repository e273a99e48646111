// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @generate(%v: i32, %n: index) -> tensor<<<s:2x3|?x3>>x<<t:i32|f32|i1>>> {
    %c = arith.constant <<7|1.5|true>> : <<t>>
    %0 = tensor.generate <<|%n >>{
    ^bb0(%i: index, %j: index):
      <<|%c1 = arith.constant 5 : i32>>
      tensor.yield <<%c|%v|%c1>> : <<t>>
    } : tensor<<<s>>x<<t>>>
    return %0 : tensor<<<s>>x<<t>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.rewrite_as_constant } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @pad() -> (tensor<<<r:4x3|?x3>>xi32>, tensor<2x2xi32>) {
    %c = arith.constant 9 : i32
    %l = arith.constant 1 : index
    %s = arith.constant dense<<<[[1, 2], [3, 4]]|7>>> : tensor<2x2xi32>
    %u = arith.constant dense<[[1, 2], [3, 5]]> : tensor<2x2xi32>
    %0 = tensor.pad %s <<|nofold >>low[1, <<0|1>>] high[1, <<1|0>>] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : i32
    } : tensor<2x2xi32> to tensor<<<r>>xi32>
    return %0, <<%s|%u>> : tensor<<<r>>xi32>, tensor<2x2xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.rewrite_as_constant<<| aggressive>> } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @floats() -> tensor<3x4x<<t:f32|f16|bf16|i1|index>>> {
    %c = arith.constant <<1.5|true|3>> : <<t>>
    %s = arith.constant dense<<<[[0.5, 2.0], [3.0, 4.0]]|[[true, false], [false, true]]|[[1, 2], [3, 4]]>>> : tensor<2x2x<<t>>>
    %0 = tensor.pad %s low[1, 0] high[0, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : <<t>>
    } : tensor<2x2x<<t>>> to tensor<3x4x<<t>>>
    return %0 : tensor<3x4x<<t>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.rewrite_as_constant } : !transform.any_op
    transform.yield
  }
}
