// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @abs_0(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.abs"(%a0) : (tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @abs_1(%a0: tensor<4xf16>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<4xf16>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %r = "stablehlo.abs"(%a0) : (tensor<4xf16>) -> (tensor<4xf32>)
  return
}

// -----

func.func @abs_2(%a0: tensor<4xi1>) {
  // expected-error@+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xi1>'}}
  %r = "stablehlo.abs"(%a0) : (tensor<4xi1>) -> (tensor<4xf32>)
  return
}

// -----

func.func @abs_3() {
  // expected-error@+1 {{'stablehlo.abs' op requires a single operand}}
  %r = "stablehlo.abs"() : () -> (tensor<f32>)
  return
}

// -----

func.func @abs_4(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x3xi1>'}}
  %r = "stablehlo.abs"(%a0) : (tensor<2x3xf32>) -> (tensor<2x3xi1>)
  return
}

// -----

func.func @add_5() {
  // expected-error@+1 {{'stablehlo.add' op expected 2 operands, but found 0}}
  %r = "stablehlo.add"() : () -> (tensor<?x3xf32>)
  return
}

// -----

func.func @add_6(%a0: tensor<f32>, %a1: tensor<index>) {
  // expected-error@+1 {{'stablehlo.add' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<f32>, tensor<index>) -> (tensor<f32>)
  return
}

// -----

func.func @add_7(%a0: tensor<i1>, %a1: tensor<f32>) {
  // expected-error@+1 {{op requires the same element type for all operands and results}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<i1>, tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @atan2_8() {
  // expected-error@+1 {{'stablehlo.atan2' op expected 2 operands, but found 0}}
  %r = "stablehlo.atan2"() : () -> (tensor<2x3xf32>)
  return
}

// -----

func.func @atan2_9(%a0: tensor<2x3xi64>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xi64>'}}
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2x3xi64>, tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @atan2_10(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires compatible types for all operands and results}}
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @atan2_11(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires one result}}
  %r:2 = "stablehlo.atan2"(%a0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @atan2_12(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xi32>'}}
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @bitcast_convert_13(%a0: tensor<2x2xf32>) {
  // expected-error@+1 {{cannot convert between real and complex types, but got: 'tensor<2x2xf32>' and 'tensor<2xcomplex<f32>>'}}
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2x2xf32>) -> (tensor<2xcomplex<f32>>)
  return
}

// -----

func.func @bitcast_convert_14(%a0: tensor<4x2xf32>) {
  // expected-error@+1 {{operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<4x2xf32>' and 'tensor<2xf64>'.}}
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<4x2xf32>) -> (tensor<2xf64>)
  return
}

// -----

func.func @bitcast_convert_15(%a0: tensor<f32>) {
  // expected-error@+1 {{rank of smaller element type (0) should be 1 more than rank of larger element type (1), but 0 != 1 + 1.}}
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<f32>) -> (tensor<2xf64>)
  return
}

// -----

func.func @bitcast_convert_16(%a0: tensor<2x2xi1>) {
  // expected-error@+1 {{requires compatible bit widths. Got: 'tensor<2x2xi1>' and 'tensor<2xf64>', but 1 * 2 != 64.}}
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2x2xi1>) -> (tensor<2xf64>)
  return
}

// -----

func.func @ceil_17(%a0: tensor<2x3xi1>) {
  // expected-error@+1 {{'stablehlo.ceil' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x3xi1>'}}
  %r = "stablehlo.ceil"(%a0) : (tensor<2x3xi1>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @ceil_18(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.ceil' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x3xi1>'}}
  %r = "stablehlo.ceil"(%a0) : (tensor<2x3xf32>) -> (tensor<2x3xi1>)
  return
}

// -----

