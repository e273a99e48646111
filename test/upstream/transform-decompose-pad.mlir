// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @a(%x: tensor<2x3xf32>, %p: f32) -> tensor<5x7xf32> {
    %0 = tensor.pad %x low[1, 2] high[2, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %p : f32
    } : tensor<2x3xf32> to tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
  func.func @b(%x: tensor<?x3xf32>, %l: index) -> tensor<?x?xf32> {
    %c = arith.constant 0.0 : f32
    %0 = tensor.pad %x low[%l, <<0|1>>] high[<<2|%l|0>>, %l] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<?x3xf32> to tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  func.func @c(%x: tensor<?x3xi32>, %l: index) -> tensor<?x?xi32> {
    %0 = tensor.pad %x low[%l, 0] high[2, %l] {
    ^bb0(%i: index, %j: index):
      %k = arith.index_cast %i : index to i32
      tensor.yield %k : i32
    } : tensor<?x3xi32> to tensor<?x?xi32>
    return %0 : tensor<?x?xi32>
  }
  func.func @d(%x: tensor<?x3xi32>, %l: index) -> tensor<8x?xi32> {
    %0 = tensor.pad %x nofold low[%l, 0] high[2, %l] {
    ^bb0(%i: index, %j: index):
      %k = arith.constant 3 : i32
      tensor.yield %k : i32
    } : tensor<?x3xi32> to tensor<8x?xi32>
    return %0 : tensor<8x?xi32>
  }
  func.func @e(%x: tensor<3xi32>, %l: index) -> tensor<5xi32> {
    %c = arith.constant 3 : i32
    %e = tensor.empty() : tensor<3xi32>
    %g = linalg.fill ins(%c : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
    %0 = tensor.pad %g low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %c : i32
    } : tensor<3xi32> to tensor<5xi32>
    return %0 : tensor<5xi32>
  }
  func.func @f(%x: tensor<2x3xf32>, %p: f32) -> tensor<2x3xf32> {
    %0 = tensor.pad %x low[0, 0] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %p : f32
    } : tensor<2x3xf32> to tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.linalg.decompose_pad } : !transform.any_op
    transform.yield
  }
}
