// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @product(%a: tensor<<<m:24|?>>x12xf32>, %b: tensor<12x<<n:25|?>>xf32>, %c: tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x12xf32>, tensor<12x<<n>>xf32>) outs(%c : tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32>
    return %0 : tensor<<<m>>x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [<<8, 0, 14|32, 0, 14|8|0, 7, 5>>] <<|pad_to_multiple_of>> {padding_values = <<[]|[1.0 : f32, 2.0 : f32, "3.0"]>>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "padded" : !transform.any_op
    transform.annotate %2 "pad" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @windows(%a: tensor<1x<<h:14|?>>x14x4xf32>, %b: tensor<3x3x4x8xf32>, %c: tensor<1x<<o:12|?>>x12x8xf32>, %s: f32) -> (tensor<1x<<o>>x12x8xf32>, tensor<8xf32>) {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<1x<<h>>x14x4xf32>, tensor<3x3x4x8xf32>) outs(%c : tensor<1x<<o>>x12x8xf32>) -> tensor<1x<<o>>x12x8xf32>
    %e = tensor.empty() : tensor<8xf32>
    %1 = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<1x<<o>>x12x8xf32>, tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [0, 16, 0, <<8|16>>, 0, <<4|0>>] <<|pad_to_multiple_of>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %3 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %4, %5 = transform.structured.pad_tiling_interface %3 to padding_sizes [5] pad_to_multiple_of : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %2 "pad" : !transform.any_op
    transform.yield
  }
}
