// FLAGS: --gpu-eliminate-barriers

func.func @line(%m: memref<4xf32>, %n: index, %v: f32) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    gpu.barrier
    %z = memref.<<load %m[%a]|load %m[%d]>> : memref<4xf32>
    gpu.barrier
    gpu.barrier
    memref.store <<%z|%v>>, %m[%a] : memref<4xf32>
    gpu.barrier
    %y = memref.load %m[%d] : memref<4xf32>
    gpu.barrier
    %x = memref.load %m[%e] : memref<4xf32>
    gpu.barrier
    "foo.use"(%x, %y) : (f32, f32) -> ()
    gpu.barrier
    gpu.terminator
  }
  return
}

// -----

// Memory that is not the same, and memory that may be.
func.func @buffers(%m: memref<4xf32>, %n: index, %v: f32, %o: memref<4xf32>) {
  %l = memref.alloc() : memref<4xf32>
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    memref.store %v, <<%m|%l|%o>>[%a] : memref<4xf32>
    gpu.barrier
    %y = memref.load %m[%d] : memref<4xf32>
    %s = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
    gpu.barrier
    memref.store %y, %s[%d] : memref<2xf32, strided<[1], offset: 1>>
    gpu.terminator
  }
  return
}

// -----

func.func @loops(%m: memref<4xf32>, %n: index, %v: f32, %o: memref<4xf32>) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %y = memref.load %m[%n] : memref<4xf32>
      gpu.barrier
      memref.store %y, <<%m|%o>>[%i] : memref<4xf32>
      gpu.barrier
    }
    gpu.barrier
    scf.for %i = %c0 to %n step %c1 {
      %y = memref.load %m[%n] : memref<4xf32>
      gpu.barrier
      "foo.use"(%y) : (f32) -> ()
    }
    gpu.barrier
    gpu.terminator
  }
  return
}

// -----

func.func @carried(%m: memref<4xf32>, %n: index, %v: f32) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.store %v, %m[%<<a|d>>] : memref<4xf32>
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier
      memref.store %v, %m[%i] : memref<4xf32>
    }
    gpu.terminator
  }
  return
}

// -----

func.func @conditions(%m: memref<4xf32>, %n: index, %c: i1, %o: memref<4xf32>, %v: f32) {
  gpu.launch blocks(%a, %b, %c2) in (%ga = %n, %gb = %n, %gc = %n) threads(%d, %e, %f) in (%ta = %n, %tb = %n, %tc = %n) {
    memref.store %v, <<%m|%o>>[%n] : memref<4xf32>
    scf.if %c {
      gpu.barrier
      memref.store %v, %m[%a] : memref<4xf32>
    } else {
      memref.store %v, %m[%d] : memref<4xf32>
      gpu.barrier
    }
    gpu.barrier
    gpu.terminator
  }
  return
}

// -----

// DIFFERS: the caller of a function may have accessed the same memory, which mlir-opt does not take into account
func.func @callee(%m: memref<4xf32>, %n: index) -> f32 {
  gpu.barrier
  %0 = memref.load %m[%n] : memref<4xf32>
  return %0 : f32
}
