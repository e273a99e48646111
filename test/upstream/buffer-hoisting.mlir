// FLAGS: --buffer-hoisting

func.func @branches(%c: i1, %x: memref<2xf32>) -> memref<2xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.alloc() : memref<2xf32>
  cf.br ^d(%<<0|x>>: memref<2xf32>)
^b:
  %1 = memref.alloc() : memref<2xf32>
  "test.use"(%1) : (memref<2xf32>) -> ()
  cf.br ^d(%<<x|1>>: memref<2xf32>)
^d(%r: memref<2xf32>):
  "test.use"(%r) : (memref<2xf32>) -> ()
  return %r : memref<2xf32>
}
// -----
func.func @conditional(%c: i1, %d: i1, %x: memref<4xf32>) {
  %y = scf.if %c -> memref<4xf32> {
    %z = scf.if %d -> memref<4xf32> {
      %0 = memref.alloc() : memref<4xf32>
      scf.yield %<<0|x>> : memref<4xf32>
    } else {
      %0 = memref.alloc() : memref<4xf32>
      %1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
      %2 = memref.cast %1 : memref<?xf32> to memref<4xf32>
      scf.yield %<<2|x>> : memref<4xf32>
    }
    scf.yield %<<z|x>> : memref<4xf32>
  } else {
    %0 = memref.alloc() : memref<4xf32>
    %1 = memref.alloca() : memref<4xf32>
    scf.yield %<<x|1>> : memref<4xf32>
  }
  "test.use"(%y) : (memref<4xf32>) -> ()
  return
}
// -----
func.func @loop(%lb: index, %n: index, %s: index, %c: i1, %x: memref<4xf32>) {
  %y = scf.for %i = %lb to %n step %s iter_args(%a = %x) -> memref<4xf32> {
    %0 = scf.if %c -> memref<4xf32> {
      %1 = memref.alloc() : memref<4xf32>
      scf.yield %1 : memref<4xf32>
    } else {
      scf.yield %a : memref<4xf32>
    }
    scf.yield %<<0|a>> : memref<4xf32>
  }
  return
}
// -----
func.func @sizes(%c: i1, %x: memref<?xf32>, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^d(%x: memref<?xf32>)
^b:
  %m = memref.dim %x, %c0 : memref<?xf32>
  cf.br ^e(%m : index)
^e(%k: index):
  %0 = memref.alloc(%<<k|m|n>>) : memref<?xf32>
  "test.use"(%0) : (memref<?xf32>) -> ()
  cf.cond_br %c, ^f, ^g
^f:
  cf.br ^d(%<<0|x>>: memref<?xf32>)
^g:
  cf.br ^d(%0: memref<?xf32>)
^d(%r: memref<?xf32>):
  return %r : memref<?xf32>
}
// -----
func.func private @g(memref<2xf32>) -> memref<2xf32>
func.func @calls(%c: i1, %x: memref<2xf32>) -> memref<2xf32> {
  %r = scf.if %c -> memref<2xf32> {
    %0 = memref.alloc() : memref<2xf32>
    %1 = func.call @g(%<<0|x>>) : (memref<2xf32>) -> memref<2xf32>
    scf.yield %1 : memref<2xf32>
  } else {
    %0 = memref.alloc() : memref<2xf32>
    %1 = "test.unknown"(%0) : (memref<2xf32>) -> memref<2xf32>
    scf.yield %1 : memref<2xf32>
  }
  return %r : memref<2xf32>
}
// -----
func.func @two_frees(%c: i1, %d: i1, %x: memref<2xf32>) -> memref<2xf32> {
  %r = scf.if %c -> memref<2xf32> {
    %0 = memref.alloc() : memref<2xf32>
    scf.if %d {
      memref.dealloc %<<0|x>> : memref<2xf32>
    } else {
      memref.dealloc %0 : memref<2xf32>
    }
    scf.yield %0 : memref<2xf32>
  } else {
    scf.yield %x : memref<2xf32>
  }
  return %r : memref<2xf32>
}
// -----
func.func @cycle(%c: i1, %x: memref<2xf32>) -> memref<2xf32> {
  cf.br ^a(%x : memref<2xf32>)
^a(%y: memref<2xf32>):
  cf.cond_br %c, ^b, ^c
^b:
  %0 = memref.alloc() : memref<2xf32>
  "test.use"(%0) : (memref<2xf32>) -> ()
  cf.br ^a(%<<0|y|x>> : memref<2xf32>)
^c:
  return %<<y|x>> : memref<2xf32>
}
