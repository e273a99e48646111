// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=vector-contract-lowering=outerproduct
// FLAGS: --convert-vector-to-llvm=vector-contract-lowering=llvmintr
// FLAGS: --convert-vector-to-llvm=vector-contract-lowering=parallelarith
// FLAGS: --convert-vector-to-llvm='vector-contract-lowering=llvmintr vector-transpose-lowering=llvmintr'

// Products of matrices in all orders of their dimensions.
func.func @rows_rows(%a: vector<2x3x<<t:f32|i32>>>, %b: vector<3x4x<<t>>>, %c: vector<2x4x<<t>>>) -> vector<2x4x<<t>>> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x<<t>>>, vector<3x4x<<t>>> into vector<2x4x<<t>>>
  return %0 : vector<2x4x<<t>>>
}
// -----
func.func @rows_columns(%a: vector<2x3xf32>, %b: vector<4x3xf32>, %c: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<4x3xf32> into vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
// -----
func.func @columns(%a: vector<3x2xf32>, %b: vector<3x3xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> <<(k, n)|(n, k)>>>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x2xf32>, vector<3x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
// -----
// A matrix and a vector.
func.func @matrix_vector(%a: vector<2x3xf64>, %b: vector<3xf64>, %c: vector<2xf64>, %k: vector<2x3xi1>) -> (vector<2xf64>, vector<2xf64>) {
  %0 = vector.contract {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf64>, vector<3xf64> into vector<2xf64>
  %1 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %b, %a, %c : vector<3xf64>, vector<2x3xf64> into vector<2xf64> } : vector<2x3xi1> -> vector<2xf64>
  return %0, %1 : vector<2xf64>, vector<2xf64>
}
// -----
// Reductions first, and several ones.
func.func @reductions(%a: vector<3x2xf32>, %b: vector<3xf32>, %c: vector<2xf32>, %f: f32) -> (vector<2xf32>, f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(k, m) -> (k, m)>, affine_map<(k, m) -> (k)>, affine_map<(k, m) -> (m)>], iterator_types = ["reduction", "parallel"], kind = #vector.kind<add>} %a, %b, %c : vector<3x2xf32>, vector<3xf32> into vector<2xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(k, l) -> (k, l)>, affine_map<(k, l) -> (k, l)>, affine_map<(k, l) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %a, %a, %f : vector<3x2xf32>, vector<3x2xf32> into f32
  return %0, %1 : vector<2xf32>, f32
}
// -----
// Batches, with dimensions of the operands in other orders.
func.func @batch(%a: vector<2x<<n:2|1>>x3xi32>, %b: vector<3x2xi32>, %c: vector<<<n>>x2xi32>) -> vector<<<n>>x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(b, m, k) -> (b, m, k)>, affine_map<(b, m, k) -> (k, b)>, affine_map<(b, m, k) -> (m, b)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x<<n>>x3xi32>, vector<3x2xi32> into vector<<<n>>x2xi32>
  return %0 : vector<<<n>>x2xi32>
}
// -----
// One step of each reduction.
func.func @elements(%a: vector<1x2xf32>, %b: vector<3x1xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x2xf32>, vector<3x1xf32> into vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
// -----
// Numbers of other widths than the sum, and other kinds.
func.func @other(%a: vector<2x3x<<t:f32|i8>>>, %b: vector<3x2x<<t>>>, %c: vector<2x2x<<t>>>) -> vector<2x2x<<t>>> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3x<<t>>>, vector<3x2x<<t>>> into vector<2x2x<<t>>>
  return %0 : vector<2x2x<<t>>>
}
// -----
func.func @wider(%a: vector<2x3xi8>, %b: vector<3x2xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<<<add|maxsi|xor>>>} %a, %b, %c : vector<2x3xi8>, vector<3x2xi8> into vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
// -----
// A mask of each product.
func.func @masked(%a: vector<2x3xf32>, %b: vector<3x2xf32>, %c: vector<2x2xf32>, %k: vector<2x2x3xi1>) -> vector<2x2xf32> {
  %0 = vector.mask %k { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<3x2xf32> into vector<2x2xf32> } : vector<2x2x3xi1> -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
// -----
// Outer products of vectors, and of a vector and a scalar.
func.func @outer(%a: vector<2x<<t:f32|i32>>>, %b: vector<3x<<t>>>, %s: <<t>>, %c: vector<2x3x<<t>>>) -> (vector<2x3x<<t>>>, vector<2x3x<<t>>>, vector<2x<<t>>>) {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<<<add|mul>>>} : vector<2x<<t>>>, vector<3x<<t>>>
  %1 = vector.outerproduct %a, %b : vector<2x<<t>>>, vector<3x<<t>>>
  %2 = vector.outerproduct %a, %s, %a {kind = #vector.kind<<<add|mul>>>} : vector<2x<<t>>>, <<t>>
  return %0, %1, %2 : vector<2x3x<<t>>>, vector<2x3x<<t>>>, vector<2x<<t>>>
}
