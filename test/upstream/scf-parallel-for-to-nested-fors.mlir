// FLAGS: --scf-parallel-for-to-nested-fors
// FLAGS: --scf-parallel-for-to-nested-fors --canonicalize --cse

func.func @parallel(%n: index, %k: index, %m: memref<?x?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %k) to (%<<n|k>>, %n) step (%c1, %<<c1|k>>) {
    scf.parallel (%p) = (%c0) to (%<<i|n>>) step (%c1) {
      memref.store %x, %m[%i, %p] : memref<?x?xf32>
    }
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } {some.attribute}
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %v = memref.load %m[%i, %i] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
