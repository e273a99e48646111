// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @dynamic_broadcast_in_dim_0(%a0: tensor<2x2xindex>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2xindex>'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>}> : (tensor<2x2xindex>, tensor<2xi64>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_1(%a0: tensor<?x?xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op operand #1 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<i32>'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 0>}> : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_2(%a0: tensor<2x2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires attribute 'broadcast_dimensions'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{known_expanding_dimensions = array<i64>}> : (tensor<2x2xf32>, tensor<2xi64>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_3(%a0: tensor<2x2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2xindex>'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>}> : (tensor<2x2xf32>, tensor<2xi64>) -> (tensor<2x2xindex>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_4(%a0: tensor<2x2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 2, 1>, known_expanding_dimensions = array<i64>}> : (tensor<2x2xf32>, tensor<2xi64>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_5(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<?x?xf32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_6(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{broadcast_dimensions size (3) does not match operand rank (2)}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1, 1>}> : (tensor<?x?xf32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_7(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{duplicate expansion hint for at least one operand dimension}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0, 0>}> : (tensor<?x?xf32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_8(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{hint for expanding dimension 7 does not refer to a valid operand dimension}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 7>}> : (tensor<?x?xf32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_9(%a0: tensor<?x?xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{result rank (1) is less than operand rank (2)}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>}> : (tensor<?x?xf32>, tensor<2xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @dynamic_broadcast_in_dim_10(%a0: tensor<2x2xf32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{size of operand dimension 0 (2) is not compatible with size of result dimension 0 (4)}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64>}> : (tensor<2x2xf32>, tensor<2xi64>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @dynamic_iota_11(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = -1 : i64}> : (tensor<i64>) -> (tensor<?x?xi32>)
  return
}

// -----

func.func @dynamic_iota_12(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op operand #0 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<i64>'}}
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<i64>) -> (tensor<?x?xi32>)
  return
}

// -----

func.func @dynamic_iota_13(%a0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op requires attribute 'iota_dimension'}}
  %r = "stablehlo.dynamic_iota"(%a0) <{}> : (tensor<i32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_iota_14(%a0: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?xindex>'}}
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 1 : i64}> : (tensor<2xi64>) -> (tensor<?x?xindex>)
  return
}

// -----

func.func @dynamic_iota_15(%a0: tensor<2xi64>) {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %r = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 2 : i64}> : (tensor<2xi64>) -> (tensor<?xi32>)
  return
}

// -----

func.func @dynamic_pad_16(%a0: tensor<?x3xf32>, %a1: tensor<f32>, %a2: tensor<4xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x3xf32>, tensor<f32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_pad_17(%a0: tensor<?x3xf32>, %a1: tensor<i1>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x3xf32>, tensor<i1>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_pad_18(%a0: tensor<3xf32>, %a1: tensor<f32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, result} have same rank}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_pad_19(%a0: tensor<f32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_pad_20(%a0: tensor<?x3xf32>, %a1: tensor<f32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op operand #4 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<i64>'}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<i64>) -> (tensor<?xf32>)
  return
}

// -----

func.func @dynamic_pad_21(%a0: tensor<?x3xf32>, %a1: tensor<f64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?xindex>'}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<?x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xindex>)
  return
}

// -----

func.func @dynamic_reshape_22() {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expected 2 operands, but found 0}}
  %r = "stablehlo.dynamic_reshape"() : () -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_reshape_23(%a0: tensor<?x?xindex>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?x?xindex>'}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?x?xindex>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_reshape_24(%a0: tensor<?x?xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op operand #1 must be statically shaped 1-dimensional tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<i32>'}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?x?xf32>, tensor<i32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @dynamic_reshape_25(%a0: tensor<2xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2xi32>' and 'tensor<?x?xf32>'}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @dynamic_reshape_26(%a0: tensor<?xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{result should have a rank equal to the number of elements in output_shape}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<?xf32>, tensor<2xi32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @get_dimension_size_27(%a0: tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = -1 : i64}> : (tensor<?x?xf32>) -> (tensor<i32>)
  return
}

// -----

func.func @get_dimension_size_28(%a0: tensor<?x?xf32>) {
  // expected-error@+2 {{'stablehlo.get_dimension_size' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<1xi32>'}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> (tensor<1xi32>)
  return
}

// -----

func.func @get_dimension_size_29(%a0: tensor<2x?xindex, #stablehlo.bounds<?, 5>>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x?xindex, #stablehlo.bounds<?, 5>>'}}
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<2x?xindex, #stablehlo.bounds<?, 5>>) -> (tensor<i32>)
  return
}

// -----

func.func @get_dimension_size_30() {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op requires a single operand}}
  %r = "stablehlo.get_dimension_size"() <{}> : () -> (tensor<i32>)
  return
}

