// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @case_0(%a0: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r = "stablehlo.case"(%a0) ({
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+0> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%3, %3) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%2, %2) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @case_1(%a0: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r:2 = "stablehlo.case"(%a0) ({
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+1> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%3, %3) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%2, %2) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<f32>, tensor<2xf32>)
  return
}

// -----

func.func @case_2(%a0: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<f32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r:3 = "stablehlo.case"(%a0) ({
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%3, %3) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%2, %2) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<f32>, tensor<2xf32>)
  return
}

// -----

func.func @case_3(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.case' op operand #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<i64>'}}
  %r:2 = "stablehlo.case"(%a0) ({
    %3 = "stablehlo.constant"() <{}> : () -> tensor<2xf32>
    "stablehlo.return"(%3, %3) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%2, %2) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i64>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @case_4(%a0: tensor<?xi32>) {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r:2 = "stablehlo.case"(%a0) ({
    %3 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%3, %3) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }, {
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%2, %2) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<?xi32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @if_5(%a0: tensor<i1>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %r = "stablehlo.if"(%a0) ({
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%5) : (tensor<2xf32>) -> ()
  }, {
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%4) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<f32>)
  return
}

// -----

func.func @if_6(%a0: tensor<i1>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %r:2 = "stablehlo.if"(%a0) ({
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+2> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%5) : (tensor<2xf32>) -> ()
  }, {
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%4) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @if_7(%a0: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.if' op operand #0 must be ranked tensor of bool values, but got 'tensor<i64>'}}
  %r = "stablehlo.if"(%a0) ({
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+7> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%5) : (tensor<2xf32>) -> ()
  }, {
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%4) : (tensor<2xf32>) -> ()
  }) : (tensor<i64>) -> (tensor<2xf32>)
  return
}

// -----

func.func @if_8() {
  // expected-error@+1 {{'stablehlo.if' op requires a single operand}}
  %r = "stablehlo.if"() ({
    %5 = "stablehlo.constant"() <{}> : () -> tensor<2xf32>
    "stablehlo.return"(%5) : (tensor<2xf32>) -> ()
  }, {
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%4) : (tensor<2xf32>) -> ()
  }) : () -> (tensor<2xf32>)
  return
}

// -----

func.func @if_9(%a0: tensor<2xi1>) {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %r = "stablehlo.if"(%a0) ({
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+1> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%5) : (tensor<2xf32>) -> ()
  }, {
    %4 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
    "stablehlo.return"(%4) : (tensor<2xf32>) -> ()
  }) : (tensor<2xi1>) -> (tensor<2xf32>)
  return
}

// -----

func.func @map_10(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{'stablehlo.map' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf16>'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf16>)
  return
}

// -----

func.func @map_11(%a0: tensor<4x4xindex>) {
  // expected-error@+1 {{'stablehlo.map' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x4xindex>'}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xindex>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_12(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires attribute 'dimensions'}}
  %r = "stablehlo.map"(%a0) <{}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_13(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires one result}}
  %r:2 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return
}

// -----

func.func @map_14(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires the same shape for all operands and results}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 7, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_15(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  // expected-error@+1 {{'stablehlo.map' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x2xindex>'}}
  %r = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %5 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%5) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xindex>)
  return
}

// -----

