// FLAGS: --pass-pipeline=builtin.module(func.func(affine-simplify-min-max))
// FLAGS: --pass-pipeline=builtin.module(func.func(affine-simplify-min-max,canonicalize))

func.func @equal(%x: index, %y: index) {
  %a = affine.<<min|max>> affine_map<(d0, d1) -> (d0 <<|+ 1|- 2|* 2>>, d0 <<+ 4|- 1>>, d1 <<|+ 1>>, <<d0|d1|d0 + d1|7>>)>(%x, <<%y|%x>>)
  "use"(%a) : (index) -> ()
  return
}
// -----
func.func @below(%x: index, %y: index) {
  %c = arith.constant <<3|16|-5>> : index
  %m = affine.<<min|max>> affine_map<(d0) -> (d0, 16)>(%x)
  %n = affine.<<min|max>> affine_map<(d0, d1) -> (d0, d1 + 3, 5)>(%y, <<%x|%y>>)
  %a = affine.<<min|max>> affine_map<(d0, d1, d2) -> (d0 <<|+ 4>>, d1, <<20|d2|d1 + d2|16|15>>)>(%m, %n, %c)
  "use"(%a) : (index) -> ()
  return
}
// -----
func.func @quotients(%x: index, %y: index) {
  %m = affine.min affine_map<(d0) -> (d0, 64)>(%x)
  %n = affine.max affine_map<(d0) -> (d0, 0)>(%m)
  %q = affine.apply affine_map<(d0, d1) -> (<<d0 floordiv 4|d0 ceildiv 8|d0 mod 16|(d0 + 3) floordiv 4|d1 mod 5|d0 * 3 - d1>>)>(%n, %y)
  %r = affine.apply affine_map<(d0) -> (<<d0 + 1|d0 * 2|d0 mod 3>>)>(%q)
  %a = affine.<<min|max>> affine_map<(d0, d1) -> (d0, d1, <<16|17|0|-1|200>>)>(%q, %r)
  "use"(%a) : (index) -> ()
  return
}
// -----
func.func @arithmetic(%x: index, %y: index) {
  %c = arith.constant <<3|-2>> : index
  %m = affine.min affine_map<(d0) -> (d0, 16)>(%x)
  %s = arith.<<addi|subi|muli|floordivsi|ceildivsi|divsi|minsi>> <<%m|%y>>, %c : index
  %t = arith.<<addi|subi|muli>> %s, <<%c|%m|%y>> : index
  %a = affine.<<min|max>> affine_map<(d0, d1, d2) -> (d0, d1 <<|+ 1>>, <<d2|50|d2 + 100>>)>(%s, %t, %m)
  "use"(%a) : (index) -> ()
  return
}
// -----
func.func @loops(%x: index, %y: index) {
  %c0 = arith.constant <<0|-3>> : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  scf.for %i = <<%c0|%x>> to <<%c16|%y>> step %c5 {
    scf.for %j = <<%c5|%i>> to %c16 step %x {
      %a = affine.<<min|max>> affine_map<(d0, d1) -> (<<d0|16 - d0>>, d1, <<0|20|15|16>>)>(%i, %j)
      "use"(%a) : (index) -> ()
    }
  }
  affine.for %i = 0 to 32 step 4 {
    %a = affine.<<min|max>> affine_map<(d0) -> (<<d0 mod 4|d0 + 4|32 - d0>>, 40, <<4|0>>)>(%i)
    "use"(%a) : (index) -> ()
  }
  return
}
// -----
func.func @tiles(%x: index, %t: tensor<?x40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %t, <<%c0|%c1>> : tensor<?x40xf32>
  scf.forall (%i, %j) in (<<8|%d>>, <<%x|%d>>) {
    %a = affine.min affine_map<(d0)[s0] -> (<<d0 * -8 + 64|-d0 + s0|d0>>, <<8|64|s0>>)>(%i)[%d]
    %b = affine.max affine_map<(d0)[s0] -> (d0, <<0|-1|s0>>)>(%a)[%d]
    %e = affine.min affine_map<(d0, d1) -> (d0, d1, <<d0 + d1|8>>)>(%i, %j)
    "use"(%a, %b, %e) : (index, index, index) -> ()
  }
  scf.forall (%i) = (%x) to (<<20|%d>>) step (2) {
    %a = affine.<<min|max>> affine_map<(d0)[s0] -> (d0, s0, <<20|19|s0 - 1>>)>(%i)[%x]
    "use"(%a) : (index) -> ()
  }
  return
}
// -----
func.func @sizes(%x: index, %u: memref<?x?xf32>, %v: tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = affine.min affine_map<(d0) -> (d0, 16)>(%x)
  %e = tensor.empty(%m, %x) : tensor<?x?xf32>
  %f = memref.alloc(%m) : memref<?x4xf32>
  %d0 = tensor.dim %e, <<%c0|%c1|%x>> : tensor<?x?xf32>
  %d1 = memref.dim %f, <<%c0|%c1>> : memref<?x4xf32>
  %d2 = memref.dim %u, <<%c0|%c1|%x>> : memref<?x?xf32>
  %d3 = memref.dim %u, %c0 : memref<?x?xf32>
  %a = affine.<<min|max>> affine_map<(d0, d1) -> (d0, d1, <<20|-1>>)>(%d0, %d1)
  %b = affine.<<min|max>> affine_map<(d0, d1) -> (d0 <<|+ 1>>, d1, <<-1|0>>)>(%d2, %d3)
  "use"(%a, %b) : (index, index) -> ()
  return
}
// -----
func.func @digits(%x: index, %n: index) {
  %d:3 = affine.delinearize_index %x into (<<4|%n>>, 8, <<5|%n>>) : index, index, index
  %e:3 = affine.delinearize_index %x into (8, 5) : index, index, index
  %a = affine.<<min|max>> affine_map<(d0, d1, d2) -> (<<d0|d1>>, d1 <<|+ 8>>, d2, <<8|7|0|-1>>)>(%e#0, <<%d#1|%e#1>>, <<%d#2|%e#2>>)
  "use"(%a) : (index) -> ()
  return
}
// -----
func.func @applied(%x: index, %y: index) {
  %m = affine.max affine_map<(d0) -> (d0, 2)>(%x)
  %n = affine.apply affine_map<(d0) -> (d0 * <<2|4>>)>(%y)
  %o = affine.apply affine_map<(d0)[s0] -> (<<d0 + s0|d0 floordiv 4|d0 mod 2|d0 - s0>>)>(<<%n|%m>>)[%y]
  %p = affine.apply affine_map<(d0, d1) -> (<<d0 + d1|d0 * 2 - d1|(d0 + d1) floordiv 2>>)>(%o, %n)
  "use"(%p) : (index) -> ()
  return
}