func.func @clamp_19(%a0: tensor<f32>, %a1: tensor<2xi1>, %a2: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xi1>, tensor<f32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_20(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3x2xf32>) {
  // expected-error@+2 {{max shape [2, 3, 2] is not scalar and is not compatible to operand shape [2, 3]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x2xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_21(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x6xf32>) {
  // expected-error@+2 {{max shape [2, 6] is not scalar and is not compatible to operand shape [2, 3]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x6xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_22(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2x3xf32>) {
  // expected-error@+2 {{max shape [2, 3] is not scalar and is not compatible to operand shape []}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<f32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_23(%a0: tensor<f32>, %a1: tensor<2x3x1xf32>, %a2: tensor<1xf32>) {
  // expected-error@+2 {{max shape [1] is not scalar and is not compatible to operand shape [2, 3, 1]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2x3x1xf32>, tensor<1xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_24(%a0: tensor<f32>, %a1: tensor<2x3xf32>, %a2: tensor<1xf32>) {
  // expected-error@+2 {{max shape [1] is not scalar and is not compatible to operand shape [2, 3]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2x3xf32>, tensor<1xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_25(%a0: tensor<2x2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  // expected-error@+2 {{min shape [2, 2, 3] is not scalar and is not compatible to operand shape [2, 3]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2x2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_26(%a0: tensor<2x3xf32>, %a1: tensor<2x1x3xf32>, %a2: tensor<2x3xf32>) {
  // expected-error@+2 {{min shape [2, 3] is not scalar and is not compatible to operand shape [2, 1, 3]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2x1x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_27(%a0: tensor<2x3xf32>, %a1: tensor<2x1xf32>, %a2: tensor<2xf32>) {
  // expected-error@+2 {{min shape [2, 3] is not scalar and is not compatible to operand shape [2, 1]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_28(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2x3xf32>) {
  // expected-error@+2 {{min shape [2, 3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @clamp_29(%a0: tensor<2xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{min shape [2] is not scalar and is not compatible to operand shape [2, 3]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @compare_30(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires attribute 'comparison_direction'}}
  %r = "stablehlo.compare"(%a0, %a1) <{}> : (tensor<f32>, tensor<f32>) -> (tensor<i1>)
  return
}

// -----

func.func @compare_31(%a0: tensor<i1>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands}}
  %r = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i1>, tensor<f32>) -> (tensor<i1>)
  return
}

// -----

func.func @complex_32(%a0: tensor<f16>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op operand #0 must be ranked tensor of 32/64-bit float values, but got 'tensor<f16>'}}
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<f16>, tensor<4xf32>) -> (tensor<4xcomplex<f32>>)
  return
}

// -----

func.func @complex_33(%a0: tensor<4xf32>, %a1: tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same element type for all operands}}
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<4xf32>, tensor<4xf64>) -> (tensor<4xcomplex<f32>>)
  return
}

// -----

func.func @complex_34(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op result #0 must be ranked tensor of complex type with 32/64-bit float elements values, but got 'tensor<4xi1>'}}
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xi1>)
  return
}

// -----

func.func @convert_35(%a0: tensor<2x3xindex>) {
  // expected-error@+1 {{'stablehlo.convert' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.convert"(%a0) : (tensor<2x3xindex>) -> (tensor<2x3xi8>)
  return
}

// -----

func.func @convert_36(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %r = "stablehlo.convert"(%a0) : (tensor<f32>) -> (tensor<2x3xi8>)
  return
}

// -----

func.func @convert_37(%a0: tensor<1x2x3xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.convert"(%a0) : (tensor<1x2x3xf32>) -> (tensor<2x3xindex>)
  return
}

// -----

