// Programs that say what an op may say since some version, or in some form of its attributes; each is named by the
// comment before it. tests/jax_artifacts.py makes artifacts of them.

// -----

// promoted_reduce
func.func @f(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<f64> {
  %0 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// dictionary
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {a = 42 : i32}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// typed_ffi
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// only_result_layouts
func.func @f() -> tensor<2xf32> {
  %0 = stablehlo.custom_call @foo() {operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]} : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// only_operand_layouts
func.func @f(%a: tensor<2xf32>) {
  stablehlo.custom_call @foo(%a) {has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = []} : (tensor<2xf32>) -> ()
  return
}

// -----

// composite
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "a.b" %a {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// accuracy
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// exponential_accuracy
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// all_to_all
func.func @f(%a: tensor<4x16xf32>) -> tensor<16x4xf32> {
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64,
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// -----

// future_call
func.func @f(%a: !stablehlo.future<tensor<f32>>) -> !stablehlo.future<tensor<f32>> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "foo"} : (!stablehlo.future<tensor<f32>>) -> !stablehlo.future<tensor<f32>>
  return %0 : !stablehlo.future<tensor<f32>>
}

// -----

// promoted_scatter_float
func.func @f(%a: tensor<8x4xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>) -> tensor<8x4xf64> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<8x4xf32>, tensor<2x1xi32>, tensor<2x4xf32>) -> tensor<8x4xf64>
  return %0 : tensor<8x4xf64>
}

// -----

// promoted_reduce_window_float
func.func @f(%a: tensor<8xf32>, %z: tensor<f32>) -> tensor<4xf64> {
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<f32>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// promoted_all_reduce_float
func.func @f(%a: tensor<8xf32>) -> tensor<8xf64> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

// promoted_reduce_scatter_float
func.func @f(%a: tensor<8xf32>) -> tensor<4xf64> {
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// promoted_select_and_scatter_float
func.func @f(%a: tensor<8xf32>, %s: tensor<4xf32>, %z: tensor<f32>) -> tensor<8xf64> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %1 = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %1 : tensor<f64>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

// promoted_scatter_integer
func.func @f(%a: tensor<8x4xi8>, %i: tensor<2x1xi32>, %u: tensor<2x4xi8>) -> tensor<8x4xi32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<8x4xi8>, tensor<2x1xi32>, tensor<2x4xi8>) -> tensor<8x4xi32>
  return %0 : tensor<8x4xi32>
}

// -----

