// Slices, sizes, elements, paddings and concatenations of tensors.
// FLAGS: --canonicalize

func.func @t1(%a: tensor<8x8xf32>, %i: index, %n: index) -> (tensor<?x?xf32>, tensor<8x8xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract_slice %a[0, %i] [%c2, %n] [1, 1] : tensor<8x8xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %a[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> to tensor<8x8xf32>
  %2 = tensor.extract_slice %a[1, 1] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %3 = tensor.extract_slice %2[1, 1] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %4 = tensor.extract_slice %2[1, 1] [1, 2] [1, 1] : tensor<4x4xf32> to tensor<2xf32>
  return %0, %1, %3, %4 : tensor<?x?xf32>, tensor<8x8xf32>, tensor<2x2xf32>, tensor<2xf32>
}
// -----
func.func @t2(%a: tensor<8x8xf32>, %b: tensor<4x4xf32>, %i: index) -> (tensor<8x8xf32>, tensor<4x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert_slice %b into %a[%c2, 1] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  %1 = tensor.extract_slice %0[2, 1] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %2 = tensor.insert_slice %a into %a[0, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<8x8xf32>
  %3 = tensor.extract_slice %a[%i, 1] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %4 = tensor.insert_slice %3 into %a[%i, 1] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %0, %1, %2, %4 : tensor<8x8xf32>, tensor<4x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// -----
func.func @t3(%a: tensor<?x4xf32>, %b: tensor<4x4xf32>, %i: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c1 : tensor<?x4xf32>
  %c = tensor.cast %b : tensor<4x4xf32> to tensor<?x?xf32>
  %1 = tensor.dim %c, %c0 : tensor<?x?xf32>
  %s = tensor.extract_slice %a[0, 0] [%i, 2] [1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %2 = tensor.dim %s, %c0 : tensor<?x2xf32>
  %e = tensor.empty(%i) : tensor<?x4xf32>
  %3 = tensor.dim %e, %c0 : tensor<?x4xf32>
  %g = tensor.generate %i { ^bb0(%x: index): tensor.yield %x : index } : tensor<?xindex>
  %4 = tensor.dim %g, %c0 : tensor<?xindex>
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
// -----
func.func @t4(%a: tensor<?x4xf32>, %s: tensor<2xindex>, %i: index, %f: f32) -> (index, index, tensor<?x?xf32>, tensor<4x4xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = tensor.reshape %a(%s) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %p = tensor.pad %a low[1, 0] high[%i, 0] { ^bb0(%x: index, %y: index): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x4xf32>
  %1 = tensor.dim %p, %c0 : tensor<?x4xf32>
  %2 = tensor.empty(%c4, %i) : tensor<?x?xf32>
  %3 = tensor.empty(%c4) : tensor<?x4xf32>
  %4 = tensor.cast %3 : tensor<?x4xf32> to tensor<4x4xf32>
  %5 = tensor.splat %f[%c4] : tensor<?xf32>
  return %0, %1, %2, %4, %5 : index, index, tensor<?x?xf32>, tensor<4x4xf32>, tensor<?xf32>
}
// -----
func.func @t5(%a: tensor<4xf32>, %i: index, %f: f32) -> (f32, f32, f32, f32, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %c = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %0 = tensor.extract %c[%i] : tensor<?xf32>
  %e = tensor.from_elements %f, %f, %f : tensor<3xf32>
  %1 = tensor.extract %e[%c1] : tensor<3xf32>
  %g = tensor.generate %i { ^bb0(%x: index): %q = arith.index_cast %x : index to i32
    %w = arith.sitofp %q : i32 to f32
    tensor.yield %w : f32 } : tensor<?xf32>
  %2 = tensor.extract %g[%i] : tensor<?xf32>
  %h = tensor.insert %f into %a[%c1] : tensor<4xf32>
  %3 = tensor.extract %h[%c1] : tensor<4xf32>
  %k = arith.constant dense<1.0> : tensor<4xf32>
  %ff = arith.constant 1.0 : f32
  %4 = tensor.insert %ff into %k[%i] : tensor<4xf32>
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, tensor<4xf32>
}
// -----
func.func @t6(%a: tensor<4xf32>, %b: tensor<?xf32>, %f: f32, %i: index) -> (tensor<4xf32>, tensor<?xf32>, tensor<6xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %a low[0] high[0] { ^bb0(%x: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<4xf32>
  %1 = tensor.pad %b low[%c0] high[%c1] { ^bb0(%x: index): tensor.yield %f : f32 } : tensor<?xf32> to tensor<?xf32>
  %2 = tensor.pad %a low[1] high[0] { ^bb0(%x: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<5xf32>
  %3 = tensor.pad %2 low[0] high[1] { ^bb0(%x: index): tensor.yield %f : f32 } : tensor<5xf32> to tensor<6xf32>
  %4 = tensor.pad %a low[%c1] high[%i] { ^bb0(%x: index): tensor.yield %f : f32 } : tensor<4xf32> to tensor<?xf32>
  return %0, %1, %3, %4 : tensor<4xf32>, tensor<?xf32>, tensor<6xf32>, tensor<?xf32>
}
// -----
func.func @t7(%a: tensor<4xf32>, %b: tensor<?xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<8xf32>, tensor<?xf32>) {
  %0 = tensor.concat dim(0) %a : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.concat dim(0) %a, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %2 = tensor.concat dim(0) %a, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %k = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %3 = tensor.concat dim(0) %k, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<?xf32>, tensor<8xf32>, tensor<?xf32>
}
// -----
func.func @t8(%a: tensor<16x8xf32>, %d: tensor<2x1x8x8xf32>, %e: tensor<?x?x8x8xf32>) -> (tensor<16x8xf32>, tensor<2x1x8x8xf32>, tensor<?x?x8x8xf32>) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x8xf32> -> tensor<2x1x8x8xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %a : tensor<2x1x8x8xf32> -> tensor<16x8xf32>
  %2 = linalg.pack %1 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x8xf32> -> tensor<2x1x8x8xf32>
  %c = tensor.cast %a : tensor<16x8xf32> to tensor<?x?xf32>
  %3 = linalg.pack %c inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<?x?xf32> -> tensor<?x?x8x8xf32>
  return %1, %2, %3 : tensor<16x8xf32>, tensor<2x1x8x8xf32>, tensor<?x?x8x8xf32>
}
// -----
func.func @t9(%a: tensor<4xf32>, %t: tensor<?xf32>, %i: index) -> (tensor<?xf32>, tensor<2xf32>, tensor<*xf32>, tensor<4xi32>, tensor<2xf32>) {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[1] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %2 = tensor.cast %0 : tensor<?xf32> to tensor<*xf32>
  %3 = tensor.bitcast %a : tensor<4xf32> to tensor<4xi32>
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %4 = tensor.extract_slice %k[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<2xf32>, tensor<*xf32>, tensor<4xi32>, tensor<2xf32>
}
// -----
func.func @t10(%i: index, %x: i32) -> (tensor<?xi32>, tensor<4xi32>, tensor<3xi32>, index) {
  %c4 = arith.constant 4 : index
  %0 = tensor.generate %c4 { ^bb0(%y: index): tensor.yield %x : i32 } : tensor<?xi32>
  %c1 = arith.constant 1 : i32
  %1 = tensor.from_elements %c1, %c1, %c1, %c1 : tensor<4xi32>
  %2 = tensor.splat %c1 : tensor<3xi32>
  %u = tensor.rank %1 : tensor<4xi32>
  return %0, %1, %2, %u : tensor<?xi32>, tensor<4xi32>, tensor<3xi32>, index
}
// -----
func.func @t11(%s: tensor<4x4xf32>, %d: tensor<8xf32>, %x: tensor<?x4xf32>, %i: index) -> (tensor<8xf32>, tensor<?x4xf32>) {
  %c = tensor.cast %s : tensor<4x4xf32> to tensor<?x4xf32>
  %0 = tensor.insert_slice %c into %x[0, 0] [%i, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %k = tensor.extract_slice %d[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %k into %d[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<?x4xf32>
}
// -----
func.func @t12(%x: tensor<4x3xf32>, %i: tensor<1x2x1xindex>, %o: tensor<?xf32>) -> (tensor<1x2x3xf32>, tensor<?xf32>) {
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x3xf32>, tensor<1x2x1xindex>) -> tensor<1x2x3xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %o, %c0 : tensor<?xf32>
  %1 = tensor.extract_slice %o[0] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  return %0, %1 : tensor<1x2x3xf32>, tensor<?xf32>
}
// -----
func.func @t13(%a: tensor<2x3xf32>, %f: f32, %n: index) -> (tensor<6xf32>, tensor<2x3x1xf32>, tensor<3x2xf32>, tensor<?x4xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = tensor.collapse_shape %e [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %1 = tensor.expand_shape %a [[0], [1, 2]] output_shape [2, 3, 1] : tensor<2x3xf32> into tensor<2x3x1xf32>
  %s = arith.constant dense<[2, 3]> : tensor<2xindex>
  %t = arith.constant dense<[3, 2]> : tensor<2xindex>
  %2 = tensor.reshape %a(%t) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  %c4 = arith.constant 4 : index
  %q = tensor.empty(%n) : tensor<?xf32>
  %w = tensor.expand_shape %q [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  %k = arith.constant dense<1.0> : tensor<2x3xf32>
  %3 = tensor.collapse_shape %k [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0, %1, %2, %w, %3 : tensor<6xf32>, tensor<2x3x1xf32>, tensor<3x2xf32>, tensor<?x4xf32>, tensor<6xf32>
}
// -----
func.func @element_behind_insertion(%t: tensor<?x?xf32>, %f: f32, %i: index) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %f into %t[%c1, %<<c1|c2|i>>] : tensor<?x?xf32>
  %1 = tensor.extract %0[%c1, %<<c1|c2|i>>] : tensor<?x?xf32>
  %2 = tensor.extract %0[%i, %c1] : tensor<?x?xf32>
  return %1, %2 : f32, f32
}
