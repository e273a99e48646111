// FLAGS: --gpu-map-parallel-loops
// FLAGS: --gpu-map-parallel-loops=mapping-policy=innermost-first

func.func @dims1(%m: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i0) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i0, %i0, %n] : memref<?x?x?xf32>
  }
  return
}
// -----
func.func @dims2(%m: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i0, %i1) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i0, %i0, %n] : memref<?x?x?xf32>
  }
  return
}
// -----
func.func @dims3(%m: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i0, %i1, %i2) = (%c0, %c0, %c0) to (%n, %n, %n) step (%c1, %c1, %c1) {
    memref.store %x, %m[%i0, %i0, %n] : memref<?x?x?xf32>
  }
  return
}
// -----
func.func @dims4(%m: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i0, %i1, %i2, %i3) = (%c0, %c0, %c0, %c0) to (%n, %n, %n, %n) step (%c1, %c1, %c1, %c1) {
    memref.store %x, %m[%i0, %i0, %n] : memref<?x?x?xf32>
  }
  return
}
// -----
func.func @levels(%m: memref<?x?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.parallel (%k, %l) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
      scf.parallel (%o) = (%c0) to (%n) step (%c1) {
        memref.store %x, %m[%i, %k, %o] : memref<?x?x?xf32>
      } <<{mapping = []}|>>
    }
    scf.for %q = %c0 to %n step %c1 {
      scf.parallel (%o) = (%c0) to (%n) step (%c1) {
        memref.store %x, %m[%i, %q, %o] : memref<?x?x?xf32>
      }
    }
  }
  scf.execute_region {
    scf.parallel (%o) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%o, %o, %o] : memref<?x?x?xf32>
    }
    scf.yield
  }
  return
}
