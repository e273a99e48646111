// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @after_all_0(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<f32>'}}
  %r = "stablehlo.after_all"(%a0) : (tensor<f32>) -> (!stablehlo.token)
  return
}

// -----

func.func @after_all_1(%a0: f32) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'f32'}}
  %r = "stablehlo.after_all"(%a0) : (f32) -> (!stablehlo.token)
  return
}

// -----

func.func @after_all_2(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.after_all' op result #0 must be token, but got 'tensor<f32>'}}
  %r = "stablehlo.after_all"(%a0) : (!stablehlo.token) -> (tensor<f32>)
  return
}

// -----

func.func @after_all_3(%a0: !stablehlo.token, %a1: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.after_all' op result #0 must be token, but got 'f32'}}
  %r = "stablehlo.after_all"(%a0, %a1) : (!stablehlo.token, !stablehlo.token) -> (f32)
  return
}

// -----

func.func @async_done_4(%a0: !stablehlo.future<tensor<4xf32>>) {
  // expected-error@+2 {{'stablehlo.async_done' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.async_done' op failed to infer returned types}}
  %r = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<4xf32>>) -> (tensor<f32>)
  return
}

// -----

func.func @async_done_5(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.async_done' op operand #0 must be future, but got 'tensor<f32>'}}
  %r = "stablehlo.async_done"(%a0) : (tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @async_done_6(%a0: f32) {
  // expected-error@+1 {{'stablehlo.async_done' op operand #0 must be future, but got 'f32'}}
  %r = "stablehlo.async_done"(%a0) : (f32) -> (tensor<f32>)
  return
}

// -----

func.func @async_done_7() {
  // expected-error@+1 {{'stablehlo.async_done' op requires a single operand}}
  %r = "stablehlo.async_done"() : () -> (tensor<f32>)
  return
}

// -----

func.func @async_start_8() {
  // expected-error@+2 {{'stablehlo.async_start' op number of operands (0) must match number of region arguments (1)}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %r = "stablehlo.async_start"() ({
  ^bb0(%arg0: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> (!stablehlo.future<tensor<4xf32>>)
  return
}

// -----

func.func @async_start_9(%a0: tensor<4xindex>) {
  // expected-error@+1 {{'stablehlo.async_start' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xindex>'}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%arg0: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<4xindex>) -> (!stablehlo.future<tensor<4xf32>>)
  return
}

// -----

func.func @async_start_10(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.async_start' op operand type 'tensor<4xf32>' at index 0 must match region argument type 'tensor<1xf32>'}}
  // expected-error@+1 {{'stablehlo.async_start' op failed to infer returned types}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%arg0: tensor<1xf32>):
    %1 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<1xf32>) -> tensor<1xf32>
    "stablehlo.return"(%1) : (tensor<1xf32>) -> ()
  }) : (tensor<4xf32>) -> (!stablehlo.future<tensor<4xf32>>)
  return
}

// -----

