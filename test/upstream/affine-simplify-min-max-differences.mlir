// FLAGS: --pass-pipeline=builtin.module(func.func(affine-simplify-min-max))

// DIFFERS: the operand that replaces the maximum is a symbol in upstream's map, and a dimension here
func.func @replaced(%x: index) {
  scf.forall (%i, %j) in (8, %x) {
    %b = affine.max affine_map<(d0) -> (d0, 0)>(%i)
    %e = affine.min affine_map<(d0, d1) -> (d0, d1, d0 + d1)>(%b, %j)
    "use"(%e) : (index) -> ()
  }
  return
}
// -----
// DIFFERS: upstream knows that the first digit is below the outer base
func.func @digits(%x: index) {
  %d:3 = affine.delinearize_index %x into (4, 8, 5) : index, index, index
  %a = affine.max affine_map<(d0) -> (d0, 8)>(%d#0)
  "use"(%a) : (index) -> ()
  return
}