// promoted_reduce_window_integer
func.func @f(%a: tensor<8xi8>, %z: tensor<i8>) -> tensor<4xi32> {
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xi8>, tensor<i8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// promoted_all_reduce_integer
func.func @f(%a: tensor<8xi8>) -> tensor<8xi32> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xi8>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// promoted_reduce_scatter_integer
func.func @f(%a: tensor<8xi8>) -> tensor<4xi32> {
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xi8>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// promoted_select_and_scatter_integer
func.func @f(%a: tensor<8xi8>, %s: tensor<4xi8>, %z: tensor<i8>) -> tensor<8xi32> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) ({
  ^bb0(%x: tensor<i8>, %y: tensor<i8>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xi8>, tensor<4xi8>, tensor<i8>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// promoted_scatter_complex
func.func @f(%a: tensor<8x4xcomplex<f32>>, %i: tensor<2x1xi32>, %u: tensor<2x4xcomplex<f32>>) -> tensor<8x4xcomplex<f64>> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
    %1 = stablehlo.add %x, %y : tensor<complex<f64>>
    stablehlo.return %1 : tensor<complex<f64>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<8x4xcomplex<f32>>, tensor<2x1xi32>, tensor<2x4xcomplex<f32>>) -> tensor<8x4xcomplex<f64>>
  return %0 : tensor<8x4xcomplex<f64>>
}

// -----

// promoted_reduce_window_complex
func.func @f(%a: tensor<8xcomplex<f32>>, %z: tensor<complex<f32>>) -> tensor<4xcomplex<f64>> {
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
    %1 = stablehlo.add %x, %y : tensor<complex<f64>>
    stablehlo.return %1 : tensor<complex<f64>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// -----

// promoted_all_reduce_complex
func.func @f(%a: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
    %1 = stablehlo.add %x, %y : tensor<complex<f64>>
    stablehlo.return %1 : tensor<complex<f64>>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f64>>
  return %0 : tensor<8xcomplex<f64>>
}

// -----

// promoted_reduce_scatter_complex
func.func @f(%a: tensor<8xcomplex<f32>>) -> tensor<4xcomplex<f64>> {
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
    %1 = stablehlo.add %x, %y : tensor<complex<f64>>
    stablehlo.return %1 : tensor<complex<f64>>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xcomplex<f32>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// -----

// promoted_select_and_scatter_complex
func.func @f(%a: tensor<8xcomplex<f32>>, %s: tensor<4xcomplex<f32>>, %z: tensor<complex<f32>>) -> tensor<8xcomplex<f64>> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) ({
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %1 = stablehlo.compare EQ, %x, %y : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<complex<f64>>, %y: tensor<complex<f64>>):
    %1 = stablehlo.add %x, %y : tensor<complex<f64>>
    stablehlo.return %1 : tensor<complex<f64>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8xcomplex<f32>>, tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<8xcomplex<f64>>
  return %0 : tensor<8xcomplex<f64>>
}

// -----

// promoted_scatter_quantized
func.func @f(%a: tensor<8x4x!quant.uniform<i8:f32, 1.0:1>>, %i: tensor<2x1xi32>, %u: tensor<2x4x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<8x4x!quant.uniform<i32:f32, 1.0:1>> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0:1>>, %y: tensor<!quant.uniform<i32:f32, 1.0:1>>):
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.0:1>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0:1>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<8x4x!quant.uniform<i8:f32, 1.0:1>>, tensor<2x1xi32>, tensor<2x4x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<8x4x!quant.uniform<i32:f32, 1.0:1>>
  return %0 : tensor<8x4x!quant.uniform<i32:f32, 1.0:1>>
}

// -----

// promoted_reduce_window_quantized
func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0:1>>, %z: tensor<!quant.uniform<i8:f32, 1.0:1>>) -> tensor<4x!quant.uniform<i32:f32, 1.0:1>> {
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0:1>>, %y: tensor<!quant.uniform<i32:f32, 1.0:1>>):
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.0:1>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0:1>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8x!quant.uniform<i8:f32, 1.0:1>>, tensor<!quant.uniform<i8:f32, 1.0:1>>) -> tensor<4x!quant.uniform<i32:f32, 1.0:1>>
  return %0 : tensor<4x!quant.uniform<i32:f32, 1.0:1>>
}

// -----

// promoted_all_reduce_quantized
func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<8x!quant.uniform<i32:f32, 1.0:1>> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0:1>>, %y: tensor<!quant.uniform<i32:f32, 1.0:1>>):
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.0:1>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0:1>>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<8x!quant.uniform<i32:f32, 1.0:1>>
  return %0 : tensor<8x!quant.uniform<i32:f32, 1.0:1>>
}

// -----

// promoted_reduce_scatter_quantized
func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<4x!quant.uniform<i32:f32, 1.0:1>> {
  %0 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0:1>>, %y: tensor<!quant.uniform<i32:f32, 1.0:1>>):
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.0:1>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0:1>>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<4x!quant.uniform<i32:f32, 1.0:1>>
  return %0 : tensor<4x!quant.uniform<i32:f32, 1.0:1>>
}

// -----

// promoted_select_and_scatter_quantized
func.func @f(%a: tensor<8x!quant.uniform<i8:f32, 1.0:1>>, %s: tensor<4x!quant.uniform<i8:f32, 1.0:1>>, %z: tensor<!quant.uniform<i8:f32, 1.0:1>>) -> tensor<8x!quant.uniform<i32:f32, 1.0:1>> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 1.0:1>>, %y: tensor<!quant.uniform<i8:f32, 1.0:1>>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<!quant.uniform<i8:f32, 1.0:1>>, tensor<!quant.uniform<i8:f32, 1.0:1>>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<!quant.uniform<i32:f32, 1.0:1>>, %y: tensor<!quant.uniform<i32:f32, 1.0:1>>):
    %1 = stablehlo.add %x, %y : tensor<!quant.uniform<i32:f32, 1.0:1>>
    stablehlo.return %1 : tensor<!quant.uniform<i32:f32, 1.0:1>>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<8x!quant.uniform<i8:f32, 1.0:1>>, tensor<4x!quant.uniform<i8:f32, 1.0:1>>, tensor<!quant.uniform<i8:f32, 1.0:1>>) -> tensor<8x!quant.uniform<i32:f32, 1.0:1>>
  return %0 : tensor<8x!quant.uniform<i32:f32, 1.0:1>>
}

