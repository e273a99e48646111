// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @get_tuple_element_c1(%a0: tuple<tensor<2xf32>>) {
  // expected-error@+2 {{index 1 is out of bounds of operand with size 1}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %0 = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<2xf32>>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @get_tuple_element_c2(%a0: tuple<tensor<2xf32>>) {
  // expected-error@+2 {{'stablehlo.get_tuple_element' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %0 = "stablehlo.get_tuple_element"(%a0) <{index = 0 : i32}> : (tuple<tensor<2xf32>>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @tuple_c1(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.tuple' op inferred type(s) 'tuple<tensor<2xf32>>' are incompatible with return type(s) of operation 'tuple<tensor<3xf32>>'}}
  // expected-error@+1 {{'stablehlo.tuple' op failed to infer returned types}}
  %0 = "stablehlo.tuple"(%a0) : (tensor<2xf32>) -> (tuple<tensor<3xf32>>)
  func.return
}

// -----

func.func @optimization_barrier_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0}}
  %0 = "stablehlo.optimization_barrier"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func private @d(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @composite_c1(%a0: tensor<2xf32>) {
  // expected-error@+1 {{name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"}}
  %0 = "stablehlo.composite"(%a0) <{name = "x", decomposition = @d}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func private @d(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @composite_c2(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'e' does not reference a valid function}}
  %0 = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @e}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func private @d(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @composite_c3(%a0: tensor<3xf32>) {
  // expected-error@+1 {{operand at index 0 has type 'tensor<3xf32>', but decomposition has type 'tensor<2xf32>'}}
  %0 = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @d}> : (tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func private @d(%x: tensor<2xf32>) -> tensor<2xf32> {
  func.return %x : tensor<2xf32>
}
func.func @composite_c4(%a0: tensor<2xf32>) {
  // expected-error@+1 {{result at index 0 has type 'tensor<3xf32>', but decomposition has type 'tensor<2xf32>'}}
  %0 = "stablehlo.composite"(%a0) <{name = "a.b", decomposition = @d}> : (tensor<2xf32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @custom_call_layouts(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @custom_call_layout_count(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 0}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @custom_call_layout(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<1> : tensor<1xindex> for type 'tensor<2xf32>', layout must be a permutation of [0, 1)}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @custom_call_alias(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @custom_call_config(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", api_version = 4 : i32, backend_config = "s"}> : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}
