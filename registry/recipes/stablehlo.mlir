// Recipes for `stablehlo`; strata-generate says how to read them.
// type: !stablehlo.token
// type: tensor<2x?xf32, #stablehlo.bounds<?, 3>>
// type: tuple<tensor<4xf32>, tensor<i32>>
// attr: #stablehlo<precision HIGH>
// attr: [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]
// attr: #stablehlo.channel_handle<handle = 1, type = 0>
// attr: #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
// attr: dense<[[0, 1]]> : tensor<1x2xi64>
// -----
// op: stablehlo.constant
func.func @f() -> tensor<$mx2x$e> {
  %0 = stablehlo.constant dense<$[1|3]> : tensor<$mx2xi32>
  %1 = stablehlo.convert %0 : (tensor<$mx2xi32>) -> tensor<$mx2x$e>
  return %1 : tensor<$mx2x$e>
}
// -----
// op: stablehlo.constant
func.func @f() -> tensor<3x$f> {
  %0 = stablehlo.constant dense<[1.0, -2.5, 0.0]> : tensor<3x$f>
  return %0 : tensor<3x$f>
}
// -----
// op: stablehlo.iota
func.func @f() -> tensor<$mx$nx$e> {
  %0 = stablehlo.iota dim = $[0|1] : tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.broadcast_in_dim
func.func @f(%a: tensor<$mx1x$e>) -> tensor<$kx$mx$nx$e> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<$mx1x$e>) -> tensor<$kx$mx$nx$e>
  return %0 : tensor<$kx$mx$nx$e>
}
// -----
// op: stablehlo.compare
func.func @f(%a: tensor<$mx$nx$i>, %b: tensor<$mx$nx$i>) -> tensor<$mx$nxi1> {
  %0 = stablehlo.compare $[EQ|NE|LT|LE|GT|GE], %a, %b, SIGNED : (tensor<$mx$nx$i>, tensor<$mx$nx$i>) -> tensor<$mx$nxi1>
  return %0 : tensor<$mx$nxi1>
}
// -----
// op: stablehlo.compare
func.func @f(%a: tensor<?x$f>, %b: tensor<?x$f>) -> tensor<?xi1> {
  %0 = stablehlo.compare $[EQ|NE|LT|LE|GT|GE], %a, %b, $[FLOAT|TOTALORDER] : (tensor<?x$f>, tensor<?x$f>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}
// -----
// op: stablehlo.bitcast_convert
func.func @f(%a: tensor<$mx$[1:f32|i32|ui32]>) -> tensor<$mx4xi8> {
  %0 = stablehlo.bitcast_convert %a : (tensor<$mx$1>) -> tensor<$mx4xi8>
  return %0 : tensor<$mx4xi8>
}
// -----
// op: stablehlo.broadcast
func.func @f(%a: tensor<$mx$e>) -> tensor<$kx$nx$mx$e> {
  %0 = stablehlo.broadcast %a, sizes = [$k, $n] : (tensor<$mx$e>) -> tensor<$kx$nx$mx$e>
  return %0 : tensor<$kx$nx$mx$e>
}
// -----
// op: stablehlo.reshape
func.func @f(%a: tensor<$mx$nx$e>) -> tensor<$(m*n)x$e> {
  %0 = stablehlo.reshape %a : (tensor<$mx$nx$e>) -> tensor<$(m*n)x$e>
  return %0 : tensor<$(m*n)x$e>
}
// -----
// op: stablehlo.transpose
func.func @f(%a: tensor<$mx$nx$kx$e>) -> tensor<$kx$mx$nx$e> {
  %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<$mx$nx$kx$e>) -> tensor<$kx$mx$nx$e>
  return %0 : tensor<$kx$mx$nx$e>
}
// -----
// op: stablehlo.reverse
func.func @f(%a: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = stablehlo.reverse %a, dims = $[[0]|[1]|[0, 1]|[]] : tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.slice
func.func @f(%a: tensor<$(m+3)x$(n*2)x$e>) -> tensor<$mx$nx$e> {
  %0 = stablehlo.slice %a [$c:$(c+m), 0:$(n*2):2] : (tensor<$(m+3)x$(n*2)x$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.dynamic_slice
func.func @f(%a: tensor<$(m+3)x$nx$e>, %i: tensor<$i>, %j: tensor<$i>) -> tensor<$mx$nx$e> {
  %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [$m, $n] : (tensor<$(m+3)x$nx$e>, tensor<$i>, tensor<$i>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.dynamic_update_slice
func.func @f(%a: tensor<$(m+3)x$nx$e>, %u: tensor<$mx$nx$e>, %i: tensor<$i>, %j: tensor<$i>) -> tensor<$(m+3)x$nx$e> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %j : (tensor<$(m+3)x$nx$e>, tensor<$mx$nx$e>, tensor<$i>, tensor<$i>) -> tensor<$(m+3)x$nx$e>
  return %0 : tensor<$(m+3)x$nx$e>
}
// -----
// op: stablehlo.pad
func.func @f(%a: tensor<$(m+1)x$e>, %s: tensor<$e>) -> tensor<$(m*2+c)x$e> {
  %0 = stablehlo.pad %a, %s, low = [-1], high = [$c], interior = [1] : (tensor<$(m+1)x$e>, tensor<$e>) -> tensor<$(m*2+c)x$e>
  return %0 : tensor<$(m*2+c)x$e>
}
// -----
// op: stablehlo.concatenate
func.func @f(%a: tensor<$kx$mx$e>, %b: tensor<$kx$nx$e>) -> tensor<$kx$(m+n)x$e> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<$kx$mx$e>, tensor<$kx$nx$e>) -> tensor<$kx$(m+n)x$e>
  return %0 : tensor<$kx$(m+n)x$e>
}
// -----
// op: stablehlo.get_dimension_size
func.func @f(%a: tensor<?x$mx$e>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %a, dim = $[0|1] : (tensor<?x$mx$e>) -> tensor<i32>
  return %0 : tensor<i32>
}
// -----
// op: stablehlo.set_dimension_size
func.func @f(%a: tensor<$mx$nx$e>, %n: tensor<i32>) -> tensor<$mx?x$e, #stablehlo.bounds<?, $n>> {
  %0 = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<$mx$nx$e>, tensor<i32>) -> tensor<$mx?x$e, #stablehlo.bounds<?, $n>>
  return %0 : tensor<$mx?x$e, #stablehlo.bounds<?, $n>>
}
// -----
// op: stablehlo.dynamic_broadcast_in_dim
// fresh
func.func @f(%a: tensor<?x?x$e>, %s: tensor<2x$i>) -> tensor<?x?x$e> {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1]$[| {known_expanding_dimensions = array<i64: 0>}] : (tensor<?x?x$e>, tensor<2x$i>) -> tensor<?x?x$e>
  return %0 : tensor<?x?x$e>
}
// -----
// op: stablehlo.dynamic_reshape
// fresh
func.func @f(%a: tensor<?x$e>, %s: tensor<2x$i>) -> tensor<?x?x$e> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x$e>, tensor<2x$i>) -> tensor<?x?x$e>
  return %0 : tensor<?x?x$e>
}
// -----
// op: stablehlo.dynamic_iota
// fresh
func.func @f(%s: tensor<2x$i>) -> tensor<?x?x$e> {
  %0 = stablehlo.dynamic_iota %s, dim = $[0|1] : (tensor<2x$i>) -> tensor<?x?x$e>
  return %0 : tensor<?x?x$e>
}
// -----
// op: stablehlo.dynamic_pad
// fresh
func.func @f(%a: tensor<$mx$nx$e>, %s: tensor<$e>, %d: tensor<2x$i>) -> tensor<?x?x$e> {
  %0 = stablehlo.dynamic_pad %a, %s, %d, %d, %d : (tensor<$mx$nx$e>, tensor<$e>, tensor<2x$i>, tensor<2x$i>, tensor<2x$i>) -> tensor<?x?x$e>
  return %0 : tensor<?x?x$e>
}
// -----
// op: stablehlo.real_dynamic_slice
// fresh
func.func @f(%a: tensor<$mx$nx$e>, %d: tensor<2x$i>) -> tensor<?x?x$e> {
  %0 = stablehlo.real_dynamic_slice %a, %d, %d, %d : (tensor<$mx$nx$e>, tensor<2x$i>, tensor<2x$i>, tensor<2x$i>) -> tensor<?x?x$e>
  return %0 : tensor<?x?x$e>
}
// -----
// op: stablehlo.dot
func.func @f(%a: tensor<$mx$kx$e>, %b: tensor<$kx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = stablehlo.dot %a, %b$[|, precision = [HIGH, DEFAULT]] : (tensor<$mx$kx$e>, tensor<$kx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.dot_general
func.func @f(%a: tensor<$lx$mx$kx$e>, %b: tensor<$lx$kx$nx$e>) -> tensor<$lx$mx$nx$e> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<$lx$mx$kx$e>, tensor<$lx$kx$nx$e>) -> tensor<$lx$mx$nx$e>
  return %0 : tensor<$lx$mx$nx$e>
}
// -----
// op: stablehlo.dot_general
func.func @f(%a: tensor<$kx$mxf32>, %b: tensor<$kx$nxf32>) -> tensor<$mx$nxf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT]$[|, algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>] : (tensor<$kx$mxf32>, tensor<$kx$nxf32>) -> tensor<$mx$nxf32>
  return %0 : tensor<$mx$nxf32>
}
// -----
// op: stablehlo.einsum
func.func @f(%a: tensor<$mx$kx$f>, %b: tensor<$kx$nx$f>) -> tensor<$mx$nx$f> {
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<$mx$kx$f>, tensor<$kx$nx$f>) -> tensor<$mx$nx$f>
  return %0 : tensor<$mx$nx$f>
}
// -----
// op: stablehlo.unary_einsum
func.func @f(%a: tensor<$mx$nx$f>) -> tensor<$mx$f> {
  %0 = stablehlo.unary_einsum %a, config = "ab->a" : (tensor<$mx$nx$f>) -> tensor<$mx$f>
  return %0 : tensor<$mx$f>
}
// -----
// op: stablehlo.convolution
func.func @f(%a: tensor<$kx$(m+1)x$(n*2)x$lx$f>, %b: tensor<2x2x$lx$px$f>) -> tensor<$kx$mx$nx$px$f> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [$b, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<$kx$(m+1)x$(n*2)x$lx$f>, tensor<2x2x$lx$px$f>) -> tensor<$kx$mx$nx$px$f>
  return %0 : tensor<$kx$mx$nx$px$f>
}
// -----
// op: stablehlo.dynamic_conv
// fresh
func.func @f(%a: tensor<$kx$(m+1)x$(n+1)x$lx$f>, %b: tensor<2x2x$lx$px$f>, %d: tensor<2x2x$i>) -> tensor<$kx?x?x$px$f> {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %d) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<$kx$(m+1)x$(n+1)x$lx$f>, tensor<2x2x$lx$px$f>, tensor<2x2x$i>) -> tensor<$kx?x?x$px$f>
  return %0 : tensor<$kx?x?x$px$f>
}
// -----
// op: stablehlo.cholesky
// only
func.func @f(%a: tensor<$kx$mx$mx$[1:f32|f64|complex<f32>]>) -> tensor<$kx$mx$mx$1> {
  %0 = stablehlo.cholesky %a$[|, lower = true] : tensor<$kx$mx$mx$1>
  return %0 : tensor<$kx$mx$mx$1>
}
// -----
// op: stablehlo.triangular_solve
func.func @f(%a: tensor<$mx$mx$[1:f32|f64]>, %b: tensor<$mx$nx$1>) -> tensor<$mx$nx$1> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = $b, transpose_a = #stablehlo<transpose $[NO_TRANSPOSE|TRANSPOSE]>, unit_diagonal = false}> : (tensor<$mx$mx$1>, tensor<$mx$nx$1>) -> tensor<$mx$nx$1>
  return %0 : tensor<$mx$nx$1>
}
// -----
// op: stablehlo.fft
func.func @f(%a: tensor<$mx8xcomplex<$[1:f32|f64]>>) -> tensor<$mx8xcomplex<$1>> {
  %0 = stablehlo.fft %a, type = $[FFT|IFFT], length = [8] : (tensor<$mx8xcomplex<$1>>) -> tensor<$mx8xcomplex<$1>>
  return %0 : tensor<$mx8xcomplex<$1>>
}
// -----
// op: stablehlo.fft
func.func @f(%a: tensor<$mx6xf32>) -> tensor<$mx4xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = RFFT, length = [6] : (tensor<$mx6xf32>) -> tensor<$mx4xcomplex<f32>>
  return %0 : tensor<$mx4xcomplex<f32>>
}
// -----
// op: stablehlo.reduce
func.func @f(%a: tensor<$mx$nx$e>, %z: tensor<$e>) -> tensor<$mx$e> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.$[add|maximum|minimum|multiply] across dimensions = [1] : (tensor<$mx$nx$e>, tensor<$e>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
// -----
// op: stablehlo.reduce stablehlo.return
func.func @f(%a: tensor<$mx$nx$e>, %b: tensor<$mx$nx$t>, %y: tensor<$e>, %z: tensor<$t>) -> (tensor<$nx$e>, tensor<$nx$t>) {
  %0:2 = stablehlo.reduce(%a init: %y), (%b init: %z) across dimensions = [0] : (tensor<$mx$nx$e>, tensor<$mx$nx$t>, tensor<$e>, tensor<$t>) -> (tensor<$nx$e>, tensor<$nx$t>)
   reducer(%p: tensor<$e>, %q: tensor<$e>) (%r: tensor<$t>, %s: tensor<$t>) {
    %1 = stablehlo.add %p, %q : tensor<$e>
    %2 = stablehlo.maximum %r, %s : tensor<$t>
    stablehlo.return %1, %2 : tensor<$e>, tensor<$t>
  }
  return %0#0, %0#1 : tensor<$nx$e>, tensor<$nx$t>
}
// -----
// op: stablehlo.while
func.func @f(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  %n = stablehlo.constant dense<$c> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<$mx$e>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %o : tensor<i32>
    %2 = stablehlo.add %x, %a : tensor<$mx$e>
    stablehlo.return %1, %2 : tensor<i32>, tensor<$mx$e>
  }
  return %0#1 : tensor<$mx$e>
}
// -----
// op: stablehlo.if
func.func @f(%p: tensor<i1>, %a: tensor<$mx$e>, %b: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<$mx$e>
  }, {
    %1 = stablehlo.add %a, %b : tensor<$mx$e>
    stablehlo.return %1 : tensor<$mx$e>
  }) : (tensor<i1>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
// -----
// op: stablehlo.case
func.func @f(%p: tensor<i32>, %a: tensor<$mx$e>, %b: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = "stablehlo.case"(%p) ({
    stablehlo.return %a : tensor<$mx$e>
  }, {
    stablehlo.return %b : tensor<$mx$e>
  }, {
    %1 = stablehlo.multiply %a, %b : tensor<$mx$e>
    stablehlo.return %1 : tensor<$mx$e>
  }) : (tensor<i32>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
// -----
// op: stablehlo.sort
func.func @f(%a: tensor<$mx$nx$i>) -> tensor<$mx$nx$i> {
  %0 = "stablehlo.sort"(%a) <{dimension = $[0|1|-1] : i64, is_stable = $b}> ({
  ^bb0(%p: tensor<$i>, %q: tensor<$i>):
    %1 = stablehlo.compare LT, %p, %q, SIGNED : (tensor<$i>, tensor<$i>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<$mx$nx$i>) -> tensor<$mx$nx$i>
  return %0 : tensor<$mx$nx$i>
}
// -----
// op: stablehlo.reduce_window
func.func @f(%a: tensor<$(m+1)x$(n*2)x$e>, %z: tensor<$e>) -> tensor<$(m+1)x$nx$e> {
  %0 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.$[maximum|minimum|add] %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$(m+1)x$(n*2)x$e>, tensor<$e>) -> tensor<$(m+1)x$nx$e>
  return %0 : tensor<$(m+1)x$nx$e>
}
// -----
// op: stablehlo.select_and_scatter
func.func @f(%a: tensor<$(m*2)x$e>, %s: tensor<$mx$e>, %z: tensor<$e>) -> tensor<$(m*2)x$e> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.compare GE, %p, %q : (tensor<$e>, tensor<$e>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.add %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$(m*2)x$e>, tensor<$mx$e>, tensor<$e>) -> tensor<$(m*2)x$e>
  return %0 : tensor<$(m*2)x$e>
}
// -----
// op: stablehlo.gather
func.func @f(%a: tensor<$mx$nx$e>, %j: tensor<$kx1x$i>) -> tensor<$kx$nx$e> {
  %0 = "stablehlo.gather"(%a, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = $b, slice_sizes = array<i64: 1, $n>}> : (tensor<$mx$nx$e>, tensor<$kx1x$i>) -> tensor<$kx$nx$e>
  return %0 : tensor<$kx$nx$e>
}
// -----
// op: stablehlo.dynamic_gather
// fresh
func.func @f(%a: tensor<$mx$nx$e>, %j: tensor<$kx1x$i>, %s: tensor<2x$i>) -> tensor<$kx?x$e> {
  %0 = "stablehlo.dynamic_gather"(%a, %j, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = $b}> : (tensor<$mx$nx$e>, tensor<$kx1x$i>, tensor<2x$i>) -> tensor<$kx?x$e>
  return %0 : tensor<$kx?x$e>
}
// -----
// op: stablehlo.scatter
func.func @f(%a: tensor<$mx$nx$e>, %j: tensor<$kx1x$i>, %u: tensor<$kx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = "stablehlo.scatter"(%a, %j, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.add %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$mx$nx$e>, tensor<$kx1x$i>, tensor<$kx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.map
func.func @f(%a: tensor<$mx$nx$e>, %b: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.subtract %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$mx$nx$e>, tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.all_reduce
func.func @f(%a: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = $(c+1), type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>$[|, use_global_device_ids]}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.add %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.reduce_scatter
func.func @f(%a: tensor<$mx$(n*2)x$e>) -> tensor<$mx$nx$e> {
  %0 = "stablehlo.reduce_scatter"(%a) <{channel_handle = #stablehlo.channel_handle<handle = $(c+1), type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.add %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$mx$(n*2)x$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.collective_reduce
func.func @f(%a: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<$e>, %q: tensor<$e>):
    %1 = stablehlo.add %p, %q : tensor<$e>
    stablehlo.return %1 : tensor<$e>
  }) : (tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: stablehlo.all_gather
func.func @f(%a: tensor<$mx$nx$e>) -> tensor<$mx$(n*2)x$e> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<$mx$nx$e>) -> tensor<$mx$(n*2)x$e>
  return %0 : tensor<$mx$(n*2)x$e>
}
// -----
// op: stablehlo.all_to_all
func.func @f(%a: tensor<$(m*2)x$nx$e>) -> tensor<$mx$(n*2)x$e> {
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<$(m*2)x$nx$e>) -> tensor<$mx$(n*2)x$e>
  return %0 : tensor<$mx$(n*2)x$e>
}
// -----
// op: stablehlo.collective_permute
func.func @f(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<$mx$e>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
// -----
// op: stablehlo.collective_broadcast stablehlo.cross-replica-sum
func.func @f(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = "$@"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<$mx$e>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
// -----
// op: stablehlo.batch_norm_inference
func.func @f(%a: tensor<$mx$nx$f>, %s: tensor<$nx$f>) -> tensor<$mx$nx$f> {
  %0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<$mx$nx$f>, tensor<$nx$f>, tensor<$nx$f>, tensor<$nx$f>, tensor<$nx$f>) -> tensor<$mx$nx$f>
  return %0 : tensor<$mx$nx$f>
}
// -----
// op: stablehlo.batch_norm_training
func.func @f(%a: tensor<$mx$nx$f>, %s: tensor<$nx$f>) -> tensor<$mx$nx$f> {
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<$mx$nx$f>, tensor<$nx$f>, tensor<$nx$f>) -> (tensor<$mx$nx$f>, tensor<$nx$f>, tensor<$nx$f>)
  return %0#0 : tensor<$mx$nx$f>
}
// -----
// op: stablehlo.batch_norm_grad
func.func @f(%a: tensor<$mx$nx$f>, %s: tensor<$nx$f>) -> tensor<$mx$nx$f> {
  %0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %a) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<$mx$nx$f>, tensor<$nx$f>, tensor<$nx$f>, tensor<$nx$f>, tensor<$mx$nx$f>) -> (tensor<$mx$nx$f>, tensor<$nx$f>, tensor<$nx$f>)
  return %0#0 : tensor<$mx$nx$f>
}
// -----
// op: stablehlo.tuple stablehlo.get_tuple_element
func.func @f(%a: tensor<$mx$e>, %b: tensor<$t>) -> tensor<$t> {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<$mx$e>, tensor<$t>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<$mx$e>, tensor<$t>>) -> tensor<$t>
  return %1 : tensor<$t>
}
// -----
// op: stablehlo.rng
func.func @f(%a: tensor<$[1:f32|f64]>) -> tensor<$mx$nx$1> {
  %s = stablehlo.constant dense<[$m, $n]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %a, %s, distribution = $[NORMAL|UNIFORM] : (tensor<$1>, tensor<$1>, tensor<2xi64>) -> tensor<$mx$nx$1>
  return %0 : tensor<$mx$nx$1>
}
// -----
// op: stablehlo.rng_bit_generator
func.func @f(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<$mx$nxui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = $[THREE_FRY|PHILOX|DEFAULT] : (tensor<2xui64>) -> (tensor<2xui64>, tensor<$mx$nxui32>)
  return %0, %1 : tensor<2xui64>, tensor<$mx$nxui32>
}
// -----
// op: stablehlo.custom_call
// only
func.func @f(%a: tensor<$mx$e>) -> tensor<$nx$t> {
  %0 = stablehlo.custom_call @$[foo|"a-b"](%a)$[| {backend_config = "bar", has_side_effect = true}] : (tensor<$mx$e>) -> tensor<$nx$t>
  return %0 : tensor<$nx$t>
}
// -----
// op: stablehlo.composite
func.func @f(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  %0 = stablehlo.composite "foo.bar" %a {$[|composite_attributes = {k = 2 : i64}, ]decomposition = @g, version = $(c+1) : i32} : (tensor<$mx$e>) -> tensor<$mx$e>
  return %0 : tensor<$mx$e>
}
func.func private @g(%a: tensor<$mx$e>) -> tensor<$mx$e> {
  return %a : tensor<$mx$e>
}
// -----
// op: stablehlo.send
func.func @f(%a: tensor<$mx$e>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = $(c+1), type = 2>, is_host_transfer = true}> : (tensor<$mx$e>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// op: stablehlo.recv
func.func @f(%t: !stablehlo.token) -> !stablehlo.token {
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = $(c+1), type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<$mx$e>, !stablehlo.token)
  return %0#1 : !stablehlo.token
}
// -----
// op: stablehlo.infeed
func.func @f(%t: !stablehlo.token) -> tensor<$mx$e> {
  %0:2 = "stablehlo.infeed"(%t) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<$mx$e>, !stablehlo.token)
  return %0#0 : tensor<$mx$e>
}
// -----
// op: stablehlo.outfeed
func.func @f(%a: tensor<$mx$e>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.outfeed"(%a, %t) <{outfeed_config = "c"}> : (tensor<$mx$e>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}
// -----
// op: stablehlo.optimization_barrier
func.func @f(%a: tensor<$mx$e>, %t: !stablehlo.token) -> tensor<$mx$e> {
  %0:2 = stablehlo.optimization_barrier %a, %t : tensor<$mx$e>, !stablehlo.token
  return %0#0 : tensor<$mx$e>
}
// -----
// op: stablehlo.torch_index_select
func.func @f(%a: tensor<$mx$nx$e>, %j: tensor<$kx$i>) -> tensor<$kx$nx$e> {
  %0 = "stablehlo.torch_index_select"(%a, %j) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<$mx$nx$e>, tensor<$kx$i>) -> tensor<$kx$nx$e>
  return %0 : tensor<$kx$nx$e>
}
// -----
// op: stablehlo.replica_id stablehlo.partition_id
func.func @f() -> tensor<ui32> {
  %0 = $@ : tensor<ui32>
  return %0 : tensor<ui32>
}
// -----
// op: stablehlo.async_start stablehlo.async_done
func.func @f(%a: tensor<$mx3x$e>) -> tensor<$mx2x$e> {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<$mx3x$e>):
    %2 = stablehlo.slice %x [0:$m, 1:3] : (tensor<$mx3x$e>) -> tensor<$mx2x$e>
    stablehlo.return %2 : tensor<$mx2x$e>
  }) : (tensor<$mx3x$e>) -> !stablehlo.future<tensor<$mx2x$e>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<$mx2x$e>>) -> tensor<$mx2x$e>
  return %1 : tensor<$mx2x$e>
}
// -----
// op: stablehlo.uniform_quantize stablehlo.uniform_dequantize
func.func @f(%a: tensor<$mx3xf32>) -> tensor<$mx3xf32> {
  %0 = stablehlo.uniform_quantize %a : (tensor<$mx3xf32>) -> tensor<$mx3x$[1:!quant.uniform<i8:f32, 0.25:-3>|!quant.uniform<u8<1:200>:f32, 0.5:128>|!quant.uniform<i16:f32:1, {0.1,0.5:7,2.0}>]>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<$mx3x$1>) -> tensor<$mx3xf32>
  return %1 : tensor<$mx3xf32>
}
