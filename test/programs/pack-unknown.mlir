// Tiles of tensors whose sizes, and tiles whose sizes, are known when the program runs.
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %n: tensor<2xi32>) -> (tensor<?x?x8x4xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 2.5 : f32
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s0 = arith.addi %d0, %c7 : index
  %n0 = arith.divui %s0, %c8 : index
  %s1 = arith.addi %d1, %c3 : index
  %n1 = arith.divui %s1, %c4 : index
  %e = tensor.empty(%n1, %n0) : tensor<?x?x8x4xf32>
  %p = linalg.pack %x padding_value(%pad : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4]
    into %e : tensor<?x?xf32> -> tensor<?x?x8x4xf32>
  %f = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %u = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4]
    into %f : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
  // A tile of 2 to 5 elements.
  %k = tensor.extract %n[%c0] : tensor<2xi32>
  %three = arith.constant 3 : i32
  %two = arith.constant 2 : i32
  %low = arith.andi %k, %three : i32
  %sum = arith.addi %low, %two : i32
  %tile = arith.index_cast %sum : i32 to index
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %less = arith.subi %tile, %c1 : index
  %more = arith.addi %m, %less : index
  %q = arith.divui %more, %tile : index
  %g = tensor.empty(%q, %tile) : tensor<?x?xf32>
  %r = linalg.pack %y padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [%tile] into %g : tensor<?xf32> -> tensor<?x?xf32>
  %h = tensor.empty(%m) : tensor<?xf32>
  %v = linalg.unpack %r inner_dims_pos = [0] inner_tiles = [%tile] into %h : tensor<?x?xf32> -> tensor<?xf32>
  return %p, %u, %v : tensor<?x?x8x4xf32>, tensor<?x?xf32>, tensor<?xf32>
}
