// FLAGS: --affine-expand-index-ops
// FLAGS: --lower-affine

func.func @delinearize(%i: index, %n: index, %k: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (<<%n, 4, %k|4, 8|%n, %k|2, 3, 5|%k, 1, 1>>) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
// -----
func.func @linearize(%i: index, %n: index, %k: index) -> index {
  %0 = affine.linearize_index <<|disjoint >>[%i, %n, %k] by (<<%n, 4, %k|4, 8|%n, %k|2, 3, 5|%k, 1, 1>>) : index
  return %0 : index
}
// -----
func.func @loops(%m: memref<?xindex>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = affine.linearize_index [<<%j, %i, %k|%i, %j, %k|%k, %k, %j|%k, %n, %i>>] by (<<4, 8|%n, %k>>) : index
      memref.store %0, %m[%j] : memref<?xindex>
    }
  }
  return
}
