// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @expand(%t: tensor<8x16x32xf32>, %a: index, %b: index, %s: index) -> tensor<2x4x1x<<k:5|8>>x1x<<l:1|2>>x4xf32> {
    %e = tensor.expand_shape %t [[0, 1], [2, 3], [4, 5, 6]] output_shape [2, 4, 2, 8, 4, 2, 4] : tensor<8x16x32xf32> into tensor<2x4x2x8x4x2x4xf32>
    %0 = tensor.extract_slice %e[0, 0, <<%a|1>>, 0, %b, <<0|1|%a>>, 0] [2, 4, 1, <<k>>, 1, <<l>>, 4] [1, 1, 1, 1, 1, 1, 1] : tensor<2x4x2x8x4x2x4xf32> to tensor<2x4x1x<<k>>x1x<<l>>x4xf32>
    return %0 : tensor<2x4x1x<<k>>x1x<<l>>x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @dynamic(%t: tensor<?x32xf32>, %a: index, %b: index, %s: index) -> tensor<?x?x?xf32> {
    %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [%s, 4, 32] : tensor<?x32xf32> into tensor<?x4x32xf32>
    %0 = tensor.extract_slice %e[%a, <<0|%b>>, %b] [%s, 4, %b] [1, 1, <<1|2>>] : tensor<?x4x32xf32> to tensor<?x4x?xf32>
    %1 = tensor.cast %0 : tensor<?x4x?xf32> to tensor<?x?x?xf32>
    return %1 : tensor<?x?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @reduced(%t: tensor<32x8xf32>, %a: index) -> tensor<4x8xf32> {
    %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [8, 4, 8] : tensor<32x8xf32> into tensor<8x4x8xf32>
    %0 = tensor.extract_slice %e[%a, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<8x4x8xf32> to tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @collapse(%t: tensor<8x16x1x7x20xf32>, %u: tensor<2x3x10xf32>, %s: index, %o: index) -> (tensor<<<k:32|16|8|20|48>>x?x10xf32>, tensor<<<m:5|10|20|15|30>>xf32>) {
    %c = tensor.collapse_shape %t [[0, 1], [2, 3], [4]] : tensor<8x16x1x7x20xf32> into tensor<128x7x20xf32>
    %0 = tensor.extract_slice %c[<<0|16|32|40|4>>, <<%o|0>>, <<3|10>>] [<<k>>, %s, 10] [1, 1, 1] : tensor<128x7x20xf32> to tensor<<<k>>x?x10xf32>
    %d = tensor.collapse_shape %u [[0, 1, 2]] : tensor<2x3x10xf32> into tensor<60xf32>
    %1 = tensor.extract_slice %d[<<0|10|20|30|2>>] [<<m>>] [1] : tensor<60xf32> to tensor<<<m>>xf32>
    return %0, %1 : tensor<<<k>>x?x10xf32>, tensor<<<m>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unknown(%t: tensor<?x4x1x1xf32>, %s: index, %o: index) -> (tensor<?x1xf32>, tensor<?x?x4xf32>) {
    %c = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<?x4x1x1xf32> into tensor<?x1xf32>
    %0 = tensor.extract_slice %c[<<0|8|%o>>, 0] [%s, 1] [1, 1] : tensor<?x1xf32> to tensor<?x1xf32>
    %e = tensor.expand_shape %t [[0, 1], [2], [3], [4]] output_shape [%s, %o, 4, 1, 1] : tensor<?x4x1x1xf32> into tensor<?x?x4x1x1xf32>
    %1 = tensor.extract_slice %t[0, 0, 0, 0] [%s, 4, 1, 1] [1, 1, 1, 1] : tensor<?x4x1x1xf32> to tensor<?x4x1x1xf32>
    %f = tensor.expand_shape %1 [[0, 1], [2], [3], [4]] output_shape [%s, %o, 4, 1, 1] : tensor<?x4x1x1xf32> into tensor<?x?x4x1x1xf32>
    %g = tensor.collapse_shape %f [[0], [1], [2, 3, 4]] : tensor<?x?x4x1x1xf32> into tensor<?x?x4xf32>
    %2 = tensor.extract_slice %g[%o, 0, <<0|%o>>] [1, %o, 4] [1, 1, 1] : tensor<?x?x4xf32> to tensor<1x?x4xf32>
    %h = tensor.cast %2 : tensor<1x?x4xf32> to tensor<?x?x4xf32>
    return %0, %h : tensor<?x1xf32>, tensor<?x?x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.bubble_up_extract_slice
    } : !transform.any_op
    transform.yield
  }
}