func.func @is_finite_38(%a0: tensor<2x?xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op result #0 must be ranked tensor of bool values, but got 'tensor<2x3xi32>'}}
  %r = "stablehlo.is_finite"(%a0) : (tensor<2x?xf32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @log_39(%a0: tensor<8xi1>) {
  // expected-error@+1 {{'stablehlo.log' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<8xi1>'}}
  %r = "stablehlo.log"(%a0) : (tensor<8xi1>) -> (tensor<8xf16>)
  return
}

// -----

func.func @log_40() {
  // expected-error@+1 {{'stablehlo.log' op requires one result}}
  %r:2 = "stablehlo.log"() : () -> (tensor<8xf16>, tensor<8xf16>)
  return
}

// -----

func.func @log_41(%a0: tensor<8xf16>) {
  // expected-error@+1 {{'stablehlo.log' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<8xui8>'}}
  %r = "stablehlo.log"(%a0) : (tensor<8xf16>) -> (tensor<8xui8>)
  return
}

// -----

func.func @maximum_42(%a0: tensor<index>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.maximum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<index>, tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @negate_43(%a0: tensor<2x3xi1>) {
  // expected-error@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xi1>'}}
  %r = "stablehlo.negate"(%a0) : (tensor<2x3xi1>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @negate_44(%a0: tensor<20x20xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?x20xindex>'}}
  %r = "stablehlo.negate"(%a0) : (tensor<20x20xf32>) -> (tensor<?x20xindex>)
  return
}

// -----

func.func @not_45(%a0: tensor<2x0xf64>) {
  // expected-error@+1 {{'stablehlo.not' op operand #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x0xf64>'}}
  %r = "stablehlo.not"(%a0) : (tensor<2x0xf64>) -> (tensor<2x3xi1>)
  return
}

// -----

func.func @not_46(%a0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.not' op requires compatible types for all operands and results}}
  %r = "stablehlo.not"(%a0) : (tensor<i1>) -> (tensor<2x3xi1>)
  return
}

// -----

func.func @not_47(%a0: tensor<2x3xi1>) {
  // expected-error@+1 {{'stablehlo.not' op result #0 must be ranked tensor of bool or 2/4/8/16/32/64-bit integer values, but got 'tensor<2x3xf32>'}}
  %r = "stablehlo.not"(%a0) : (tensor<2x3xi1>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @or_48(%a0: tensor<i1>, %a1: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.or' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.or"(%a0, %a1) : (tensor<i1>, tensor<i1>) -> (tensor<index>)
  return
}

// -----

func.func @popcnt_49(%a0: tensor<4xi1>) {
  // expected-error@+1 {{'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<4xi1>'}}
  %r = "stablehlo.popcnt"(%a0) : (tensor<4xi1>) -> (tensor<4xi8>)
  return
}

// -----

func.func @popcnt_50(%a0: tensor<4xi8>) {
  // expected-error@+1 {{'stablehlo.popcnt' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<4xf32>'}}
  %r = "stablehlo.popcnt"(%a0) : (tensor<4xi8>) -> (tensor<4xf32>)
  return
}

// -----

func.func @real_51(%a0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.real' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<i1>'}}
  %r = "stablehlo.real"(%a0) : (tensor<i1>) -> (tensor<4xf32>)
  return
}

// -----

func.func @real_52(%a0: tensor<complex<f32>>) {
  // expected-error@+1 {{'stablehlo.real' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<4xui8>'}}
  %r = "stablehlo.real"(%a0) : (tensor<complex<f32>>) -> (tensor<4xui8>)
  return
}

// -----

func.func @reduce_precision_53(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 0 : i32, mantissa_bits = 7 : i32}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @reduce_precision_54(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 8 : i32, mantissa_bits = -1 : i32}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @reduce_precision_55(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op requires attribute 'exponent_bits'}}
  %r = "stablehlo.reduce_precision"(%a0) <{}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @reduce_precision_56(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op requires attribute 'mantissa_bits'}}
  %r = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 8 : i32}> : (tensor<f32>) -> (tensor<f32>)
  return
}

// -----

func.func @select_57(%a0: tensor<f32>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.select' op operand #0 must be ranked tensor of bool values, but got 'tensor<f32>'}}
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<f32>, tensor<i64>, tensor<i64>) -> (tensor<i64>)
  return
}

// -----

func.func @select_58(%a0: tensor<i1>, %a1: tensor<i64>, %a2: tensor<i1>) {
  // expected-error@+2 {{requires compatible types for non-predicate operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<i64>, tensor<i1>) -> (tensor<i64>)
  return
}

// -----

func.func @select_59(%a0: tensor<2xi1>, %a1: tensor<i64>, %a2: tensor<i64>) {
  // expected-error@+2 {{requires the same shape for all operands}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<i64>, tensor<i64>) -> (tensor<i64>)
  return
}

// -----

func.func @sign_60(%a0: tensor<2x2xi16>) {
  // expected-error@+1 {{'stablehlo.sign' op result #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x2xi1>'}}
  %r = "stablehlo.sign"(%a0) : (tensor<2x2xi16>) -> (tensor<2x2xi1>)
  return
}