func.func @map_16(%a0: tensor<4xf32>) {
  // expected-error@+2 {{applied to a subset of dimensions currently not supported: operand dimensions = 1, requested map dimensions size = 2}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @map_17(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{computation arguments must be 0-rank tensor, but got: arg #0 of type 'tensor<1xf32>'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<1xf32>):
    "stablehlo.return"(%arg8) : (tensor<1xf32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_18(%a0: tensor<4x4xi1>) {
  // expected-error@+2 {{element type of operands and computation arguments must match, but got: 'i1' and 'f32'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xi1>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_19(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+2 {{expects number of operands to match the arity of map computation, but got: 2 and 1}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_20(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 1}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_21(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 7, 1}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 7, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_22(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 0, 1, 0}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1, 0>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @map_23(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 0, 0, 0, 1}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %r = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 0, 0, 1>}> ({
  ^bb0(%arg8: tensor<f32>):
    "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @reduce_24(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_25(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<f32>', 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r:2 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @reduce_26(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>, %arg11: tensor<f32>, %arg12: tensor<f32>):
    %7 = "stablehlo.add"(%arg9, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.add"(%arg10, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%7, %8) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @reduce_27(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>, %arg11: tensor<f32>, %arg12: tensor<f32>):
    %7 = "stablehlo.add"(%arg9, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.add"(%arg10, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%7, %8) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return
}

// -----

func.func @reduce_28(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<4xf32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r:3 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>, %arg11: tensor<f32>, %arg12: tensor<f32>):
    %7 = "stablehlo.add"(%arg9, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.add"(%arg10, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%7, %8) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @reduce_29(%a0: tensor<4x2xf32>, %a1: tensor<4x2xindex>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x2xindex>'}}
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>, %arg11: tensor<f32>, %arg12: tensor<f32>):
    %7 = "stablehlo.add"(%arg9, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.add"(%arg10, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%7, %8) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xindex>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @reduce_30(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires attribute 'dimensions'}}
  %r = "stablehlo.reduce"(%a0, %a1) <{}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_31(%a0: tensor<15xi1>, %a1: tensor<15xi32>, %a2: tensor<i1>, %a3: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.reduce' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<index>'}}
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0, 0>}> ({
  ^bb0(%arg1: tensor<i1>, %arg2: tensor<i32>, %arg3: tensor<i1>, %arg4: tensor<i32>):
    %4 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %5 = "stablehlo.compare"(%arg1, %arg1) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %6 = "stablehlo.or"(%4, %5) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = "stablehlo.compare"(%arg1, %arg3) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = "stablehlo.compare"(%arg2, %arg4) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %9 = "stablehlo.and"(%7, %8) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %10 = "stablehlo.or"(%6, %9) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %11 = "stablehlo.select"(%6, %arg1, %arg3) : (tensor<i1>, tensor<i1>, tensor<i1>) -> tensor<i1>
    %12 = "stablehlo.select"(%10, %arg2, %arg4) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%11, %12) : (tensor<i1>, tensor<i32>) -> ()
  }) : (tensor<15xi1>, tensor<15xi32>, tensor<i1>, tensor<i32>) -> (tensor<index>, tensor<i32>)
  return
}

// -----

func.func @reduce_32(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Duplicate reduction dimension: 1}}
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1, 1>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_33(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Out-of-bounds dimension 1, expected to be in range [0, 1)}}
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_34(%a0: tensor<4x4xi64>, %a1: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i64', but got 'f32'}}
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4x4xi64>, tensor<f32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_35(%a0: tensor<4x4xf32>, %a1: tensor<i1>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i1>'}}
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<i1>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_36(%a0: tensor<4x4xf32>, %a1: tensor<?xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<?xf32>'}}
  %r = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
    %18 = "stablehlo.add"(%arg21, %arg22) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%18) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<?xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_37(%a0: tensor<2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0}}
  %r:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0>}> ({
  ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>, %arg11: tensor<f32>, %arg12: tensor<f32>):
    %7 = "stablehlo.add"(%arg9, %arg11) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %8 = "stablehlo.add"(%arg10, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%7, %8) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @reduce_window_38(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_39(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_40(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r:2 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_41(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<2x4xf32>', 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r:3 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_42(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x3xf32>', 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{base_dilations = array<i64: 1, 2>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>, %arg16: tensor<f32>):
    %9 = "stablehlo.add"(%arg13, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.add"(%arg14, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%9, %10) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @reduce_window_43(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<0x3xf32>', 'tensor<0x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>, %arg16: tensor<f32>):
    %9 = "stablehlo.add"(%arg13, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.add"(%arg14, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%9, %10) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @reduce_window_44(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<0x3xf32>', 'tensor<0x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x3xf32>', 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r:3 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>, %arg16: tensor<f32>):
    %9 = "stablehlo.add"(%arg13, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.add"(%arg14, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%9, %10) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @reduce_window_45(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x3xf32>', 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x3xf32>', 'tensor<2x3xf32>', 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r:4 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{base_dilations = array<i64: 1, 2>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>, %arg16: tensor<f32>):
    %9 = "stablehlo.add"(%arg13, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.add"(%arg14, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%9, %10) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @reduce_window_46(%a0: tensor<4x4xf32>, %a1: tensor<index>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op operand #1 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 7]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<index>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_47(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires attribute 'window_dimensions'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_48(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xindex>)
  return
}

// -----

func.func @reduce_window_49(%a0: tensor<4x4xi32>, %a1: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'f32'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [2, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xi32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_50(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<index>' vs 'tensor<f32>'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<index>, %arg12: tensor<index>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<index>, tensor<index>) -> tensor<index>
    "stablehlo.return"(%13) : (tensor<index>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_51(%a0: tensor<4x4xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<2xf32>'}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_52(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{elements literal type must have static shape}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<?x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_53(%a0: tensor<4xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0}}
  %r:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{base_dilations = array<i64: 1, 2>, padding = dense<[[2, 2], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>, %arg15: tensor<f32>, %arg16: tensor<f32>):
    %9 = "stablehlo.add"(%arg13, %arg15) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %10 = "stablehlo.add"(%arg14, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%9, %10) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @reduce_window_54(%a0: tensor<4x6xf16>, %a1: tensor<f16>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 3.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%2) : (tensor<f16>) -> ()
  }) : (tensor<4x6xf16>, tensor<f16>) -> (tensor<3x5xf16>)
  return
}

// -----

func.func @reduce_window_55(%a0: tensor<4x6xf16>, %a1: tensor<f16>) {
  // expected-error@+1 {{expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 4.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%2) : (tensor<f16>) -> ()
  }) : (tensor<4x6xf16>, tensor<f16>) -> (tensor<3x5xf16>)
  return
}

// -----

func.func @reduce_window_56(%a0: tensor<4x6xf16>, %a1: tensor<f16>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {2, 2, 1}.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2x1xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%2) : (tensor<f16>) -> ()
  }) : (tensor<4x6xf16>, tensor<f16>) -> (tensor<3x5xf16>)
  return
}

// -----

func.func @reduce_window_57(%a0: tensor<4x6xi16>, %a1: tensor<i16>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {2}.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2xi64>, window_dilations = array<i64: 1, 0>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<i16>, %arg2: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<4x6xi16>, tensor<i16>) -> (tensor<3x5xi16>)
  return
}

// -----

func.func @reduce_window_58(%a0: tensor<4x6xi16>, %a1: tensor<i16>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{base_dilations = array<i64: 0, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<i16>, %arg2: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<4x6xi16>, tensor<i16>) -> (tensor<3x5xi16>)
  return
}

// -----

func.func @reduce_window_59(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 1-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_60(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got -1.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: -1, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_61(%a0: tensor<4x6xf16>, %a1: tensor<f16>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 0, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%2) : (tensor<f16>) -> ()
  }) : (tensor<4x6xf16>, tensor<f16>) -> (tensor<3x5xf16>)
  return
}

// -----

func.func @reduce_window_62(%a0: tensor<4x6xi16>, %a1: tensor<i16>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg1: tensor<i16>, %arg2: tensor<i16>):
    %2 = "stablehlo.multiply"(%arg1, %arg2) : (tensor<i16>, tensor<i16>) -> tensor<i16>
    "stablehlo.return"(%2) : (tensor<i16>) -> ()
  }) : (tensor<4x6xi16>, tensor<i16>) -> (tensor<3x5xi16>)
  return
}

// -----

func.func @reduce_window_63(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == input rank, but got window-dimensions size: 2 and input: 'tensor<4xf32>' with rank = 1.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @reduce_window_64(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
    %13 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%13) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @select_and_scatter_65(%a0: tensor<2x4x6xf16>, %a1: tensor<1x3x5xf16>, %a2: tensor<f16>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op attribute 'padding' failed to satisfy constraint: 64-bit signless integer elements attribute}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<0> : tensor<3x2xindex>, window_dimensions = array<i64: 2, 2, 2>}> ({
  ^bb0(%arg4: tensor<f16>, %arg5: tensor<f16>):
    %6 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f16>, tensor<f16>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
    %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%5) : (tensor<f16>) -> ()
  }) : (tensor<2x4x6xf16>, tensor<1x3x5xf16>, tensor<f16>) -> (tensor<2x4x6xf16>)
  return
}

