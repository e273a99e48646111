// FLAGS: --scf-forall-to-parallel
// FLAGS: --scf-forall-to-parallel --canonicalize --cse

func.func @forall(%n: index, %k: index, %m: memref<?x?xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  scf.forall (%i, %j) = (<<0|%k>>, 0) to (<<%n|8>>, %k) step (1, <<2|%n>>) {
    scf.forall (%p) in (<<4|%n|%i>>) {
      memref.store %x, %m[%i, %p] : memref<?x?xf32>
    }
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } <<a:{mapping = [#gpu.block<x>, #gpu.block<y>]}|>>
  return
}
