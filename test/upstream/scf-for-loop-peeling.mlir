// FLAGS: --scf-for-loop-peeling
// FLAGS: --scf-for-loop-peeling=skip-partial=false
// FLAGS: --scf-for-loop-peeling=peel-front
// FLAGS: --scf-for-loop-peeling --cse

// Sizes of tiles, with bounds and steps that are known or not, and values that loops carry.
func.func @tiles(%m: memref<?xf32>, %lower: index, %n: index, %s: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  %r = scf.for %i = %<<c0|lower>> to %<<u:n|c17|c16>> step %<<t:c4|s|c1>> iter_args(%a = %x) -> f32 {
    %u = affine.<<min|max>> affine_map<(d0)[s0, s1] -> (s1, s0 - d0)>(%i)[%<<u>>, %<<t>>]
    %k = arith.index_cast %u : index to i32
    %f = arith.sitofp %k : i32 to f32
    %b = arith.addf %a, %f : f32
    scf.yield %b : f32
  } {some.attribute}
  return %r : f32
}
// -----
// Nests: the inner loop of the last iteration stays with skip-partial.
func.func @nest(%m: memref<?x?xf32>, %n: index, %k: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    scf.for %j = %c0 to %k step %<<c3|c8>> {
      %v = affine.min affine_map<(d0)[s0] -> (<<3|8>>, s0 - d0<<e:|, s0>>)>(%j)[%k]
      memref.store %x, %m[%i, %v] : memref<?x?xf32>
    }
  }
  return
}
// -----
// Bounds that are multiples of the step, other types, and unsigned loops.
func.func @multiples(%m: memref<?xf32>, %n: index, %x: f32, %a: i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %l = arith.constant 0 : i32
  %u = arith.constant <<17|16|3>> : i32
  %s = arith.constant 4 : i32
  %q = affine.apply affine_map<()[s0] -> (s0 * <<8|6>>)>()[%n]
  scf.for %i = %c0 to %q step %c4 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.for <<unsigned|>> %i = %l to %u step %s : i32 {
    %j = arith.index_cast %i : i32 to index
    memref.store %x, %m[%j] : memref<?xf32>
  }
  return
}
