// FLAGS: --transform-interpreter --canonicalize

// Products of matrices: signs, narrow integers, sizes of one part, of several and that do not fit.
func.func @matrices(%a: vector<<<m:2|4|1|3|6>>x<<k:8|16|4>>xi8>, %b: vector<<<n:2|4|3>>x<<k>>xi8>, %c: vector<<<m>>x<<n>>xi32>) -> vector<<<m>>x<<n>>xi32> {
  %x = arith.<<l:extsi|extui>> %a : vector<<<m>>x<<k>>xi8> to vector<<<m>>x<<k>>xi32>
  %y = arith.<<r:extsi|extui>> %b : vector<<<n>>x<<k>>xi8> to vector<<<n>>x<<k>>xi32>
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c
      : vector<<<m>>x<<k>>xi32>, vector<<<n>>x<<k>>xi32> into vector<<<m>>x<<n>>xi32>
  return %0 : vector<<<m>>x<<n>>xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield
  }
}

// -----

// A row by a matrix.
func.func @rows(%a: vector<<<k:8|16>>xi8>, %b: vector<<<n:2|4>>x<<k>>xi8>, %c: vector<<<n>>xi32>) -> vector<<<n>>xi32> {
  %x = arith.<<l:extsi|extui>> %a : vector<<<k>>xi8> to vector<<<k>>xi32>
  %y = arith.<<r:extsi|extui>> %b : vector<<<n>>x<<k>>xi8> to vector<<<n>>x<<k>>xi32>
  %0 = vector.contract {indexing_maps = [
    affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>
  ], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c
      : vector<<<k>>xi32>, vector<<<n>>x<<k>>xi32> into vector<<<n>>xi32>
  return %0 : vector<<<n>>xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Factors that the contraction extends, and ones of less than a byte or more.
func.func @extended(%a: vector<2x8x<<t:i8|i4>>>, %b: vector<2x8x<<t>>>, %c: vector<2x2xi32>, %d: vector<2x8xi4>, %e: vector<2x8xi16>) -> (vector<2x2xi32>, vector<2x2xi32>, vector<2x2xi32>) {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<2x8x<<t>>>, vector<2x8x<<t>>> into vector<2x2xi32>
  %x = arith.ext<<s:si|ui>> %d : vector<2x8xi4> to vector<2x8xi32>
  %1 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %x, %c
      : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  %y = arith.extsi %e : vector<2x8xi16> to vector<2x8xi32>
  %2 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %y, %x, %c
      : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %0, %1, %2 : vector<2x2xi32>, vector<2x2xi32>, vector<2x2xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt extends factors of four bits without signs by signs, and the others without, if one of two has signs.
func.func @mixed_nibbles(%a: vector<2x8xi4>, %b: vector<2x8xi4>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %x = arith.<<s:extsi|extui>> %a : vector<2x8xi4> to vector<2x8xi32>
  %y = arith.ext<<r:ui|ui>> %b : vector<2x8xi4> to vector<2x8xi32>
  %z = arith.extsi %b : vector<2x8xi4> to vector<2x8xi32>
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c
      : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  %1 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %z, %0
      : vector<2x8xi32>, vector<2x8xi32> into vector<2x2xi32>
  return %1 : vector<2x2xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt does not look at the maps and the kind, and computes something else.
func.func @others(%a: vector<8x8xi8>, %b: vector<8x8xi8>, %c: vector<8x8xi32>) -> vector<8x8xi32> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (<<r:k, n|n, k>>)>, affine_map<(m, n, k) -> (<<x:n, m>>)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<<<k:add|mul>>>} %a, %b, %c
      : vector<8x8xi8>, vector<8x8xi8> into vector<8x8xi32>
  return %0 : vector<8x8xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Floats.
func.func @floats(%a: vector<<<m:2|4|1>>x<<k:4|8|2>>x<<t:bf16|f16|f32>>>, %b: vector<<<n:2|4|3>>x<<k>>x<<t>>>, %c: vector<<<m>>x<<n>>xf32>) -> vector<<<m>>x<<n>>xf32> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>
  ], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<<<m>>x<<k>>x<<t>>>, vector<<<n>>x<<k>>x<<t>>> into vector<<<m>>x<<n>>xf32>
  return %0 : vector<<<m>>x<<n>>xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
    } : !transform.any_op
    transform.yield
  }
}

// -----

func.func @row_of_floats(%a: vector<4xbf16>, %b: vector<2x4xbf16>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps = [
    affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>
  ], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<4xbf16>, vector<2x4xbf16> into vector<2xf32>
  return %0 : vector<2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
    } : !transform.any_op
    transform.yield
  }
}
