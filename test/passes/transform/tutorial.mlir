// Two products and a sum are scheduled by a script from tensors to loops of vectors: the first product is tiled and padded, and the paddings
// of its operands are moved out of the loops; the second one is packed; the sum is tiled with what it adds. All become vectors, tensors become
// buffers, and vectors become loads, stores and multiply-adds. The interpreter finds the same results before and after;
// tools/run/tests/schedules.rs compares native code.
//
// RUN: strata-opt %s --transform-interpreter --test-transform-dialect-erase-schedule | FileCheck %s
// RUN: strata-opt %s --transform-interpreter --validate-passes

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @main
  // CHECK-NOT: linalg.matmul
  // CHECK-NOT: tensor.pad
  // The copies of the operands of the first product.
  // CHECK: memref.alloc() {{.*}} : memref<3x3x8x4xf32>
  // CHECK: scf.for
  // CHECK: vector.fma
  // CHECK-NOT: linalg.matmul
  // CHECK-NOT: vector.contract
  // CHECK: return
  func.func @main(%a: tensor<20x10xf32>, %b: tensor<10x13xf32>, %c: tensor<13x8xf32>, %d: tensor<20x8xf32>) -> tensor<20x8xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<20x13xf32>
    %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<20x13xf32>) -> tensor<20x13xf32>
    %0 = linalg.matmul {first} ins(%a, %b : tensor<20x10xf32>, tensor<10x13xf32>) outs(%fill : tensor<20x13xf32>) -> tensor<20x13xf32>
    %empty_1 = tensor.empty() : tensor<20x8xf32>
    %fill_1 = linalg.fill ins(%zero : f32) outs(%empty_1 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %1 = linalg.matmul {second} ins(%0, %c : tensor<20x13xf32>, tensor<13x8xf32>) outs(%fill_1 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %2 = linalg.abs ins(%d : tensor<20x8xf32>) outs(%empty_1 : tensor<20x8xf32>) -> tensor<20x8xf32>
    %3 = linalg.add ins(%1, %2 : tensor<20x8xf32>, tensor<20x8xf32>) outs(%empty_1 : tensor<20x8xf32>) -> tensor<20x8xf32>
    return %3 : tensor<20x8xf32>
  }

  transform.named_sequence @tile_and_pad(%product: !transform.any_op {transform.consumed}) {
    %part, %loops:3 = transform.structured.tile_using_for %product tile_sizes [8, 8, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %padded, %pads, %copy = transform.structured.pad %part {
      padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0, 1, 2], nofold_flags = [1, 1, 0], copy_back_op = "none"
    } : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %lhs = transform.get_producer_of_operand %padded[0] : (!transform.any_op) -> !transform.any_op
    %rhs = transform.get_producer_of_operand %padded[1] : (!transform.any_op) -> !transform.any_op
    %lhs_copy = transform.structured.hoist_pad %lhs by 3 loops : (!transform.any_op) -> !transform.any_op
    %rhs_copy = transform.structured.hoist_pad %rhs by 3 loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  transform.named_sequence @pack(%product: !transform.any_op {transform.consumed}, %function: !transform.any_op {transform.readonly}) {
    %packed = transform.structured.pack %product packed_sizes = [4, 4, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    %tile, %loops:3 = transform.structured.tile_using_for %packed tile_sizes [1, 1, 1] : (!transform.op<"linalg.generic">) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %packs = transform.structured.match ops{["linalg.pack"]} in %function : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %packs : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %unpacks = transform.structured.match ops{["linalg.unpack"]} in %function : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %unpacks : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }

  transform.named_sequence @lower(%function: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.reduction_to_contract
    } : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = outerproduct
      transform.apply_patterns.vector.lower_multi_reduction
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.lower_broadcast
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.transfer_to_scf
    } : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 1
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %first = transform.structured.match ops{["linalg.matmul"]} attributes {first} in %root : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match ops{["linalg.matmul"]} attributes {second} in %root : (!transform.any_op) -> !transform.any_op
    transform.include @tile_and_pad failures(propagate) (%first) : (!transform.any_op) -> ()
    transform.include @pack failures(propagate) (%second, %function) : (!transform.any_op, !transform.any_op) -> ()
    %sum = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %rows, %row_loop = transform.structured.fuse %sum tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.apply_patterns to %function {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %vectors = transform.structured.vectorize_children_and_apply_patterns %function {vectorize_padding} : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %vectors {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    transform.bufferization.eliminate_empty_tensors %root : !transform.any_op
    %buffers = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %lowered = transform.structured.match ops{["func.func"]} in %buffers : (!transform.any_op) -> !transform.any_op
    transform.include @lower failures(propagate) (%lowered) : (!transform.any_op) -> ()
    transform.yield
  }
}
