// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_0(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.broadcast' op inferred type(s) 'tensor<1x2x2xf32>' are incompatible with return type(s) of operation 'tensor<1x2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 1, 2>}> : (tensor<2xf32>) -> (tensor<1x2x3xf32>)
  return
}

// -----

func.func @broadcast_1(%a0: tensor<2x3xindex>) {
  // expected-error@+1 {{'stablehlo.broadcast' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 1, 1>}> : (tensor<2x3xindex>) -> (tensor<1x2x2x3xf32>)
  return
}

// -----

func.func @broadcast_2(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast' op requires attribute 'broadcast_sizes'}}
  %r = "stablehlo.broadcast"(%a0) <{}> : (tensor<2x3xf32>) -> (tensor<1x2x2x3xf32>)
  return
}

// -----

func.func @broadcast_3(%a0: tensor<2x3xi1>) {
  // expected-error@+1 {{'stablehlo.broadcast' op requires the same element type for all operands and results}}
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 1, 2>}> : (tensor<2x3xi1>) -> (tensor<1x2x2x3xf32>)
  return
}

// -----

func.func @broadcast_4(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{Broadcast with negative dimension size -1}}
  // expected-error@+1 {{'stablehlo.broadcast' op failed to infer returned types}}
  %r = "stablehlo.broadcast"(%a0) <{broadcast_sizes = array<i64: 1, -1>}> : (tensor<2x3xf32>) -> (tensor<1x2x2x3xf32>)
  return
}

// -----

func.func @broadcast_in_dim_5(%a0: tensor<index>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64>}> : (tensor<index>) -> (tensor<4xf32>)
  return
}

// -----

func.func @broadcast_in_dim_6(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires attribute 'broadcast_dimensions'}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{}> : (tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @broadcast_in_dim_7(%a0: tensor<ui8>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64>}> : (tensor<ui8>) -> (tensor<4xf32>)
  return
}

// -----

func.func @broadcast_in_dim_8(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?xf32>'}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @broadcast_in_dim_9(%a0: tensor<2x2xi32>) {
  // expected-error@+1 {{broadcast_dimensions contains invalid value -1 for result with rank 2}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: -1, 1>}> : (tensor<2x2xi32>) -> (tensor<2x1xi32>)
  return
}

// -----

func.func @broadcast_in_dim_10(%a0: tensor<3x1xi32>) {
  // expected-error@+1 {{broadcast_dimensions should not have duplicates}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<3x1xi32>) -> (tensor<3x1xi32>)
  return
}

// -----

func.func @broadcast_in_dim_11(%a0: tensor<2xf32>) {
  // expected-error@+1 {{broadcast_dimensions size (0) does not match operand rank (1)}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64>}> : (tensor<2xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @broadcast_in_dim_12(%a0: tensor<3xi32>) {
  // expected-error@+1 {{size of operand dimension 0 (3) is not equal to 1 or size of result dimension 1 (1)}}
  %r = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<3xi32>) -> (tensor<3x1x1xi32>)
  return
}

// -----

func.func @concatenate_13(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.concatenate"(%a0) <{dimension = -1 : i64}> : (tensor<2x3xf32>) -> (tensor<4x3xf32>)
  return
}

// -----

func.func @concatenate_14(%a0: tensor<1xui32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<1xui32>' are incompatible with return type(s) of operation 'tensor<2xui32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0) <{dimension = 0 : i64}> : (tensor<1xui32>) -> (tensor<2xui32>)
  return
}

// -----

func.func @concatenate_15(%a0: tensor<1xindex>, %a1: tensor<1xui32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1xindex>'}}
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<1xindex>, tensor<1xui32>) -> (tensor<2xui32>)
  return
}

// -----

func.func @concatenate_16(%a0: tensor<1xui32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires attribute 'dimension'}}
  %r = "stablehlo.concatenate"(%a0) <{}> : (tensor<1xui32>) -> (tensor<2xui32>)
  return
}

// -----

func.func @concatenate_17(%a0: tensor<1xui32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %r = "stablehlo.concatenate"(%a0) <{dimension = 0 : i64}> : (tensor<1xui32>) -> (tensor<2xf8E4M3FN>)
  return
}

// -----

