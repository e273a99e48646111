// FLAGS: --ownership-based-buffer-deallocation
// FLAGS: --ownership-based-buffer-deallocation=private-function-dynamic-ownership

func.func private @declared(memref<2xf32>) -> memref<2xf32>
func.func private @branches(%a: memref<2xf32>, %c: i1) -> memref<2xf32> {
  cf.cond_br %c, ^a, ^b(%a : memref<2xf32>)
^a:
  %0 = memref.alloc() : memref<2xf32>
  cf.br ^b(%0 : memref<2xf32>)
^b(%r: memref<2xf32>):
  return %<<r|a>> : memref<2xf32>
}
func.func @f(%c: i1, %x: memref<2xf32>, %u: memref<*xf32>, %n: index) -> (memref<2xf32>, memref<*xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = call @declared(%0) : (memref<2xf32>) -> memref<2xf32>
  %2 = call @branches(%<<0|1|x>>, %c) : (memref<2xf32>, i1) -> memref<2xf32>
  %3 = scf.if %c -> memref<2xf32> {
    scf.yield %<<0|2>> : memref<2xf32>
  } else {
    %5 = memref.alloc() : memref<2xf32>
    scf.yield %5 : memref<2xf32>
  }
  %4 = arith.select %c, %<<0|3>>, %<<x|1>> : memref<2xf32>
  %s = memref.subview %0[0][1][1] : memref<2xf32> to memref<1xf32>
  %al = memref.alloca() : memref<2xf32>
  %r = scf.for %i = %n to %n step %n iter_args(%a = %4) -> memref<2xf32> {
    %5 = memref.alloc() : memref<2xf32>
    scf.yield %<<5|a|x>> : memref<2xf32>
  }
  return %<<4|r|al>>, %u : memref<2xf32>, memref<*xf32>
}
// -----
func.func @loops(%c: i1, %x: memref<2xf32>, %n: index, %v: f32) -> memref<2xf32> {
  %0:2 = scf.while (%a = %x, %i = %n) : (memref<2xf32>, index) -> (memref<2xf32>, index) {
    %1 = memref.alloc() : memref<2xf32>
    scf.condition(%c) %<<1|a>>, %i : memref<2xf32>, index
  } do {
  ^bb0(%b: memref<2xf32>, %i: index):
    memref.store %v, %b[%i] : memref<2xf32>
    %1 = memref.alloc() : memref<2xf32>
    scf.yield %<<b|1|x>>, %i : memref<2xf32>, index
  }
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    %1 = memref.alloc() : memref<2xf32>
    memref.store %v, %1[%i] : memref<2xf32>
    scf.reduce
  }
  %2 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%v) -> f32 {
    %1 = memref.alloc() : memref<2xf32>
    memref.store %v, %1[%i] : memref<2xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %3 = memref.alloc() : memref<2xf32>
      memref.store %p, %3[%n] : memref<2xf32>
      %4 = memref.load %3[%n] : memref<2xf32>
      scf.reduce.return %4 : f32
    }
  }
  scf.forall (%i) in (4) {
    %1 = memref.alloc() : memref<2xf32>
    memref.store %v, %1[%i] : memref<2xf32>
  }
  affine.for %i = 0 to 4 {
    %1 = memref.alloc() : memref<2xf32>
    affine.store %v, %1[0] : memref<2xf32>
  }
  return %<<x|0#0>> : memref<2xf32>
}
// -----
func.func @index_switch(%c: index, %x: memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {
  %0:2 = scf.index_switch %c -> memref<2xf32>, memref<2xf32>
  case 1 {
    %1 = memref.alloc() : memref<2xf32>
    scf.yield %1, %<<x|1>> : memref<2xf32>, memref<2xf32>
  }
  case 2 {
    scf.yield %x, %x : memref<2xf32>, memref<2xf32>
  }
  default {
    %1 = memref.alloc() : memref<2xf32>
    %2 = memref.alloc() : memref<2xf32>
    scf.yield %1, %<<2|1>> : memref<2xf32>, memref<2xf32>
  }
  return %0#0, %0#<<1|0>> : memref<2xf32>, memref<2xf32>
}
// -----
func.func @live_across(%c: i1, %d: i1, %x: memref<2xf32>, %v: f32, %n: index) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = memref.alloc() : memref<2xf32>
  %5 = memref.alloc() : memref<2xf32>
  cf.cond_br %c, ^a(%2 : memref<2xf32>), ^b(%<<x|5>> : memref<2xf32>)
^a(%p: memref<2xf32>):
  memref.store %v, %<<0|p>>[%n] : memref<2xf32>
  %3 = memref.cast %p : memref<2xf32> to memref<?xf32>
  cf.cond_br %d, ^c(%p : memref<2xf32>), ^b(%<<p|x>> : memref<2xf32>)
^b(%q: memref<2xf32>):
  %4 = memref.alloc() : memref<2xf32>
  memref.store %v, %<<0|q>>[%n] : memref<2xf32>
  cf.br ^c(%<<q|4|0>> : memref<2xf32>)
^c(%r: memref<2xf32>):
  memref.store %v, %<<r|1>>[%n] : memref<2xf32>
  return %<<r|1>> : memref<2xf32>
}
// -----
func.func @nested(%c: i1, %d: i1, %x: memref<?xf32>, %v: f32, %n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  %1:2 = scf.if %c -> (memref<?xf32>, f32) {
    %2 = memref.alloc(%n) : memref<?xf32>
    %3 = scf.if %d -> memref<?xf32> {
      %4 = memref.alloc(%n) : memref<?xf32>
      %5 = bufferization.clone %4 : memref<?xf32> to memref<?xf32>
      scf.yield %<<0|2|4|5>> : memref<?xf32>
    } else {
      scf.yield %<<0|2|x>> : memref<?xf32>
    }
    scf.yield %3, %v : memref<?xf32>, f32
  } else {
    scf.yield %x, %v : memref<?xf32>, f32
  }
  memref.store %v, %1#0[%n] : memref<?xf32>
  memref.copy %1#0, %0 : memref<?xf32> to memref<?xf32>
  return
}
// -----
func.func @blocks_in_regions(%c: i1, %x: memref<2xf32>, %v: f32, %n: index) -> memref<2xf32> {
  %0 = memref.alloc() : memref<2xf32>
  %1 = scf.execute_region -> memref<2xf32> {
    %2 = memref.alloc() : memref<2xf32>
    cf.cond_br %c, ^a, ^b(%<<0|x|2>> : memref<2xf32>)
  ^a:
    memref.store %v, %<<2|0>>[%n] : memref<2xf32>
    cf.br ^b(%<<2|0>> : memref<2xf32>)
  ^b(%r: memref<2xf32>):
    scf.yield %r : memref<2xf32>
  }
  return %1 : memref<2xf32>
}
// -----
memref.global "private" constant @g : memref<2xf32> = dense<1.0>
func.func @others(%c: i1, %v: f32, %n: index, %t: tensor<2xf32>) -> memref<2xf32> {
  %0 = memref.get_global @g : memref<2xf32>
  %1 = memref.alloc() {bufferization.manual_deallocation} : memref<2xf32>
  %2 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
  linalg.fill ins(%v : f32) outs(%1 : memref<2xf32>)
  linalg.map { math.absf } ins(%<<0|2>> : memref<2xf32>) outs(%1 : memref<2xf32>)
  %3 = memref.alloca_scope -> memref<2xf32> {
    %4 = memref.alloc() : memref<2xf32>
    memref.alloca_scope.return %<<4|0|1>> : memref<2xf32>
  }
  %5 = memref.cast %<<0|1|2|3>> : memref<2xf32> to memref<?xf32>
  %6 = memref.cast %5 : memref<?xf32> to memref<2xf32>
  memref.dealloc %1 {bufferization.manual_deallocation} : memref<2xf32>
  return %<<6|3|2>> : memref<2xf32>
}
// -----
func.func @launch(%x: memref<2xf32>, %n: index, %v: f32) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) {
    %0 = memref.alloc() : memref<2xf32>
    memref.store %v, %<<0|x>>[%a] : memref<2xf32>
    gpu.terminator
  }
  return
}
// -----
func.func private @recursive(%c: i1, %x: memref<2xf32>, %y: memref<*xf32>) -> (memref<*xf32>, i32, memref<2xf32>) {
  %z = arith.constant 0 : i32
  %0:3 = scf.if %c -> (memref<*xf32>, i32, memref<2xf32>) {
    %1 = memref.alloc() : memref<2xf32>
    %2:3 = func.call @recursive(%c, %<<1|x>>, %y) : (i1, memref<2xf32>, memref<*xf32>) -> (memref<*xf32>, i32, memref<2xf32>)
    scf.yield %2#0, %2#1, %<<1|2#2|x>> : memref<*xf32>, i32, memref<2xf32>
  } else {
    %3 = memref.cast %x : memref<2xf32> to memref<*xf32>
    scf.yield %<<y|3>>, %z, %x : memref<*xf32>, i32, memref<2xf32>
  }
  return %0#0, %0#1, %0#2 : memref<*xf32>, i32, memref<2xf32>
}
func.func @caller(%c: i1, %x: memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.cast %0 : memref<2xf32> to memref<*xf32>
  %2:3 = func.call @recursive(%c, %<<0|x>>, %1) : (i1, memref<2xf32>, memref<*xf32>) -> (memref<*xf32>, i32, memref<2xf32>)
  return
}
// -----
func.func @realloc(%c: i1, %x: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  %2 = memref.alloc(%n) : memref<?xf32>
  cf.cond_br %c, ^a, ^b(%2 : memref<?xf32>)
^a:
  cf.br ^b(%<<0|2>> : memref<?xf32>)
^b(%r: memref<?xf32>):
  return %r : memref<?xf32>
}