func.func @async_start_11(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.async_start' op result #0 must be future, but got 'tensor<f32>'}}
  %r = "stablehlo.async_start"(%a0) ({
  ^bb0(%arg0: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @async_start_12() {
  // expected-error@+1 {{'stablehlo.async_start' op result #0 must be future, but got '!stablehlo.token'}}
  %r = "stablehlo.async_start"() ({
  ^bb0(%arg0: tensor<4xf32>):
    %1 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> (!stablehlo.token)
  return
}

// -----

func.func @composite_13(%a0: tensor<index>) {
  // expected-error@+1 {{'stablehlo.composite' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'tensor<index>'}}
  %r = "stablehlo.composite"(%a0) <{composite_attributes = {k = 1 : i64}, decomposition = @id, name = "foo.bar", version = 1 : i32}> : (tensor<index>) -> (tensor<f32>)
  return
}

// -----

func.func @composite_14(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires attribute 'decomposition'}}
  %r = "stablehlo.composite"(%a0) <{composite_attributes = {k = 2 : i64}, name = "foo.bar", version = 1 : i32}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @composite_15(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op requires attribute 'name'}}
  %r = "stablehlo.composite"(%a0) <{composite_attributes = {k = 2 : i64}, decomposition = @id, version = 1 : i32}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @composite_16(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.composite' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'tensor<index>'}}
  %r = "stablehlo.composite"(%a0) <{composite_attributes = {k = 2 : i64}, decomposition = @id, name = "foo.bar", version = 1 : i32}> : (tensor<f32>) -> (tensor<index>)
  return
}

// -----

func.func @composite_17() {
  // expected-error@+1 {{'id' does not reference a valid function}}
  %r = "stablehlo.composite"() <{composite_attributes = {k = 3 : i64}, decomposition = @id, name = "foo.bar", version = 1 : i32}> : () -> (tensor<f32>)
  return
}

// -----

func.func @create_token_18() {
  // expected-error@+1 {{'stablehlo.create_token' op requires one result}}
  %r:2 = "stablehlo.create_token"() : () -> (f32, f32)
  return
}

// -----

func.func @create_token_19() {
  // expected-error@+1 {{'stablehlo.create_token' op result #0 must be token, but got 'tensor<i1>'}}
  %r = "stablehlo.create_token"() : () -> (tensor<i1>)
  return
}

// -----

func.func @create_token_20() {
  // expected-error@+1 {{'stablehlo.create_token' op result #0 must be token, but got 'f32'}}
  %r = "stablehlo.create_token"() : () -> (f32)
  return
}

// -----

func.func @custom_call_21(%a0: tensor<4xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_22(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 2}}
  %r = "stablehlo.custom_call"(%a0) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_23(%a0: tensor<4xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of results must match the number of result layouts, 2 != 1}}
  %r:2 = "stablehlo.custom_call"(%a0, %a1) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @custom_call_24(%a0: tensor<4xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_25(%a0: tensor<4xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_STATUS_RETURNING_UNIFIED must be a string attribute.}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{api_version = 3 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_26(%a0: tensor<4xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_UNSPECIFIED must be a string attribute.}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{api_version = 0 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_27() {
  // expected-error@+1 {{'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 0); got: 0.}}
  %r = "stablehlo.custom_call"() <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : () -> (!stablehlo.token)
  return
}

// -----

func.func @custom_call_28(%a0: tensor<f32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<0> : tensor<1xindex> for type 'tensor<f32>', layout must be a permutation of [0, 0)}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<f32>, tensor<2x2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_29(%a0: tensor<4xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<[1, 0]> : tensor<2xindex> for type 'tensor<2xf32>', layout must be a permutation of [0, 1)}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{api_version = 4 : i32, backend_config = {a = 1 : i32}, call_target_name = "foo", operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_30(%a0: tensor<4xf32>, %a1: tensor<index>) {
  // expected-error@+1 {{'stablehlo.custom_call' op operand #1 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'tensor<index>'}}
  %r = "stablehlo.custom_call"(%a0, %a1) <{backend_config = "bar", call_target_name = "foo", has_side_effect = true}> : (tensor<4xf32>, tensor<index>) -> (tensor<4xf32>)
  return
}

// -----

func.func @custom_call_31(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<4xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @custom_call_32() {
  // expected-error@+1 {{'stablehlo.custom_call' op requires attribute 'call_target_name'}}
  %r = "stablehlo.custom_call"() <{}> : () -> (tensor<f32>)
  return
}

// -----

func.func @custom_call_33() {
  // expected-error@+1 {{'stablehlo.custom_call' op result #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'tensor<index>'}}
  %r = "stablehlo.custom_call"() <{call_target_name = "a-b"}> : () -> (tensor<index>)
  return
}

// -----

func.func @custom_call_34() {
  // expected-error@+1 {{'stablehlo.custom_call' op result #0 must be variadic of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token or nested tuple with any combination of tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token values or future, but got 'f32'}}
  %r = "stablehlo.custom_call"() <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : () -> (f32)
  return
}

// -----

func.func @custom_call_35(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<f32>' and output part has type 'tensor<4xf32>'}}
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<f32>) -> (tuple<tensor<4xf32>, tensor<2xf32>>)
  return
}

// -----

func.func @custom_call_36(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<4xf32>' and output part has type 'tuple<tensor<4xf32>, tensor<2xf32>>'}}
  %r = "stablehlo.custom_call"(%a0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<4xf32>) -> (tuple<tensor<4xf32>, tensor<2xf32>>)
  return
}

// -----

func.func @get_tuple_element_37(%a0: f32) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.get_tuple_element"(%a0) <{index = -1 : i32}> : (f32) -> (tensor<2xf32>)
  return
}

// -----

func.func @get_tuple_element_38(%a0: tuple<tensor<4xf32>, tensor<f32>>) {
  // expected-error@+2 {{'stablehlo.get_tuple_element' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i1>'}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<4xf32>, tensor<f32>>) -> (tensor<i1>)
  return
}

// -----

func.func @get_tuple_element_39(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op operand #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'tensor<f32>'}}
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 0 : i32}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @get_tuple_element_40(%a0: f32) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op operand #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'f32'}}
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (f32) -> (tensor<f32>)
  return
}

// -----

func.func @get_tuple_element_41(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op requires attribute 'index'}}
  %r = "stablehlo.get_tuple_element"(%a0) <{}> : (tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @get_tuple_element_42(%a0: tuple<tensor<4xf32>, tensor<f32>>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 1 : i32}> : (tuple<tensor<4xf32>, tensor<f32>>) -> (tensor<index>)
  return
}

// -----

func.func @get_tuple_element_43(%a0: tuple<tensor<4xf32>, tensor<f32>>) {
  // expected-error@+2 {{index 3 is out of bounds of operand with size 2}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %r = "stablehlo.get_tuple_element"(%a0) <{index = 3 : i32}> : (tuple<tensor<4xf32>, tensor<f32>>) -> (tensor<f32>)
  return
}

// -----

func.func @infeed_44(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.infeed' op operand #0 must be token, but got 'tensor<2xf32>'}}
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[0]]}> : (tensor<2xf32>) -> (tensor<4xf32>, f32)
  return
}

// -----

func.func @infeed_45(%a0: f32) {
  // expected-error@+1 {{'stablehlo.infeed' op operand #0 must be token, but got 'f32'}}
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[0]]}> : (f32) -> (tensor<f32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_46(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op result #0 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'tensor<?xf32>'}}
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[]]}> : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_47(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op result #1 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'f32'}}
  %r:2 = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[2]]}> : (!stablehlo.token) -> (tensor<4xf32>, f32)
  return
}

