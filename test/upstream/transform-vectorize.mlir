// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @named(%a: tensor<8x16x<<t:f32|i32>>>, %b: tensor<16x4x<<t>>>, %c: tensor<8x4x<<t>>>, %s: <<t>>) -> (tensor<8x4x<<t>>>, tensor<8x4x<<t>>>, tensor<8x4x<<t>>>) {
    %0 = linalg.fill ins(%s : <<t>>) outs(%c : tensor<8x4x<<t>>>) -> tensor<8x4x<<t>>>
    %1 = linalg.matmul ins(%a, %b : tensor<8x16x<<t>>>, tensor<16x4x<<t>>>) outs(<<%0|%c>> : tensor<8x4x<<t>>>) -> tensor<8x4x<<t>>>
    %2 = linalg.<<add|mul|sub>> ins(%1, %0 : tensor<8x4x<<t>>>, tensor<8x4x<<t>>>) outs(%c : tensor<8x4x<<t>>>) -> tensor<8x4x<<t>>>
    return %0, %1, %2 : tensor<8x4x<<t>>>, tensor<8x4x<<t>>>, tensor<8x4x<<t>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @elementwise(%a: memref<4x8xf32>, %b: memref<8xf32>, %c: memref<4x8xf32>, %s: f32) {
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b, %s : memref<4x8xf32>, memref<8xf32>, f32) outs(%c : memref<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
      %two = arith.constant 2.0 : f32
      %p = arith.mulf %x, <<%y|%two|%o>> : f32
      %q = arith.addf %p, %z : f32
      %e = math.exp %q : f32
      linalg.yield <<%e|%z>> : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @reduction(%a: tensor<4x8x2xf32>, %c: tensor<2x4xf32>, %d: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2, d0)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%a : tensor<4x8x2xf32>) outs(%c : tensor<2x4xf32>) {
    ^bb0(%x: f32, %y: f32):
      %n = arith.negf %x : f32
      %s = arith.<<addf|maximumf|mulf>> <<%y, %n|%n, %y>> : f32
      linalg.yield %s : f32
    } -> tensor<2x4xf32>
    %t = linalg.transpose ins(%0 : tensor<2x4xf32>) outs(%d : tensor<4x2xf32>) permutation = [1, 0]
    return %t : tensor<4x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masked(%a: tensor<<<m:?|8|7>>x<<k:?|4>>xf32>, %b: tensor<<<k>>x<<n:?|16|15>>xf32>, %c: tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32> {
    %0 = linalg.<<matmul|matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>]>> ins(%a, %b : tensor<<<m>>x<<k>>xf32>, tensor<<<k>>x<<n>>xf32>) outs(%c : tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32>
    return %0 : tensor<<<m>>x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [<<8, 16, 4|16, 16, 8>>] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masked(%a: memref<<<m:5|8>>x?xf32>, %b: memref<?xf32>, %s: f32, %t: memref<?x<<m>>xf32>) {
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%b, %s, %t : memref<?xf32>, f32, memref<?x<<m>>xf32>) outs(%a : memref<<<m>>x?xf32>) {
    ^bb0(%x: f32, %y: f32, %u: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %p, <<%u|%z>> : f32
      linalg.yield %q : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %1 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant <<8|16>> : i64 -> !transform.param<i64>
    transform.structured.vectorize %1 vector_sizes [%p, 16] : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @masked(%a: tensor<?x<<n:?|30>>xf32>, %c: tensor<<<n>>xf32>) -> tensor<<<n>>xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<?x<<n>>xf32>) outs(%c : tensor<<<n>>xf32>) {
    ^bb0(%x: f32, %y: f32):
      %q = arith.<<maximumf|addf>> %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<<<n>>xf32>
    return %0 : tensor<<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %1 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %1 vector_sizes [4, 32] : !transform.any_op
    transform.yield
  }
}
