// FLAGS: --transform-interpreter --canonicalize

// Sizes with shuffles of AVX2, and others, in matrices and slices of larger vectors.
func.func @f(%a: vector<<<m:8|4|16>>x8x<<t:f32|i32>>>, %b: vector<1x<<m>>x8x<<t>>>, %c: vector<8x1x<<m>>x<<t>>>, %d: vector<2x<<m>>x8xf32>) -> (vector<8x<<m>>x<<t>>>, vector<8x1x<<m>>x<<t>>>, vector<<<m>>x1x8x<<t>>>, vector<2x8x<<m>>xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<<<m>>x8x<<t>>> to vector<8x<<m>>x<<t>>>
  %1 = vector.transpose %b, [2, 0, 1] : vector<1x<<m>>x8x<<t>>> to vector<8x1x<<m>>x<<t>>>
  %2 = vector.transpose %c, [2, 1, 0] : vector<8x1x<<m>>x<<t>>> to vector<<<m>>x1x8x<<t>>>
  %3 = vector.transpose %d, [0, 2, 1] : vector<2x<<m>>x8xf32> to vector<2x8x<<m>>xf32>
  return %0, %1, %2, %3 : vector<8x<<m>>x<<t>>>, vector<8x1x<<m>>x<<t>>>, vector<<<m>>x1x8x<<t>>>, vector<2x8x<<m>>xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_transpose lowering_strategy = <<s:eltwise|shuffle_1d|llvmintr>> avx2_lowering_strategy = <<x:true|false>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

// The intrinsics of matrices are not made by scripts.
func.func @products(%a: vector<2x4xf32>, %b: vector<4x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<2x4xf32>, vector<4x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = llvmintr
    } : !transform.any_op
    transform.yield
  }
}
