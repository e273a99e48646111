// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @slices(%x: tensor<<<s:16x8|?x8|16x?>>xf32>, %i: index, %n: index) -> tensor<2x<<k:4|?>>xf32> {
    %a = tensor.extract_slice %x[<<%i|1>>, 0] [4, 8] [<<2|1|%n>>, 1] : tensor<<<s>>xf32> to tensor<4x8xf32>
    %b = tensor.extract_slice %a[<<1|%i|0>>, <<2|%n>>] [2, <<z:4|%n>>] [<<1|2|%i>>, 1] : tensor<4x8xf32> to tensor<2x<<k>>xf32>
    return %b : tensor<2x<<k>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @reduced(%x: tensor<2x16x8xf32>, %i: index, %n: index) -> tensor<<<t:8|1x8>>xf32> {
    %a = tensor.extract_slice %x[<<%i|1>>, 3, 0] [1, <<4|1>>, 8] [<<2|1>>, <<2|%n>>, 1] : tensor<2x16x8xf32> to tensor<<<u:4x8|1x8>>xf32>
    %b = tensor.extract_slice %a[<<1|%i|0>>, 0] [1, 8] [<<1|2>>, 1] : tensor<<<u>>xf32> to tensor<<<t>>xf32>
    return %b : tensor<<<t>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @insertions(%x: tensor<4xf32>, %y: tensor<1x<<w:4|8>>x1xf32>, %z: tensor<8x8x8xf32>, %i: index) -> tensor<8x8x8xf32> {
    %a = tensor.insert_slice %x into %y[0, <<0|%i>>, 0] [1, 4, 1] [1, <<1|2>>, 1] : tensor<4xf32> into tensor<1x<<w>>x1xf32>
    %b = tensor.insert_slice %a into %z[<<1|%i>>, 2, 3] [1, <<w>>, 1] [1, <<1|2>>, 1] : tensor<1x<<w>>x1xf32> into tensor<8x8x8xf32>
    return %b : tensor<8x8x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.<<merge_consecutive_insert_extract_slice|drop_redundant_insert_slice_rank_expansion>> } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @parallel(%x: tensor<4xf32>, %y: tensor<1x4xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %r = scf.forall (%i) in (8) shared_outs(%out = %o) -> (tensor<8x4xf32>) {
      <<%a = tensor.insert_slice %x into %y[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<1x4xf32>|%a = tensor.expand_shape %x [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>>>
      %c = tensor.collapse_shape %y [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice <<v:%a|%c>> into %out[%i, 0] [1, 4] [1, 1] : tensor<<<1x4|4>>xf32> into tensor<8x4xf32>
      }
    }
    return %r : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.<<merge_consecutive_insert_extract_slice|reassociative_reshape_folding>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @expansion(%x: tensor<5x10xf32>, %y: tensor<1x1x5x10xf32>, %n: index) -> tensor<<<r:2x2|1x2x2|1x1x2x2>>xf32> {
    %a = tensor.insert_slice %x into %y[0, 0, 0, 0] [1, 1, 5, 10] [1, 1, 1, 1] : tensor<5x10xf32> into tensor<1x1x5x10xf32>
    %b = tensor.extract_slice %a[0, 0, <<2|%n>>, 3] [1, 1, 2, 2] [1, 1, 1, <<1|2>>] : tensor<1x1x5x10xf32> to tensor<<<r>>xf32>
    return %b : tensor<<<r>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @slice_first(%x: tensor<2x8x1xf32>, %y: tensor<<<d:1x8|8x1|1x8x1|1x1x8|1x16>>xf32>, %n: index) -> tensor<<<d>>xf32> {
    %a = tensor.extract_slice %x[<<0|%n>>, 0, 0] [1, 8, 1] [1, 1, 1] : tensor<2x8x1xf32> to tensor<<<e:8|8x1|1x8>>xf32>
    <<%b = tensor.insert_slice %a into %y[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<1x8xf32>|%b = tensor.insert_slice %a into %y[0, 0] [8, 1] [1, 1] : tensor<8xf32> into tensor<8x1xf32>|%b = tensor.insert_slice %a into %y[0, 0, 0] [1, 8, 1] [1, 1, 1] : tensor<8xf32> into tensor<1x8x1xf32>|%b = tensor.insert_slice %a into %y[0, 0, 0] [1, 1, 8] [1, 1, 1] : tensor<8xf32> into tensor<1x1x8xf32>|%b = tensor.insert_slice %a into %y[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<1x16xf32>|%b = tensor.insert_slice %a into %y[0, 0, 0] [1, 8, 1] [1, 1, 1] : tensor<8x1xf32> into tensor<1x8x1xf32>|%b = tensor.insert_slice %a into %y[0, 0, 0] [1, 8, 1] [1, 1, 1] : tensor<1x8xf32> into tensor<1x8x1xf32>>>
    return %b : tensor<<<d>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @reshapes(%x: tensor<2x8x4xf32>, %z: tensor<<<k:4|?>>x4xf32>, %w: tensor<8x8xf32>, %n: index, %q: tensor<4xf32>) -> (tensor<1x<<k>>x4xf32>, tensor<<<k>>x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %a = tensor.extract_slice %x[<<0|%n>>, 0, 0] [1, <<s:4|%n>>, 4] [1, 1, 1] : tensor<2x8x4xf32> to tensor<<<k>>x4xf32>
    %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [1, <<s>>, 4] : tensor<<<k>>x4xf32> into tensor<1x<<k>>x4xf32>
    %c = tensor.extract_slice %x[1, 0, 0] [1, <<s>>, 4] [1, 1, 1] : tensor<2x8x4xf32> to tensor<1x<<k>>x4xf32>
    %d = tensor.collapse_shape %c [[0, 1], [2]] : tensor<1x<<k>>x4xf32> into tensor<<<k>>x4xf32>
    %e = tensor.extract_slice %z[0, 0] [1, 4] [1, 1] : tensor<<<k>>x4xf32> to tensor<1x4xf32>
    %f = tensor.collapse_shape %e [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
    %g = tensor.insert_slice %f into %w[3, %n] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x8xf32>
    %h = tensor.expand_shape %q [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
    %i = tensor.insert_slice %h into %w[1, 2] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x8xf32>
    return %b, %d, %g, %i : tensor<1x<<k>>x4xf32>, tensor<<<k>>x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.tensor.reassociative_reshape_folding } : !transform.any_op
    transform.yield
  }
}
