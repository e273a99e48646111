// FLAGS: --convert-shape-constraints
// FLAGS: --remove-shape-constraints

func.func @constraints(%x: tensor<?xindex>, %y: tensor<?xindex>, %p: i1) -> index {
  %0 = shape.<<cstr_broadcastable|cstr_eq>> %x, %y : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_require %p, "message"
  %2 = shape.assuming_all <<%0, %1|%0|%1>>
  %3 = shape.assuming %2 -> (index) {
    %4 = arith.constant 2 : index
    shape.assuming_yield %4 : index
  }
  return %3 : index
}
// -----
func.func @constants(%x: !shape.shape, %y: !shape.shape) -> !shape.witness {
  %0 = shape.const_witness <<true|false>>
  %1 = shape.cstr_eq %x, %y, %x : !shape.shape, !shape.shape, !shape.shape
  %2 = shape.assuming_all %0, %1
  return %2 : !shape.witness
}
