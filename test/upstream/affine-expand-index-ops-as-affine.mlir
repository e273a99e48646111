// FLAGS: --affine-expand-index-ops-as-affine
// FLAGS: --affine-expand-index-ops-as-affine --canonicalize

func.func @delinearize(%i: index, %n: index, %k: index, %l: index) -> (index, index, index) {
  %c6 = arith.constant 6 : index
  %0:3 = affine.delinearize_index %i into (<<%n, |>><<4|%k|%n|%c6>>, <<8|%l>>) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
// -----
func.func @ones(%i: index, %n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 4, 1) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
// -----
// DIFFERS: the operands of the map are in another order.
func.func @dynamic_and_one(%i: index, %n: index, %k: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, %k, 1) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
// -----
func.func @many(%a: index, %n: index, %k: index, %l: index) -> (index, index, index, index, index) {
  %0:4 = affine.delinearize_index %a into (%n, %k, %l) : index, index, index, index
  %1 = affine.delinearize_index %a into (<<4|%n>>) : index
  return %0#0, %0#1, %0#2, %0#3, %1 : index, index, index, index, index
}
// -----
func.func @linearize(%a: index, %b: index, %c: index, %n: index, %k: index) -> index {
  %c6 = arith.constant 6 : index
  %0 = affine.linearize_index <<|disjoint>> [%a, %b, <<%c|%n|%c6>>] by (<<%n, |4, |>><<%k|4|%c6>>, <<%n|%k|8>>) : index
  return %0 : index
}
// -----
func.func @linearize_four(%a: index, %b: index, %c: index, %d: index, %n: index, %k: index, %l: index) -> (index, index, index) {
  %0 = affine.linearize_index [%a, %b, %c, %d] by (%n, %k, %l) : index
  %1 = affine.linearize_index [%a, %b, %c, %d] by (%n, 4, %l) : index
  %2 = affine.linearize_index disjoint [%a] by (<<4|>>) : index
  return %0, %1, %2 : index, index, index
}
// -----
func.func @loops(%m: memref<8xindex>, %n: index) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 4 {
      %0:2 = affine.delinearize_index %i into (4, <<8|%n>>) : index, index
      %1 = affine.linearize_index [%j, %0#0, <<%i|%j>>] by (4, <<%n|3>>, 8) : index
      memref.store %1, %m[%0#1] : memref<8xindex>
    }
  }
  return
}
