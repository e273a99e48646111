// FLAGS: --finalize-memref-to-llvm
// FLAGS: --finalize-memref-to-llvm=use-aligned-alloc=true
// FLAGS: --finalize-memref-to-llvm=use-generic-functions=true
// FLAGS: --finalize-memref-to-llvm=index-bitwidth=32
// FLAGS: --convert-func-to-llvm --finalize-memref-to-llvm --reconcile-unrealized-casts

func.func @access(%m: memref<<<l:?x4xf32|4x4xf32, strided<[?, 1], offset: ?>|2x4xf32, strided<[8, 2], offset: 3>|4x?xf32, 3>>>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j] <<|{nontemporal = true}|{alignment = 16}>> : memref<<<l>>>
  memref.store %0, %m[%j, %i] : memref<<<l>>>
  memref.prefetch %m[%i, %j], <<read|write>>, locality<<<0|3>>>, <<data|instr>> : memref<<<l>>>
  return %0 : f32
}

// -----

func.func @allocations(%i: index, %j: index) {
  %a = memref.alloc(%i) <<|{alignment = 8}|{alignment = 64}>> : memref<?x8x<<e:i1|index|vector<4xf32>|complex<f32>|f32>>>
  %b = memref.alloc() : memref<<<2x3x|>><<e>>>
  %c = memref.alloc(%i, %j) : memref<<<?x?x4|4x?x?>>x<<e>>>
  %d = memref.alloca(%i) {alignment = 32} : memref<?x2x<<e>>>
  %s = memref.alloc() : memref<2x<<e>>, 1>
  memref.dealloc %a : memref<?x8x<<e>>>
  return
}

// -----

func.func @views(%m: memref<?x4xf32>, %i: index, %j: index, %b: memref<?xi8>, %s: memref<8x16xf32>) {
  %0 = memref.subview %m[%i, 0] [2, %j] [1, 1] : memref<?x4xf32> to memref<2x?xf32, strided<[4, 1], offset: ?>>
  %1 = memref.cast %m : memref<?x4xf32> to memref<8x4xf32>
  %2 = memref.reinterpret_cast %m to offset: [%i], sizes: [4, %j], strides: [%j, 1] : memref<?x4xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %3 = memref.view %b[%i][%j] : memref<?xi8> to memref<<<?x4|4x?>>xf32>
  %4 = memref.transpose %s (a, b) -> (b, a) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %5 = memref.memory_space_cast %s : memref<8x16xf32> to memref<8x16xf32, 5>
  %6 = memref.collapse_shape %s [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %7 = memref.expand_shape %s [[0, 1], [2]] output_shape [2, 4, 16] : memref<8x16xf32> into memref<2x4x16xf32>
  %8 = memref.extract_aligned_pointer_as_index %s : memref<8x16xf32> -> index
  %9 = memref.assume_alignment %s, 16 : memref<8x16xf32>
  return
}

// -----

func.func @sizes(%m: memref<?x4xf32>, %u: memref<*xf32>, %n: memref<4x4xf32, strided<[?, 1], offset: ?>>, %i: index) -> (index, index, index, index) {
  %c = arith.constant <<0|1|5>> : index
  %0 = memref.dim %m, <<%i|%c>> : memref<?x4xf32>
  %1 = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<?x4xf32>
  %3 = memref.rank %u : memref<*xf32>
  %4 = memref.dim %u, <<%i|%c>> : memref<*xf32>
  %5 = memref.dim %2, %c : memref<?x4xf32>
  return %0, %3, %4, %5 : index, index, index, index
}

// -----

memref.global @g0 : memref<f32>
memref.global "private" constant @g1 : memref<2x2x<<e:i8|i32|i64>>> = dense<<<1|[[1, 2], [3, 4]]>>> {alignment = 64}
memref.global "private" @g2 : memref<2xi64> = uninitialized
memref.global "<<nested|private|public>>" @g3 : memref<f32, 3> = dense<1.0>
func.func @globals() -> (memref<f32>, memref<2x2x<<e>>>) {
  %0 = memref.get_global @g0 : memref<f32>
  %1 = memref.get_global @g1 : memref<2x2x<<e>>>
  return %0, %1 : memref<f32>, memref<2x2x<<e>>>
}

// -----

func.func @atomics(%m: memref<4x?xf32>, %f: f32, %n: memref<8xi32>, %x: i32, %i: index, %j: index) -> (f32, i32) {
  %0 = memref.atomic_rmw <<addf|maximumf|minnumf|assign|mulf>> %f, %m[%i, %j] : (f32, memref<4x?xf32>) -> f32
  %1 = memref.atomic_rmw <<addi|maxs|minu|ori|andi|muli>> %x, %n[%i] : (i32, memref<8xi32>) -> i32
  return %0, %1 : f32, i32
}

// -----

func.func @copies(%m: memref<4x<<s:?|8>>xf32>, %n: memref<4x<<s>>xf32>, %s: memref<4x4xf32, strided<[?, 1], offset: ?>>, %t: memref<4x4xf32>, %u: memref<*xf32>) {
  memref.copy %m, %n : memref<4x<<s>>xf32> to memref<4x<<s>>xf32>
  memref.copy %s, %t : memref<4x4xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  return
}

// -----

func.func @reshape(%m: memref<?xf32>, %sh: memref<2xindex>) {
  %1 = memref.reshape %m(%sh) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return
}

// -----

// DIFFERS: a scope of one block needs no blocks of its own
func.func @scope() {
  memref.alloca_scope {
    %a = memref.alloca() : memref<4xf32>
    "test.use"(%a) : (memref<4xf32>) -> ()
  }
  return
}