// -----

// promoted_reduces
func.func @f(%a: tensor<4xf32>, %b: tensor<4xi8>, %z: tensor<f32>, %o: tensor<i8>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = "stablehlo.reduce"(%a, %b, %z, %o) ({
  ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    %2 = stablehlo.add %i, %j : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xi8>, tensor<f32>, tensor<i8>) -> (tensor<f32>, tensor<i32>)
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// -----

// composite_version_i32
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) {name = "a.b", decomposition = @g, composite_attributes = {n = 1 : i64, s = "t", l = [1.0 : f32, "u"], d = {}}, version = 3 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// composite_version_zero
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) {name = "a.b", decomposition = @g, composite_attributes = {n = 1 : i64, s = "t", l = [1.0 : f32, "u"], d = {}}, version = 0 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// composite_version_none
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) {name = "a.b", decomposition = @g, composite_attributes = {n = 1 : i64, s = "t", l = [1.0 : f32, "u"], d = {}}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// composite_regions
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) ({
  ^bb0(%b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {name = "a.b", decomposition = @g, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// -----

// composite_nothing
func.func @f() {
  "stablehlo.composite"() {name = "a.b", decomposition = @g} : () -> ()
  return
}
func.func private @g() {
  return
}

// -----

// call_empty_layouts
func.func @f() {
  stablehlo.custom_call @foo() {has_side_effect = true, operand_layouts = [], result_layouts = []} : () -> ()
  return
}

// -----

// call_empty_tuple
func.func @f(%a: tensor<i64>) -> tensor<i64> {
  %0 = "stablehlo.custom_call"(%a) {api_version = 2 : i32, call_target_name = "foo", has_side_effect = true,
    operand_layouts = [dense<> : tensor<0xindex>], result_layouts = []} : (tensor<i64>) -> tuple<>
  return %a : tensor<i64>
}

// -----

// call_layouts
func.func @f(%a: tensor<2x3xf32>, %t: !stablehlo.token) -> (tensor<2x3xf32>, tensor<f32>) {
  %0:2 = stablehlo.custom_call @foo(%a, %t) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>],
    result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>, !stablehlo.token) -> (tensor<2x3xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<f32>
}

// -----

// call_everything
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 2 : i32, backend_config = "\08\03\1A", called_computations = [@g, @h], has_side_effect = true,
    operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<> : tensor<0xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g()
func.func private @h()

// -----

// call_tuples
func.func @f(%a: tuple<tensor<f32>, tensor<i32>>) -> tuple<tensor<f32>, tuple<>> {
  %0 = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [0]>]}
    : (tuple<tensor<f32>, tensor<i32>>) -> tuple<tensor<f32>, tuple<>>
  return %0 : tuple<tensor<f32>, tuple<>>
}

// -----

// call_api_0
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 0 : i32, backend_config = ""} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// call_api_1
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 1 : i32, backend_config = ""} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// call_api_2
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 2 : i32, backend_config = ""} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// call_api_3
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 3 : i32, backend_config = ""} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// call_dictionary
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {b = true, f = 1.5 : f32, i = -3 : i64, s = "t", l = [1 : i32], t = dense<[1, 2]> : tensor<2xi32>, a = array<i64: 1, 2>, n = {}}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// call_empty_dictionary
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// call_buffers
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @Pin(%a) {api_version = 4 : i32} : (tensor<2xf32>) -> memref<2xf32>
  %1 = stablehlo.custom_call @foo(%0) {api_version = 4 : i32, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> memref<2xf32>
  %2 = stablehlo.custom_call @Unpin(%1) {api_version = 4 : i32} : (memref<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// call_unranked
func.func @f(%a: tensor<*xf32>) -> tensor<*xi1> {
  %0 = stablehlo.custom_call @foo(%a) : (tensor<*xf32>) -> tensor<*xi1>
  return %0 : tensor<*xi1>
}

// -----

// all_to_all_two
func.func @f(%a: tensor<4x16xf32>, %b: tensor<8x4xi32>) -> (tensor<16x4xf32>, tensor<32x1xi32>) {
  %0:2 = "stablehlo.all_to_all"(%a, %b) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64,
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}
    : (tensor<4x16xf32>, tensor<8x4xi32>) -> (tensor<16x4xf32>, tensor<32x1xi32>)
  return %0#0, %0#1 : tensor<16x4xf32>, tensor<32x1xi32>
}

// -----

// all_gather_two
func.func @f(%a: tensor<4xf32>, %b: tensor<2xi32>) -> (tensor<8xf32>, tensor<4xi32>) {
  %0:2 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<4xf32>, tensor<2xi32>) -> (tensor<8xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<4xi32>
}

// -----

// all_reduce_two
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0:2 = "stablehlo.all_reduce"(%a, %b) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xf32>
}

