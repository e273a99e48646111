// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @transpose(%v: vector<2x4xf32>, %w: vector<2x3x4xf32>, %x: vector<1x4xf32>) -> (vector<4x2xf32>, vector<3x2x4xf32>, vector<4x1xf32>) {
    %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %1 = vector.transpose %w, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
    %2 = vector.transpose %x, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
    return %0, %1, %2 : vector<4x2xf32>, vector<3x2x4xf32>, vector<4x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_transpose <<|lowering_strategy = shuffle_1d>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @broadcast(%v: vector<2xf32>, %w: vector<1x2xf32>, %x: vector<3x1xf32>, %y: vector<1xf32>) -> (vector<4x2xf32>, vector<3x2xf32>, vector<3x2xf32>, vector<4xf32>) {
    %0 = vector.broadcast %v : vector<2xf32> to vector<4x2xf32>
    %1 = vector.broadcast %w : vector<1x2xf32> to vector<3x2xf32>
    %2 = vector.broadcast %x : vector<3x1xf32> to vector<3x2xf32>
    %3 = vector.broadcast %y : vector<1xf32> to vector<4xf32>
    return %0, %1, %2, %3 : vector<4x2xf32>, vector<3x2xf32>, vector<3x2xf32>, vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_broadcast
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masks(%a: index, %b: index) -> (vector<3x4xi1>, vector<4xi1>, vector<2x4xi1>) {
    %0 = vector.create_mask %a, %b : vector<3x4xi1>
    %1 = vector.create_mask %a : vector<4xi1>
    %2 = vector.constant_mask [1, 3] : vector<2x4xi1>
    return %0, %1, %2 : vector<3x4xi1>, vector<4xi1>, vector<2x4xi1>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.<<lower_masks|lower_create_mask>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @constant() -> vector<4xi1> {
    %0 = vector.constant_mask [<<0|3|4>>] : vector<4xi1>
    return %0 : vector<4xi1>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_masks
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @interleave(%a: vector<2x3xi8>, %b: vector<2x3xi8>) -> vector<2x6xi8> {
    %0 = vector.interleave %a, %b : vector<2x3xi8> -> vector<2x6xi8>
    return %0 : vector<2x6xi8>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.<<lower_interleave|interleave_to_shuffle>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @transfer(%m: memref<?x?xf32>, %i: index, %k: vector<4xi1>, %p: f32, %n: memref<?xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<4xf32>, vector<1xf32>) {
    %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
    %1 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
    %2 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
    %3 = vector.transfer_read %n[%i], %p {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<?xf32>, vector<4xf32>
    %4 = vector.transfer_read %n[%i], %p {in_bounds = [true]} : memref<?xf32>, vector<1xf32>
    vector.transfer_write %0, %m[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
    vector.transfer_write %2, %m[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
    vector.transfer_write %4, %n[%i] {in_bounds = [true]} : vector<1xf32>, memref<?xf32>
    return %0, %1, %2, %3, %4 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<4xf32>, vector<1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.lower_transfer <<|max_transfer_rank = 2>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @elements(%a: vector<2x2xf32>) -> vector<2x2xf32> {
    %0:4 = vector.to_elements %a : vector<2x2xf32>
    %1 = vector.from_elements %0#3, %0#1, %0#2, %0#0 : vector<2x2xf32>
    return %1 : vector<2x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.<<unroll_to_elements|unroll_from_elements>>
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @sink(%a: vector<2x4xf32>, %b: vector<2x4xf32>, %s: f32, %t: f32, %m: memref<8x8xf32>, %i: index) -> (vector<4x2xf32>, vector<4xf32>, f32) {
    %0 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %1 = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %2 = arith.addf %0, %1 : vector<4x2xf32>
    %3 = vector.broadcast %s : f32 to vector<4xf32>
    %4 = vector.broadcast %t : f32 to vector<4xf32>
    %5 = arith.mulf %3, %4 : vector<4xf32>
    %6 = arith.subf %a, %b : vector<2x4xf32>
    %7 = vector.extract %6[1, 2] : f32 from vector<2x4xf32>
    return %2, %5, %7 : vector<4x2xf32>, vector<4xf32>, f32
  }
  func.func @memory(%m: memref<8x8xf32>, %i: index, %s: f32) -> (f32, vector<4xf32>) {
    %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
    %1 = vector.extract %0[2] : f32 from vector<4xf32>
    %2 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<2x4xf32>
    %3 = vector.extract %2[1] : vector<4xf32> from vector<2x4xf32>
    %4 = vector.broadcast %s : f32 to vector<1xf32>
    vector.store %4, %m[%i, %i] : memref<8x8xf32>, vector<1xf32>
    return %1, %3 : f32, vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.vector.<<sink_ops|sink_mem_ops>>
    } : !transform.any_op
    transform.yield
  }
}