// -----

func.func @infeed_48(%a0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<4xf32>'}}
  %r = "stablehlo.infeed"(%a0) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xf32>)
  return
}

// -----

func.func @optimization_barrier_49(%a0: tensor<index>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'tensor<index>'}}
  %r:2 = "stablehlo.optimization_barrier"(%a0) : (tensor<index>) -> (tensor<4x4xf32>, tensor<f32>)
  return
}

// -----

func.func @optimization_barrier_50(%a0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same number of operands and results}}
  %r:2 = "stablehlo.optimization_barrier"(%a0) : (tensor<i1>) -> (tensor<4x4xf32>, tensor<f32>)
  return
}

// -----

func.func @optimization_barrier_51(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0}}
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<4xf32>, tensor<f32>) -> (tensor<4x4xf32>, tensor<f32>)
  return
}

// -----

func.func @optimization_barrier_52(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op result #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or token, but got 'tensor<index>'}}
  %r:2 = "stablehlo.optimization_barrier"(%a0, %a1, %a2) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) -> (tensor<4x4xf32>, tensor<index>)
  return
}

// -----

func.func @outfeed_53() {
  // expected-error@+1 {{'stablehlo.outfeed' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.outfeed"() <{outfeed_config = ""}> : () -> (!stablehlo.token)
  return
}

