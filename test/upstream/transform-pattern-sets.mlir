// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @add(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>, %c: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %z = arith.constant <<0.0|1.0|-0.0>> : f32
    %e = tensor.empty() : tensor<4x8xf32>
    %0 = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = linalg.add ins(<<%1, %c|%c, %1|%1, %1>> : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = linalg.matmul ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = linalg.add ins(<<%2, %3|%3, %c|%3, %2|%1, %3>> : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %2, %4 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.linalg.fold_add_into_dest } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @add(%a: tensor<4x2xi32>, %b: tensor<2x8xi32>, %c: tensor<4x8xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
    %z = arith.constant <<0|1>> : i32
    %e = tensor.empty() : tensor<4x8xi32>
    %0 = linalg.fill ins(%z : i32) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
    %1 = linalg.matmul ins(%a, %b : tensor<4x2xi32>, tensor<2x8xi32>) outs(%0 : tensor<4x8xi32>) -> tensor<4x8xi32>
    %2 = linalg.add ins(<<%1, %c|%c, %1|%1, %1>> : tensor<4x8xi32>, tensor<4x8xi32>) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
    %3 = linalg.matmul ins(%a, %b : tensor<4x2xi32>, tensor<2x8xi32>) outs(%0 : tensor<4x8xi32>) -> tensor<4x8xi32>
    %4 = linalg.add ins(<<%2, %3|%3, %c|%3, %2|%1, %3>> : tensor<4x8xi32>, tensor<4x8xi32>) outs(%e : tensor<4x8xi32>) -> tensor<4x8xi32>
    return %2, %4 : tensor<4x8xi32>, tensor<4x8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.linalg.fold_add_into_dest } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @transposed(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = arith.constant dense<0.0> : tensor<8x4xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%0 : tensor<8x4xf32>) {
    ^bb0(%x: f32, %y: f32, %s: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %s, %p : f32
      linalg.yield %q : f32
    } -> tensor<8x4xf32>
    %2 = linalg.add ins(%1, %c : tensor<8x4xf32>, tensor<8x4xf32>) outs(%0 : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %2 : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.linalg.fold_add_into_dest } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @transposed(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = arith.constant dense<0.0> : tensor<4x8xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %s: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %s, %p : f32
      linalg.yield %q : f32
    } -> tensor<4x8xf32>
    %2 = linalg.add ins(%1, %c : tensor<4x8xf32>, tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %2 : tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.linalg.fold_add_into_dest } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @barriers(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      %0 = memref.load %x[%tx] : memref<4xf32>
      gpu.barrier
      gpu.barrier
      memref.store %0, %<<x|y>>[%c0] : memref<4xf32>
      gpu.barrier
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.gpu.eliminate_barriers } : !transform.any_op
    transform.yield
  }
}