// -----

func.func @select_and_scatter_66(%a0: tensor<2x2xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expected 3 operands, but found 2}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_67(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.select_and_scatter' op failed to infer returned types}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @select_and_scatter_68(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<index>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op operand #2 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<index>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<index>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_69(%a0: tensor<2x4x6xui8>, %a1: tensor<1x3x5xui8>, %a2: tensor<ui8>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4x6xindex>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%arg4: tensor<ui8>, %arg5: tensor<ui8>):
    %6 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
    %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    "stablehlo.return"(%5) : (tensor<ui8>) -> ()
  }) : (tensor<2x4x6xui8>, tensor<1x3x5xui8>, tensor<ui8>) -> (tensor<2x4x6xindex>)
  return
}

// -----

func.func @select_and_scatter_70(%a0: tensor<2x4x12xbf16>, %a1: tensor<1x3x5xi1>, %a2: tensor<bf16>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i1', but got 'bf16'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%arg4: tensor<bf16>, %arg5: tensor<bf16>):
    %6 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
    %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    "stablehlo.return"(%5) : (tensor<bf16>) -> ()
  }) : (tensor<2x4x12xbf16>, tensor<1x3x5xi1>, tensor<bf16>) -> (tensor<2x4x6xbf16>)
  return
}

// -----

