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
