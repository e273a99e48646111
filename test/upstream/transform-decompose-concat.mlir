// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @a(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
    %0 = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
    return %0 : tensor<2x7xf32>
  }
  func.func @b(%x: tensor<?x3xf32>, %y: tensor<2x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = tensor.concat dim(<<1|0>>) %x, %y, %z : (tensor<?x3xf32>, tensor<2x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  func.func @c(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
    %0 = tensor.concat dim(0) %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    return %0 : tensor<?x3xf32>
  }
  func.func @d(%x: tensor<?x3xf32>) -> tensor<4x3xf32> {
    %0 = tensor.concat dim(0) %x : (tensor<?x3xf32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
  func.func @e(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<8x3xf32> {
    %0 = tensor.concat dim(0) %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<8x3xf32>
    return %0 : tensor<8x3xf32>
  }
  func.func @g(%x: tensor<?x?xf32>, %y: tensor<?x3xf32>) -> tensor<4x?xf32> {
    %0 = tensor.concat dim(1) %x, %y : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<4x?xf32>
    return %0 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.decompose_concat } : !transform.any_op
    transform.yield
  }
}