func.func @concatenate_18(%a0: tensor<2x?xf32, #stablehlo.bounds<?, 5>>, %a1: tensor<2x?xf32, #stablehlo.bounds<?, 5>>) {
  // expected-error@+1 {{'stablehlo.concatenate' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x?xindex, #stablehlo.bounds<?, 10>>'}}
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x?xf32, #stablehlo.bounds<?, 5>>, tensor<2x?xf32, #stablehlo.bounds<?, 5>>) -> (tensor<2x?xindex, #stablehlo.bounds<?, 10>>)
  return
}

// -----

func.func @concatenate_19(%a0: tensor<1xui32>) {
  // expected-error@+2 {{dimension 7 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0) <{dimension = 7 : i64}> : (tensor<1xui32>) -> (tensor<2xui32>)
  return
}

// -----

func.func @concatenate_20(%a0: tensor<1xui32>, %a1: tensor<ui32>) {
  // expected-error@+2 {{operands (0) and (1) do not match rank}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<1xui32>, tensor<ui32>) -> (tensor<2xui32>)
  return
}

// -----

func.func @concatenate_21(%a0: tensor<ui32>) {
  // expected-error@+2 {{rank-0 values cannot be concatenated}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0) <{dimension = 0 : i64}> : (tensor<ui32>) -> (tensor<2xui32>)
  return
}

// -----

func.func @concatenate_22(%a0: tensor<2x3xf32>, %a1: tensor<0x3xf32>) {
  // expected-error@+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (0, 3)}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<0x3xf32>) -> (tensor<2x6xf32>)
  return
}

// -----

func.func @constant_23() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi64>' are incompatible with return type(s) of operation 'tensor<i64>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %r = "stablehlo.constant"() <{value = dense<[1, 2]> : tensor<2xi64>}> : () -> (tensor<i64>)
  return
}

// -----

func.func @constant_24() {
  // expected-error@+1 {{'stablehlo.constant' op requires attribute 'value'}}
  %r = "stablehlo.constant"() <{}> : () -> (tensor<i64>)
  return
}

// -----

func.func @constant_25() {
  // expected-error@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?xi64>'}}
  %r = "stablehlo.constant"() <{value = dense<[7, 2]> : tensor<2xi64>}> : () -> (tensor<?xi64>)
  return
}

// -----

func.func @dynamic_slice_26(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %r = "stablehlo.dynamic_slice"(%a0) <{slice_sizes = array<i64: 2>}> : (tensor<i64>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_27(%a0: tensor<5xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<5xf32>, tensor<i64>) -> (tensor<f32>)
  return
}

// -----

func.func @dynamic_slice_28(%a0: tensor<5xindex>, %a1: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<5xindex>'}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<5xindex>, tensor<i64>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_29(%a0: tensor<5xf32>, %a1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op operand #1 must be variadic of 0D tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<i1>'}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<5xf32>, tensor<i1>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_30(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op requires attribute 'slice_sizes'}}
  %r = "stablehlo.dynamic_slice"(%a0) <{}> : (tensor<i64>) -> (tensor<1xui16>)
  return
}

// -----

func.func @dynamic_slice_31(%a0: tensor<2x3xf32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1x2xindex>'}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> (tensor<1x2xindex>)
  return
}

// -----

func.func @dynamic_slice_32(%a0: tensor<5xf32>) {
  // expected-error@+2 {{has mismatched number of slice sizes (1) and number of start indices (0)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0) <{slice_sizes = array<i64: 2>}> : (tensor<5xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_33(%a0: tensor<f32>, %a1: tensor<i64>) {
  // expected-error@+2 {{has mismatched number of start indices (1) and the rank of operand (0)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 1>}> : (tensor<f32>, tensor<i64>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_34(%a0: tensor<5xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{has negative size index to dynamic slice: -1}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: -1>}> : (tensor<5xf32>, tensor<i64>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_35(%a0: tensor<5xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{has slice size 7 greater than dimension size 5 in dimension 0 of operand}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 7>}> : (tensor<5xf32>, tensor<i64>) -> (tensor<2xf32>)
  return
}

// -----

func.func @dynamic_slice_36(%a0: tensor<7x5x3xf32>, %a1: tensor<i64>, %a2: tensor<ui8>, %a3: tensor<i64>) {
  // expected-error@+2 {{start indices must have same element type}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2, %a3) <{slice_sizes = array<i64: 3, 1, 2>}> : (tensor<7x5x3xf32>, tensor<i64>, tensor<ui8>, tensor<i64>) -> (tensor<3x1x2xf32>)
  return
}