// -----

func.func @outfeed_54(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #0 must be token, but got 'tensor<2xf32>'}}
  %r = "stablehlo.outfeed"(%a0) <{}> : (tensor<2xf32>) -> (!stablehlo.token)
  return
}

// -----

func.func @outfeed_55(%a0: tensor<4xf32>, %a1: f32) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #1 must be token, but got 'f32'}}
  %r = "stablehlo.outfeed"(%a0, %a1) <{}> : (tensor<4xf32>, f32) -> (!stablehlo.token)
  return
}

// -----

func.func @outfeed_56(%a0: tensor<2xf32>, %a1: !stablehlo.token, %a2: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got '!stablehlo.token'}}
  %r = "stablehlo.outfeed"(%a0, %a1, %a2) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token, !stablehlo.token) -> (f32)
  return
}

// -----

func.func @outfeed_57(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.outfeed' op result #0 must be token, but got 'tensor<2xf32>'}}
  %r = "stablehlo.outfeed"(%a0) <{outfeed_config = ""}> : (!stablehlo.token) -> (tensor<2xf32>)
  return
}

// -----

func.func @outfeed_58(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.outfeed' op result #0 must be token, but got 'f32'}}
  %r = "stablehlo.outfeed"(%a0, %a1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> (f32)
  return
}

// -----

func.func @recv_59(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.recv' op operand #0 must be token, but got 'tensor<2xf32>'}}
  %r:3 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>}> : (tensor<2xf32>) -> (tensor<3x4xi32>, tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_60(%a0: f32) {
  // expected-error@+1 {{'stablehlo.recv' op operand #0 must be token, but got 'f32'}}
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (f32) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_61(%a0: f32) {
  // expected-error@+1 {{'stablehlo.recv' op requires attribute 'channel_handle'}}
  %r:3 = "stablehlo.recv"(%a0) <{is_host_transfer = true}> : (f32) -> (tensor<3x4xi32>, tensor<2xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_62(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op result #0 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'tensor<?xf32>'}}
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<?xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_63(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op result #1 must be variadic of statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values or token, but got 'f32'}}
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, f32)
  return
}

// -----

func.func @recv_64(%a0: !stablehlo.token) {
  // expected-error@+1 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  return
}

// -----

func.func @recv_65(%a0: !stablehlo.token) {
  // expected-error@+1 {{channel_type should be HOST_TO_DEVICE when is_host_transfer is true}}
  %r:2 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 7>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>, tensor<2xf32>)
  return
}

// -----

func.func @recv_66(%a0: !stablehlo.token) {
  // expected-error@+1 {{last element of result types is expected to be of token type, but got 'tensor<4xf32>'}}
  %r = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4xf32>)
  return
}

// -----

func.func @rng_67(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.rng' op expected 3 operands, but found 2}}
  %r = "stablehlo.rng"(%a0, %a1) <{}> : (tensor<f32>, tensor<f32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @rng_68(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (tensor<?xi1>)
  return
}

// -----

func.func @rng_69(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  // expected-error@+2 {{'stablehlo.rng' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (tensor<f32>)
  return
}

// -----

func.func @rng_70(%a0: tensor<?xf32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op operand #0 must be 0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<?xf32>'}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<?xf32>, tensor<f32>, tensor<1xi64>) -> (tensor<?xf32>)
  return
}

// -----

func.func @rng_71(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.rng' op operand #2 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<i64>'}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<i64>) -> (tensor<?xf32>)
  return
}

// -----

func.func @rng_72(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op requires attribute 'rng_distribution'}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) <{}> : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> (tensor<?xf32>)
  return
}

// -----

func.func @rng_bit_generator_73() {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op expected 2 results}}
  %r = "stablehlo.rng_bit_generator"() <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : () -> (tensor<2xui64>)
  return
}

// -----

