// FLAGS: --promote-buffers-to-stack
// FLAGS: --promote-buffers-to-stack=max-alloc-size-in-bytes=64
// FLAGS: --promote-buffers-to-stack="max-alloc-size-in-bytes=5000 max-rank-of-allocated-memref=2"

func.func @sizes(%x: memref<*xf32>, %n: index) {
  %r = memref.rank %x : memref<*xf32>
  %0 = memref.alloc() {alignment = 64 : i64, test.mark} : memref<4x<<4|64|512|1024>>x<<i8|i1|complex<f32>|vector<3xf32>|index|f32>>>
  %1 = memref.alloc(%<<r|n>>) : memref<?xf32>
  %2 = memref.alloc(%r, %<<r|n>>) : memref<?x?xf32>
  %3 = memref.alloc(%r, %r, %r) : memref<?x?x?xf32>
  %4 = memref.alloc()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %5 = memref.alloc() : memref<f32>
  %6 = memref.alloc() : memref<4xf32, 3>
  return
}
// -----
func.func @kinds(%lb: index, %n: index, %s: index, %c: i1) {
  scf.for %i = %lb to %n step %s {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  affine.for %i = 0 to 4 {
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }
  affine.parallel (%i) = (0) to (4) {
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
  "test.region"() ({
    %0 = memref.alloc() : memref<4xf32>
    "test.use"(%0) : (memref<4xf32>) -> ()
  }) : () -> ()
  return
}
// -----
func.func private @g(memref<4xf32>) -> memref<4xf32>
func.func @leaves(%lb: index, %n: index, %s: index, %c: i1, %x: memref<4xf32>) -> (memref<4xf32>, memref<?xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = func.call @g(%0) : (memref<4xf32>) -> memref<4xf32>
  %2 = scf.if %c -> memref<4xf32> {
    %3 = memref.alloc() : memref<4xf32>
    scf.yield %<<3|1|x>> : memref<4xf32>
  } else {
    %3 = memref.alloc() : memref<4xf32>
    memref.dealloc %3 : memref<4xf32>
    scf.yield %x : memref<4xf32>
  }
  %4 = scf.for %i = %lb to %n step %s iter_args(%a = %x) -> memref<4xf32> {
    %5 = memref.alloc() : memref<4xf32>
    %6 = arith.select %c, %<<5|x>>, %a : memref<4xf32>
    scf.yield %6 : memref<4xf32>
  }
  %7 = memref.cast %<<0|1|2|4>> : memref<4xf32> to memref<?xf32>
  return %<<x|4|2>>, %7 : memref<4xf32>, memref<?xf32>
}
// -----
func.func @branches(%c: i1, %x: memref<2xf32>) -> memref<2xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = memref.alloc() : memref<2xf32>
  cf.br ^d(%<<0|x>>: memref<2xf32>)
^b:
  %1 = memref.alloc() : memref<2xf32>
  "test.use"(%1) : (memref<2xf32>) -> ()
  cf.br ^d(%x: memref<2xf32>)
^d(%r: memref<2xf32>):
  return %<<r|x>> : memref<2xf32>
}
