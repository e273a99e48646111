// FLAGS: --convert-vector-to-llvm
// FLAGS: --convert-vector-to-llvm=use-vector-alignment=1

// Vectors in memory, of elements one after the other and of listed positions.
func.func @memory(%m: memref<?x8x<<t:f32|i8|f64|i16>>>, %i: index, %k: vector<<<n:4|3|1>>xi1>, %w: vector<<<n>>x<<t>>>, %ix: vector<<<n>>x<<x:i32|i64>>>) -> (vector<<<n>>x<<t>>>, vector<<<n>>x<<t>>>, vector<<<n>>x<<t>>>) {
  %0 = vector.load %m[%i, %i] <<a:|{alignment = 8 : i64}>> : memref<?x8x<<t>>>, vector<<<n>>x<<t>>>
  %1 = vector.maskedload %m[%i, %i], %k, %w <<a>> : memref<?x8x<<t>>>, vector<<<n>>xi1>, vector<<<n>>x<<t>>> into vector<<<n>>x<<t>>>
  %2 = vector.gather %m[%i, %i][%ix], %k, %w <<a>> : memref<?x8x<<t>>>, vector<<<n>>x<<x>>>, vector<<<n>>xi1>, vector<<<n>>x<<t>>> into vector<<<n>>x<<t>>>
  vector.store %0, %m[%i, %i] <<a>> : memref<?x8x<<t>>>, vector<<<n>>x<<t>>>
  vector.maskedstore %m[%i, %i], %k, %w <<a>> : memref<?x8x<<t>>>, vector<<<n>>xi1>, vector<<<n>>x<<t>>>
  vector.scatter %m[%i, %i][%ix], %k, %w <<a>> : memref<?x8x<<t>>>, vector<<<n>>x<<x>>>, vector<<<n>>xi1>, vector<<<n>>x<<t>>>
  return %0, %1, %2 : vector<<<n>>x<<t>>>, vector<<<n>>x<<t>>>, vector<<<n>>x<<t>>>
}

// -----

// The lanes that a mask selects, one after the other in memory.
func.func @selected(%m: memref<?x8x<<t:f32|i8>>>, %i: index, %k: vector<4xi1>, %w: vector<4x<<t>>>) -> vector<4x<<t>>> {
  %0 = vector.expandload %m[%i, %i], %k, %w : memref<?x8x<<t>>>, vector<4xi1>, vector<4x<<t>>> into vector<4x<<t>>>
  vector.compressstore %m[%i, %i], %k, %w : memref<?x8x<<t>>>, vector<4xi1>, vector<4x<<t>>>
  return %0 : vector<4x<<t>>>
}
// -----
func.func @rows(%a: memref<4x8x<<t:f32|i16|f64>>>) -> memref<4xvector<8x<<t>>>> {
  %0 = vector.type_cast %a : memref<4x8x<<t>>> to memref<4xvector<8x<<t>>>>
  return %0 : memref<4xvector<8x<<t>>>>
}
// -----
func.func @unpacked(%a: memref<2xvector<4x<<n:3|8>>xf32>>) -> memref<2x4xvector<<<n>>xf32>> {
  %0 = vector.type_cast %a : memref<2xvector<4x<<n>>xf32>> to memref<2x4xvector<<<n>>xf32>>
  return %0 : memref<2x4xvector<<<n>>xf32>>
}
