// Recipes for `amx`.
// type: !amx.tile<16x64xi8>
// type: !amx.tile<4x8xf16>
// -----
// op: amx.tile_zero amx.tile_load amx.tile_store
func.func @f(%m: memref<16x16x$[1:i32|f32]>, %v: memref<256x$1>) {
  %z = arith.constant 0 : index
  %s = arith.constant 16 : index
  %0 = amx.tile_zero : !amx.tile<16x16x$1>
  amx.tile_store %m[%z, %z], %0 : memref<16x16x$1>, !amx.tile<16x16x$1>
  amx.tile_store %v[%z], %0, %s : memref<256x$1>, !amx.tile<16x16x$1>
  %1 = amx.tile_load %m[%z, %z] : memref<16x16x$1> into !amx.tile<8x16x$1>
  %2 = amx.tile_load %v[%z], %s : memref<256x$1> into !amx.tile<8x8x$1>
  return
}
// -----
// op: amx.tile_muli
func.func @f(%a: memref<8x64xi8>, %b: memref<16x64xi8>, %c: memref<8x16xi32>) {
  %z = arith.constant 0 : index
  %0 = amx.tile_load %a[%z, %z] : memref<8x64xi8> into !amx.tile<8x64xi8>
  %1 = amx.tile_load %b[%z, %z] : memref<16x64xi8> into !amx.tile<16x64xi8>
  %2 = amx.tile_load %c[%z, %z] : memref<8x16xi32> into !amx.tile<8x16xi32>
  %3 = amx.tile_muli %0$[| zext], %1$[| zext], %2 : !amx.tile<8x64xi8>, !amx.tile<16x64xi8>, !amx.tile<8x16xi32>
  amx.tile_store %c[%z, %z], %3 : memref<8x16xi32>, !amx.tile<8x16xi32>
  return
}
// -----
// op: amx.tile_mulf
func.func @f(%a: memref<8x32x$[1:bf16|f16]>, %b: memref<16x32x$1>, %c: memref<8x16xf32>) {
  %z = arith.constant 0 : index
  %0 = amx.tile_load %a[%z, %z] : memref<8x32x$1> into !amx.tile<8x32x$1>
  %1 = amx.tile_load %b[%z, %z] : memref<16x32x$1> into !amx.tile<16x32x$1>
  %2 = amx.tile_load %c[%z, %z] : memref<8x16xf32> into !amx.tile<8x16xf32>
  %3 = amx.tile_mulf %0, %1, %2 : !amx.tile<8x32x$1>, !amx.tile<16x32x$1>, !amx.tile<8x16xf32>
  amx.tile_store %c[%z, %z], %3 : memref<8x16xf32>, !amx.tile<8x16xf32>
  return
}