func.func @rng_bit_generator_74(%a0: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<2xi1>'}}
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xi1>) -> (tensor<2xui64>, tensor<ui32>)
  return
}

// -----

func.func @rng_bit_generator_75(%a0: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op requires attribute 'rng_algorithm'}}
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{}> : (tensor<2xui64>) -> (tensor<2xi64>, tensor<ui32>)
  return
}

// -----

func.func @rng_bit_generator_76(%a0: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<2xi1>'}}
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xi1>, tensor<ui32>)
  return
}

// -----

func.func @rng_bit_generator_77(%a0: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op result #1 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values, but got 'tensor<index>'}}
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<index>)
  return
}

// -----

func.func @rng_bit_generator_78(%a0: tensor<ui64>) {
  // expected-error@+1 {{output state shape must be compatible with initial state shape. Got: 'tensor<ui64>' and 'tensor<2xui64>'}}
  %r:2 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<ui64>) -> (tensor<2xui64>, tensor<ui32>)
  return
}

// -----

func.func @send_79() {
  // expected-error@+1 {{'stablehlo.send' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.send"() <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : () -> (!stablehlo.token)
  return
}

// -----

func.func @send_80(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.send' op operand #0 must be token, but got 'tensor<4xf32>'}}
  %r = "stablehlo.send"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>) -> (f32)
  return
}

// -----

func.func @send_81(%a0: f32) {
  // expected-error@+1 {{'stablehlo.send' op operand #0 must be token, but got 'f32'}}
  %r = "stablehlo.send"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (f32) -> (!stablehlo.token)
  return
}

// -----

func.func @send_82(%a0: tensor<2xindex>, %a1: tensor<2xf32>, %a2: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %r = "stablehlo.send"(%a0, %a1, %a2) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xindex>, tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return
}

// -----

func.func @send_83(%a0: tensor<4xf32>, %a1: !stablehlo.token, %a2: f32) {
  // expected-error@+1 {{'stablehlo.send' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got '!stablehlo.token'}}
  %r = "stablehlo.send"(%a0, %a1, %a2) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token, f32) -> (!stablehlo.token)
  return
}

// -----

func.func @send_84(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires attribute 'channel_handle'}}
  %r = "stablehlo.send"(%a0, %a1) <{is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return
}

// -----

func.func @send_85(%a0: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op result #0 must be token, but got 'tensor<f32>'}}
  %r = "stablehlo.send"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<f32>)
  return
}

// -----

func.func @send_86(%a0: tensor<4xf32>, %a1: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op result #0 must be token, but got 'f32'}}
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4xf32>, !stablehlo.token) -> (f32)
  return
}

// -----

func.func @send_87(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return
}

// -----

func.func @send_88(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  // expected-error@+2 {{channel_type should be DEVICE_TO_HOST when is_host_transfer is true}}
  // expected-error@+1 {{'stablehlo.send' op failed to infer returned types}}
  %r = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return
}

// -----

func.func @tuple_89() {
  // expected-error@+2 {{'stablehlo.tuple' op inferred type(s) 'tuple<>' are incompatible with return type(s) of operation 'tuple<tensor<4xf32>, tensor<f32>>'}}
  // expected-error@+1 {{'stablehlo.tuple' op failed to infer returned types}}
  %r = "stablehlo.tuple"() : () -> (tuple<tensor<4xf32>, tensor<f32>>)
  return
}

// -----

func.func @tuple_90(%a0: tensor<4xindex>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.tuple' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xindex>'}}
  %r = "stablehlo.tuple"(%a0, %a1) : (tensor<4xindex>, tensor<2x2xf32>) -> (f32)
  return
}

// -----

func.func @tuple_91(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.tuple' op result #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got 'tensor<f32>'}}
  %r = "stablehlo.tuple"(%a0) : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @tuple_92(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.tuple' op result #0 must be nested tuple with any combination of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token values, but got '!stablehlo.token'}}
  %r = "stablehlo.tuple"(%a0) : (tensor<f32>) -> (!stablehlo.token)
  return
}