func.func @select_and_scatter_71(%a0: tensor<4x2xf32>, %a1: tensor<2x2xi32>, %a2: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'f32'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xi32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_72(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<i1>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i1>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<i1>) -> (tensor<8x2xf32>)
  return
}

// -----

func.func @select_and_scatter_73(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<2xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<2xf32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_74(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{elements literal type must have static shape}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x?xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_75(%a0: tensor<2x4x6xbf16>, %a1: tensor<1x3x5xbf16>, %a2: tensor<bf16>) {
  // expected-error@+1 {{expects padding-entries to have same dimension-size as size of window dimensions (3), but got: 1.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<0> : tensor<1x2xi64>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%arg4: tensor<bf16>, %arg5: tensor<bf16>):
    %6 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
    %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    "stablehlo.return"(%5) : (tensor<bf16>) -> ()
  }) : (tensor<2x4x6xbf16>, tensor<1x3x5xbf16>, tensor<bf16>) -> (tensor<2x4x6xbf16>)
  return
}

// -----

func.func @select_and_scatter_76(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects source-type to be 'tensor<1x2xf32>', but got'tensor<2x2xf32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_77(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects the return-type of select-region to be tensor<i1>, but got: 'tensor<2xi1>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 3>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<2xi1>
    "stablehlo.return"(%12) : (tensor<2xi1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_78(%a0: tensor<2x4x6xf16>, %a1: tensor<1x3x5xf16>, %a2: tensor<f16>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {3, 2, 1}.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<0> : tensor<3x2x1xi64>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%arg4: tensor<f16>, %arg5: tensor<f16>):
    %6 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f16>, tensor<f16>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
    %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%5) : (tensor<f16>) -> ()
  }) : (tensor<2x4x6xf16>, tensor<1x3x5xf16>, tensor<f16>) -> (tensor<2x4x6xf16>)
  return
}

// -----

func.func @select_and_scatter_79(%a0: tensor<2x4x6xf16>, %a1: tensor<1x3x5xf16>, %a2: tensor<f16>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {3}.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<0> : tensor<3xi64>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
  ^bb0(%arg4: tensor<f16>, %arg5: tensor<f16>):
    %6 = "stablehlo.compare"(%arg4, %arg5) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f16>, tensor<f16>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
    %5 = "stablehlo.add"(%arg2, %arg3) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%5) : (tensor<f16>) -> ()
  }) : (tensor<2x4x6xf16>, tensor<1x3x5xf16>, tensor<f16>) -> (tensor<2x4x6xf16>)
  return
}

// -----