// -----

func.func @dynamic_update_slice_37(%a0: tensor<5x3xf32>, %a1: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1) : (tensor<5x3xf32>, tensor<i64>) -> (tensor<5x3xf32>)
  return
}

// -----

func.func @dynamic_update_slice_38(%a0: tensor<5x3xf32>, %a1: tensor<3x1xf32>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<5x3xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<5x3xf32>, tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> (tensor<5xf32>)
  return
}

// -----

func.func @dynamic_update_slice_39(%a0: tensor<2x3xindex>, %a1: tensor<1x2xf32>, %a2: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<2x3xindex>, tensor<1x2xf32>, tensor<i64>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @dynamic_update_slice_40(%a0: tensor<5x3xf32>, %a1: tensor<i64>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op operand #2 must be variadic of 0D tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<1xi64>'}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<5x3xf32>, tensor<i64>, tensor<1xi64>) -> (tensor<5x3xf32>)
  return
}

// -----

func.func @dynamic_update_slice_41(%a0: tensor<5x3xf32>, %a1: tensor<3x1xf32>) {
  // expected-error@+2 {{expects number of start_indices to match operand rank: 0 vs 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1) : (tensor<5x3xf32>, tensor<3x1xf32>) -> (tensor<5x3xf32>)
  return
}

// -----

func.func @dynamic_update_slice_42(%a0: tensor<0x3xf32>, %a1: tensor<1x2xf32>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expected-error@+2 {{expects size at dimension 0 of update to be in range [0, 0]. Got: 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<0x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @dynamic_update_slice_43(%a0: tensor<2x3xf32>, %a1: tensor<1x2xf32>, %a2: tensor<i64>, %a3: tensor<i32>) {
  // expected-error@+2 {{start indices must have same element type}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @dynamic_update_slice_44(%a0: tensor<5x3xf32>, %a1: tensor<?x3x1xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{update rank does not match operand rank: 3 vs 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<5x3xf32>, tensor<?x3x1xf32>, tensor<i64>) -> (tensor<5x3xf32>)
  return
}

// -----

func.func @iota_45() {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.iota"() <{iota_dimension = -1 : i64}> : () -> (tensor<i32>)
  return
}

// -----

func.func @iota_46() {
  // expected-error@+1 {{'stablehlo.iota' op requires attribute 'iota_dimension'}}
  %r = "stablehlo.iota"() <{}> : () -> (tensor<i32>)
  return
}

// -----

func.func @iota_47() {
  // expected-error@+1 {{'stablehlo.iota' op result #0 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?xi32>'}}
  %r = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> (tensor<?xi32>)
  return
}

// -----

func.func @iota_48() {
  // expected-error@+1 {{does not support scalars.}}
  %r = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> (tensor<i32>)
  return
}

// -----

func.func @iota_49() {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %r = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> (tensor<3xi32>)
  return
}

// -----

func.func @pad_50(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_51(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<3x6xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @pad_52(%a0: tensor<2x3xf32>, %a1: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?xf32>'}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 2, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<?xf32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_53(%a0: tensor<2x3xindex>, %a1: tensor<complex<f32>>) {
  // expected-error@+1 {{'stablehlo.pad' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 2>, edge_padding_low = array<i64: 1, 2>, interior_padding = array<i64: 0, 0>}> : (tensor<2x3xindex>, tensor<complex<f32>>) -> (tensor<4x7xcomplex<f32>>)
  return
}

// -----

func.func @pad_54(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires attribute 'edge_padding_high'}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_55(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires attribute 'edge_padding_low'}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_56(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires attribute 'interior_padding'}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_57(%a0: tensor<2x3xf32>, %a1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<i1>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_58(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.pad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<3x6xindex>'}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xindex>)
  return
}

// -----

func.func @pad_59(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{Interior padding cannot be negative: -1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: -1, 2>}> : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_60(%a0: tensor<2x0xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{Padding result in negative size for dimension 1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 2>}> : (tensor<2x0xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @pad_61(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{edge_padding_low length (2) must match operand rank (1)}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, 1>, interior_padding = array<i64: 0, 2>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<3x6xf32>)
  return
}

// -----

func.func @reshape_62(%a0: tensor<1xindex>) {
  // expected-error@+1 {{'stablehlo.reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<1xindex>'}}
  %r = "stablehlo.reshape"(%a0) : (tensor<1xindex>) -> (tensor<i64>)
  return
}

// -----

func.func @reshape_63() {
  // expected-error@+1 {{'stablehlo.reshape' op requires a single operand}}
  %r = "stablehlo.reshape"() : () -> (tensor<i64>)
  return
}

// -----

func.func @reshape_64(%a0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %r = "stablehlo.reshape"(%a0) : (tensor<i1>) -> (tensor<i64>)
  return
}

// -----

func.func @reshape_65() {
  // expected-error@+1 {{'stablehlo.reshape' op requires one result}}
  %r:2 = "stablehlo.reshape"() : () -> (tensor<i64>, tensor<i64>)
  return
}

// -----

func.func @reshape_66(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?xi64>'}}
  %r = "stablehlo.reshape"(%a0) : (tensor<i64>) -> (tensor<?xi64>)
  return
}

// -----

func.func @reshape_67(%a0: tensor<f32>) {
  // expected-error@+1 {{number of output elements (6) doesn't match expected number of elements (1)}}
  %r = "stablehlo.reshape"(%a0) : (tensor<f32>) -> (tensor<6xf32>)
  return
}

// -----

func.func @reverse_68(%a0: tensor<5xi8>) {
  // expected-error@+2 {{'stablehlo.reverse' op inferred type(s) 'tensor<5xi8>' are incompatible with return type(s) of operation 'tensor<4x5xi8>'}}
  // expected-error@+1 {{'stablehlo.reverse' op failed to infer returned types}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<5xi8>) -> (tensor<4x5xi8>)
  return
}

// -----

func.func @reverse_69(%a0: tensor<4x5xindex>) {
  // expected-error@+1 {{'stablehlo.reverse' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x5xindex>'}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<4x5xindex>) -> (tensor<4x5xi8>)
  return
}

// -----

func.func @reverse_70(%a0: tensor<5xi8>) {
  // expected-error@+1 {{'stablehlo.reverse' op requires attribute 'dimensions'}}
  %r = "stablehlo.reverse"(%a0) <{}> : (tensor<5xi8>) -> (tensor<4x5xi8>)
  return
}

// -----

func.func @reverse_71(%a0: tensor<4x5xi8>) {
  // expected-error@+1 {{'stablehlo.reverse' op requires the same element type for all operands and results}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<4x5xi8>) -> (tensor<4x5xf16>)
  return
}

// -----

func.func @reverse_72(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> (tensor<2x3xindex>)
  return
}

// -----

func.func @reverse_73(%a0: tensor<3xf32>) {
  // expected-error@+1 {{all dimensions should be between [0, 1). Got dimension: 1.}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 1>}> : (tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @reverse_74(%a0: tensor<5xi8>) {
  // expected-error@+1 {{all dimensions should be non-negative. Got dimension: -1.}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: -1>}> : (tensor<5xi8>) -> (tensor<4x5xi8>)
  return
}

// -----

func.func @reverse_75(%a0: tensor<4x5xi8>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 0>}> : (tensor<4x5xi8>) -> (tensor<4xi8>)
  return
}

// -----

func.func @reverse_76(%a0: tensor<2xf32>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 1, 1}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1, 1>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @reverse_77(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 1, 1, 1}}
  %r = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 1, 1, 1>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @slice_78(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0, 0>, strides = array<i64: 1>}> : (tensor<i64>) -> (tensor<1xi64>)
  return
}

// -----

func.func @slice_79(%a0: tensor<1xi64>) {
  // expected-error@+2 {{'stablehlo.slice' op inferred type(s) 'tensor<1xi64>' are incompatible with return type(s) of operation 'tensor<i64>'}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<1xi64>) -> (tensor<i64>)
  return
}

// -----

func.func @slice_80(%a0: tensor<7xindex>) {
  // expected-error@+1 {{'stablehlo.slice' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<7xindex>'}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 4>, strides = array<i64: 1>}> : (tensor<7xindex>) -> (tensor<3xf32>)
  return
}

// -----

func.func @slice_81(%a0: tensor<7xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op requires attribute 'limit_indices'}}
  %r = "stablehlo.slice"(%a0) <{start_indices = array<i64: 4>}> : (tensor<7xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @slice_82(%a0: tensor<7xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op requires attribute 'start_indices'}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 7>}> : (tensor<7xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @slice_83(%a0: tensor<7xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op requires attribute 'strides'}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 4>}> : (tensor<7xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @slice_84(%a0: tensor<7xi1>) {
  // expected-error@+1 {{'stablehlo.slice' op requires the same element type for all operands and results}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 7>, start_indices = array<i64: 4>, strides = array<i64: 1>}> : (tensor<7xi1>) -> (tensor<f32>)
  return
}

// -----

func.func @slice_85(%a0: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.slice' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1xindex>'}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<1xi64>) -> (tensor<1xindex>)
  return
}

// -----

func.func @slice_86(%a0: tensor<1xi64>) {
  // expected-error@+2 {{limit index 2 is larger than dimension size 1 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<1xi64>) -> (tensor<1xi64>)
  return
}

// -----

func.func @slice_87(%a0: tensor<1xi64>) {
  // expected-error@+2 {{negative start index -1 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 0>, start_indices = array<i64: -1>, strides = array<i64: 1>}> : (tensor<1xi64>) -> (tensor<1xi64>)
  return
}

// -----

func.func @slice_88(%a0: tensor<1xi64>) {
  // expected-error@+2 {{start index 7 is larger than limit index 1 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 7>, strides = array<i64: 1>}> : (tensor<1xi64>) -> (tensor<1xi64>)
  return
}

// -----

func.func @slice_89(%a0: tensor<2xi64>) {
  // expected-error@+2 {{stride must be positive but got 0 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 0>}> : (tensor<2xi64>) -> (tensor<1xi64>)
  return
}

// -----

func.func @slice_90(%a0: tensor<i64>) {
  // expected-error@+2 {{the number of elements in start_indices (1) does not match the rank of the operand (0)}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<i64>) -> (tensor<1xi64>)
  return
}

// -----

func.func @torch_index_select_91(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op expected 2 operands, but found 1}}
  %r = "stablehlo.torch_index_select"(%a0) <{dim = 0 : i64}> : (tensor<2xi32>) -> (tensor<2x1x5xi32>)
  return
}

// -----

func.func @torch_index_select_92(%a0: tensor<5x1x5xindex>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<5x1x5xindex>'}}
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<5x1x5xindex>, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  return
}

// -----

func.func @torch_index_select_93(%a0: tensor<5x1x5xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires attribute 'batch_dims'}}
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 0 : i64}> : (tensor<5x1x5xi32>, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  return
}

