// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

// The schedule of docs/tutorial/9-schedules.md.
module attributes {transform.with_named_sequence} {
  func.func @main(%a: tensor<<<n:512|64>>x<<n>>xf32>, %b: tensor<<<n>>x<<n>>xf32>) -> tensor<<<n>>x<<n>>xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<<<n>>x<<n>>xf32>
    %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<<<n>>x<<n>>xf32>) -> tensor<<<n>>x<<n>>xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<<<n>>x<<n>>xf32>, tensor<<<n>>x<<n>>xf32>) outs(%fill : tensor<<<n>>x<<n>>xf32>) -> tensor<<<n>>x<<n>>xf32>
    return %0 : tensor<<<n>>x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %product = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %packed = transform.structured.pack %product packed_sizes = [<<8|4>>, 32, <<32|64>>] : (!transform.any_op) -> !transform.op<"linalg.generic">
    %lhs = transform.get_producer_of_operand %packed[0] : (!transform.op<"linalg.generic">) -> !transform.op<"linalg.pack">
    %with_lhs, %lhs_tiles, %none0 = transform.structured.pack_transpose %lhs with_compute_op(%packed) inner_perm = [1, 0] : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.op<"linalg.pack">, !transform.any_op)
    %rhs = transform.get_producer_of_operand %with_lhs[1] : (!transform.op<"linalg.generic">) -> !transform.op<"linalg.pack">
    %with_rhs, %rhs_tiles, %none1 = transform.structured.pack_transpose %rhs with_compute_op(%with_lhs) outer_perm = [1, 0] inner_perm = [1, 0] : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.op<"linalg.pack">, !transform.any_op)
    %tile, %loops:4 = transform.structured.tile_using_for %with_rhs tile_sizes [1, 1, 1, 0, 0, <<4|2>>] : (!transform.op<"linalg.generic">) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %tiles = transform.structured.match ops{["linalg.generic"]} in %function : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %tiles : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.reduction_to_contract
    } : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = outerproduct
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %nest = transform.structured.match ops{["scf.for"]} in %function : (!transform.any_op) -> !transform.any_op
    transform.loop.hoist_loop_invariant_subsets %nest : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %sums = transform.structured.match ops{["vector.fma"]} in %function : (!transform.any_op) -> !transform.any_op
    %steps = transform.get_parent_op %sums {op_name = "scf.for", deduplicate} : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %steps {factor = 2} : !transform.any_op
    %packs = transform.structured.match ops{["linalg.pack"]} in %function : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %packs : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %unpacks = transform.structured.match ops{["linalg.unpack"]} in %function : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %unpacks : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.apply_patterns to %function {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.yield
  }
}
