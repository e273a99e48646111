// FLAGS: --scf-for-loop-specialization
// FLAGS: --scf-for-loop-specialization --canonicalize

#min = affine_map<(d0)[s0] -> (<<8|16, 4|s0 - d0>>, s0 - d0)>
func.func @min(%m: memref<?xf32>, %lower: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = affine.min #min(%i)[%n]
    scf.for %j = %<<c0|lower>> to %u step %c1 {
      %s = arith.addi %i, %j : index
      %o = arith.addi %s, %u : index
      memref.store %x, %m[%o] : memref<?xf32>
    } {some.attribute}
  }
  return
}
// -----
// The copies of the inner loop are copied with the outer one.
func.func @nested(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = affine.min affine_map<()[s0] -> (s0, 5)>()[%n]
  scf.for %i = %c0 to <<%u|%n>> step %c1 {
    %w = affine.<<min|max>> affine_map<(d0)[s0] -> (s0 - d0, 7)>(%i)[%n]
    scf.for %j = %c0 to %w step %c1 {
      memref.store %x, %m[%j] : memref<?xf32>
    }
  }
  return
}