// -----

func.func @get_dimension_size_31(%a0: tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op requires attribute 'dimension'}}
  %r = "stablehlo.get_dimension_size"(%a0) <{}> : (tensor<?x?xf32>) -> (tensor<i32>)
  return
}

// -----

func.func @get_dimension_size_32() {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op requires one result}}
  %r:2 = "stablehlo.get_dimension_size"() <{dimension = 1 : i64}> : () -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @get_dimension_size_33(%a0: tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op result #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<i1>'}}
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<?x?xf32>) -> (tensor<i1>)
  return
}

// -----

func.func @get_dimension_size_34(%a0: tensor<?xf32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (2)}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.get_dimension_size"(%a0) <{dimension = 2 : i64}> : (tensor<?xf32>) -> (tensor<i32>)
  return
}

// -----

func.func @real_dynamic_slice_35(%a0: tensor<?x3xi1>, %a1: tensor<2xi64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x3xi1>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @real_dynamic_slice_36(%a0: tensor<?x3xf32>, %a1: tensor<4xi64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type}}
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?xf32>)
  return
}

// -----

func.func @real_dynamic_slice_37(%a0: tensor<?x3xf32>, %a1: tensor<2xi64>, %a2: tensor<2xi64>, %a3: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op operand #3 must be 1D tensor of index or 2/4/8/16/32/64-bit integer values, but got 'tensor<i64>'}}
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<i64>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @real_dynamic_slice_38(%a0: tensor<?x3xindex>, %a1: tensor<2xi64>, %a2: tensor<2xi64>, %a3: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x3xindex>'}}
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<?x3xindex>, tensor<2xi64>, tensor<2xi64>, tensor<2xi1>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @real_dynamic_slice_39(%a0: tensor<2x3xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x?xindex>'}}
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<2x3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<?x?xindex>)
  return
}

// -----

func.func @real_dynamic_slice_40(%a0: tensor<3xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  // expected-error@+1 {{has mismatched number of operand rank (1) and start_indices size (2)}}
  %r = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<?x?xf32>)
  return
}

// -----

func.func @set_dimension_size_41(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = -1 : i64}> : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
  return
}

// -----

func.func @set_dimension_size_42(%a0: tensor<3xf32>, %a1: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<2x?xf32, #stablehlo.bounds<?, 3>>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<3xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
  return
}

// -----

func.func @set_dimension_size_43(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op operand #1 must be ranked tensor of 32-bit signless integer values, but got 'tensor<2x3xf32>'}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
  return
}

// -----

func.func @set_dimension_size_44(%a0: tensor<2x?xindex, #stablehlo.bounds<?, 5>>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x?xindex, #stablehlo.bounds<?, 5>>'}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x?xindex, #stablehlo.bounds<?, 5>>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 5>>)
  return
}

// -----

func.func @set_dimension_size_45(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op requires attribute 'dimension'}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{}> : (tensor<2x3xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
  return
}

// -----

func.func @set_dimension_size_46(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (1)}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2xf32>, tensor<i32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
  return
}

// -----

func.func @set_dimension_size_47(%a0: tensor<2x3xf32>, %a1: tensor<?xi32>) {
  // expected-error@+2 {{size operand should be of rank-0}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<?xi32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 3>>)
  return
}
