// Recipes for `transform`.
// -----
// only
// op: transform.alternatives transform.annotate transform.apply_conversion_patterns transform.apply_conversion_patterns.dialect_to_llvm transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter transform.apply_cse transform.apply_dce transform.apply_licm transform.apply_patterns transform.apply_patterns.canonicalization transform.apply_patterns.linalg.tiling_canonicalization transform.apply_patterns.scf.for_loop_canonicalization transform.apply_patterns.vector.lower_contraction transform.apply_patterns.vector.lower_multi_reduction transform.apply_patterns.vector.lower_transfer transform.apply_patterns.vector.lower_transpose transform.apply_patterns.vector.split_transfer_full_partial transform.apply_patterns.vector.transfer_to_scf transform.apply_registered_pass transform.cast transform.collect_matching transform.debug.emit_param_as_remark transform.debug.emit_remark_at transform.foreach transform.foreach_match transform.get_consumers_of_result transform.get_defining_op transform.get_operand transform.get_parent_op transform.get_producer_of_operand transform.get_result transform.get_type transform.include transform.match.operation_empty transform.match.operation_name transform.match.param.cmpi transform.merge_handles transform.named_sequence transform.num_associations transform.param.constant transform.print transform.replicate transform.select transform.sequence transform.split_handle transform.structured.match transform.verify transform.yield
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @m(%arg0: !transform.any_op {transform.consumed}) -> (!transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} attributes {a = 1} filter_result_type = f32 filter_operand_types = [f32] in %arg0 : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %p1 = transform.num_associations %0 : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %0 "hello" = %p : !transform.any_op, !transform.param<i64>
    transform.annotate %0 "hello" : !transform.any_op
    %h, %h2 = transform.split_handle %0 {overflow_result = 1, fail_on_payload_too_small = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %h3 = transform.merge_handles deduplicate %h, %h2 : !transform.any_op
    %r = transform.replicate num(%h) %h2 : !transform.any_op, !transform.any_op
    %rp:2 = transform.replicate num(%h) %h2, %p : !transform.any_op, !transform.any_op, !transform.param<i64>
    %t = transform.get_result %h[0] : (!transform.any_op) -> !transform.any_value
    %t1 = transform.get_result %h[all] : (!transform.any_op) -> !transform.any_value
    %t2 = transform.get_operand %h[except(0, 1)] : (!transform.any_op) -> !transform.any_value
    %t22 = transform.get_operand %h[0,-1] : (!transform.any_op) -> !transform.any_value
    %t3 = transform.get_type elemental %t : (!transform.any_value) -> !transform.type
    %t5 = transform.get_defining_op %t : (!transform.any_value) -> !transform.any_op
    %t6 = transform.get_parent_op %h {isolated_from_above, op_name = "func.func", nth_parent = 2, deduplicate, allow_empty_results} : (!transform.any_op) -> !transform.any_op
    %t7 = transform.get_producer_of_operand %h[0] : (!transform.any_op) -> !transform.any_op
    %t8 = transform.get_consumers_of_result %h[0] : (!transform.any_op) -> !transform.any_op
    %t9 = transform.cast %h : !transform.any_op to !transform.op<"linalg.matmul">
    transform.print %h {name = "x", skip_regions} : !transform.any_op
    transform.print
    transform.debug.emit_remark_at %h, "hi" : !transform.any_op
    transform.debug.emit_param_as_remark %p, "hi" at %h : !transform.param<i64>, !transform.any_op
    transform.debug.emit_param_as_remark %p : !transform.param<i64>
    transform.verify %h : !transform.any_op
    transform.apply_cse to %h : !transform.any_op
    transform.apply_dce to %h : !transform.any_op
    transform.apply_licm to %h : !transform.any_op
    transform.apply_patterns to %h {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.linalg.tiling_canonicalization
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
      transform.apply_patterns.vector.lower_transpose lowering_strategy = eltwise avx2_lowering_strategy = true
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 1
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "linalg-copy"
      transform.apply_patterns.vector.transfer_to_scf max_transfer_rank = 1 full_unroll = true
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerreduction"
      transform.apply_patterns.scf.for_loop_canonicalization
    } {apply_cse, max_iterations = 4} : !transform.any_op
    %t10 = transform.apply_registered_pass "canonicalize" with options = {"top-down" = false} to %h : (!transform.any_op) -> !transform.any_op
    %t11 = transform.apply_registered_pass "canonicalize" to %h : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %h {
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32}
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    %x = transform.include @m3 failures(propagate) (%h) : (!transform.any_op) -> !transform.any_op
    %fe = transform.foreach %h : !transform.any_op -> !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.yield %arg1 : !transform.any_op
    }
    %fe2:2 = transform.foreach %h, %h2 with_zip_shortest : !transform.any_op, !transform.any_op -> !transform.any_op, !transform.any_op {
    ^bb0(%arg1: !transform.any_op, %arg2: !transform.any_op):
      transform.yield %arg1, %arg2 : !transform.any_op, !transform.any_op
    }
    transform.foreach_match in %arg0 @m3 -> @n, @m2 -> @n : (!transform.any_op) -> !transform.any_op
    %fm, %fm2 = transform.foreach_match restrict_root flatten_results in %arg0, %p @m4 -> @n4 : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %cm = transform.collect_matching @m3 in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.match.operation_name %h ["linalg.matmul"] : !transform.any_op
    transform.match.operation_empty %h : !transform.any_op
    transform.match.param.cmpi eq %p, %p1 : !transform.param<i64>
    %alt = transform.alternatives %h : !transform.any_op -> !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.yield %arg1 : !transform.any_op
    }, {
    ^bb0(%arg1: !transform.any_op):
      transform.yield %arg1 : !transform.any_op
    }
    %sq = transform.sequence %h : !transform.any_op -> !transform.any_op failures(suppress) {
    ^bb0(%arg1: !transform.any_op):
      transform.yield %arg1 : !transform.any_op
    }
    transform.sequence %h, %p : !transform.any_op, !transform.param<i64> failures(propagate) {
    ^bb0(%arg1: !transform.any_op, %arg2: !transform.param<i64>):
    }
    %sel = transform.select "arith.addi" in %h : (!transform.any_op) -> !transform.any_op
    transform.yield %h : !transform.any_op
  }
  transform.named_sequence private @n(%arg0: !transform.any_op {transform.consumed})
  transform.named_sequence private @m4(%arg0: !transform.any_op {transform.readonly}, %arg1: !transform.param<i64> {transform.readonly}) -> (!transform.any_op)
  transform.named_sequence private @n4(%arg0: !transform.any_op {transform.readonly}) -> (!transform.any_op)
  transform.named_sequence private @m3(%arg0: !transform.any_op {transform.readonly}) -> (!transform.any_op)
  transform.named_sequence private @m2(%arg0: !transform.any_op {transform.readonly}) -> (!transform.any_op)
}
// -----
// only
// op: transform.affine.simplify_bounded_affine_ops transform.affine.simplify_min_max_affine_ops transform.bufferization.eliminate_empty_tensors transform.bufferization.empty_tensor_to_alloc_tensor transform.bufferization.one_shot_bufferize transform.loop.coalesce transform.loop.forall_to_for transform.loop.forall_to_parallel transform.loop.fuse_sibling transform.loop.hoist_loop_invariant_subsets transform.loop.outline transform.loop.peel transform.loop.pipeline transform.loop.promote_if_one_iteration transform.loop.unroll transform.loop.unroll_and_jam transform.scf.take_assumed_branch transform.structured.continuous_tile_sizes transform.structured.decompose transform.structured.flatten_elementwise transform.structured.fuse transform.structured.fuse_into_containing_op transform.structured.generalize transform.structured.bufferize_to_allocation transform.structured.hoist_pad transform.structured.hoist_pad.build_packing_loop_nest transform.structured.insert_slice_to_copy transform.structured.interchange transform.structured.lower_pack transform.structured.multitile_sizes transform.structured.pack transform.structured.pack_greedily transform.structured.pack_transpose transform.structured.pad transform.structured.rewrite_in_destination_passing_style transform.structured.specialize transform.structured.split transform.structured.tile_reduction_using_for transform.structured.tile_reduction_using_forall transform.structured.tile_using_for transform.structured.tile_using_forall transform.structured.vectorize transform.structured.vectorize_children_and_apply_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%h: !transform.any_op {transform.consumed}) {
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %a, %al:3 = transform.structured.tile_using_for %h tile_sizes [%p, [4], 0, 2] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %b, %bl = transform.structured.tile_using_forall %h tile_sizes [%p, 4] (mapping = [#gpu.thread<x>, #gpu.thread<y>]) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %b1, %bl1 = transform.structured.tile_using_forall %h num_threads [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %b2, %bl2 = transform.structured.tile_using_forall %h num_threads *(%h) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %c, %cl:2 = transform.structured.fuse %h tile_sizes [4, %p] interchange [1, 0] {apply_cleanup} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %c1, %c1l = transform.structured.fuse %h tile_sizes [4] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %d, %d1 = transform.structured.fuse_into_containing_op %h into %h : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %e = transform.structured.interchange %h iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.generalize %h : (!transform.any_op) -> !transform.any_op
    %flat = transform.structured.flatten_elementwise %h : (!transform.any_op) -> !transform.any_op
    %copied = transform.structured.insert_slice_to_copy %h : (!transform.any_op) -> !transform.any_op
    %styled = transform.structured.rewrite_in_destination_passing_style %h : (!transform.any_op) -> !transform.any_op
    %f1 = transform.structured.specialize %h : (!transform.any_op) -> !transform.any_op
    %f2 = transform.structured.decompose %h : (!transform.any_op) -> !transform.any_op
    %f3 = transform.structured.split %h after 4 {dimension = 0} : !transform.any_op
    %f4 = transform.structured.split %h after %p {dimension = 0, multiway} : !transform.any_op, !transform.param<i64>
    %g, %g1, %g2 = transform.structured.pad %h pad_to_multiple_of [2, %p] use_prescribed_tensor_shapes {padding_values = [0.0 : f32], padding_dimensions = [0, 1], nofold_flags = [1], copy_back_op = "linalg.copy"} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %i = transform.structured.pack %h packed_sizes = [2, 3, %h] : (!transform.any_op, !transform.any_op) -> (!transform.any_op)
    %j = transform.structured.pack_greedily %h matmul_packed_sizes = [8, 16, 32] matmul_padded_sizes_next_multiple_of = [0, 0, 0] matmul_inner_dims_order = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
    %k:3 = transform.structured.pack_transpose %h with_compute_op(%h) outer_perm = [1, 0] inner_perm = [1, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %lc = transform.cast %h : !transform.any_op to !transform.op<"linalg.pack">
    %l:3 = transform.structured.lower_pack %lc {lowerPadLikeWithInsertSlice = false} : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.structured.vectorize %h vector_sizes [4, [8]] {vectorize_nd_extract} : !transform.any_op
    transform.structured.vectorize %h : !transform.any_op
    %m1 = transform.structured.vectorize_children_and_apply_patterns %h {vectorize_padding} : (!transform.any_op) -> !transform.any_op
    %o = transform.structured.hoist_pad %h by 2 loops, transpose by [1, 0] : (!transform.any_op) -> !transform.any_op
    %o1 = transform.structured.hoist_pad.build_packing_loop_nest %h above %h, transpose by [1, 0] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %o2, %o3 = transform.structured.bufferize_to_allocation %h {memory_space = 3 : i64, alloc_op = "memref.alloca", emit_dealloc} : !transform.any_op
    %q:3 = transform.structured.multitile_sizes %h {target_size = 10, dimension = 1} : (!transform.any_op) -> !transform.param<i64>
    %q1, %q2 = transform.structured.continuous_tile_sizes %h {dimension = 0, target_size = 9} : (!transform.any_op) -> !transform.param<i64>
    transform.affine.simplify_bounded_affine_ops %h with [%h, %h : !transform.any_op, !transform.any_op] within [0, 5] and [10, 21] : !transform.any_op
    transform.affine.simplify_min_max_affine_ops %h : !transform.any_op
    %r:4 = transform.structured.tile_reduction_using_for %h by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %s:4 = transform.structured.tile_reduction_using_forall %h by num_threads = [0, 4] tile_sizes = [0, 2] mapping = [#gpu.thread<x>] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %t = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %h {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %h : !transform.any_op
    %et = transform.cast %h : !transform.any_op to !transform.op<"tensor.empty">
    %u = transform.bufferization.empty_tensor_to_alloc_tensor %et : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.yield
  }
  transform.named_sequence @m1(%h: !transform.any_op {transform.consumed}) {
    transform.loop.unroll %h {factor = 4} : !transform.any_op
    transform.loop.unroll_and_jam %h {factor = 4} : !transform.any_op
    %f = transform.cast %h : !transform.any_op to !transform.op<"scf.for">
    %a, %b = transform.loop.peel %f {peel_front = true, fail_if_already_divisible = false} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %c = transform.loop.pipeline %f {iteration_interval = 1, read_latency = 5} : (!transform.op<"scf.for">) -> !transform.any_op
    %d = transform.loop.coalesce %h : (!transform.any_op) -> !transform.any_op
    %e, %f1 = transform.loop.outline %h {func_name = "foo"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.hoist_loop_invariant_subsets %h : !transform.any_op
    transform.loop.promote_if_one_iteration %h : !transform.any_op
    %g = transform.loop.fuse_sibling %h into %h : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %i = transform.loop.forall_to_for %h : (!transform.any_op) -> !transform.any_op
    %j = transform.loop.forall_to_parallel %h : (!transform.any_op) -> !transform.any_op
    transform.scf.take_assumed_branch %h take_else_branch : (!transform.any_op) -> ()
    transform.yield
  }
}
// -----
// only
// op: transform.bufferization.buffer_loop_hoisting transform.loop.parallel_for_to_nested_fors transform.match.structured transform.match.structured.body transform.match.structured.classify_contraction_dims transform.match.structured.classify_convolution_dims transform.match.structured.dim transform.match.structured.elemental_bitwidth transform.match.structured.init transform.match.structured.input transform.match.structured.num_inits transform.match.structured.num_inputs transform.match.structured.rank transform.match.structured.result transform.match.structured.yield transform.structured.convert_to_loops transform.structured.eliminate_empty_tensors transform.structured.hoist_redundant_vector_broadcasts transform.structured.hoist_redundant_vector_transfers transform.structured.lower_unpack transform.structured.scalarize transform.structured.split_reduction transform.structured.transpose_matmul
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%h: !transform.any_op {transform.consumed}) {
    %a = transform.structured.scalarize %h : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.convert_to_loops %h : (!transform.any_op) -> !transform.any_op
    transform.structured.eliminate_empty_tensors %h : !transform.any_op
    %c:4 = transform.structured.split_reduction %h {split_factor = 4, insert_split_dimension = 0, inner_parallel} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %d = transform.structured.transpose_matmul %h : (!transform.any_op) -> !transform.any_op
    %d1 = transform.structured.transpose_matmul %h <rhs> : (!transform.any_op) -> !transform.any_op
    %e = transform.cast %h : !transform.any_op to !transform.op<"linalg.unpack">
    %f:4 = transform.structured.lower_unpack %e : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    %g = transform.structured.hoist_redundant_vector_transfers %h {verify_non_zero_trip} : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.hoist_redundant_vector_broadcasts %h : (!transform.any_op) -> !transform.any_op
    %j = transform.loop.parallel_for_to_nested_fors %h : (!transform.any_op) -> !transform.any_op
    transform.bufferization.buffer_loop_hoisting %h : !transform.any_op
    transform.yield
  }
  transform.named_sequence private @n(%h: !transform.any_op {transform.readonly}, %w: !transform.any_value {transform.readonly}) {
    %r:2 = transform.match.structured failures(suppress) %h : (!transform.any_op) -> (!transform.any_param, !transform.any_op) {
    ^bb0(%s: !transform.any_op):
      transform.match.structured.body %s {reduction_position = 0 : i64} : !transform.any_op
      transform.match.structured.body %s {contraction = ["arith.mulf", "arith.addf"]} : !transform.any_op
      %c:4 = transform.match.structured.classify_contraction_dims %s : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      %d:8 = transform.match.structured.classify_convolution_dims %s : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
      transform.match.structured.dim %s[all] {parallel} : !transform.any_op
      %e = transform.match.structured.dim %s[0, -1] : (!transform.any_op) -> !transform.param<i64>
      %f = transform.match.structured.init %s[0] : (!transform.any_op) -> !transform.any_value
      transform.match.structured.input %s[except(0)] {permutation} : !transform.any_op
      %g = transform.match.structured.input %s[all] : (!transform.any_op) -> !transform.affine_map
      %b = transform.match.structured.elemental_bitwidth %f : (!transform.any_value) -> !transform.param<i64>
      %i = transform.match.structured.num_inits %s : (!transform.any_op) -> !transform.param<i64>
      %j = transform.match.structured.num_inputs %s : (!transform.any_op) -> !transform.param<i64>
      %k = transform.match.structured.rank %s : (!transform.any_op) -> !transform.any_param
      %l = transform.match.structured.result %s[0] : (!transform.any_op) -> !transform.any_value
      %m = transform.match.structured.result %s[-1] any : (!transform.any_op) -> !transform.any_op
      transform.match.structured.yield %k, %m : !transform.any_param, !transform.any_op
    }
    transform.match.structured %h : !transform.any_op {
    ^bb0(%s: !transform.any_op):
    }
    transform.yield
  }
}
// -----
// only
// op: transform.apply_conversion_patterns.func.func_to_llvm transform.apply_conversion_patterns.scf.scf_to_control_flow transform.apply_conversion_patterns.vector.vector_to_llvm transform.apply_patterns.arm_neon.vector_contract_to_bfmmla transform.apply_patterns.arm_neon.vector_contract_to_i8mm transform.apply_patterns.gpu.gpu_rewrite_patterns transform.apply_patterns.linalg.decompose_pack_unpack transform.apply_patterns.linalg.decompose_pad transform.apply_patterns.linalg.erase_unnecessary_inputs transform.apply_patterns.linalg.fold_add_into_dest transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices transform.apply_patterns.linalg.pad_vectorization transform.apply_patterns.memref.alloc_to_alloca transform.apply_patterns.memref.expand_ops transform.apply_patterns.memref.expand_strided_metadata transform.apply_patterns.memref.extract_address_computations transform.apply_patterns.memref.fold_memref_alias_ops transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims transform.apply_patterns.tensor.bubble_up_extract_slice transform.apply_patterns.tensor.decompose_concat transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion transform.apply_patterns.tensor.fold_tensor_empty transform.apply_patterns.tensor.fold_tensor_subset_ops transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice transform.apply_patterns.tensor.reassociative_reshape_folding transform.apply_patterns.tensor.rewrite_as_constant transform.apply_patterns.vector.cast_away_vector_leading_one_dim transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops transform.apply_patterns.vector.drop_unit_dims_with_shape_cast transform.apply_patterns.vector.elementwise_to_vector transform.apply_patterns.vector.fold_arith_extension transform.apply_patterns.vector.interleave_to_shuffle transform.apply_patterns.vector.lower_bitcast transform.apply_patterns.vector.lower_broadcast transform.apply_patterns.vector.lower_create_mask transform.apply_patterns.vector.lower_gather transform.apply_patterns.vector.lower_interleave transform.apply_patterns.vector.lower_masked_transfers transform.apply_patterns.vector.lower_masks transform.apply_patterns.vector.lower_outerproduct transform.apply_patterns.vector.lower_scan transform.apply_patterns.vector.lower_shape_cast transform.apply_patterns.vector.materialize_masks transform.apply_patterns.vector.rank_reducing_subview_patterns transform.apply_patterns.vector.reduction_to_contract transform.apply_patterns.vector.rewrite_narrow_types transform.apply_patterns.vector.sink_mem_ops transform.apply_patterns.vector.sink_ops transform.apply_patterns.vector.transfer_permutation_patterns transform.apply_patterns.vector.unroll_from_elements transform.apply_patterns.vector.unroll_to_elements transform.apply_patterns.x86vector.vector_contract_to_fma
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%h: !transform.any_op {transform.consumed}) {
    transform.apply_patterns to %h {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.linalg.tiling_canonicalization
      transform.apply_patterns.linalg.erase_unnecessary_inputs
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
      transform.apply_patterns.linalg.decompose_pack_unpack
      transform.apply_patterns.linalg.decompose_pad
      transform.apply_patterns.linalg.pad_vectorization
      transform.apply_patterns.linalg.fold_add_into_dest
      transform.apply_patterns.scf.for_loop_canonicalization
      transform.apply_patterns.tensor.decompose_concat
      transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
      transform.apply_patterns.tensor.fold_tensor_empty
      transform.apply_patterns.tensor.fold_tensor_subset_ops
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
      transform.apply_patterns.tensor.reassociative_reshape_folding
      transform.apply_patterns.tensor.rewrite_as_constant
      transform.apply_patterns.tensor.bubble_up_extract_slice
      transform.apply_patterns.memref.alloc_to_alloca
      transform.apply_patterns.memref.expand_ops
      transform.apply_patterns.memref.expand_strided_metadata
      transform.apply_patterns.memref.extract_address_computations
      transform.apply_patterns.memref.fold_memref_alias_ops
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
      transform.apply_patterns.vector.rank_reducing_subview_patterns
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.lower_bitcast
      transform.apply_patterns.vector.lower_broadcast
      transform.apply_patterns.vector.lower_contraction
      transform.apply_patterns.vector.lower_create_mask
      transform.apply_patterns.vector.lower_masks
      transform.apply_patterns.vector.lower_masked_transfers
      transform.apply_patterns.vector.materialize_masks
      transform.apply_patterns.vector.lower_multi_reduction
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.vector.lower_gather
      transform.apply_patterns.vector.unroll_from_elements
      transform.apply_patterns.vector.unroll_to_elements
      transform.apply_patterns.vector.lower_scan
      transform.apply_patterns.vector.lower_shape_cast
      transform.apply_patterns.vector.lower_transfer
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.lower_interleave
      transform.apply_patterns.vector.interleave_to_shuffle
      transform.apply_patterns.vector.rewrite_narrow_types
      transform.apply_patterns.vector.split_transfer_full_partial
      transform.apply_patterns.vector.transfer_to_scf
      transform.apply_patterns.vector.fold_arith_extension
      transform.apply_patterns.vector.elementwise_to_vector
      transform.apply_patterns.vector.reduction_to_contract
      transform.apply_patterns.vector.sink_ops
      transform.apply_patterns.vector.sink_mem_ops
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
      transform.apply_patterns.gpu.gpu_rewrite_patterns
      transform.apply_patterns.x86vector.vector_contract_to_fma
    } : !transform.any_op
    transform.apply_conversion_patterns to %h {
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.vector.vector_to_llvm {reassociate_fp_reductions = true}
      transform.apply_conversion_patterns.scf.scf_to_control_flow
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32}
    } {illegal_dialects = ["scf"], preserve_handles} : !transform.any_op
    transform.yield
  }
}
// -----
// op: transform.memref.alloca_to_global transform.memref.erase_dead_alloc_and_stores transform.memref.multibuffer
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%h: !transform.any_op {transform.consumed}, %a: !transform.op<"memref.alloca"> {transform.consumed}, %b: !transform.op<"memref.alloc"> {transform.consumed}) {
    %parts = transform.memref.multibuffer %b {factor = 2 : i64, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    %get, %global = transform.memref.alloca_to_global %a : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.memref.erase_dead_alloc_and_stores %h : (!transform.any_op) -> ()
    transform.yield
  }
}
// -----
// -----
// only
// op: transform.pdl_match transform.with_pdl_patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%h: !transform.any_op) {
    transform.with_pdl_patterns %h : !transform.any_op attributes {a = 1} {
    ^bb0(%scope: !transform.any_op):
      pdl.pattern @additions : benefit($(c+1)) {
        %x = pdl.operand
        %0 = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value)
        pdl.rewrite %0 with "transform.dialect"
      }
      transform.sequence %scope : !transform.any_op failures(propagate) {
      ^bb0(%arg: !transform.any_op):
        %0 = transform.pdl_match @additions in %arg {k} : (!transform.any_op) -> !transform.any_op
      }
    }
    transform.yield
  }
}
// -----
// -----
// only
// op: transform.nvgpu.create_async_groups transform.nvgpu.rewrite_matmul_as_mma_sync transform.apply_patterns.gpu.eliminate_barriers transform.dlti.query transform.func.deduplicate_func_args transform.func.replace_func_signature transform.gpu.map_forall_to_blocks transform.gpu.map_nested_forall_to_threads transform.structured.convert_conv2d_to_img2col transform.structured.decompose_interface transform.structured.gpu.map_copy_to_threads transform.structured.pad_tiling_interface transform.structured.promote transform.structured.promote_tensor transform.structured.transpose_conv2d transform.structured.winograd_conv2d transform.structured.decompose_winograd_op transform.structured.replace transform.apply_patterns.tensor.fold_into_pack_and_unpack transform.apply_conversion_patterns.gpu.gpu_to_nvvm transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm transform.tensor.make_loop_independent transform.memref.make_loop_independent transform.nvgpu.pipeline_shared_memory_copies transform.nvgpu.rewrite_copy_as_tma
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @converted(%h: !transform.any_op {transform.consumed}, %v: !transform.any_value {transform.readonly}) {
    %p0 = transform.structured.promote %h {alignment = 32, mapping = [#gpu.memory_space<workgroup>], operands_to_promote = [0, 1], use_full_tile_buffers = [true, false], use_original_subview_size} : (!transform.any_op) -> !transform.any_op
    %p1 = transform.structured.promote %h {use_alloca, use_full_tiles_by_default} : (!transform.any_op) -> !transform.any_op
    %p2 = transform.structured.promote_tensor to 4 %v : !transform.any_value
    %p3 = transform.structured.promote_tensor %v : !transform.any_value
    %q0:2 = transform.structured.convert_conv2d_to_img2col %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %q1 = transform.structured.transpose_conv2d %h : (!transform.any_op) -> !transform.any_op
    %q2 = transform.structured.decompose_interface %h : (!transform.any_op) -> !transform.any_op
    %g0 = transform.gpu.map_forall_to_blocks %h generate_gpu_launch grid_dims = [4, 2, 1] : (!transform.any_op) -> !transform.any_op
    %g1 = transform.gpu.map_forall_to_blocks %h : (!transform.any_op) -> !transform.any_op
    %g2 = transform.gpu.map_nested_forall_to_threads %h block_dims = [4, 2, 1] sync_after_distribute = false warp_size = 64 : (!transform.any_op) -> !transform.any_op
    %g3 = transform.gpu.map_nested_forall_to_threads %h block_dims = [4, 2, 1] : (!transform.any_op) -> !transform.any_op
    %t2:3 = transform.structured.pad %h pad_to_multiple_of [2, 3] {padding_dimensions = [0, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_patterns to %h { transform.apply_patterns.gpu.eliminate_barriers } : !transform.any_op
    %t0:2 = transform.structured.pad_tiling_interface %h to padding_sizes [%h, 4] pad_to_multiple_of {padding_values = [0.0 : f32]} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t1:2 = transform.structured.pad_tiling_interface %h to padding_sizes [4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %m:2 = transform.structured.gpu.map_copy_to_threads %h total_num_threads = 32 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f0:2 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [0] at %h {adjust_func_calls} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f1:2 = transform.func.deduplicate_func_args @f at %h : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %d = transform.dlti.query ["A", i32] at %h : (!transform.any_op) -> !transform.any_param
    %n0 = transform.nvgpu.create_async_groups %h {bypass_l1} : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.rewrite_matmul_as_mma_sync %n0 : (!transform.any_op) -> ()
    transform.nvgpu.rewrite_copy_as_tma %h : (!transform.any_op) -> ()
    %pc0 = transform.nvgpu.pipeline_shared_memory_copies failures(suppress) %h {depth = 2, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    %li0 = transform.tensor.make_loop_independent %h {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    %li1 = transform.memref.make_loop_independent %li0 {num_loops = 2 : i64} : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %h {
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm {benefit = 2 : i16}
      transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
      transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
    } : !transform.any_op
    transform.apply_patterns to %h {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    %rp0 = transform.structured.replace %h {
      %k0 = arith.constant 0 : i32
    } : (!transform.any_op) -> !transform.any_op
    %wc = transform.structured.winograd_conv2d %h {fmr = 1 : i32} : (!transform.any_op) -> !transform.any_op
    %wd = transform.structured.decompose_winograd_op %wc : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
// -----
// only
// op: transform.apply_patterns.linalg.fold_pack_unpack_into_empty transform.func.cast_and_call transform.structured.linalg_copy_to_memref transform.tune.alternatives transform.tune.knob transform.type_conversion.tensor.cast_shape_dynamic_dims
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @chosen(%h: !transform.any_op {transform.consumed}, %v: !transform.any_value {transform.readonly}) {
    %0 = transform.tune.knob<"size"> = 4 from options = [4, 8] {a} -> !transform.param<i64>
    %1 = transform.tune.knob<"name"> options = {a = 1} -> !transform.any_param
    %2:2 = transform.tune.alternatives<"which"> selected_region = 1 attributes {a} -> !transform.any_op, !transform.param<i64> {
      transform.yield %h, %0 : !transform.any_op, !transform.param<i64>
    }, {
      transform.yield %h, %0 : !transform.any_op, !transform.param<i64>
    }
    transform.tune.alternatives<"which"> selected_region = %0 : !transform.param<i64> {
    }, {
    }
    transform.tune.alternatives<"which"> {
    }
    %3 = transform.func.cast_and_call @f(%v) -> %v after %h {
      transform.type_conversion.tensor.cast_shape_dynamic_dims
    } {a} : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    %4 = transform.func.cast_and_call %h -> %v before %h {
      transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info
    } : (!transform.any_op, !transform.any_value, !transform.any_op) -> !transform.any_op
    %5 = transform.func.cast_and_call @f before %h : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %h {
      transform.apply_patterns.linalg.fold_pack_unpack_into_empty {fold_single_use_only = true}
    } : !transform.any_op
    %6 = transform.structured.linalg_copy_to_memref %h : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
// op: transform.irdl.collect_matching
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%h: !transform.any_op {transform.readonly}) {
    %0 = transform.irdl.collect_matching in %h : (!transform.any_op) -> !transform.any_op$[| attributes {note}] {
      irdl.dialect @d {
        irdl.operation @o {
          %t = irdl.is $[i32|f32]
          irdl.results(r: $[|variadic ]%t)
        }
      }
    }
    transform.yield
  }
}
