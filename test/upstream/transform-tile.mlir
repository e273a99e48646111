// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<<<m:128|?>>x<<k:100|?>>xf32>, %b: tensor<<<k>>x<<n:128|?>>xf32>, %c: tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x<<k>>xf32>, tensor<<<k>>x<<n>>xf32>) outs(%c : tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32>
    return %0 : tensor<<<m>>x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match <<ops{["linalg.matmul"]}|interface{LinalgOp}>> in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.tile_using_for %0 tile_sizes [<<5|8>>, 0, 7] <<|interchange = [2, 1, 0]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<<<m:128|?>>x<<k:100|?>>xf32>, %b: tensor<<<k>>x<<n:128|?>>xf32>, %c: tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x<<k>>xf32>, tensor<<<k>>x<<n>>xf32>) outs(%c : tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32>
    return %0 : tensor<<<m>>x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_forall %0 <<num_threads|tile_sizes>> [<<5|8>>, 16] <<|(mapping = [#gpu.thread<y>, #gpu.thread<x>])>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#map = affine_map<(d0, d1) -> (<<d0 * 2, d1|d0 + d1, d1|d1 + d0, d0>>)>
#id = affine_map<(d0, d1) -> (d0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @generic(%a: tensor<64x32xf32>, %c: tensor<32x32xf32>, %s: f32) -> tensor<32x32xf32> {
    %0 = linalg.generic {indexing_maps = [#map, affine_map<(d0, d1) -> ()>, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %s : tensor<64x32xf32>, f32) outs(%c : tensor<32x32xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %i = linalg.index <<0|1>> : index
      %j = arith.index_cast %i : index to i32
      %k = arith.sitofp %j : i32 to f32
      %p = arith.mulf %x, %k : f32
      %q = arith.addf %p, %y : f32
      linalg.yield %q : f32
    } -> tensor<32x32xf32>
    return %0 : tensor<32x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant <<4|3>> : i64 -> !transform.param<i64>
    %1, %l:2 = transform.structured.tile_using_for %0 tile_sizes [%p, 8] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @fused(%a: tensor<64x32xf32>, %b: tensor<32x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x48xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x48xf32>) outs(%f : tensor<64x48xf32>) -> tensor<64x48xf32>
    %1 = linalg.<<add|mul>> ins(%0, %c : tensor<64x48xf32>, tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
    return %1 : tensor<64x48xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add", "linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l:2 = transform.structured.fuse %0 tile_sizes [<<8|10>>, <<16|9>>] <<|interchange [1, 0]>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @contained(%a: tensor<64x32xf32>, %b: tensor<32x48xf32>, %c: tensor<64x48xf32>) -> tensor<64x48xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<64x48xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<64x32xf32>, tensor<32x48xf32>) outs(%f : tensor<64x48xf32>) -> tensor<64x48xf32>
    return %0 : tensor<64x48xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_forall %0 tile_sizes [<<8|10>>, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %3 = transform.structured.fuse_into_containing_op %f into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
