// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @rows(%a: tensor<<<m:?|12>>x<<n:?|30|31>>xf32>, %c: tensor<<<m>>xf32>) -> tensor<<<m>>xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<<<m>>x<<n>>xf32>) outs(%c : tensor<<<m>>xf32>) {
    ^bb0(%x: f32, %y: f32):
      %q = arith.<<addf|minimumf|mulf>> <<%x, %y|%y, %x>> : f32
      linalg.yield %q : f32
    } -> tensor<<<m>>xf32>
    return %0 : tensor<<<m>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %l = transform.structured.<<tile_reduction_using_for %0 by tile_sizes = [0, 5]|tile_reduction_using_forall %0 by num_threads = [0, 5] tile_sizes = [0, 3] mapping = [#gpu.thread<x>]|tile_reduction_using_forall %0 by tile_sizes = [0, 5] mapping = [#gpu.thread<x>]|tile_reduction_using_forall %0 by num_threads = [0, 5]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @rows(%a: tensor<<<m:?|12>>x<<n:?|30|31>>xi32>, %c: tensor<<<m>>xi32>) -> tensor<<<m>>xi32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<<<m>>x<<n>>xi32>) outs(%c : tensor<<<m>>xi32>) {
    ^bb0(%x: i32, %y: i32):
      %q = arith.<<addi|maxsi|minui|andi>> <<%x, %y|%y, %x>> : i32
      linalg.yield %q : i32
    } -> tensor<<<m>>xi32>
    return %0 : tensor<<<m>>xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %l = transform.structured.<<tile_reduction_using_for %0 by tile_sizes = [0, 5]|tile_reduction_using_forall %0 by num_threads = [0, 5] tile_sizes = [0, 3] mapping = [#gpu.thread<x>]|tile_reduction_using_forall %0 by tile_sizes = [0, 5] mapping = [#gpu.thread<x>]|tile_reduction_using_forall %0 by num_threads = [0, 5]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @some(%a: tensor<8x<<n:?|30>>x30xf32>, %c: tensor<30xf32>) -> tensor<30xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>], iterator_types = ["reduction", "reduction", "parallel"]} ins(%a : tensor<8x<<n>>x30xf32>) outs(%c : tensor<30xf32>) {
    ^bb0(%x: f32, %y: f32):
      %i = linalg.index 2 : index
      %j = arith.index_cast %i : index to i32
      %k = arith.sitofp %j : i32 to f32
      %p = arith.mulf %x, %k : f32
      %q = arith.maximumf %p, %y : f32
      linalg.yield %q : f32
    } -> tensor<30xf32>
    return %0 : tensor<30xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %l = transform.structured.<<tile_reduction_using_for %0 by tile_sizes = [2, 5]|tile_reduction_using_for %0 by tile_sizes = [0, 5]|tile_reduction_using_for %0 reduction_dims = [1] by tile_sizes = [2, 5]|tile_reduction_using_for %0 reduction_dims = [1] by tile_sizes = [5]|tile_reduction_using_for %0 reduction_dims = [0] by tile_sizes = [3]|tile_reduction_using_forall %0 by tile_sizes = [2, 5]|tile_reduction_using_forall %0 reduction_dims = [1] by tile_sizes = [0, 4]|tile_reduction_using_forall %0 by num_threads = [2, 5]|tile_reduction_using_forall %0 reduction_dims = [1] by num_threads = [0, 5]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @named(%a: tensor<16x<<k:32|?>>xf32>, %b: tensor<<<k>>x8xf32>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<16x<<k>>xf32>, tensor<<<k>>x8xf32>) outs(%c : tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %l = transform.structured.<<tile_reduction_using_for %0 by tile_sizes = [0, 0, 4]|tile_reduction_using_forall %0 by tile_sizes = [0, 0, 5]|tile_reduction_using_forall %0 by num_threads = [0, 0, 4]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %2 "tile" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<16x<<k:32|256>>xf32>, %b: tensor<<<k>>x8xf32>, %c: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<16x<<k>>xf32>, tensor<<<k>>x8xf32>) outs(%c : tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %4 = transform.structured.split_reduction %0 {split_factor = <<4|8>>, insert_split_dimension = <<0|1|2>> <<|, inner_parallel>> <<|, use_alloc>>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %3 "partial" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<32xf32>, %s: tensor<f32>, %c: tensor<f32>) -> tensor<f32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%a, %s : tensor<32xf32>, tensor<f32>) outs(%c : tensor<f32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.subf %x, %y : f32
      %q = arith.<<addf|mulf|minimumf>> %p, %z : f32
      linalg.yield %q : f32
    } -> tensor<f32>
    return %0 : tensor<f32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %4 = transform.structured.split_reduction %0 {split_factor = 4, insert_split_dimension = 0 <<|, inner_parallel>>} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// DIFFERS: upstream computes the numbers of iterations in a tile from zero in every tile
module attributes {transform.with_named_sequence} {
  func.func @index(%a: tensor<8x30xf32>, %c: tensor<30xf32>) -> tensor<30xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<8x30xf32>) outs(%c : tensor<30xf32>) {
    ^bb0(%x: f32, %y: f32):
      %i = linalg.index 0 : index
      %j = arith.index_cast %i : index to i32
      %k = arith.sitofp %j : i32 to f32
      %p = arith.mulf %x, %k : f32
      %q = arith.maximumf %p, %y : f32
      linalg.yield %q : f32
    } -> tensor<30xf32>
    return %0 : tensor<30xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2, %3, %l = transform.structured.<<tile_reduction_using_for %0 by tile_sizes = [2]|tile_reduction_using_forall %0 by tile_sizes = [2]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
