// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @composite(%a0: tensor<2x!quant.uniform<u8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{'stablehlo.composite' op attribute 'version' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = "stablehlo.composite"(%a0) <{name = "stablehlo.foo", decomposition = @g, version = 1 : i64, composite_attributes = {n = 1 : i64}}> : (tensor<2x!quant.uniform<u8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<u8:f32, 2.000000e+00:15>>
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite() {
  // expected-error@+1 {{'nope' does not reference a valid function}}
  %0 = "stablehlo.composite"() <{name = "stablehlo.foo", decomposition = @nope, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : () -> tensor<2xf32>
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite() {
  // expected-error@+1 {{has 0 operand(s), but decomposition has 1}}
  "stablehlo.composite"() <{name = "stablehlo.foo", decomposition = @g, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : () -> ()
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite(%a0: tensor<2xf32>) {
  // expected-error@+1 {{has 0 result(s), but decomposition has 1}}
  "stablehlo.composite"(%a0) <{name = "stablehlo.foo", decomposition = @g, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : (tensor<2xf32>) -> ()
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite(%a0: tensor<2xf32>) {
  // expected-error@+1 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  %0 = "stablehlo.composite"(%a0) <{name = "x", decomposition = @g, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite(%a0: tensor<f32>) {
  // expected-error@+1 {{operand at index 0 has type 'tensor<f32>', but decomposition has type 'tensor<2xf32>'}}
  %0 = "stablehlo.composite"(%a0) <{name = "stablehlo.foo", decomposition = @g, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : (tensor<f32>) -> tensor<2xf32>
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite(%a0: tensor<2xf32>) {
  // expected-error@+1 {{result at index 0 has type '!stablehlo.token', but decomposition has type 'tensor<2xf32>'}}
  %0 = "stablehlo.composite"(%a0) <{name = "stablehlo.foo", decomposition = @g, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : (tensor<2xf32>) -> !stablehlo.token
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @composite(%a0: tensor<2xf32>) {
  // expected-error@+1 {{result at index 0 has type 'tensor<2xf16>', but decomposition has type 'tensor<2xf32>'}}
  %0 = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @g, version = 1 : i32, composite_attributes = {n = 1 : i64}}> : (tensor<2xf32>) -> tensor<2xf16>
  func.return
}
func.func private @g(%a: tensor<2xf32>) -> tensor<2xf32> {
 return %a : tensor<2xf32>
}

// -----

func.func @custom_call() {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call should have a memref result}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> tensor<2xf32>
  func.return
}

// -----

func.func @custom_call(%a0: tensor<?x5x3xf32>, %a1: tensor<3xi32>, %a2: tensor<3xi32>, %a3: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 4 != 3}}
  %0:2 = "stablehlo.custom_call"(%a0, %a1, %a2, %a3) <{call_target_name = "lapack_sgeqrf_ffi", indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]}> : (tensor<?x5x3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<2xi32>) -> (tensor<?x5x3xf32>, tensor<?x3xf32>)
  func.return
}

// -----

func.func @custom_call(%a0: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have a memref output}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "Pin"}> : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @custom_call(%a0: tuple<tensor<f32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have a memref input}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "Unpin"}> : (tuple<tensor<f32>>) -> tensor<2xf8E4M3FN>
  func.return
}

// -----

func.func @custom_call(%a0: memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have compatible input and output types}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> tensor<2xi4>
  func.return
}

// -----

func.func @custom_call(%a0: memref<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op buffer output [0] is not used in output_operand_alias}}
  %0:2 = "stablehlo.custom_call"(%a0, %a1) <{call_target_name = "foo"}> : (memref<2xf32>, tensor<2xf32>) -> (memref<2xf32>, memref<2xf32>)
  func.return
}

// -----

func.func @custom_call() {
  // expected-error@+1 {{'stablehlo.custom_call' op buffer output [] is not used in output_operand_alias}}
  %0 = "stablehlo.custom_call"() <{call_target_name = ""}> : () -> memref<2xf32>
  func.return
}

// -----

func.func @custom_call(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  %c2 = "stablehlo.constant"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<> : tensor<0xindex> for type 'tensor<1x!quant.uniform<i8:f32, 1.000000e+00:15>>', layout must be a permutation of [0, 1)}}
  %0:2 = "stablehlo.custom_call"(%a0, %a1, %c2) <{call_target_name = "lapack_spotrf_ffi", indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}> : (tensor<?x?xf32>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x?xf32>, tensor<1x!quant.uniform<i8:f32, 1.000000e+00:15>>)
  func.return
}

// -----

func.func @custom_call(%a0: tensor<?x?x?xf32>, %a1: tensor<1xi32>, %a2: tensor<1x!quant.uniform<i8:f32:0, {1.000000e+00:3}>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<3> : tensor<1xindex> for type 'tensor<?xi32>', layout must be a permutation of [0, 1)}}
  %0:2 = "stablehlo.custom_call"(%a0, %a1, %a2) <{call_target_name = "lapack_spotrf_ffi", indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<3> : tensor<1xindex>]}> : (tensor<?x?x?xf32>, tensor<1xi32>, tensor<1x!quant.uniform<i8:f32:0, {1.000000e+00:3}>>) -> (tensor<?x?x?xf32>, tensor<?xi32>)
  func.return
}

// -----

func.func @custom_call(%a0: tuple<>) {
  // expected-error@+1 {{'stablehlo.custom_call' op operand_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "NT", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [0]>]}> : (tuple<>) -> tuple<tensor<2x3xf32>, tensor<2xf32>>
  func.return
}

// -----

func.func @custom_call(%a0: tensor<?x?xcomplex<f32>>, %a1: tensor<2xi32>) {
  %c2 = "stablehlo.constant"() <{value = dense<> : tensor<0xi32>}> : () -> tensor<0xi32>
  // expected-error@+1 {{'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %0:2 = "stablehlo.custom_call"(%a0, %a1, %c2) <{call_target_name = "lapack_cpotrf_ffi", indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [100], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}> : (tensor<?x?xcomplex<f32>>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x?xcomplex<f32>>, tensor<i32>)
  func.return
}

// -----

func.func @custom_call(%a0: tensor<?x?xf32>, %a1: tensor<?x1xf32>, %a2: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<?x1xf32>' and output part has type 'tensor<?x?xf32, #stablehlo.bounds<4, ?>>'}}
  %0 = "stablehlo.custom_call"(%a0, %a1, %a2) <{call_target_name = "lapack_strsm_ffi", indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<?x?xf32>, tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32, #stablehlo.bounds<4, ?>>
  func.return
}

// -----

func.func @get_tuple_element(%a0: tuple<tensor<2xi32>, tensor<i32>>) {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = "stablehlo.get_tuple_element"(%a0) <{index = 9223372036854775807 : i32}> : (tuple<tensor<2xi32>, tensor<i32>>) -> tensor<i32>
  func.return
}
