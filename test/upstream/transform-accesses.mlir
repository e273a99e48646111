// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @elements(%m: memref<<<m:4x8xf32|?x8xf32|?x?xf32, strided<[?, 2], offset: 3>|4x8xf32, 3>>>, %i: index, %v: f32) -> f32 {
    %c = arith.constant <<0|3>> : index
    %0 = memref.load %m[<<%i|%c>>, <<%c|%i>>] : memref<<<m>>>
    memref.store %v, %m[%c, <<%c|%i>>] : memref<<<m>>>
    return %0 : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.memref.extract_address_computations } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @vectors(%m: <<m:memref<4x8xf32>|memref<?x8xf32>|memref<?x?xf32, strided<[?, 1], offset: ?>>|tensor<4x8xf32>>>, %i: index, %j: index, %p: f32, %w: memref<16x?xf32>) -> vector<<<v:4|2x4>>xf32> {
    %c = arith.constant <<0|3>> : index
    %k = affine.apply affine_map<()[s0, s1] -> (s0 * 2 + s1)>()[%i, %j]
    %0 = vector.transfer_read %m[<<%i|%c>>, <<%c|%k>>], %p <<|{in_bounds = [true]} >>: <<m>>, vector<<<v>>xf32>
    vector.transfer_write %0, %w[%c, <<%c|%k>>] : vector<<<v>>xf32>, memref<16x?xf32>
    return %0 : vector<<<v>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.memref.extract_address_computations } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @matrix(%m: memref<<<m:128x128|?x128>>xf16, 3>, %i: index) -> vector<4x2xf16> {
    %c = arith.constant <<0|3>> : index
    %0 = nvgpu.ldmatrix %m[%c, <<%c|%i>>] {numTiles = 4 : i32, transpose = false} : memref<<<m>>xf16, 3> -> vector<4x2xf16>
    return %0 : vector<4x2xf16>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.memref.extract_address_computations } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @packs(%d: tensor<4x2x2x4xf32>, %e: tensor<8x8xf32>, %p: f32) -> (tensor<4x2x2x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = tensor.empty() : tensor<4x2x2x4xf32>
    %2 = linalg.pack %0 <<|padding_value(%p : f32) >>inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %d : tensor<8x8xf32> -> tensor<4x2x2x4xf32>
    %3 = linalg.unpack %1 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<4x2x2x4xf32> -> tensor<8x8xf32>
    return %2, %3, <<%0|%e>> : tensor<4x2x2x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.linalg.fold_pack_unpack_into_empty<<| {fold_single_use_only = true}>> } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @copy(%a: <<a:memref<4x8xf32>|memref<?x8xf32, 2>|f32|memref<4x8xf16>|memref<4x8xf32, strided<[16, 1], offset: ?>>>>, %b: memref<4x8xf32>) {
    linalg.copy ins(%a : <<a>>) outs(%b : memref<4x8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.linalg_copy_to_memref %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "copy" : !transform.any_op
    transform.yield
  }
}