// -----

// collective_broadcast
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// no_groups
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<> : tensor<0x2xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// send_pairs
func.func @f(%a: tensor<2xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// recv_host
func.func @f(%t: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true, source_target_pairs = dense<> : tensor<0x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xf32>, !stablehlo.token
}

// -----

// recv_pairs
func.func @f(%t: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xf32>, !stablehlo.token
}

// -----

// infeed_layout
func.func @f(%t: !stablehlo.token) -> (tensor<3x3xi32>, tensor<i1>, !stablehlo.token) {
  %0:3 = "stablehlo.infeed"(%t) {infeed_config = "c", layout = [[0, 1], []]} : (!stablehlo.token) -> (tensor<3x3xi32>, tensor<i1>, !stablehlo.token)
  return %0#0, %0#1, %0#2 : tensor<3x3xi32>, tensor<i1>, !stablehlo.token
}

// -----

// algorithm_0
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}
    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// algorithm_1
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}
    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// algorithm_2
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false>}
    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// algorithm_3
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f8E5M2, rhs_precision_type = f8E5M2, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>}
    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// algorithm_4
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}
    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// precision
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, HIGHEST] : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// precision_empty
func.func @f(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.dot"(%a, %b) {precision_config = []} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// convolution_defaults
func.func @f(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32> {
  %0 = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// -----

// convolution_everything
func.func @f(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>) -> tensor<1x7x7x4xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], rhs_dilate = [2, 2], reverse = [true, false]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x7x7x4xf32>
  return %0 : tensor<1x7x7x4xf32>
}

// -----

// gather_batching
func.func @f(%a: tensor<3x8x4xf32>, %i: tensor<3x2x1xi32>) -> tensor<3x2x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 4>, indices_are_sorted = true} : (tensor<3x8x4xf32>, tensor<3x2x1xi32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// scatter_batching
func.func @f(%a: tensor<3x8x4xf32>, %i: tensor<3x2x1xi32>, %u: tensor<3x2x4xf32>) -> tensor<3x8x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>,
    indices_are_sorted = true, unique_indices = true} : (tensor<3x8x4xf32>, tensor<3x2x1xi32>, tensor<3x2x4xf32>) -> tensor<3x8x4xf32>
  return %0 : tensor<3x8x4xf32>
}

// -----