// -----

func.func @torch_index_select_94(%a0: tensor<5x1x5xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires attribute 'dim'}}
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64}> : (tensor<5x1x5xi32>, tensor<2xi32>) -> (tensor<2x1x5xi32>)
  return
}

// -----

func.func @torch_index_select_95(%a0: tensor<5x1x5xi32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x1x5xindex>'}}
  %r = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<5x1x5xi32>, tensor<2xi32>) -> (tensor<2x1x5xindex>)
  return
}

// -----

func.func @transpose_96(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3x2xf32>'}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<3x2xf32>)
  return
}

// -----

func.func @transpose_97(%a0: tensor<2x3xindex>) {
  // expected-error@+1 {{'stablehlo.transpose' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xindex>) -> (tensor<3x2xf32>)
  return
}

// -----

func.func @transpose_98(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires attribute 'permutation'}}
  %r = "stablehlo.transpose"(%a0) <{}> : (tensor<2x3xf32>) -> (tensor<3x2xf32>)
  return
}

// -----

func.func @transpose_99(%a0: tensor<2x3xui8>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xui8>) -> (tensor<3x2xf32>)
  return
}

// -----

func.func @transpose_100(%a0: tensor<3xf32>) {
  // expected-error@+2 {{TransposeOp operand rank 1 does not match permutation size 2}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<3xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @transpose_101(%a0: tensor<3x4x2x5xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1, 2, 3] but got 2, 0, 1, 0}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, 0, 1, 0>}> : (tensor<3x4x2x5xf32>) -> (tensor<5x4x3xf32>)
  return
}

// -----

func.func @transpose_102(%a0: tensor<3x4x5xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1, 2] but got 2, -1, 0}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 2, -1, 0>}> : (tensor<3x4x5xf32>) -> (tensor<5x3xf32>)
  return
}

// -----

func.func @transpose_103(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 3, 0}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 3, 0>}> : (tensor<2x3xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @transpose_104(%a0: tensor<3xui16>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0] but got 1}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1>}> : (tensor<3xui16>) -> (tensor<3x2xui16>)
  return
}
