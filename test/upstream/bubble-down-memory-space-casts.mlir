// FLAGS: --bubble-down-memory-space-casts
// FLAGS: --bubble-down-memory-space-casts --canonicalize

func.func @load(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.load %c[%i, %i] : memref<4x8xf32>
  "use"(%r) : (f32) -> ()
  return
}
// -----
func.func @store(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  memref.store %x, %c[%i, %i] : memref<4x8xf32>
  return
}
// -----
func.func @vload(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = vector.load %c[%i, %i] : memref<4x8xf32>, vector<4xf32>
  "use"(%r) : (vector<4xf32>) -> ()
  return
}
// -----
func.func @vstore(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  vector.store %v, %c[%i, %i] : memref<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @mload(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = vector.maskedload %c[%i, %i], %mask, %v : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  "use"(%r) : (vector<4xf32>) -> ()
  return
}
// -----
func.func @mstore(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  vector.maskedstore %c[%i, %i], %mask, %v : memref<4x8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @gather(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = vector.gather %c[%i, %i][%iv], %mask, %v : memref<4x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  "use"(%r) : (vector<4xf32>) -> ()
  return
}
// -----
func.func @scatter(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  vector.scatter %c[%i, %i][%iv], %mask, %v : memref<4x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @expandload(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = vector.expandload %c[%i, %i], %mask, %v : memref<4x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  "use"(%r) : (vector<4xf32>) -> ()
  return
}
// -----
func.func @compressstore(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  vector.compressstore %c[%i, %i], %mask, %v : memref<4x8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
func.func @tread(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = vector.transfer_read %c[%i, %i], %x : memref<4x8xf32>, vector<4xf32>
  "use"(%r) : (vector<4xf32>) -> ()
  return
}
// -----
func.func @twrite(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  vector.transfer_write %v, %c[%i, %i] : vector<4xf32>, memref<4x8xf32>
  return
}
// -----
func.func @aload(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = affine.load %c[0, 0] : memref<4x8xf32>
  "use"(%r) : (f32) -> ()
  return
}
// -----
func.func @astore(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  affine.store %x, %c[0, 0] : memref<4x8xf32>
  return
}
// -----
func.func @subview(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.subview %c[%i, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  "use"(%r) : (memref<2x2xf32, strided<[8, 1], offset: ?>>) -> ()
  return
}
// -----
func.func @cast(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.cast %c : memref<4x8xf32> to memref<?x8xf32>
  "use"(%r) : (memref<?x8xf32>) -> ()
  return
}
// -----
func.func @castu(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.cast %c : memref<4x8xf32> to memref<*xf32>
  "use"(%r) : (memref<*xf32>) -> ()
  return
}
// -----
func.func @collapse(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.collapse_shape %c [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  "use"(%r) : (memref<32xf32>) -> ()
  return
}
// -----
func.func @expand(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.expand_shape %c [[0], [1, 2]] output_shape [4, 2, 4] : memref<4x8xf32> into memref<4x2x4xf32>
  "use"(%r) : (memref<4x2x4xf32>) -> ()
  return
}
// -----
func.func @transpose(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.transpose %c (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
  "use"(%r) : (memref<8x4xf32, strided<[1, 8]>>) -> ()
  return
}
// -----
func.func @reint(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.reinterpret_cast %c to offset: [0], sizes: [32], strides: [1] : memref<4x8xf32> to memref<32xf32>
  "use"(%r) : (memref<32xf32>) -> ()
  return
}
// -----
func.func @reshape(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.reshape %c(%sh) : (memref<4x8xf32>, memref<1xindex>) -> memref<32xf32>
  "use"(%r) : (memref<32xf32>) -> ()
  return
}
// -----
func.func @assume(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.assume_alignment %c, 16 : memref<4x8xf32>
  "use"(%r) : (memref<4x8xf32>) -> ()
  return
}
// -----
func.func @view(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %d = memref.memory_space_cast %by : memref<128xi8, 1> to memref<128xi8>
  %r = memref.view %d[%i][] : memref<128xi8> to memref<4xf32>
  "use"(%r) : (memref<4xf32>) -> ()
  return
}
// -----
func.func @dim(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %dd = memref.memory_space_cast %dy : memref<?xf32, 1> to memref<?xf32>
  %r = memref.dim %dd, %i : memref<?xf32>
  "use"(%r) : (index) -> ()
  return
}
// -----
func.func @ptr(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.extract_aligned_pointer_as_index %c : memref<4x8xf32> -> index
  "use"(%r) : (index) -> ()
  return
}
// -----
func.func @meta(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r, %o, %z:2, %t:2 = memref.extract_strided_metadata %c : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  "use"(%r) : (memref<f32>) -> ()
  return
}
// -----
func.func @copy(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  memref.copy %c, %m : memref<4x8xf32> to memref<4x8xf32, 1>
  return
}
// -----
func.func @copy2(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  memref.copy %m, %c : memref<4x8xf32, 1> to memref<4x8xf32>
  return
}
// -----
func.func @copy3(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  memref.copy %c, %c : memref<4x8xf32> to memref<4x8xf32>
  return
}
// -----
func.func @dealloc(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  memref.dealloc %c : memref<4x8xf32>
  return
}
// -----
func.func @atomic(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.atomic_rmw addf %x, %c[%i, %i] : (f32, memref<4x8xf32>) -> f32
  "use"(%r) : (f32) -> ()
  return
}
// -----
func.func @generic(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = memref.generic_atomic_rmw %c[%i, %i] : memref<4x8xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  "use"(%r) : (f32) -> ()
  return
}
// -----
func.func @prefetch(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  memref.prefetch %c[%i, %i], read, locality<3>, data : memref<4x8xf32>
  return
}
// -----
func.func @distinct(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r:2 = memref.distinct_objects %c, %c : memref<4x8xf32>, memref<4x8xf32>
  "use"(%r#0) : (memref<4x8xf32>) -> ()
  return
}
// -----
func.func @rank(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %u = memref.cast %c : memref<4x8xf32> to memref<*xf32>
  %r = memref.rank %u : memref<*xf32>
  "use"(%r) : (index) -> ()
  return
}
// -----
func.func @cast2(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %q = memref.memory_space_cast %c : memref<4x8xf32> to memref<4x8xf32, 2>
  "use"(%q) : (memref<4x8xf32, 2>) -> ()
  return
}
// -----
func.func @type_cast(%m: memref<4x8xf32, 1>, %i: index, %x: f32, %v: vector<4xf32>, %mask: vector<4xi1>, %iv: vector<4xindex>, %sh: memref<1xindex>, %by: memref<128xi8, 1>, %dy: memref<?xf32, 1>) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %r = vector.type_cast %c : memref<4x8xf32> to memref<vector<4x8xf32>>
  "use"(%r) : (memref<vector<4x8xf32>>) -> ()
  return
}
// -----
func.func @spaces(%m: memref<4x8xf32, <<s:1|"a"|3 : i32>>>, %i: index) -> f32 {
  %c = memref.memory_space_cast %m : memref<4x8xf32, <<s>>> to memref<4x8xf32<<t:|, 2>>>
  %v = memref.load %c[%i, %i] : memref<4x8xf32<<t>>>
  return %v : f32
}
// -----
func.func @chain(%m: memref<4x8xf32, 1>, %n: memref<*xf32, 1>, %i: index, %r: memref<2x?xf32>) -> (f32, f32) {
  %c = memref.memory_space_cast %m : memref<4x8xf32, 1> to memref<4x8xf32>
  %s = memref.subview %c[%i, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
  %d = memref.cast %s : memref<2x8xf32, strided<[8, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %v = memref.load %d[%i, %i] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  "use"(%s, %c) : (memref<2x8xf32, strided<[8, 1], offset: ?>>, memref<4x8xf32>) -> ()
  %u = memref.memory_space_cast %n : memref<*xf32, 1> to memref<*xf32>
  %e = memref.cast %u : memref<*xf32> to memref<?xf32>
  %w = memref.load %e[%i] : memref<?xf32>
  return %v, %w : f32, f32
}
