// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @a(%a: tensor<<<t:4x?x8|4x5x8>>xf32>, %s: f32, %c: tensor<<<t>>xf32>, %m: memref<32x7xf32>, %n: memref<32x7xf32>) -> (tensor<<<t>>xf32>, tensor<<<t>>xf32>) {
    %0 = linalg.add ins(%a, %a : tensor<<<t>>xf32>, tensor<<<t>>xf32>) outs(%c : tensor<<<t>>xf32>) -> tensor<<<t>>xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a, %s : tensor<<<t>>xf32>, f32) outs(%c : tensor<<<t>>xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<<<t>>xf32>
    linalg.exp ins(%m : memref<32x7xf32>) outs(%n : memref<32x7xf32>)
    linalg.fill ins(%s : f32) outs(%n : memref<32x7xf32>)
    return %0, %1 : tensor<<<t>>xf32>, tensor<<<t>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.flatten_elementwise %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @b(%a: tensor<4x?xf32>, %c: tensor<?x8x?xf32>, %i: index, %n: index, %x: f32) -> (tensor<?x8x?xf32>, tensor<2x2xf32>, tensor<?x5xf32>, tensor<10x?xf32>, tensor<10x?xf32>) {
    %0 = tensor.insert_slice %a into %c[%i, 0, 1] [1, 4, %n] [1, 2, 1] : tensor<4x?xf32> into tensor<?x8x?xf32>
    %e = tensor.from_elements %x, %x, %x, %x : tensor<2x2xf32>
    %g = tensor.generate %n {
    ^bb0(%p: index, %q: index):
      %s = arith.addi %p, %q : index
      %t = arith.index_cast %s : index to i32
      %u = arith.sitofp %t : i32 to f32
      tensor.yield %u : f32
    } : tensor<?x5xf32>
    %pad = tensor.pad %a low[3, %i] high[3, 1] {
    ^bb0(%p: index, %q: index):
      tensor.yield %x : f32
    } : tensor<4x?xf32> to tensor<10x?xf32>
    %pad2 = tensor.pad %a nofold low[3, %i] high[3, 1] {
    ^bb0(%p: index, %q: index):
      %s = arith.addi %p, %q : index
      %t = arith.index_cast %s : index to i32
      %u = arith.sitofp %t : i32 to f32
      tensor.yield %u : f32
    } : tensor<4x?xf32> to tensor<10x?xf32>
    return %0, %e, %g, %pad, %pad2 : tensor<?x8x?xf32>, tensor<2x2xf32>, tensor<?x5xf32>, tensor<10x?xf32>, tensor<10x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %1 = transform.structured.match ops{["tensor.from_elements", "tensor.generate", "tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.rewrite_in_destination_passing_style %1 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @c(%a: tensor<1x4x?xf32>, %c: tensor<?x8x?xf32>, %i: index, %n: index, %x: f32) -> (tensor<?x8x?xf32>, tensor<?x8x?xf32>) {
    %0 = tensor.insert_slice %a into %c[%i, 0, 1] [1, 4, %n] [1, 2, 1] : tensor<1x4x?xf32> into tensor<?x8x?xf32>
    %r = scf.forall (%k) in (8) shared_outs(%o = %c) -> (tensor<?x8x?xf32>) {
      %e = tensor.extract_slice %o[0, %k, 0] [1, 1, 3] [1, 1, 1] : tensor<?x8x?xf32> to tensor<1x1x3xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %e into %o[0, %k, 0] [1, 1, 3] [1, 1, 1] : tensor<1x1x3xf32> into tensor<?x8x?xf32>
      }
    }
    return %0, %r : tensor<?x8x?xf32>, tensor<?x8x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %1 = transform.structured.match ops{["tensor.insert_slice", "tensor.parallel_insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.insert_slice_to_copy %1 : (!transform.any_op) -> !transform.any_op
    transform.annotate %2 "copy" : !transform.any_op
    transform.yield
  }
}
