// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @named(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = linalg.<<matmul|matmul {cast = #linalg.type_fn<cast_signed>}>> ins(%a, %b : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.interchange %1 iterator_interchange = [<<2, 0, 1|1, 2, 0|0, 1, 2>>] : (!transform.any_op) -> !transform.any_op
    transform.annotate %2 "done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<<<n:40|37|55>>xf32>, %c: tensor<<<n>>xf32>) -> tensor<<<n>>xf32> {
    %0 = linalg.exp ins(%a : tensor<<<n>>xf32>) outs(%c : tensor<<<n>>xf32>) -> tensor<<<n>>xf32>
    return %0 : tensor<<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s:3 = transform.structured.multitile_sizes %0 {target_size = 6, dimension = 0} : (!transform.any_op) -> !transform.param<i64>
    %1 = transform.structured.split %0 after %s#2 {dimension = 0} : !transform.any_op, !transform.param<i64>
    %low, %high = transform.split_handle %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t, %l = transform.structured.tile_using_for %low tile_sizes [%s#0] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %u, %m = transform.structured.tile_using_for %high tile_sizes [%s#1] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @split(%a: tensor<40xf32>, %c: tensor<40xf32>) -> tensor<40xf32> {
    %0 = linalg.exp ins(%a : tensor<40xf32>) outs(%c : tensor<40xf32>) -> tensor<40xf32>
    return %0 : tensor<40xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.split %0 after <<12|39>> {dimension = 0} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @named(%a: tensor<<<m:8|?>>x<<k:16|?>>xf32>, %b: tensor<<<k>>x4xf32>, %c: tensor<<<m>>x4xf32>, %x: tensor<3x<<m>>x<<k>>xf32>, %y: tensor<3x<<k>>x4xf32>, %z: tensor<3x<<m>>x4xf32>) -> (tensor<<<m>>x4xf32>, tensor<3x<<m>>x4xf32>) {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x<<k>>xf32>, tensor<<<k>>x4xf32>) outs(%c : tensor<<<m>>x4xf32>) -> tensor<<<m>>x4xf32>
    %1 = linalg.batch_matmul ins(%x, %y : tensor<3x<<m>>x<<k>>xf32>, tensor<3x<<k>>x4xf32>) outs(%z : tensor<3x<<m>>x4xf32>) -> tensor<3x<<m>>x4xf32>
    return %0, %1 : tensor<<<m>>x4xf32>, tensor<3x<<m>>x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul", "linalg.batch_matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.transpose_matmul %0 <<|<lhs> |<rhs> >> : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "transposed" : !transform.any_op
    transform.yield
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @special(%a: tensor<?x16xf32>, %c: tensor<?x16xf32>) -> tensor<?x16xf32> {
    %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %a : tensor<?x16xf32>, tensor<?x16xf32>) outs(%c : tensor<?x16xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %q = arith.<<addf|mulf|divf>> %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<?x16xf32>
    %1 = linalg.exp ins(%0 : tensor<?x16xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
    return %1 : tensor<?x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.specialize %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "named" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @empty(%x: tensor<?xf32>, %v: f32, %i: index) -> tensor<?xf32> {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
    %2 = tensor.insert_slice %1 into %x[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
    return %2 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: upstream frees the buffer in each iteration
module attributes {transform.with_named_sequence} {
  func.func @hoisted(%m: memref<?xf32>, %n: index, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %b = memref.alloc() : memref<4xf32>
      memref.store %v, %b[%c0] : memref<4xf32>
      %r = memref.load %b[%c0] : memref<4xf32>
      memref.store %r, %m[%i] : memref<?xf32>
      memref.dealloc %b : memref<4xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.bufferization.buffer_loop_hoisting %0 : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: upstream drops the cast where it transposes the right factor, so that the elements are extended with their signs
module attributes {transform.with_named_sequence} {
  func.func @unsigned(%a: tensor<8x16xi8>, %b: tensor<16x4xi8>, %c: tensor<8x4xi32>) -> tensor<8x4xi32> {
    %0 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<8x16xi8>, tensor<16x4xi8>) outs(%c : tensor<8x4xi32>) -> tensor<8x4xi32>
    return %0 : tensor<8x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.transpose_matmul %0 <rhs> : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @loops(%a: memref<?x16xf32>, %b: memref<20xf32>, %c: memref<16x?xf32>, %d: memref<?x?xf32>, %e: memref<4xf32>, %s: f32) {
    linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1 + d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d1, d0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %s, %e : memref<?x16xf32>, memref<20xf32>, f32, memref<4xf32>) outs(%c : memref<16x?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %e0: f32, %o: f32):
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i32
      %k = arith.sitofp %j : i32 to f32
      %p = arith.mulf <<%x|%z>>, %k : f32
      %q = arith.addf %p, <<%o|%y>> : f32
      linalg.yield %q : f32
    }
    linalg.matmul ins(%a, %c : memref<?x16xf32>, memref<16x?xf32>) outs(%d : memref<?x?xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "loop" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @windows(%a: tensor<<<a:?x1x?x8|3x1x20x8>>xf32>, %k: tensor<1x<<x:3|?>>x8x16xf32>, %o: tensor<<<o:?x1x?|3x1x9>>x16xf32>, %d: tensor<?x?x1x8xf32>, %w: tensor<?x1xf32>, %v: tensor<?x?x1x8xf32>) -> (tensor<<<o>>x16xf32>, tensor<?x?x1x8xf32>) {
    %0 = linalg.conv_2d_nhwc_hwcf <<w:|{dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}|{dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>}>> ins(%a, %k : tensor<<<a>>xf32>, tensor<1x<<x>>x8x16xf32>) outs(%o : tensor<<<o>>x16xf32>) -> tensor<<<o>>x16xf32>
    %1 = linalg.pooling_nhwc_<<sum|max|min>> {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%d, %w : tensor<?x?x1x8xf32>, tensor<?x1xf32>) outs(%v : tensor<?x?x1x8xf32>) -> tensor<?x?x1x8xf32>
    return %0, %1 : tensor<<<o>>x16xf32>, tensor<?x?x1x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "row" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @window(%a: tensor<1x?xf32>, %k: tensor<1x?xf32>, %o: tensor<1x?xf32>) -> tensor<1x?xf32> {
    %0 = linalg.conv_2d ins(%a, %k : tensor<1x?xf32>, tensor<1x?xf32>) outs(%o : tensor<1x?xf32>) -> tensor<1x?xf32>
    return %0 : tensor<1x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "row" : !transform.any_op
    transform.yield
  }
}
