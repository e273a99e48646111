// FLAGS: --optimize-allocation-liveness

func.func @simple(%x: memref<4xf32>, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  %2 = memref.subview %0[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  "test.use"(%<<x|0>>) : (memref<4xf32>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %3 = memref.load %1[%i] : memref<4xf32>
    %4 = memref.load %2[%i] : memref<2xf32, strided<[1]>>
    "test.use"(%3) : (f32) -> ()
  }
  "test.use"(%x) : (memref<4xf32>) -> ()
  "test.use"(%x) : (memref<4xf32>) -> ()
  memref.dealloc %0 : memref<4xf32>
  "test.use"(%x) : (memref<4xf32>) -> ()
  memref.dealloc %1 : memref<4xf32>
  return
}
// -----
func.func @branches(%x: memref<4xf32>, %c: i1) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = arith.select %c, %0, %x : memref<4xf32>
  %3 = scf.if %c -> memref<4xf32> {
    scf.yield %1 : memref<4xf32>
  } else {
    scf.yield %<<x|2>> : memref<4xf32>
  }
  "test.a"(%<<2|x>>) : (memref<4xf32>) -> ()
  "test.b"(%3) : (memref<4xf32>) -> ()
  "test.c"(%x) : (memref<4xf32>) -> ()
  memref.dealloc %1 : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
// -----
func.func @other_block(%c: i1) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  cf.br ^bb1(%1 : memref<4xf32>)
^bb1(%a: memref<4xf32>):
  "test.c"(%a) : (memref<4xf32>) -> ()
  memref.dealloc %0 : memref<4xf32>
  memref.dealloc %1 : memref<4xf32>
  return
}
// -----
func.func @unused() {
  %0 = memref.alloc() : memref<4xf32>
  "test.c"() : () -> ()
  memref.dealloc %0 : memref<4xf32>
  return
}
