// Recipes for `shape`.
// -----
// op: shape.shape_of shape.num_elements shape.rank shape.dim shape.get_extent
func.func @f(%a: tensor<?x$mx$e>) -> (index, index, index, index) {
  %c = arith.constant 1 : index
  %0 = shape.shape_of %a : tensor<?x$mx$e> -> tensor<2xindex>
  %1 = shape.num_elements %0 : tensor<2xindex> -> index
  %2 = shape.rank %0 : tensor<2xindex> -> index
  %3 = shape.dim %a, %c : tensor<?x$mx$e>, index -> index
  %4 = shape.get_extent %0, %c : tensor<2xindex>, index -> index
  return %1, %2, %3, %4 : index, index, index, index
}
// -----
// op: shape.reduce shape.yield
func.func @f(%a: tensor<?x$mx$e>) -> index {
  %c = arith.constant 1 : index
  %0 = shape.shape_of %a : tensor<?x$mx$e> -> tensor<2xindex>
  %1 = shape.reduce(%0, %c) : tensor<2xindex> -> index {
  ^bb0(%i: index, %extent: index, %product: index):
    %2 = arith.muli %extent, %product : index
    shape.yield %2 : index
  }
  return %1 : index
}
// -----
// op: shape.const_shape shape.broadcast shape.is_broadcastable shape.shape_eq shape.concat
func.func @f() -> (tensor<2xindex>, i1, i1, tensor<3xindex>) {
  %0 = shape.const_shape [$m, 1] : tensor<2xindex>
  %1 = shape.const_shape [$n] : tensor<1xindex>
  %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  %3 = shape.is_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %4 = shape.shape_eq %0, %2 : tensor<2xindex>, tensor<2xindex>
  %5 = shape.concat %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
  return %2, %3, %4, %5 : tensor<2xindex>, i1, i1, tensor<3xindex>
}
// -----
// op: shape.cstr_broadcastable shape.cstr_eq shape.cstr_require shape.const_witness shape.assuming_all shape.assuming shape.assuming_yield
func.func @f(%a: tensor<?x$mx$e>, %x: $e) -> $e {
  %t = arith.constant true
  %0 = shape.shape_of %a : tensor<?x$mx$e> -> tensor<2xindex>
  %1 = shape.const_shape [$m] : tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %3 = shape.cstr_eq %0, %0 : tensor<2xindex>, tensor<2xindex>
  %4 = shape.cstr_require %t, "no"
  %5 = shape.const_witness true
  %6 = shape.assuming_all %2, %3, %4, %5
  %7 = shape.assuming %6 -> ($e) {
    shape.assuming_yield %x : $e
  }
  shape.assuming %6 {
  }
  return %7 : $e
}
// -----
// op: shape.from_extents shape.to_extent_tensor shape.from_extent_tensor shape.const_size shape.size_to_index shape.index_to_size shape.add shape.mul shape.div
func.func @f(%l: tensor<$mxindex>) -> (tensor<?xindex>, index, tensor<$mxindex>) {
  %c = arith.constant $(c+1) : index
  %0 = shape.const_size $n
  %1 = shape.index_to_size %c
  %2 = shape.$[add|mul|div] %0, %1 : !shape.size, !shape.size -> !shape.size
  %3 = shape.size_to_index %2 : !shape.size
  %4 = shape.$[add|mul|div] %3, %c : index, index -> index
  %5 = shape.from_extents %2, %4 : !shape.size, index
  %6 = shape.to_extent_tensor %5 : !shape.shape -> tensor<?xindex>
  %7 = shape.from_extent_tensor %l : tensor<$mxindex>
  %8 = shape.to_extent_tensor %7 : !shape.shape -> tensor<$mxindex>
  return %6, %4, %8 : tensor<?xindex>, index, tensor<$mxindex>
}
// -----
// op: shape.func shape.return shape.with_shape shape.value_of
shape.func $[|private |nested ]@f(%a: tensor<?x$mx$e>) -> (tensor<2xindex>, tensor<?x$mx$e>) {
  %0 = shape.shape_of %a : tensor<?x$mx$e> -> tensor<2xindex>
  %1 = shape.with_shape %a, %0 : tensor<?x$mx$e>, tensor<2xindex>
  %2 = shape.value_of %1 : tensor<?x$mx$e>
  shape.return %0, %2 : tensor<2xindex>, tensor<?x$mx$e>
}
// -----
// op: shape.any shape.split_at
func.func @f(%l: tensor<?xindex>, %s: !shape.shape) -> (tensor<?xindex>, !shape.shape, tensor<?xindex>, tensor<?xindex>) {
  %c = arith.constant 0 : index
  %0 = shape.any %l, %l : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %1 = shape.any %s, %s : !shape.shape, !shape.shape -> !shape.shape
  %2:2 = "shape.split_at"(%0, %c) : (tensor<?xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %0, %1, %2#0, %2#1 : tensor<?xindex>, !shape.shape, tensor<?xindex>, tensor<?xindex>
}
