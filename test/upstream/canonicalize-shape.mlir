// Folds and canonicalizations of the dialect shape.
// FLAGS: --canonicalize

func.func @add(%a: index, %b: !shape.size) -> (!shape.size, index, !shape.size, index, index, !shape.size, index, index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %s2 = shape.const_size 2
  %s3 = shape.const_size 3
  %0 = shape.add %s2, %s3 : !shape.size, !shape.size -> !shape.size
  %1 = shape.add %c2, %c3 : index, index -> index
  %2 = shape.mul %s2, %s3 : !shape.size, !shape.size -> !shape.size
  %3 = shape.mul %c2, %c3 : index, index -> index
  %4 = shape.div %c3, %c2 : index, index -> index
  %5 = shape.div %s3, %s2 : !shape.size, !shape.size -> !shape.size
  %6 = shape.div %c3, %c0 : index, index -> index
  %7 = shape.add %a, %c0 : index, index -> index
  return %0, %1, %2, %3, %4, %5, %6, %7 : !shape.size, index, !shape.size, index, index, !shape.size, index, index
}
// -----
func.func @mul0(%a: index, %b: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m7 = arith.constant -7 : index
  %c2 = arith.constant 2 : index
  %0 = shape.mul %a, %c0 : index, index -> index
  %1 = shape.mul %a, %c1 : index, index -> index
  %2 = shape.div %a, %c1 : index, index -> index
  %3 = shape.div %m7, %c2 : index, index -> index
  return %0, %1, %2, %3 : index, index, index, index
}
// -----
func.func @mixed(%a: index) -> (!shape.size, !shape.size, !shape.size) {
  %c2 = arith.constant 2 : index
  %s3 = shape.const_size 3
  %0 = shape.add %c2, %s3 : index, !shape.size -> !shape.size
  %1 = shape.mul %s3, %c2 : !shape.size, index -> !shape.size
  %2 = shape.div %s3, %c2 : !shape.size, index -> !shape.size
  return %0, %1, %2 : !shape.size, !shape.size, !shape.size
}
// -----
func.func @sizes(%a: index, %s: !shape.size) -> (index, !shape.size, index, index, !shape.size) {
  %s3 = shape.const_size 3
  %c3 = arith.constant 3 : index
  %0 = shape.size_to_index %s3 : !shape.size
  %1 = shape.index_to_size %c3
  %2 = shape.index_to_size %a
  %3 = shape.size_to_index %2 : !shape.size
  %4 = shape.size_to_index %s : !shape.size
  %5 = shape.index_to_size %4
  %6 = shape.size_to_index %a : index
  return %0, %1, %3, %6, %5 : index, !shape.size, index, index, !shape.size
}
// -----
func.func @shape_of_cast(%d: tensor<?x3xf32>, %u: tensor<*xf32>) -> (tensor<?xindex>, !shape.shape, tensor<2xindex>) {
  %c = tensor.cast %d : tensor<?x3xf32> to tensor<*xf32>
  %0 = shape.shape_of %c : tensor<*xf32> -> tensor<?xindex>
  %1 = shape.shape_of %c : tensor<*xf32> -> !shape.shape
  %2 = shape.shape_of %d : tensor<?x3xf32> -> tensor<?xindex>
  %3 = tensor.cast %2 : tensor<?xindex> to tensor<2xindex>
  return %0, %1, %3 : tensor<?xindex>, !shape.shape, tensor<2xindex>
}
// -----
func.func @shape_of_with(%d: tensor<?x3xf32>, %s: !shape.shape, %e: tensor<?xindex>, %f: tensor<2xindex>) -> (!shape.shape, tensor<?x3xf32>, !shape.shape) {
  %0 = shape.with_shape %d, %s : tensor<?x3xf32>, !shape.shape
  %1 = shape.shape_of %0 : !shape.value_shape -> !shape.shape
  %2 = shape.value_of %0 : tensor<?x3xf32>
  %3 = shape.with_shape %d, %e : tensor<?x3xf32>, tensor<?xindex>
  %4 = shape.shape_of %3 : !shape.value_shape -> !shape.shape
  return %1, %2, %4 : !shape.shape, tensor<?x3xf32>, !shape.shape
}
// -----
func.func @shape_of_reshape(%d: tensor<?xf32>, %f: tensor<2xindex>, %g: tensor<?xindex>, %h: tensor<2xi32>) -> (tensor<2xindex>, tensor<?xindex>, tensor<2xindex>, !shape.shape) {
  %0 = tensor.reshape %d(%f) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
  %2 = tensor.reshape %d(%g) : (tensor<?xf32>, tensor<?xindex>) -> tensor<*xf32>
  %3 = shape.shape_of %2 : tensor<*xf32> -> tensor<?xindex>
  %4 = tensor.reshape %d(%h) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = shape.shape_of %4 : tensor<?x?xf32> -> tensor<2xindex>
  %6 = shape.shape_of %0 : tensor<?x?xf32> -> !shape.shape
  return %1, %3, %5, %6 : tensor<2xindex>, tensor<?xindex>, tensor<2xindex>, !shape.shape
}
// -----
func.func @dims(%a: tensor<2x?xf32>, %i: index) -> (index, index, index, !shape.size, !shape.size) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %s0 = shape.const_size 0
  %0 = shape.dim %a, %c0 : tensor<2x?xf32>, index -> index
  %1 = shape.dim %a, %c1 : tensor<2x?xf32>, index -> index
  %2 = shape.dim %a, %c7 : tensor<2x?xf32>, index -> index
  %3 = shape.dim %a, %s0 : tensor<2x?xf32>, !shape.size -> !shape.size
  %4 = shape.dim %a, %c0 : tensor<2x?xf32>, index -> !shape.size
  return %0, %1, %2, %3, %4 : index, index, index, !shape.size, !shape.size
}
// -----
func.func @extents(%a: tensor<2x?xf32>, %s: !shape.shape, %x: index, %y: !shape.size) -> (index, !shape.size, !shape.size, index, index, index, !shape.size) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %k = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %ks = shape.const_shape [4, 5, 6] : !shape.shape
  %s1 = shape.const_size 1
  %0 = shape.get_extent %k, %c1 : tensor<3xindex>, index -> index
  %1 = shape.get_extent %ks, %s1 : !shape.shape, !shape.size -> !shape.size
  %f = shape.from_extents %x, %x : index, index
  %2 = shape.get_extent %f, %s1 : !shape.shape, !shape.size -> !shape.size
  %sh = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex>
  %3 = shape.get_extent %sh, %c0 : tensor<2xindex>, index -> index
  %4 = shape.get_extent %sh, %c1 : tensor<2xindex>, index -> index
  %5 = shape.get_extent %k, %c5 : tensor<3xindex>, index -> index
  %f2 = shape.from_extents %y, %y : !shape.size, !shape.size
  %6 = shape.get_extent %f2, %s1 : !shape.shape, !shape.size -> !shape.size
  return %0, %1, %2, %3, %4, %5, %6 : index, !shape.size, !shape.size, index, index, index, !shape.size
}
// -----
func.func @ranks(%a: tensor<2x?xf32>, %u: tensor<*xf32>, %s: !shape.shape, %t: tensor<3xindex>, %q: tensor<?xindex>) -> (index, !shape.size, index, index, !shape.size, index, index) {
  %k = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %ks = shape.const_shape [4, 5, 6] : !shape.shape
  %0 = shape.rank %k : tensor<3xindex> -> index
  %1 = shape.rank %ks : !shape.shape -> !shape.size
  %sh = shape.shape_of %a : tensor<2x?xf32> -> tensor<2xindex>
  %2 = shape.rank %sh : tensor<2xindex> -> index
  %sq = shape.shape_of %a : tensor<2x?xf32> -> tensor<?xindex>
  %3 = shape.rank %sq : tensor<?xindex> -> index
  %ss = shape.shape_of %a : tensor<2x?xf32> -> !shape.shape
  %4 = shape.rank %ss : !shape.shape -> !shape.size
  %5 = shape.rank %t : tensor<3xindex> -> index
  %6 = shape.rank %q : tensor<?xindex> -> index
  return %0, %1, %2, %3, %4, %5, %6 : index, !shape.size, index, index, !shape.size, index, index
}
// -----
func.func @elements(%a: tensor<2x3xf32>, %b: tensor<2x?xf32>) -> (index, !shape.size, index, index) {
  %k = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %ks = shape.const_shape [4, 5, 6] : !shape.shape
  %0 = shape.num_elements %k : tensor<3xindex> -> index
  %1 = shape.num_elements %ks : !shape.shape -> !shape.size
  %s = shape.shape_of %a : tensor<2x3xf32> -> tensor<2xindex>
  %2 = shape.num_elements %s : tensor<2xindex> -> index
  %t = shape.shape_of %b : tensor<2x?xf32> -> tensor<2xindex>
  %3 = shape.num_elements %t : tensor<2xindex> -> index
  return %0, %1, %2, %3 : index, !shape.size, index, index
}
// -----
func.func @from(%x: index, %t: tensor<2xindex>, %s: !shape.shape) -> (!shape.shape, !shape.shape, !shape.shape, tensor<2xindex>, tensor<?xindex>, !shape.shape) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %s4 = shape.const_size 4
  %0 = shape.from_extents %c3, %c5 : index, index
  %1 = shape.from_extents %c3, %x : index, index
  %2 = shape.from_extents %c3, %s4 : index, !shape.size
  %3 = shape.from_extent_tensor %t : tensor<2xindex>
  %4 = shape.to_extent_tensor %3 : !shape.shape -> tensor<2xindex>
  %5 = shape.to_extent_tensor %s : !shape.shape -> tensor<?xindex>
  %6 = shape.from_extent_tensor %5 : tensor<?xindex>
  return %0, %1, %2, %4, %5, %6 : !shape.shape, !shape.shape, !shape.shape, tensor<2xindex>, tensor<?xindex>, !shape.shape
}
// -----
func.func @eq(%s: !shape.shape, %t: tensor<?xindex>, %u: tensor<?xindex>) -> (i1, i1, i1, i1, i1) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %k2 = shape.const_shape [4, 6] : tensor<2xindex>
  %k3 = shape.const_shape [4, 5] : !shape.shape
  %0 = shape.shape_eq %k, %k : tensor<2xindex>, tensor<2xindex>
  %1 = shape.shape_eq %k, %k2 : tensor<2xindex>, tensor<2xindex>
  %2 = shape.shape_eq %t, %t : tensor<?xindex>, tensor<?xindex>
  %3 = shape.shape_eq %t, %u : tensor<?xindex>, tensor<?xindex>
  %4 = shape.shape_eq %k, %k3 : tensor<2xindex>, !shape.shape
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}
// -----
func.func @isb(%t: tensor<?xindex>, %u: tensor<?xindex>, %e: tensor<0xindex>) -> (i1, i1, i1, i1, i1, i1) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %k2 = shape.const_shape [4, 6] : tensor<2xindex>
  %k1 = shape.const_shape [4, 1] : tensor<2xindex>
  %0 = shape.is_broadcastable %k, %k : tensor<2xindex>, tensor<2xindex>
  %1 = shape.is_broadcastable %k, %k2 : tensor<2xindex>, tensor<2xindex>
  %2 = shape.is_broadcastable %k, %k1 : tensor<2xindex>, tensor<2xindex>
  %3 = shape.is_broadcastable %t, %t : tensor<?xindex>, tensor<?xindex>
  %4 = shape.is_broadcastable %t, %u, %t : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  %5 = shape.is_broadcastable %t : tensor<?xindex>
  return %0, %1, %2, %3, %4, %5 : i1, i1, i1, i1, i1, i1
}
// -----
func.func @wit() -> (!shape.witness, !shape.witness, !shape.witness, !shape.witness) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = shape.cstr_require %true, "a"
  %1 = shape.cstr_require %false, "a"
  %w = shape.const_witness true
  %v = shape.const_witness false
  %2 = shape.assuming_all %w, %w
  %3 = shape.assuming_all %w, %v
  return %0, %1, %2, %3 : !shape.witness, !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @wit2(%a: !shape.witness, %b: !shape.witness) -> (!shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness) {
  %w = shape.const_witness true
  %v = shape.const_witness false
  %0 = shape.assuming_all %w, %a
  %1 = shape.assuming_all %a, %v, %b
  %2 = shape.assuming_all %a, %a
  %3 = shape.assuming_all %a
  %4 = shape.assuming_all %a, %b, %a, %w
  return %0, %1, %2, %3, %4 : !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @wit3(%a: !shape.witness, %b: !shape.witness, %c: !shape.witness) -> (!shape.witness) {
  %0 = shape.assuming_all %a, %b
  %1 = shape.assuming_all %0, %c
  return %1 : !shape.witness
}
// -----
func.func @wit4(%s: tensor<?xindex>, %t: tensor<?xindex>) -> (!shape.witness) {
  %0 = shape.cstr_eq %s, %t : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
  %2 = shape.assuming_all %0, %1
  return %2 : !shape.witness
}
// -----
func.func @wit5(%s: tensor<?xindex>, %t: tensor<?xindex>, %u: tensor<?xindex>) -> (!shape.witness) {
  %0 = shape.cstr_eq %s, %u : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
  %2 = shape.assuming_all %0, %1
  return %2 : !shape.witness
}
// -----
func.func @wit6(%s: tensor<?xindex>, %t: tensor<?xindex>, %u: tensor<?xindex>) -> (!shape.witness) {
  %0 = shape.cstr_eq %s, %t, %u : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %s, %t : tensor<?xindex>, tensor<?xindex>
  %3 = shape.cstr_broadcastable %s, %u : tensor<?xindex>, tensor<?xindex>
  %2 = shape.assuming_all %1, %0, %3
  return %2 : !shape.witness
}
// -----
func.func @ceq(%s: !shape.shape, %t: tensor<?xindex>) -> (!shape.witness, !shape.witness, !shape.witness, !shape.witness) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %k2 = shape.const_shape [4, 6] : tensor<2xindex>
  %k3 = shape.const_shape [4, 5] : tensor<2xindex>
  %ks = shape.const_shape [4, 5] : !shape.shape
  %0 = shape.cstr_eq %k, %k3 : tensor<2xindex>, tensor<2xindex>
  %1 = shape.cstr_eq %k, %k2 : tensor<2xindex>, tensor<2xindex>
  %2 = shape.cstr_eq %t, %t : tensor<?xindex>, tensor<?xindex>
  %3 = shape.cstr_eq %ks, %k : !shape.shape, tensor<2xindex>
  return %0, %1, %2, %3 : !shape.witness, !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @cb(%s: !shape.shape, %t: tensor<?xindex>, %a: tensor<2x3xf32>, %u: tensor<?xindex>) -> (!shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %k2 = shape.const_shape [4, 6] : tensor<2xindex>
  %k1 = shape.const_shape [4, 1] : tensor<2xindex>
  %e = shape.const_shape [] : tensor<0xindex>
  %0 = shape.cstr_broadcastable %k, %k1 : tensor<2xindex>, tensor<2xindex>
  %1 = shape.cstr_broadcastable %k, %k2 : tensor<2xindex>, tensor<2xindex>
  %2 = shape.cstr_broadcastable %t, %t : tensor<?xindex>, tensor<?xindex>
  %3 = shape.cstr_broadcastable %t, %e : tensor<?xindex>, tensor<0xindex>
  %4 = shape.cstr_broadcastable %t, %u, %t : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  %5 = shape.cstr_broadcastable %t, %u, %e : tensor<?xindex>, tensor<?xindex>, tensor<0xindex>
  return %0, %1, %2, %3, %4, %5 : !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @cb2(%a: tensor<?x3xf32>, %b: tensor<3xf32>, %c: tensor<1x3xf32>, %d: tensor<4xf32>, %f: tensor<f32>) -> (!shape.witness, !shape.witness, !shape.witness, !shape.witness) {
  %0 = shape.shape_of %a : tensor<?x3xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<3xf32> -> tensor<1xindex>
  %2 = shape.shape_of %c : tensor<1x3xf32> -> tensor<2xindex>
  %3 = shape.shape_of %d : tensor<4xf32> -> tensor<1xindex>
  %4 = shape.shape_of %f : tensor<f32> -> tensor<0xindex>
  %5 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %6 = shape.cstr_broadcastable %0, %2 : tensor<2xindex>, tensor<2xindex>
  %7 = shape.cstr_broadcastable %0, %3 : tensor<2xindex>, tensor<1xindex>
  %8 = shape.cstr_broadcastable %0, %4 : tensor<2xindex>, tensor<0xindex>
  return %5, %6, %7, %8 : !shape.witness, !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @cb3(%a: tensor<?x3xf32>, %b: tensor<?xf32>, %c: tensor<?x3xf32>) -> (!shape.witness, !shape.witness, !shape.witness) {
  %0 = shape.shape_of %a : tensor<?x3xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.shape_of %c : tensor<?x3xf32> -> tensor<?xindex>
  %5 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %6 = shape.cstr_broadcastable %0, %2 : tensor<2xindex>, tensor<?xindex>
  %s = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  %7 = shape.cstr_broadcastable %s, %0 : tensor<2xindex>, tensor<2xindex>
  return %5, %6, %7 : !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @bc(%s: !shape.shape, %t: tensor<?xindex>, %u: tensor<?xindex>, %v: tensor<2xindex>) -> (tensor<2xindex>, !shape.shape, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<2xindex>, tensor<?xindex>, !shape.shape) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %k1 = shape.const_shape [4, 1] : tensor<2xindex>
  %ks = shape.const_shape [4, 5] : !shape.shape
  %ks1 = shape.const_shape [7, 4, 1] : !shape.shape
  %e = shape.const_shape [] : tensor<0xindex>
  %0 = shape.broadcast %k, %k1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  %1 = shape.broadcast %ks, %ks1 : !shape.shape, !shape.shape -> !shape.shape
  %2 = shape.broadcast %t, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %3 = shape.broadcast %t, %e : tensor<?xindex>, tensor<0xindex> -> tensor<?xindex>
  %4 = shape.broadcast %t, %u, %t : tensor<?xindex>, tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %5 = shape.broadcast %v : tensor<2xindex> -> tensor<2xindex>
  %6 = shape.broadcast %v : tensor<2xindex> -> tensor<?xindex>
  %7 = shape.broadcast %s : !shape.shape -> !shape.shape
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2xindex>, !shape.shape, tensor<?xindex>, tensor<?xindex>, tensor<?xindex>, tensor<2xindex>, tensor<?xindex>, !shape.shape
}
// -----
func.func @bc2(%t: tensor<?xindex>, %u: tensor<?xindex>, %v: tensor<2xindex>, %w: tensor<1xindex>) -> (tensor<?xindex>, tensor<?xindex>, !shape.shape, tensor<?xindex>) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %k1 = shape.const_shape [4, 1, 1] : tensor<3xindex>
  %kb = shape.const_shape [4, 6] : tensor<2xindex>
  %0 = shape.broadcast %k, %t, %k1 : tensor<2xindex>, tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  %1 = shape.broadcast %v, %w : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  %2 = shape.broadcast %v, %w : tensor<2xindex>, tensor<1xindex> -> !shape.shape
  %3 = shape.broadcast %k, %kb : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
  return %0, %1, %2, %3 : tensor<?xindex>, tensor<?xindex>, !shape.shape, tensor<?xindex>
}
// -----
func.func @bc3(%t: tensor<?xindex>, %v: tensor<2xindex>) -> (tensor<?xindex>, tensor<?xindex>, tensor<2xindex>) {
  %c = tensor.cast %v : tensor<2xindex> to tensor<?xindex>
  %0 = shape.broadcast %t, %c : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %1 = shape.broadcast %c, %c : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %2 = shape.broadcast %v, %v : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %0, %1, %2 : tensor<?xindex>, tensor<?xindex>, tensor<2xindex>
}
// -----
func.func @bc4(%v: tensor<2xindex>, %t: tensor<?xindex>) -> tensor<2xindex> {
  %0 = shape.broadcast %v, %t : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
  %1 = tensor.cast %0 : tensor<?xindex> to tensor<2xindex>
  return %1 : tensor<2xindex>
}
// -----
func.func @assuming(%a: index, %w: !shape.witness) -> (index, index) {
  %t = shape.const_witness true
  %0 = shape.assuming %t -> (index) {
    %x = "u.a"() : () -> index
    shape.assuming_yield %x : index
  }
  %f = shape.const_witness false
  %1 = shape.assuming %f -> (index) {
    %x = "u.b"() : () -> index
    shape.assuming_yield %x : index
  }
  %2:2 = shape.assuming %w -> (index, index) {
    %x = "u.c"() : () -> index
    %y = "u.c"() : () -> index
    shape.assuming_yield %x, %y : index, index
  }
  "u.use"(%1, %2#1) : (index, index) -> ()
  return %0, %a : index, index
}
// -----
func.func @assuming2(%a: index, %w: !shape.witness) -> (index) {
  shape.assuming %w {
  }
  shape.assuming %w {
    "u.c"() : () -> ()
  }
  %2 = shape.assuming %w -> (index) {
    shape.assuming_yield %a : index
  }
  %3:3 = shape.assuming %w -> (index, index, index) {
    %x = "u.c"() : () -> index
    shape.assuming_yield %x, %x, %a : index, index, index
  }
  "u.use"(%3#1, %3#2) : (index, index) -> ()
  return %2 : index
}
// -----
func.func @cast(%k0: tensor<?xindex>, %v: tensor<2xindex>, %a: tensor<?x3xf32>) -> (!shape.shape, i1, index, index, !shape.shape, tensor<?xindex>) {
  %c1 = arith.constant 1 : index
  %c = tensor.cast %v : tensor<2xindex> to tensor<?xindex>
  %0 = shape.from_extent_tensor %c : tensor<?xindex>
  %1 = shape.shape_eq %c, %k0 : tensor<?xindex>, tensor<?xindex>
  %2 = shape.num_elements %c : tensor<?xindex> -> index
  %3 = shape.get_extent %c, %c1 : tensor<?xindex>, index -> index
  %4 = shape.broadcast %c, %k0 : tensor<?xindex>, tensor<?xindex> -> !shape.shape
  %5 = shape.concat %c, %k0 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  return %0, %1, %2, %3, %4, %5 : !shape.shape, i1, index, index, !shape.shape, tensor<?xindex>
}
// -----
func.func @reduce() -> !shape.size {
  %k = shape.const_shape [4, 5] : !shape.shape
  %i = shape.const_size 1
  %0 = shape.reduce(%k, %i) : !shape.shape -> !shape.size {
    ^bb0(%x: index, %e: !shape.size, %acc: !shape.size):
      %m = shape.mul %acc, %e : !shape.size, !shape.size -> !shape.size
      shape.yield %m : !shape.size
  }
  return %0 : !shape.size
}
// -----
func.func @unused(%t: tensor<?xindex>, %w: !shape.witness, %p: i1, %s: !shape.shape, %a: tensor<?x3xf32>) {
  %0 = shape.cstr_eq %t, %t : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %t, %s : tensor<?xindex>, !shape.shape
  %2 = shape.cstr_require %p, "x"
  %3 = shape.assuming_all %w, %1
  %4 = shape.num_elements %t : tensor<?xindex> -> index
  %5 = shape.concat %t, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %6 = shape.broadcast %t, %t : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  %7 = shape.with_shape %a, %s : tensor<?x3xf32>, !shape.shape
  return
}
// -----
func.func @concat(%s: !shape.shape, %t: tensor<?xindex>) -> (!shape.shape, tensor<4xindex>, !shape.shape, tensor<?xindex>) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %ks = shape.const_shape [4, 5] : !shape.shape
  %e = shape.const_shape [] : tensor<0xindex>
  %es = shape.const_shape [] : !shape.shape
  %0 = shape.concat %ks, %ks : !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.concat %k, %k : tensor<2xindex>, tensor<2xindex> -> tensor<4xindex>
  %2 = shape.concat %s, %es : !shape.shape, !shape.shape -> !shape.shape
  %3 = shape.concat %t, %e : tensor<?xindex>, tensor<0xindex> -> tensor<?xindex>
  return %0, %1, %2, %3 : !shape.shape, tensor<4xindex>, !shape.shape, tensor<?xindex>
}
// -----
func.func @to(%u: tensor<3xindex>) -> (tensor<3xindex>, tensor<3xindex>, tensor<?xindex>, !shape.shape) {
  %ks = shape.const_shape [4, 5, 6] : !shape.shape
  %k = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %0 = shape.to_extent_tensor %ks : !shape.shape -> tensor<3xindex>
  %1 = shape.to_extent_tensor %u : tensor<3xindex> -> tensor<3xindex>
  %2 = shape.to_extent_tensor %u : tensor<3xindex> -> tensor<?xindex>
  %3 = shape.from_extent_tensor %k : tensor<3xindex>
  return %0, %1, %2, %3 : tensor<3xindex>, tensor<3xindex>, tensor<?xindex>, !shape.shape
}
// -----
func.func @so2(%a: tensor<2x3xf32>) -> (tensor<?xindex>) {
  %1 = shape.shape_of %a : tensor<2x3xf32> -> tensor<?xindex>
  return %1 : tensor<?xindex>
}
// -----
func.func @ext(%d: tensor<?x3xf32>, %i: index) -> (index, index) {
  %0 = shape.shape_of %d : tensor<?x3xf32> -> tensor<2xindex>
  %c1 = arith.constant 1 : index
  %1 = tensor.extract %0[%c1] : tensor<2xindex>
  %2 = tensor.extract %0[%i] : tensor<2xindex>
  return %1, %2 : index, index
}
// -----
func.func @dup(%a: tensor<?xindex>, %b: tensor<?xindex>) -> (!shape.witness, !shape.witness) {
  %k = shape.const_shape [4, 5] : tensor<2xindex>
  %0 = shape.cstr_eq %k, %a, %b : tensor<2xindex>, tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %a, %k, %b : tensor<?xindex>, tensor<2xindex>, tensor<?xindex>
  return %0, %1 : !shape.witness, !shape.witness
}
// -----
func.func @emp(%a: tensor<0xindex>, %b: tensor<0xindex>, %c: tensor<?xindex>) -> (!shape.witness, tensor<?xindex>, tensor<0xindex>, tensor<?xindex>) {
  %1 = shape.cstr_broadcastable %a, %c : tensor<0xindex>, tensor<?xindex>
  %2 = shape.broadcast %a, %c : tensor<0xindex>, tensor<?xindex> -> tensor<?xindex>
  %3 = shape.broadcast %a, %b : tensor<0xindex>, tensor<0xindex> -> tensor<0xindex>
  %4 = shape.broadcast %a, %b : tensor<0xindex>, tensor<0xindex> -> tensor<?xindex>
  return %1, %2, %3, %4 : !shape.witness, tensor<?xindex>, tensor<0xindex>, tensor<?xindex>
}
// -----
func.func @aall(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>, %d: tensor<?xindex>) -> (!shape.witness, !shape.witness, !shape.witness) {
  %0 = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_broadcastable %a, %b, %c : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  %2 = shape.cstr_broadcastable %b, %d : tensor<?xindex>, tensor<?xindex>
  %3 = shape.assuming_all %0, %1, %2
  %4 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %5 = shape.cstr_eq %b, %c : tensor<?xindex>, tensor<?xindex>
  %6 = shape.cstr_eq %d, %d, %c : tensor<?xindex>, tensor<?xindex>, tensor<?xindex>
  %7 = shape.assuming_all %4, %5
  %8 = shape.assuming_all %4, %6
  return %3, %7, %8 : !shape.witness, !shape.witness, !shape.witness
}
// -----
func.func @split(%i: index) -> (!shape.shape, !shape.shape) {
  %t = shape.const_shape [4, 5, 6] : !shape.shape
  %c = arith.constant <<0|1|3|4|-1|-3|-4>> : index
  %1:2 = "shape.split_at"(%t, %c) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  return %1#0, %1#1 : !shape.shape, !shape.shape
}
// -----
func.func @any(%a: tensor<3xindex>, %s: !shape.shape) -> (tensor<3xindex>, !shape.shape, tensor<3xindex>) {
  %c = shape.const_shape [4, 5, 6] : tensor<3xindex>
  %d = shape.const_shape [4, 5, 6] : !shape.shape
  %0 = shape.any %c, %a : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  %1 = shape.any %s, %d : !shape.shape, !shape.shape -> !shape.shape
  %2 = shape.any %a, %a : tensor<3xindex>, tensor<3xindex> -> tensor<3xindex>
  return %0, %1, %2 : tensor<3xindex>, !shape.shape, tensor<3xindex>
}
