// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<<<m:64|?|61>>x<<k:128|?>>xf32>, %b: tensor<<<k>>x<<n:96|?>>xf32>, %c: tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<<<m>>x<<k>>xf32>, tensor<<<k>>x<<n>>xf32>) outs(%c : tensor<<<m>>x<<n>>xf32>) -> tensor<<<m>>x<<n>>xf32>
    return %0 : tensor<<<m>>x<<n>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [<<8, 16, 32|0, 16, 0|7, 0, 5>>] : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "packed" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @dynamic_tile(%a: tensor<64x?xf32>, %c: tensor<64x?xf32>, %t: index) -> tensor<64x?xf32> {
    %0 = linalg.exp ins(%a : tensor<64x?xf32>) outs(%c : tensor<64x?xf32>) -> tensor<64x?xf32>
    return %0 : tensor<64x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [<<8|0>>, <<4|0>>] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#m0 = affine_map<(d0, d1, d2, d3) -> (d0, <<d1|d3>>, d2)>
module attributes {transform.with_named_sequence} {
  func.func @reduce(%a: tensor<12x16x20xf32>, %b: tensor<16x?xf32>, %c: tensor<12x?xf32>) -> tensor<12x?xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : tensor<12x16x20xf32>, tensor<16x?xf32>) outs(%c : tensor<12x?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %p, %z : f32
      linalg.yield %q : f32
    } -> tensor<12x?xf32>
    return %0 : tensor<12x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [<<4|0>>, <<0|8>>, <<4|0>>, <<5|0>>] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @greedy(%a: tensor<64x128xf32>, %b: tensor<128x96xf32>, %c: tensor<64x96xf32>) -> tensor<64x96xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x96xf32>) outs(%c : tensor<64x96xf32>) -> tensor<64x96xf32>
    return %0 : tensor<64x96xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack_greedily %0 matmul_packed_sizes = [<<8, 16, 32|7, 16, 0>>] matmul_inner_dims_order = [<<1, 2, 0|0, 1, 2|2, 0, 1>>] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @greedy(%a: tensor<<<m:64|?>>x<<k:129|?>>xf32>, %b: tensor<<<k>>x90xf32>, %c: tensor<90x<<m>>xf32>) -> tensor<90x<<m>>xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d1, d0)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%a, %b : tensor<<<m>>x<<k>>xf32>, tensor<<<k>>x90xf32>) outs(%c : tensor<90x<<m>>xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %q = arith.addf %p, %z : f32
      linalg.yield %q : f32
    } -> tensor<90x<<m>>xf32>
    return %0 : tensor<90x<<m>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack_greedily %0 matmul_packed_sizes = [8, 0, 32] matmul_padded_sizes_next_multiple_of = [0, <<10|16>>, 0] matmul_inner_dims_order = [<<1, 2, 0|0, 1, 2>>] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @transposed(%a: tensor<64x<<k:128|?>>xf32>, %b: tensor<<<k>>x96xf32>, %c: tensor<64x96xf32>) -> tensor<64x96xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<64x<<k>>xf32>, tensor<<<k>>x96xf32>) outs(%c : tensor<64x96xf32>) -> tensor<64x96xf32>
    return %0 : tensor<64x96xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [8, 16, 32] : (!transform.any_op) -> !transform.op<"linalg.generic">
    %2 = transform.get_producer_of_operand %1[<<0|1>>] : (!transform.op<"linalg.generic">) -> !transform.op<"linalg.pack">
    %3, %4, %5 = transform.structured.pack_transpose %2 with_compute_op(%1) <<outer_perm = [1, 0]|outer_perm = [1, 0] inner_perm = [1, 0]|inner_perm = [1, 0]>> : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.any_op, !transform.op<"linalg.pack">, !transform.any_op)
    %6 = transform.get_consumers_of_result %3[0] : (!transform.any_op) -> !transform.op<"linalg.unpack">
    %7, %8, %9 = transform.structured.pack_transpose %6 with_compute_op(%3) <<outer_perm = [1, 0]|outer_perm = [1, 0] inner_perm = [1, 0]|inner_perm = [0, 1]>> : (!transform.op<"linalg.unpack">, !transform.any_op) -> (!transform.any_op, !transform.op<"linalg.pack">, !transform.any_op)
    transform.annotate %9 "unpacked" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<?x?xf32>, %o: tensor<?x?x8x16xf32>, %v: f32) -> tensor<?x?x8x16xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) <<|outer_dims_perm = [1, 0]|outer_dims_perm = [0, 1]>> inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [8, 16] into %o : tensor<?x?xf32> -> tensor<?x?x8x16xf32>
    return %0 : tensor<?x?x8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<<<d:61|64>>x?xf32>, %o: tensor<8x?x8x16xf32>, %v: f32) -> tensor<8x?x8x16xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %o : tensor<<<d>>x?xf32> -> tensor<8x?x8x16xf32>
    return %0 : tensor<8x?x8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<<<d:61|64>>x?xf32>, %o: tensor<?x8x8x16xf32>, %v: f32) -> tensor<?x8x8x16xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %o : tensor<<<d>>x?xf32> -> tensor<?x8x8x16xf32>
    return %0 : tensor<?x8x8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<<<d:61|64>>x?xf32>, %o: tensor<4x?x8x16xf32>, %v: f32) -> tensor<4x?x8x16xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [1, 0] inner_tiles = [8, 16] into %o : tensor<<<d>>x?xf32> -> tensor<4x?x8x16xf32>
    return %0 : tensor<4x?x8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<?x32xf32>, %o: tensor<?x32x8xf32>, %v: f32) -> tensor<?x32x8xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<?x32xf32> -> tensor<?x32x8xf32>
    return %0 : tensor<?x32x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<129x47x16x16xf32>, %o: tensor<17x2x16x16x32x8xf32>, %v: f32) -> tensor<17x2x16x16x32x8xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) outer_dims_perm = [0, 1, 2, 3] inner_dims_pos = [1, 0] inner_tiles = [32, 8] into %o : tensor<129x47x16x16xf32> -> tensor<17x2x16x16x32x8xf32>
    return %0 : tensor<17x2x16x16x32x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<129x47x16x16xf32>, %o: tensor<16x2x17x16x32x8xf32>, %v: f32) -> tensor<16x2x17x16x32x8xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) outer_dims_perm = [2, 1, 0, 3] inner_dims_pos = [1, 0] inner_tiles = [32, 8] into %o : tensor<129x47x16x16xf32> -> tensor<16x2x17x16x32x8xf32>
    return %0 : tensor<16x2x17x16x32x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @pack_as_pad(%a: tensor<129x47x16x16xf32>, %o: tensor<1x1x1x1x136x64x16x16xf32>) -> tensor<1x1x1x1x136x64x16x16xf32> {
    %z = arith.constant 0.0 : f32
    %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1, 2, 3] inner_tiles = [136, 64, 16, 16] into %o : tensor<129x47x16x16xf32> -> tensor<1x1x1x1x136x64x16x16xf32>
    return %0 : tensor<1x1x1x1x136x64x16x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<9x14xf32>, %o: tensor<1x1x16x32xf32>, %v: f32) -> tensor<1x1x16x32xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [16, 32] into %o : tensor<9x14xf32> -> tensor<1x1x16x32xf32>
    return %0 : tensor<1x1x16x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<9x14xf32>, %o: tensor<1x1x16x16xf32>, %v: f32) -> tensor<1x1x16x16xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [16, 16] into %o : tensor<9x14xf32> -> tensor<1x1x16x16xf32>
    return %0 : tensor<1x1x16x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_pack(%a: tensor<9x1xf32>, %o: tensor<1x1x16xf32>, %v: f32) -> tensor<1x1x16xf32> {
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0] inner_tiles = [16] into %o : tensor<9x1xf32> -> tensor<1x1x16xf32>
    return %0 : tensor<1x1x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %0 <<|{lowerPadLikeWithInsertSlice = false}>> : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<?x?x8x16xf32>, %o: tensor<?x?xf32>, %t: index) -> tensor<?x?xf32> {
    %0 = linalg.unpack %a <<|outer_dims_perm = [1, 0]|outer_dims_perm = [0, 1]>> inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [8, 16] into %o : tensor<?x?x8x16xf32> -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<8x?x8x16xf32>, %o: tensor<61x?xf32>, %t: index) -> tensor<61x?xf32> {
    %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %o : tensor<8x?x8x16xf32> -> tensor<61x?xf32>
    return %0 : tensor<61x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<?x8x8x16xf32>, %o: tensor<64x?xf32>, %t: index) -> tensor<64x?xf32> {
    %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %o : tensor<?x8x8x16xf32> -> tensor<64x?xf32>
    return %0 : tensor<64x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<8x2x8x16xf32>, %o: tensor<64x32xf32>, %t: index) -> tensor<64x32xf32> {
    %0 = linalg.unpack %a <<|outer_dims_perm = [0, 1]>> inner_dims_pos = [0, 1] inner_tiles = [8, 16] into %o : tensor<8x2x8x16xf32> -> tensor<64x32xf32>
    return %0 : tensor<64x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<?x?x?x16xf32>, %o: tensor<?x?xf32>, %t: index) -> tensor<?x?xf32> {
    %0 = linalg.unpack %a <<|outer_dims_perm = [1, 0]|outer_dims_perm = [0, 1]>> inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [%t, 16] into %o : tensor<?x?x?x16xf32> -> tensor<?x?xf32>
    return %0 : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<1x1x16x32xf32>, %o: tensor<9x14xf32>, %t: index) -> tensor<9x14xf32> {
    %0 = linalg.unpack %a inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [16, 32] into %o : tensor<1x1x16x32xf32> -> tensor<9x14xf32>
    return %0 : tensor<9x14xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lower_unpack(%a: tensor<1x1x16x32xf32>, %o: tensor<?x14xf32>, %t: index) -> tensor<?x14xf32> {
    %0 = linalg.unpack %a inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [16, 32] into %o : tensor<1x1x16x32xf32> -> tensor<?x14xf32>
    return %0 : tensor<?x14xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %0 <<|{lowerUnpadLikeWithExtractSlice = false}>> : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}
