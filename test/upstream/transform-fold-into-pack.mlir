// FLAGS: --transform-interpreter

// Paddings before packs: less than a tile, and more.
module attributes {transform.with_named_sequence} {
  func.func @pad(%x: tensor<15x8xf32>, %d: tensor<4x2x4x4xf32>, %c: f32) -> tensor<4x2x4x4xf32> {
    %k = arith.constant <<p:5.0|0.0>> : f32
    %0 = tensor.pad %x <<n:|nofold >>low[0, 0] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield <<v:%k|%c>> : f32
    } : tensor<15x8xf32> to tensor<16x8xf32>
    %1 = linalg.pack %0 <<q:|padding_value(%k : f32) >>inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<16x8xf32> -> tensor<4x2x4x4xf32>
    return %1 : tensor<4x2x4x4xf32>
  }
  func.func @many0(%x: tensor<11x8xf32>, %d: tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32> {
    %k = arith.constant 5.0 : f32
    %0 = tensor.pad %x low[0, 0] high[4, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %k : f32
    } : tensor<11x8xf32> to tensor<15x8xf32>
    %1 = linalg.pack %0 padding_value(%k : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 4] into %d : tensor<15x8xf32> -> tensor<2x4x4x4xf32>
    return %1 : tensor<2x4x4x4xf32>
  }
  func.func @many2(%x: tensor<11x8xf32>, %d: tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32> {
    %k = arith.constant 5.0 : f32
    %0 = tensor.pad %x low[0, 0] high[5, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %k : f32
    } : tensor<11x8xf32> to tensor<16x8xf32>
    %1 = linalg.pack %0 padding_value(%k : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 4] into %d : tensor<16x8xf32> -> tensor<2x4x4x4xf32>
    return %1 : tensor<2x4x4x4xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Slices of unpacked tensors.
module attributes {transform.with_named_sequence} {
  func.func @slice(%x: tensor<4x2x4x4xf32>, %y: tensor<4x2x4xf32>, %d: tensor<16x8xf32>, %e: tensor<16x2xf32>) -> (tensor<<<s:15|13|12>>x7xf32>, tensor<15x2xf32>, tensor<8xf32>) {
    %1 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<4x2x4x4xf32> -> tensor<16x8xf32>
    %2 = tensor.extract_slice %1[0, 0] [<<s>>, 7] [1, 1] : tensor<16x8xf32> to tensor<<<s>>x7xf32>
    %3 = linalg.unpack %y inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<4x2x4xf32> -> tensor<16x2xf32>
    %4 = tensor.extract_slice %3[0, 0] [15, 2] [1, 1] : tensor<16x2xf32> to tensor<15x2xf32>
    %5 = tensor.extract_slice %1[0, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<8xf32>
    return %2, %4, %5 : tensor<<<s>>x7xf32>, tensor<15x2xf32>, tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Transposes before and after packs.
module attributes {transform.with_named_sequence} {
  func.func @after(%x: tensor<16x?xf32>, %d: tensor<4x?x4x2xf32>, %e: tensor<?x4x2x4xf32>) -> tensor<?x4x2x4xf32> {
    %1 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<16x?xf32> -> tensor<4x?x4x2xf32>
    %2 = linalg.transpose ins(%1 : tensor<4x?x4x2xf32>) outs(%e : tensor<?x4x2x4xf32>) permutation = [1, 0, 3, 2]
    return %2 : tensor<?x4x2x4xf32>
  }
  func.func @mixed(%x: tensor<16x6xf32>, %d: tensor<4x3x4x2xf32>, %e: tensor<4x4x3x2xf32>) -> tensor<4x4x3x2xf32> {
    %1 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<16x6xf32> -> tensor<4x3x4x2xf32>
    %2 = linalg.transpose ins(%1 : tensor<4x3x4x2xf32>) outs(%e : tensor<4x4x3x2xf32>) permutation = [0, 2, 1, 3]
    return %2 : tensor<4x4x3x2xf32>
  }
  func.func @three(%x: tensor<16x9x8xf32>, %k: f32, %d: tensor<8x4x3x4x3xf32>, %e: tensor<3x8x4x3x4xf32>) -> tensor<3x8x4x3x4xf32> {
    %1 = linalg.pack %x padding_value(%k : f32) outer_dims_perm = [2, 0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %d : tensor<16x9x8xf32> -> tensor<8x4x3x4x3xf32>
    %2 = linalg.transpose ins(%1 : tensor<8x4x3x4x3xf32>) outs(%e : tensor<3x8x4x3x4xf32>) permutation = [2, 0, 1, 4, 3]
    return %2 : tensor<3x8x4x3x4xf32>
  }
  func.func @before(%x: tensor<16x?xf32>, %d: tensor<?x16xf32>, %e: tensor<?x4x2x4xf32>) -> tensor<?x4x2x4xf32> {
    %2 = linalg.transpose ins(%x : tensor<16x?xf32>) outs(%d : tensor<?x16xf32>) permutation = [1, 0]
    %1 = linalg.pack %2 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<?x16xf32> -> tensor<?x4x2x4xf32>
    return %1 : tensor<?x4x2x4xf32>
  }
  func.func @generic(%x: tensor<?x6xf32>, %n: index, %d: tensor<6x?xf32>, %e: tensor<?x3x2x?xf32>) -> tensor<?x3x2x?xf32> {
    %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x6xf32>) outs(%d : tensor<6x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<6x?xf32>
    %1 = linalg.pack %2 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, %n] into %e : tensor<6x?xf32> -> tensor<?x3x2x?xf32>
    return %1 : tensor<?x3x2x?xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Transposes before and after unpacks.
module attributes {transform.with_named_sequence} {
  func.func @after(%x: tensor<4x?x4x2xf32>, %d: tensor<16x?xf32>, %e: tensor<?x16xf32>) -> tensor<?x16xf32> {
    %1 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %d : tensor<4x?x4x2xf32> -> tensor<16x?xf32>
    %2 = linalg.transpose ins(%1 : tensor<16x?xf32>) outs(%e : tensor<?x16xf32>) permutation = [1, 0]
    return %2 : tensor<?x16xf32>
  }
  func.func @three(%x: tensor<8x4x2x4x3xf32>, %d: tensor<16x6x8xf32>, %e: tensor<8x16x6xf32>) -> tensor<8x16x6xf32> {
    %1 = linalg.unpack %x outer_dims_perm = [2, 0, 1] inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %d : tensor<8x4x2x4x3xf32> -> tensor<16x6x8xf32>
    %2 = linalg.transpose ins(%1 : tensor<16x6x8xf32>) outs(%e : tensor<8x16x6xf32>) permutation = [2, 0, 1]
    return %2 : tensor<8x16x6xf32>
  }
  func.func @before(%x: tensor<4x?x4x2xf32>, %d: tensor<?x4x2x4xf32>, %e: tensor<?x16xf32>) -> tensor<?x16xf32> {
    %2 = linalg.transpose ins(%x : tensor<4x?x4x2xf32>) outs(%d : tensor<?x4x2x4xf32>) permutation = [1, 0, 3, 2]
    %1 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<?x4x2x4xf32> -> tensor<?x16xf32>
    return %1 : tensor<?x16xf32>
  }
  func.func @mixed(%x: tensor<4x3x4x2xf32>, %d: tensor<4x4x3x2xf32>, %e: tensor<12x8xf32>) -> tensor<12x8xf32> {
    %2 = linalg.transpose ins(%x : tensor<4x3x4x2xf32>) outs(%d : tensor<4x4x3x2xf32>) permutation = [0, 2, 1, 3]
    %1 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [3, 2] into %e : tensor<4x4x3x2xf32> -> tensor<12x8xf32>
    return %1 : tensor<12x8xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

// Orders that are not their own inverses.
module attributes {transform.with_named_sequence} {
  func.func @cycle(%x: tensor<16x6x8xf32>, %d: tensor<8x16x6xf32>, %e: tensor<4x8x3x4x2xf32>) -> tensor<4x8x3x4x2xf32> {
    %2 = linalg.transpose ins(%x : tensor<16x6x8xf32>) outs(%d : tensor<8x16x6xf32>) permutation = [2, 0, 1]
    %1 = linalg.pack %2 outer_dims_perm = [1, 0, 2] inner_dims_pos = [1, 2] inner_tiles = [4, 2] into %e : tensor<8x16x6xf32> -> tensor<4x8x3x4x2xf32>
    return %1 : tensor<4x8x3x4x2xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @cycle(%x: tensor<4x8x3x4x2xf32>, %d: tensor<8x3x4x2x4xf32>, %e: tensor<8x6x16xf32>) -> tensor<8x6x16xf32> {
    %2 = linalg.transpose ins(%x : tensor<4x8x3x4x2xf32>) outs(%d : tensor<8x3x4x2x4xf32>) permutation = [1, 2, 0, 4, 3]
    %1 = linalg.unpack %2 inner_dims_pos = [1, 2] inner_tiles = [2, 4] into %e : tensor<8x3x4x2x4xf32> -> tensor<8x6x16xf32>
    return %1 : tensor<8x6x16xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %r : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
    } : !transform.any_op
    transform.yield
  }
}
