// Recipes for `tensor`.
// -----
// op: tensor.extract_slice
func.func @f(%t: tensor<?x8x$e>, %i: index) -> tensor<$mx?x$e> {
  %0 = tensor.extract_slice %t[%i, $c] [$m, %i] [1, $[1|2]] : tensor<?x8x$e> to tensor<$mx?x$e>
  return %0 : tensor<$mx?x$e>
}
// -----
// op: tensor.extract_slice tensor.insert_slice
func.func @f(%t: tensor<8x8x$e>) -> tensor<8x8x$e> {
  %0 = tensor.extract_slice %t[$c, 0] [1, $m] [1, 1] : tensor<8x8x$e> to tensor<$mx$e>
  %1 = tensor.insert_slice %0 into %t[0, $c] [1, $m] [1, 1] : tensor<$mx$e> into tensor<8x8x$e>
  return %1 : tensor<8x8x$e>
}
// -----
// op: tensor.expand_shape
func.func @f(%t: tensor<?x$mx$e>, %i: index) -> tensor<1x?x$mx$e> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, %i, $m] : tensor<?x$mx$e> into tensor<1x?x$mx$e>
  return %0 : tensor<1x?x$mx$e>
}
// -----
// op: tensor.collapse_shape
func.func @f(%t: tensor<$mx$nx$kx$e>) -> tensor<$mx$(n*k)x$e> {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<$mx$nx$kx$e> into tensor<$mx$(n*k)x$e>
  return %0 : tensor<$mx$(n*k)x$e>
}
// -----
// op: tensor.pad tensor.yield
func.func @f(%t: tensor<$mx$nx$e>, %v: $e) -> tensor<$(m+1)x$(n+c)x$e> {
  %0 = tensor.pad %t$[| nofold] low[1, 0] high[0, $c] {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : $e
  } : tensor<$mx$nx$e> to tensor<$(m+1)x$(n+c)x$e>
  return %0 : tensor<$(m+1)x$(n+c)x$e>
}
// -----
// op: tensor.generate
func.func @f(%v: $e) -> tensor<?x$mx$e> {
  %n = arith.constant $c : index
  %0 = tensor.generate %n {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : $e
  } : tensor<?x$mx$e>
  return %0 : tensor<?x$mx$e>
}
// -----
// op: tensor.concat
func.func @f(%a: tensor<$mx$kx$e>, %b: tensor<$nx$kx$e>) -> tensor<$(m+n)x$kx$e> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<$mx$kx$e>, tensor<$nx$kx$e>) -> tensor<$(m+n)x$kx$e>
  return %0 : tensor<$(m+n)x$kx$e>
}
// -----
// op: tensor.gather tensor.scatter
func.func @f(%t: tensor<4x$mx$e>, %i: tensor<$kx1x$[1:index|i32]>) -> tensor<4x$mx$e> {
  %0 = tensor.gather %t[%i] gather_dims([0])$[| unique] : (tensor<4x$mx$e>, tensor<$kx1x$1>) -> tensor<$kx1x$mx$e>
  %1 = tensor.scatter %0 into %t[%i] scatter_dims([0]) unique : (tensor<$kx1x$mx$e>, tensor<4x$mx$e>, tensor<$kx1x$1>) -> tensor<4x$mx$e>
  return %1 : tensor<4x$mx$e>
}
// -----
// op: tensor.reshape
func.func @f(%t: tensor<?x$e>, %s: tensor<2x$[1:index|i32]>) -> tensor<?x$mx$e> {
  %0 = tensor.reshape %t(%s) : (tensor<?x$e>, tensor<2x$1>) -> tensor<?x$mx$e>
  return %0 : tensor<?x$mx$e>
}
// -----
// op: tensor.parallel_insert_slice scf.forall.in_parallel
func.func @f(%t: tensor<8x$e>, %s: tensor<1x$e>) -> tensor<8x$e> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8x$e>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1x$e> into tensor<8x$e>
    }
  }
  return %0 : tensor<8x$e>
}
