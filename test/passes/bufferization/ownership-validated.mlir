// RUN: strata-opt %s --buffer-deallocation-pipeline --convert-bufferization-to-memref --validate-passes=3
// RUN: strata-opt %s --buffer-deallocation-pipeline=private-function-dynamic-ownership --convert-bufferization-to-memref --validate-passes=3

// Each buffer is freed once, after its last use: the interpreter reports others, and results stay the same.
func.func private @pick(%c: i1, %x: memref<4xf32>) -> memref<4xf32> {
  %0 = scf.if %c -> memref<4xf32> {
    %1 = memref.alloc() : memref<4xf32>
    memref.copy %x, %1 : memref<4xf32> to memref<4xf32>
    scf.yield %1 : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  return %0 : memref<4xf32>
}
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> memref<4xf32> {
    %e = memref.load %a[%i] : memref<4xf32>
    %c = arith.cmpf olt, %e, %v : f32
    %p = func.call @pick(%c, %a) : (i1, memref<4xf32>) -> memref<4xf32>
    %s = arith.select %c, %p, %a : memref<4xf32>
    %n = memref.alloc() : memref<4xf32>
    memref.copy %s, %n : memref<4xf32> to memref<4xf32>
    memref.store %v, %n[%i] : memref<4xf32>
    scf.yield %n : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  return
}
