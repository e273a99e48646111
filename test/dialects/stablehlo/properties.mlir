// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Attributes of the wrong kind in generic form, with jaxlib's errors: in `<{...}>` one of another kind is no op, one that
// does not satisfy its constraint is an op that does not verify; in `{...}` all are only attributes, and `{...}` beside
// `<{...}>` is not looked at.

func.func @number(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{invalid properties {permutation = 1 : i64} for op stablehlo.transpose: Invalid attribute `permutation` in property conversion: 1 : i64}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @in_discardable_dictionary(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op attribute 'permutation' failed to satisfy constraint: i64 dense array attribute}}
  %0 = "stablehlo.transpose"(%a0) {permutation = 1 : i64} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @array_of_other_elements(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{invalid properties {permutation = array<i32: 1, 0>} for op stablehlo.transpose: Invalid attribute `permutation` in property conversion: array<i32: 1, 0>}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i32: 1, 0>}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @unit(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{invalid properties {permutation} for op stablehlo.transpose: Invalid attribute `permutation` in property conversion: unit}}
  %0 = "stablehlo.transpose"(%a0) <{permutation}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @missing(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires attribute 'permutation'}}
  %0 = "stablehlo.transpose"(%a0) <{}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @no_dictionary(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{invalid properties 1 : i64 for op stablehlo.transpose: expected DictionaryAttr to set properties}}
  %0 = "stablehlo.transpose"(%a0) <1 : i64> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @no_properties(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{invalid properties {} for op stablehlo.add: this operation has empty properties}}
  %0 = "stablehlo.add"(%a0, %a0) <{}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Properties that the op does not have are dropped.
func.func @unknown(%a0: tensor<2x4xf32>) {
  %0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>, foo = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @integers_of_any_type(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.all_gather"(%a0) <{replica_groups = dense<0> : tensor<1x1xi64>, all_gather_dim = 0 : i32}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @anything(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'replica_groups' failed to satisfy constraint: 64-bit signless integer elements attribute or mesh and axes based replica groups representation.}}
  %0 = "stablehlo.all_gather"(%a0) <{replica_groups = 1 : i32, all_gather_dim = 0 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @enumeration(%a0: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {compare_type = true, comparison_direction = #stablehlo<comparison_direction EQ>} for op stablehlo.compare: Invalid attribute `compare_type` in property conversion: true}}
  %0 = "stablehlo.compare"(%a0, %a0) <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = true}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return
}

// -----

func.func @number_of_no_case(%a0: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {api_version = 99 : i32, call_target_name = "f"} for op stablehlo.custom_call: Invalid attribute `api_version` in property conversion: 99 : i32}}
  %0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", api_version = 99 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @integers_of_other_width(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op attribute 'source_target_pairs' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<0> : tensor<1x2xi32>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @floats(%a0: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {source_target_pairs = dense<0.000000e+00> : tensor<1x2xf32>} for op stablehlo.collective_permute: Invalid attribute `source_target_pairs` in property conversion: dense<0.000000e+00> : tensor<1x2xf32>}}
  %0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<0.0> : tensor<1x2xf32>}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @elements_of_array(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op attribute 'precision_config' failed to satisfy constraint: Precision Config attribute}}
  %0 = "stablehlo.dot"(%a0, %a0) <{precision_config = [1]}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @nested_symbol(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{invalid properties {decomposition = @a::@b, name = "x.y"} for op stablehlo.composite: Invalid attribute `decomposition` in property conversion: @a::@b}}
  %0 = "stablehlo.composite"(%a0) <{name = "x.y", decomposition = @a::@b}> : (tensor<2x4xf32>) -> tensor<2x2xf32>
  func.return
}

// -----

func.func @first_by_name(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{Invalid attribute `batch_group_count` in property conversion: "x"}}
  %0 = "stablehlo.convolution"(%a0, %a0) <{window_strides = "x", padding = "x", batch_group_count = "x"}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @first_missing_by_name(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires attribute 'batch_group_count'}}
  %0 = "stablehlo.convolution"(%a0, %a0) <{window_strides = array<i64: 1>}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @first_as_declared(%a0: tensor<2x4xi32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.all_to_all"(%a0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = -2 : i64, split_dimension = -1 : i64}> : (tensor<2x4xi32>) -> tensor<1x8xi32>
  func.return
}

// -----

func.func @first_by_name_in_discardable_dictionary(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.convolution"(%a0, %a0) {padding = 1, batch_group_count = 1 : i32} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @after_the_types(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{expected 1 operand type but had 0}}
  %0 = "stablehlo.transpose"(%a0) <{permutation = 1 : i64}> : () -> tensor<4x2xf32>
  func.return
}

// -----

func.func @sizes_of_groups(%a0: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {operandSegmentSizes = 1 : i64} for op chlo.scan: for `operandSegmentSizes`: expected DenseI32ArrayAttr}}
  %0 = "chlo.scan"(%a0) <{operandSegmentSizes = 1}> ({}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @number_of_groups(%a0: tensor<2xf32>) {
  // expected-error@+1 {{invalid properties {resultSegmentSizes = array<i32: 1, 2, 3>} for op chlo.scan: for `resultSegmentSizes`: size mismatch in attribute conversion: 3 vs 2}}
  %0 = "chlo.scan"(%a0) <{resultSegmentSizes = array<i32: 1, 2, 3>}> ({}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

// Groups whose sizes nobody gives are empty.
func.func @no_sizes_of_groups(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "chlo.scan"(%a0) ({}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @sizes_in_discardable_dictionary(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'chlo.scan' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  %0 = "chlo.scan"(%a0) ({}) {operandSegmentSizes = array<i64: 1, 0>} : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}
