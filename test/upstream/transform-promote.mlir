// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @loop(%a: memref<?x?x<<e:f32|i8|f64|complex<f32>>>, strided<[?, 1], offset: ?>>, %b: memref<64x64x<<e>>>, %c: memref<64x64x<<e>>>, %i: index, %j: index, %n: index) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c7 = arith.constant 7 : index
    scf.for %k = %c0 to %c64 step %c7 {
      %m = affine.min affine_map<(d0) -> (-d0 + 64, 7)>(%k)
      %0 = memref.subview %a[%i, %j] [%m, %n] [1, 1] : memref<?x?x<<e>>, strided<[?, 1], offset: ?>> to memref<?x?x<<e>>, strided<[?, 1], offset: ?>>
      %1 = memref.subview %b[%i, %j] [%n, 8] [1, 1] : memref<64x64x<<e>>> to memref<?x8x<<e>>, strided<[64, 1], offset: ?>>
      %2 = memref.subview %c[%i, %j] [%m, 8] [1, 1] : memref<64x64x<<e>>> to memref<?x8x<<e>>, strided<[64, 1], offset: ?>>
      linalg.matmul ins(%0, %1 : memref<?x?x<<e>>, strided<[?, 1], offset: ?>>, memref<?x8x<<e>>, strided<[64, 1], offset: ?>>) outs(%2: memref<?x8x<<e>>, strided<[64, 1], offset: ?>>)
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.promote %0 {<<operands_to_promote = [0, 2], use_full_tiles_by_default|use_full_tile_buffers = [true, false], alignment = 32|use_alloca, use_original_subview_size|use_full_tile_buffers = [false, true, true], memory_space = 3|operands_to_promote = [1]>>} : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "promoted" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @known(%a: memref<64x64x<<e:f32|i16>>>, %b: memref<4x64x64x<<e>>>, %i: index, %n: index) {
    %0 = memref.subview %a[%i, 3] [4, 8] [<<2|1>>, 1] : memref<64x64x<<e>>> to memref<4x8x<<e>>, strided<[<<s:128|64>>, 1], offset: ?>>
    %1 = memref.subview %b[1, %i, 0] [1, 4, 8] [1, 1, 1] : memref<4x64x64x<<e>>> to memref<4x8x<<e>>, strided<[64, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : memref<4x8x<<e>>, strided<[<<s>>, 1], offset: ?>>) outs(%1 : memref<4x8x<<e>>, strided<[64, 1], offset: ?>>) {
    ^bb0(%x: <<e>>, %y: <<e>>):
      linalg.yield %x : <<e>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.promote %0 {<<use_alloca|mapping = [#gpu.memory_space<workgroup>]|mapping = [#gpu.memory_space<private>]|use_full_tiles_by_default>>} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @tensors(%a: tensor<2x?xf32>, %c: tensor<2x?xf32>, %i: index) -> (tensor<2x?xf32>, tensor<?xf32>) {
    %0 = linalg.exp ins(%a: tensor<2x?xf32>) outs(%c: tensor<2x?xf32>) -> tensor<2x?xf32>
    %e = tensor.empty(%i) : tensor<?xf32>
    %f = arith.constant 0.0 : f32
    %1 = linalg.fill ins(%f: f32) outs(%e: tensor<?xf32>) -> tensor<?xf32>
    return %0, %1 : tensor<2x?xf32>, tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.get_operand %0[all] : (!transform.any_op) -> !transform.any_value
    %2 = transform.structured.match ops{["<<tensor.empty|linalg.fill|linalg.exp>>"]} in %root : (!transform.any_op) -> !transform.any_op
    %3 = transform.get_result %2[all] : (!transform.any_op) -> !transform.any_value
    %4 = transform.merge_handles %1, %3 : !transform.any_value
    %5 = transform.structured.promote_tensor <<to 4|to #gpu.address_space<private> |>> %4 : !transform.any_value
    transform.yield
  }
}