func.func @select_and_scatter_80(%a0: tensor<4x2x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects the type of select-region's parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<i32>, %arg20: tensor<i32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%11) : (tensor<i32>) -> ()
  }) : (tensor<4x2x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_81(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 0, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_82(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 0, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_83(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == operand rank, but got window-dimensions size: 1 and operand-type: 'tensor<4x2xf32>' with rank = 2.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @select_and_scatter_84(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2>}> ({
  ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
    %12 = "stablehlo.compare"(%arg19, %arg20) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%12) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
    %11 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%11) : (tensor<f32>) -> ()
  }) : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @sort_85() {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.sort"() <{dimension = -1 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : () -> (tensor<2x2xf32>)
  return
}

// -----

func.func @sort_86(%a0: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xi32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : (tensor<2x2xf32>) -> (tensor<2x2xi32>)
  return
}

// -----

func.func @sort_87(%a0: tensor<2x2xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xf32>', 'tensor<2x2xf32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %r:2 = "stablehlo.sort"(%a0) <{dimension = -1 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

// -----

func.func @sort_88(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<4x2xf32>', 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %r = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %6 = "stablehlo.compare"(%arg5, %arg6) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @sort_89(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<4x2xf32>', 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<4x2xi1>', 'tensor<4x2xf32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %6 = "stablehlo.compare"(%arg5, %arg6) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xi1>, tensor<4x2xf32>)
  return
}

// -----

func.func @sort_90(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<4x2xf32>', 'tensor<4x2xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>', 'tensor<4x2xf32>', 'tensor<4x2xf32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %r:3 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %6 = "stablehlo.compare"(%arg5, %arg6) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }) : (tensor<4x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>)
  return
}

// -----

func.func @sort_91(%a0: tensor<2x2xindex>) {
  // expected-error@+1 {{'stablehlo.sort' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x2xindex>'}}
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : (tensor<2x2xindex>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @sort_92(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results}}
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
  ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
    %14 = "stablehlo.compare"(%arg13, %arg14) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%14) : (tensor<i1>) -> ()
  }) : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @sort_93(%a0: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x2xindex>'}}
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : (tensor<2x2xf32>) -> (tensor<2x2xindex>)
  return
}

// -----

func.func @sort_94(%a0: tensor<2x2xui8>) {
  // expected-error@+1 {{comparator block argument #0 should be of type 'tensor<ui8>' but got 'tensor<f32>'}}
  %r = "stablehlo.sort"(%a0) <{is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : (tensor<2x2xui8>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @sort_95(%a0: tensor<4x2xf32>) {
  // expected-error@+1 {{comparator block should have 2 arguments}}
  %r:2 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<f32>):
    %6 = "stablehlo.compare"(%arg5, %arg6) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }) : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
  return
}

// -----

func.func @sort_96(%a0: tensor<2x2xf32>) {
  // expected-error@+1 {{comparator must return tensor<i1> but got 'tensor<f64>'}}
  %r = "stablehlo.sort"(%a0) <{dimension = -2 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<f64>
    "stablehlo.return"(%7) : (tensor<f64>) -> ()
  }) : (tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @sort_97(%a0: tensor<2x2xf32>) {
  // expected-error@+1 {{dimension attribute value must be in range [-2, 2), but found 7}}
  %r = "stablehlo.sort"(%a0) <{dimension = 7 : i64, is_stable = false}> ({
  ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
    %7 = "stablehlo.compare"(%arg4, %arg5) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%7) : (tensor<i1>) -> ()
  }) : (tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @while_98(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<i32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %r = "stablehlo.while"(%a0, %a1) ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>)
  return
}

// -----

func.func @while_99(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<i32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<i1>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %r:2 = "stablehlo.while"(%a0, %a1) ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>)
  return
}

// -----

func.func @while_100(%a0: tensor<i32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<i32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<i32>', 'tensor<i32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %r:3 = "stablehlo.while"(%a0, %a1) ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<i32>, tensor<4xf32>)
  return
}

// -----

func.func @while_101() {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got  vs 'tensor<i32>', 'tensor<4xf32>'}}
  %r:2 = "stablehlo.while"() ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : () -> (tensor<i32>, tensor<4xf32>)
  return
}

// -----

func.func @while_102(%a0: tensor<i32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<i32>' vs 'tensor<i32>', 'tensor<4xf32>'}}
  %r:2 = "stablehlo.while"(%a0) ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> (tensor<i32>, tensor<4xf32>)
  return
}

// -----

func.func @while_103(%a0: tensor<i32>, %a1: tensor<?x4xf32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<i32>', 'tensor<?x4xf32>' vs 'tensor<i32>', 'tensor<4xf32>'}}
  %r:2 = "stablehlo.while"(%a0, %a1) ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<?x4xf32>) -> (tensor<i32>, tensor<4xf32>)
  return
}

// -----

func.func @while_104(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<i32>', 'tensor<i32>', 'tensor<4xf32>' vs 'tensor<i32>', 'tensor<4xf32>'}}
  %r:2 = "stablehlo.while"(%a0, %a1, %a2) ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<4xf32>):
    %1 = "stablehlo.compare"(%arg4, %arg4) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<4xf32>):
    "stablehlo.return"(%arg2, %arg3) : (tensor<i32>, tensor<4xf32>) -> ()
  }) : (tensor<i32>, tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
  return
}
