// FLAGS: --convert-memref-to-emitc
// FLAGS: --convert-memref-to-emitc=lower-to-cpp

func.func @access(%m: memref<4x8x<<t:i32|index|f64|f32>>>, %i: index, %j: index, %x: <<t>>) -> <<t>> {
  %0 = memref.load %m[%i, %j] : memref<4x8x<<t>>>
  memref.store %x, %m[%j, %i] : memref<4x8x<<t>>>
  return %0 : <<t>>
}

// -----

func.func @alloca(%i: index, %x: f32) {
  %0 = memref.alloca() : memref<4x8xf32>
  memref.store %x, %0[%i, %i] : memref<4x8xf32>
  return
}

// -----

func.func @alloc(%i: index, %x: f32) {
  %0 = memref.alloc()<<a:| {alignment = 64 : i64}>> : memref<4x8xf32>
  memref.store %x, %0[%i, %i] : memref<4x8xf32>
  %1 = memref.alloc() : memref<3xi32>
  return
}

// -----

func.func @copy(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

memref.global "private" constant @a : memref<2x2xf32> = dense<1.0>
memref.global @b : memref<4xi32>
memref.global @c : memref<4xi32> = uninitialized
memref.global "private" @d : memref<i32> = dense<3>
memref.global constant @e : memref<4xi32> = dense<[1, 2, 3, 4]>

func.func @globals(%i: index) -> f32 {
  %0 = memref.get_global @a : memref<2x2xf32>
  %1 = memref.load %0[%i, %i] : memref<2x2xf32>
  %2 = memref.get_global @d : memref<i32>
  return %1 : f32
}
