// FLAGS: --buffer-loop-hoisting

func.func @nested(%lb: index, %n: index, %s: index, %c: i1) {
  scf.for %i = %lb to %n step %s {
    scf.for %j = %lb to %i step %s {
      %0 = memref.alloc(%<<i|j|n>>) : memref<?xf32>
      %1 = memref.<<alloc|alloca>>() : memref<4xf32>
      scf.for %k = %lb to %i step %s {
        %2 = memref.alloc() : memref<8xf32>
        "test.use"(%0, %2) : (memref<?xf32>, memref<8xf32>) -> ()
      }
      "test.use"(%0, %1) : (memref<?xf32>, memref<4xf32>) -> ()
    }
  }
  return
}
// -----
func.func @carried(%lb: index, %n: index, %s: index, %x: memref<4xf32>) {
  %y = scf.for %i = %lb to %n step %s iter_args(%a = %x) -> memref<4xf32> {
    %1 = memref.alloc() : memref<4xf32>
    "test.use"(%1) : (memref<4xf32>) -> ()
    scf.yield %<<1|a|x>> : memref<4xf32>
  }
  return
}
// -----
func.func @carried_outside(%lb: index, %n: index, %s: index, %x: memref<4xf32>) -> memref<4xf32> {
  %y = scf.for %i = %lb to %n step %s iter_args(%a = %x) -> memref<4xf32> {
    %z = scf.for %j = %lb to %n step %s iter_args(%b = %a) -> memref<4xf32> {
      %1 = memref.alloc() : memref<4xf32>
      scf.yield %<<1|b|a>> : memref<4xf32>
    }
    scf.yield %<<z|a|x>> : memref<4xf32>
  }
  return %y : memref<4xf32>
}
// -----
func.func @kinds(%lb: index, %n: index, %s: index, %c: i1) {
  affine.for %i = 0 to 4 {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  scf.forall (%i) in (4) {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  scf.parallel (%i) = (%lb) to (%n) step (%s) {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  scf.while : () -> () {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
    scf.condition(%c)
  } do {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
    scf.yield
  }
  memref.alloca_scope {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  scf.execute_region {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
    scf.yield
  }
  return
}
// -----
func.func @conditional(%lb: index, %n: index, %s: index, %c: i1) {
  scf.for %i = %lb to %n step %s {
    scf.if %c {
      %0 = memref.alloc() : memref<4xf32>
      "test.use"(%0) : (memref<4xf32>) -> ()
    }
  }
  return
}
// -----
func.func @two_frees(%lb: index, %n: index, %s: index, %c: i1) {
  scf.for %i = %lb to %n step %s {
    %0 = memref.alloc() : memref<4xf32>
    scf.if %c {
      memref.dealloc %0 : memref<4xf32>
    } else {
      memref.dealloc %0 : memref<4xf32>
    }
  }
  return
}
// -----
func.func @blocks(%lb: index, %n: index, %s: index, %c: i1) {
  scf.for %i = %lb to %n step %s {
    scf.execute_region {
      cf.cond_br %c, ^a, ^b
    ^a:
      %0 = memref.alloc() : memref<4xf32>
      "test.use"(%0) : (memref<4xf32>) -> ()
      cf.br ^b
    ^b:
      scf.yield
    }
  }
  return
}
// -----
// DIFFERS: mlir-opt moves the allocation only, so that the second iteration frees the buffer again
func.func @freed(%lb: index, %n: index, %s: index) {
  scf.for %i = %lb to %n step %s {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
    memref.dealloc %0 : memref<4xf32>
  }
  return
}
// -----
// DIFFERS: mlir-opt moves the allocation only, so that a later iteration uses a buffer that is freed
func.func @freed_sometimes(%lb: index, %n: index, %s: index, %c: i1) {
  scf.for %i = %lb to %n step %s {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
    scf.if %c {
      memref.dealloc %0 : memref<4xf32>
    }
  }
  return
}
// -----
// DIFFERS: in mlir-opt iterations that run at the same time share a buffer
func.func @parallel() {
  affine.parallel (%i) = (0) to (4) {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  return
}
