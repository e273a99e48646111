// FLAGS: --transform-interpreter

// Products of a number by a vector, in each order, and others.
func.func @products(%a: vector<<<a:1x1|4x1|1x4>>x<<t:f32|f64>>>, %b: vector<<<b:1x16|1x1>>x<<t>>>, %c: vector<<<c:1x16|4x1|1x1|4x16>>x<<t>>>) -> vector<<<c>>x<<t>>> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<<<k:add|mul>>>} %a, %b, %c
      : vector<<<a>>x<<t>>>, vector<<<b>>x<<t>>> into vector<<<c>>x<<t>>>
  return %0 : vector<<<c>>x<<t>>>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.x86vector.vector_contract_to_fma
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Batches of one matrix.
func.func @batch(%a: vector<1x1x1xf32>, %b: vector<1x1x8xf32>, %c: vector<1x1x8xf32>) -> vector<1x1x8xf32> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (<<x:b, m, n|m, b, n>>)>
  ], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<1x1x1xf32>, vector<1x1x8xf32> into vector<1x1x8xf32>
  return %0 : vector<1x1x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.x86vector.vector_contract_to_fma
    } : !transform.any_op
    transform.yield
  }
}
