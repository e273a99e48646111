// FLAGS: --lower-host-to-llvm
// FLAGS: --lower-host-to-llvm --reconcile-unrealized-casts

// Modules of kernels are removed, and functions get wrappers for C.
gpu.module @kernels {
  gpu.func @kernel(%m: memref<4xf32>) kernel {
    gpu.return
  }
}
func.func @f(%m: <<m:memref<4xf32>|memref<?x?xf32>|memref<*xf32>|memref<2xi8, 3>>>, %i: <<i:index|i32|f64>>) -> <<i>> {
  return %i : <<i>>
}

// -----

func.func private @declared(memref<?xf32>) -> i32
memref.global @g : memref<4xf32>
func.func @calls(%m: memref<?xf32>, %i: index) -> (i32, f32) {
  %0 = call @declared(%m) : (memref<?xf32>) -> i32
  %1 = arith.<<addi|muli|xori>> %0, %0 : i32
  %2 = memref.<<alloc|alloca>>() : memref<4xf32>
  %3 = arith.constant 1.5 : f32
  memref.store %3, %2[%i] : memref<4xf32>
  %4 = memref.load %2[%i] : memref<4xf32>
  %5 = memref.get_global @g : memref<4xf32>
  %6 = memref.load %5[%i] : memref<4xf32>
  %7 = arith.addf %4, %6 : f32
  return %1, %7 : i32, f32
}

// -----

// Ops of other dialects stay, and functions of inner modules have no wrappers.
func.func @others(%m: memref<?xf32>, %c: i1, %x: f32) -> f32 {
  cf.cond_br %c, ^a, ^b(%x : f32)
^a:
  cf.br ^b(%x : f32)
^b(%y: f32):
  %z = math.sqrt %y : f32
  %w = arith.mulf %z, %z : f32
  return %w : f32
}
module @inner {
  func.func @f(%i: index) -> index {
    return %i : index
  }
}