// accuracy_tolerance
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.log %a {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.5, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// accuracy_default
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.cbrt %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// async
func.func @f(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%b: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<8xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<8xf32>>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// constants
func.func @f() {
  %0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %1 = stablehlo.constant dense<true> : tensor<3xi1>
  %2 = stablehlo.constant dense<[1, -2]> : tensor<2xi4>
  %3 = stablehlo.constant dense<[1, 3]> : tensor<2xui8>
  %4 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %5 = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>
  %6 = stablehlo.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  %7 = stablehlo.constant dense<> : tensor<0xf16>
  %8 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %9 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %10 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %11 = stablehlo.constant dense<"0x000102030405060708090A0B"> : tensor<3xi32>
  return
}

// -----

// attributes
module @m attributes {stablehlo.a = 1 : i32, mhlo.num_partitions = 1 : i32, stablehlo.n = [[1.0 : f64, "s"], {k = false}]} {
  func.func public @f(%a: tensor<4xf32> {stablehlo.x = "y", jax.arg_info = "z"}, %b: tensor<f32>) -> (tensor<4xf32> {jax.result_info = ""}) attributes {stablehlo.t = f32, stablehlo.d = dense<1> : tensor<2xi64>} {
    %0 = stablehlo.add %a, %a {mhlo.sharding = "{replicated}", mhlo.frontend_attributes = {k = "v"}} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @g(tensor<f32>, tuple<tensor<f32>>) -> !stablehlo.token
}

// -----

// bounds
func.func @f(%a: tensor<?x3xf32, #stablehlo.bounds<5, ?>>, %n: tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<5, 3>> {
  %0 = "stablehlo.set_dimension_size"(%a, %n) {dimension = 1 : i64} : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>, tensor<i32>) -> tensor<?x?xf32, #stablehlo.bounds<5, 3>>
  return %0 : tensor<?x?xf32, #stablehlo.bounds<5, 3>>
}

// -----

// dynamic_broadcast
func.func @f(%a: tensor<?x?xf32>, %n: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %n) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// dynamic_conv
func.func @f(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>, %p: tensor<2x2xi64>) -> tensor<1x?x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 2, 2>} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  return %0 : tensor<1x?x?x4xf32>
}

// -----

// compare_EQ_NOTYPE
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_EQ_FLOAT
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_EQ_TOTALORDER
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare EQ, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_NE_FLOAT
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_GE_FLOAT
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_GT_FLOAT
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_LE_FLOAT
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare LE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_LT_FLOAT
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// compare_integers
func.func @f(%a: tensor<i32>, %b: tensor<ui32>) {
  %0 = stablehlo.compare LT, %a, %a, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.compare LT, %b, %b, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  return
}

// -----

// words
func.func @f(%a: tensor<16xf32>, %c: tensor<9xcomplex<f32>>, %m: tensor<4x4xf32>, %s: tensor<2xui64>, %n: tensor<1xi64>, %z: tensor<f32>) {
  %0 = stablehlo.fft %a, type = RFFT, length = [16] : (tensor<16xf32>) -> tensor<9xcomplex<f32>>
  %1 = stablehlo.fft %c, type = IRFFT, length = [16] : (tensor<9xcomplex<f32>>) -> tensor<16xf32>
  %2 = stablehlo.fft %c, type = FFT, length = [9] : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  %3 = stablehlo.fft %c, type = IFFT, length = [9] : (tensor<9xcomplex<f32>>) -> tensor<9xcomplex<f32>>
  %4 = "stablehlo.triangular_solve"(%m, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = "stablehlo.triangular_solve"(%m, %m) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %7:2 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %8 = stablehlo.rng %z, %z, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %9 = stablehlo.rng %z, %z, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %10 = stablehlo.cholesky %m, lower = true : tensor<4x4xf32>
  return
}

// -----

// mesh_groups
func.func @f(%a: tensor<4xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @devices, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @devices() attributes {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}

// -----

// quantized
func.func @f(%a: tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:1, 1.5:-2}>>, %b: tensor<4x!quant.uniform<u8:f32, 34.0:16>>, %c: tensor<4x!quant.uniform<i4:f32, 0.25>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:1, 1.5:-2}>>) -> tensor<2x2xf32>
  %1 = stablehlo.uniform_dequantize %b : (tensor<4x!quant.uniform<u8:f32, 34.0:16>>) -> tensor<4xf32>
  return
}

// -----

// regions
func.func @f(%a: tensor<i32>, %p: tensor<i1>, %x: tensor<8xf32>, %y: tensor<8xi32>) -> tensor<i32> {
  %0 = "stablehlo.case"(%a) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<i32>
  }, {
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %2 = stablehlo.while(%i = %1) : tensor<i32> cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  %3:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%b: tensor<f32>, %c: tensor<f32>, %d: tensor<i32>, %e: tensor<i32>):
    %4 = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %5 = "stablehlo.map"(%x) ({
  ^bb0(%b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<i32>
}
