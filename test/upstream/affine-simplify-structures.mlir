// FLAGS: --affine-simplify-structures

func.func @maps(%m: memref<64xf32>, %i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (<<d0 - d0|d0 + d0 + s0|(d0 * 2) floordiv 2|d0 mod 4 - d0 mod 4 + 3|(d0 + s0) mod 1>>)>(<<%i|%n>>)[%n]
  %1 = affine.apply affine_map<(d0) -> (d0 + <<0|1>>)>(%0)
  %v = affine.load %m[%1 + 4 * %i - %1] : memref<64xf32>
  affine.store %v, %m[(%i * 4) mod 2] : memref<64xf32>
  return %1 : index
}
// -----
func.func @loops(%m: memref<64xf32>, %n: index) {
  %c4 = arith.constant 4 : index
  affine.for %i = <<0|%c4>> to affine_map<(d0)[s0] -> (<<d0 + s0 - s0|4 * d0 floordiv 4|s0 mod 1 + 3>>)>(%n)[%n] {
    %k = affine.apply affine_map<(d0, d1) -> (d0 - d1 + <<d1|1>>)>(%i, %n)
    affine.if affine_set<(d0, d1) : (<<d0 - d0 >= 0|d0 - d1 >= 0, d0 - d1 >= 0|-1 >= 0, d0 == 0|d0 + d1 == 0>>)>(%i, %n) {
      %v = affine.load %m[%k] : memref<64xf32>
      affine.store %v, %m[%k floordiv 1] : memref<64xf32>
    } else {
      %v = affine.load %m[0] : memref<64xf32>
      affine.store %v, %m[%i] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @others(%a: index, %b: index) -> index {
  %0 = arith.addi %a, %b : index
  %1 = affine.min affine_map<(d0, d1) -> (d0 + d0 - d0, d1 mod 1)>(%a, %b)
  "test.op"() {map = affine_map<(d0) -> (d0 * 2 - d0)>, set = affine_set<(d0) : (d0 * 2 - d0 >= 0)>} : () -> ()
  return %1 : index
}
