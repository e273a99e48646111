// FLAGS: --scf-parallel-loop-specialization
// FLAGS: --scf-parallel-loop-specialization --canonicalize --cse

#min = affine_map<(d0)[s0] -> (<<8|16, 4|s0 - d0>>, s0 - d0)>
func.func @min(%m: memref<?x?xf32>, %k: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = affine.min affine_map<()[s0] -> (s0, 5)>()[%n]
  scf.for %i = %c0 to %n step %c1 {
    %u = affine.min #min(%i)[%n]
    scf.parallel (%j, %k2) = (%c0, %k) to (%u, <<%t|%n|%u>>) step (%c1, %c1) {
      %s = arith.addi %i, %j : index
      memref.store %x, %m[%s, %k2] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @nested(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<()[s0] -> (s0, 5)>()[%n]
  scf.parallel (%i) = (%c0) to (<<%u|%n>>) step (%c1) {
    %w = affine.<<min|max>> affine_map<(d0)[s0] -> (s0 - d0, 7)>(%i)[%n]
    scf.parallel (%j) = (%c0) to (%w) step (%c1) {
      memref.store %x, %m[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
