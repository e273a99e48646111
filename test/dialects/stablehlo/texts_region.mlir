// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @case(%a0: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xi32>
  %y = "stablehlo.reshape"(%x) : (tensor<2xi32>) -> tensor<2xi32>
 "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
}, {
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xi32>
 "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
}) : (tensor<i32>) -> tensor<i32>
  func.return
}

// -----

func.func @case(%a0: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>' are incompatible with return type(s) of operation 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>', 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0:2 = "stablehlo.case"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %y = "stablehlo.reshape"(%x) : (tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%y) : (tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}, {
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%x) : (tensor<0x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<i32>) -> (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>)
  func.return
}

// -----

func.func @case(%a0: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.case' op region #0 ('branches') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.case"(%a0) ({}) : (tensor<i32>) -> tensor<f32>
  func.return
}

// -----

func.func @case(%a0: tensor<i32>) {
  %0 = "stablehlo.case"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xi32>
  %y = "stablehlo.reshape"(%x) : (tensor<2xi32>) -> tensor<2xi32>
 "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
}, {
  // expected-error@+1 {{iota dimension cannot go beyond the output rank.}}
  %x = "stablehlo.iota"() <{iota_dimension = 3 : i64}> : () -> tensor<2xi32>
 "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
}) : (tensor<i32>) -> tensor<?xi32>
  func.return
}

// -----

func.func @if(%a0: tensor<i1>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>
  %y = "stablehlo.reshape"(%x) : (tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>
 "stablehlo.return"(%y) : (tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}, {
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>
 "stablehlo.return"(%x) : (tensor<2x!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<i1>) -> tensor<2xf32>
  func.return
}

// -----

func.func @if(%a0: tensor<i1>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>' are incompatible with return type(s) of operation '!stablehlo.token'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a0) ({
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %y = "stablehlo.reshape"(%x) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%y) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}, {
  %x = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
 "stablehlo.return"(%x) : (tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<i1>) -> !stablehlo.token
  func.return
}

// -----

func.func @map(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{'stablehlo.map' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4x!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%arg8: tensor<f32>):
  "stablehlo.return"(%arg8) : (tensor<f32>) -> ()
}) : (tensor<4x4xf32>) -> tensor<4x4x!quant.uniform<i8:f32, 2.000000e+00:15>>
  func.return
}

// -----

func.func @reduce(%a0: tensor<19x61xf32>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<19xf32>' are incompatible with return type(s) of operation 'tensor<19x!quant.uniform<u8:f32, 2.000000e+00:15>>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 1>}> ({
^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
  %28 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%28) : (tensor<f32>) -> ()
}) : (tensor<19x61xf32>, tensor<f32>) -> tensor<19x!quant.uniform<u8:f32, 2.000000e+00:15>>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?x?xf32>'}}
func.func @f(%a0: tensor<3x?x?xf32, #stablehlo.bounds<3, 2, ?>>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 2>}> ({
^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
  %361 = "stablehlo.add"(%arg17, %arg18) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%361) : (tensor<f32>) -> ()
}) : (tensor<3x?x?xf32, #stablehlo.bounds<3, 2, ?>>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @reduce(%a0: tensor<?x?x2x!quant.uniform<i8:bf16, 2.000000e+00:15>>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i8:bf16, 2.000000e+00:15>', but got 'f32'}}
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 2>}> ({
^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
  %69 = "stablehlo.add"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%69) : (tensor<f32>) -> ()
}) : (tensor<?x?x2x!quant.uniform<i8:bf16, 2.000000e+00:15>>, tensor<f32>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @reduce(%a0: tensor<?x2x?x?x!quant.uniform<i4:f32, 2.000000e+00:1>>) {
  %c1 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i4:f32, 2.000000e+00:1>', but got 'f32'}}
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 3>}> ({
^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
  %36 = "stablehlo.maximum"(%arg7, %arg8) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%36) : (tensor<f32>) -> ()
}) : (tensor<?x2x?x?x!quant.uniform<i4:f32, 2.000000e+00:1>>, tensor<f32>) -> tensor<?x2x?xf32>
  func.return
}

// -----

func.func @reduce(%a0: tensor<1x1x32x1x!quant.uniform<i2:f32, 2.000000e+00>>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i2:f32, 2.000000e+00>', but got 'f32'}}
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 0, 1, 3>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %60 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%60) : (tensor<f32>) -> ()
}) : (tensor<1x1x32x1x!quant.uniform<i2:f32, 2.000000e+00>>, tensor<f32>) -> tensor<32xf32>
  func.return
}

// -----

func.func @reduce(%a0: tensor<?x!quant.uniform<u8:f32, 2.000000e+00:15>>) {
  %c1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<u8:f32, 2.000000e+00:15>', but got 'i32'}}
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 0>}> ({
^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
  %66 = "stablehlo.add"(%arg6, %arg7) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%66) : (tensor<i32>) -> ()
}) : (tensor<?x!quant.uniform<u8:f32, 2.000000e+00:15>>, tensor<i32>) -> tensor<i32>
  func.return
}

// -----

func.func @reduce(%a0: tensor<2x3xf32>, %a1: tensor<!quant.uniform<i8:f64, 2.000000e+00:15>>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f64>' vs 'tensor<!quant.uniform<i8:f64, 2.000000e+00:15>>'}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
^bb0(%x: tensor<f64>, %y: tensor<f64>):
  %z = "stablehlo.add"(%x, %y) : (tensor<f64>, tensor<f64>) -> tensor<f64>
  "stablehlo.return"(%z) : (tensor<f64>) -> ()
}) : (tensor<2x3xf32>, tensor<!quant.uniform<i8:f64, 2.000000e+00:15>>) -> tensor<2xf64>
  func.return
}

// -----

func.func @reduce(%a0: tensor<1x2x100x100xui8>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'ui8', but got 'f32'}}
  %0 = "stablehlo.reduce"(%a0, %c1) <{dimensions = array<i64: 3>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %25 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%25) : (tensor<f32>) -> ()
}) : (tensor<1x2x100x100xui8>, tensor<f32>) -> tensor<1x2x100xf32>
  func.return
}

// -----

func.func @reduce_precision(%a0: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 8 : i32, mantissa_bits = 10 : i32}> : (tensor<3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @reduce_precision(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op requires compatible types for all operands and results}}
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 8 : i32, mantissa_bits = 10 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  func.return
}

// -----

// expected-error@+1 {{Static dimension 1 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<?x24xf32>'}}
func.func @f(%a0: tensor<?x24xf32, #stablehlo.bounds<?, 2>>) {
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 7 : i32, mantissa_bits = 7 : i32}> : (tensor<?x24xf32, #stablehlo.bounds<?, 2>>) -> tensor<24x?xf32, #stablehlo.bounds<?, 2>>
  func.return
}

// -----

func.func @reduce_precision(%a0: tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {2.000000e+00:0,1.000000e+00:0,5.000000e-01:0}>>) {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 9223372036854775807 : i32}> : (tensor<2x3x!quant.uniform<i8<-127:127>:f32:1, {2.000000e+00:0,1.000000e+00:0,5.000000e-01:0}>>) -> tensor<2x3xi3>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<8xf32>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<8x!quant.uniform<i4:f32, 2.000000e+00:1>>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%a0, %c1) <{padding = dense<[[6, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 7>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %2 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%2) : (tensor<f32>) -> ()
}) : (tensor<8xf32>, tensor<f32>) -> tensor<8x!quant.uniform<i4:f32, 2.000000e+00:1>>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<700xf32>, %a1: tensor<700x!quant.uniform<u8:f32, 2.000000e+00:15>>, %a3: tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>) {
  %c2 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<700xf32>', 'tensor<700x!quant.uniform<u8:f32, 2.000000e+00:15>>' are incompatible with return type(s) of operation 'tensor<700xf32>', 'tensor<700x!quant.uniform<i32:f32, 2.000000e+00>>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0:2 = "stablehlo.reduce_window"(%a0, %a1, %c2, %a3) <{padding = dense<[[699, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 700>}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>, %arg4: tensor<f32>, %arg5: tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>):
  %11 = "stablehlo.compare"(%arg2, %arg4) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %12 = "stablehlo.select"(%11, %arg2, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %13 = "stablehlo.select"(%11, %arg3, %arg5) : (tensor<i1>, tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>) -> tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>
  "stablehlo.return"(%12, %13) : (tensor<f32>, tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>) -> ()
}) : (tensor<700xf32>, tensor<700x!quant.uniform<u8:f32, 2.000000e+00:15>>, tensor<f32>, tensor<!quant.uniform<u8:f32, 2.000000e+00:15>>) -> (tensor<700xf32>, tensor<700x!quant.uniform<i32:f32, 2.000000e+00>>)
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<?x!quant.uniform<i16:f32, 2.000000e+00>>) {
  %c1 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i16:f32, 2.000000e+00>', but got 'f32'}}
  %0 = "stablehlo.reduce_window"(%a0, %c1) <{padding = dense<[[1048575, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1048576>}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  %2 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%2) : (tensor<f32>) -> ()
}) : (tensor<?x!quant.uniform<i16:f32, 2.000000e+00>>, tensor<f32>) -> tensor<?x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<5xi64>, %a1: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i64', but got 'i32'}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 10>}> ({
^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
  %3 = "stablehlo.add"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%3) : (tensor<i32>) -> ()
}) : (tensor<5xi64>, tensor<i32>) -> tensor<5xi64>
  func.return
}

// -----

func.func @reduce_window(%a0: tensor<?x?x?x2xf32>, %a1: tensor<!quant.uniform<i2:f32, 2.000000e+00>>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<!quant.uniform<i2:f32, 2.000000e+00>>'}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 1, 2, 2, 1>}> ({
^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
  %609 = "stablehlo.add"(%arg3, %arg4) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%609) : (tensor<f32>) -> ()
}) : (tensor<?x?x?x2xf32>, tensor<!quant.uniform<i2:f32, 2.000000e+00>>) -> tensor<?x?x?x2xf32>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6xi8>, %a1: tensor<2x3xi8>, %a2: tensor<i8>) {
  // expected-error@+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x6xi32>' are incompatible with return type(s) of operation 'tensor<4x0xi32>'}}
  // expected-error@+1 {{'stablehlo.select_and_scatter' op failed to infer returned types}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<i8>, %y: tensor<i8>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i8>, tensor<i8>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%z) : (tensor<i32>) -> ()
}) : (tensor<4x6xi8>, tensor<2x3xi8>, tensor<i8>) -> tensor<4x0xi32>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, %a1: tensor<2x3x!quant.uniform<i8:f64, 2.000000e+00:15>>, %a2: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from '!quant.uniform<i8:f64, 2.000000e+00:15>', but got '!quant.uniform<i32:f32, 2.000000e+00>'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, -2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, %y: tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<!quant.uniform<i32:f32, 2.000000e+00>>, %y: tensor<!quant.uniform<i32:f32, 2.000000e+00>>):
  %z = "stablehlo.add"(%x, %y) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>, tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> tensor<!quant.uniform<i32:f32, 2.000000e+00>>
  "stablehlo.return"(%z) : (tensor<!quant.uniform<i32:f32, 2.000000e+00>>) -> ()
}) : (tensor<4x6x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x3x!quant.uniform<i8:f64, 2.000000e+00:15>>, tensor<!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<4x6xf16>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<?x?x?x1xf32>, %a1: tensor<?x2x?x2xf32>) {
  %c2 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{expects source-type to be 'tensor<?x?x?x1xf32>', but got'tensor<?x2x?x2xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %c2) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
^bb0(%arg17: tensor<f32>, %arg18: tensor<f32>):
  %616 = "stablehlo.compare"(%arg17, %arg18) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%616) : (tensor<i1>) -> ()
}, {
^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
  %615 = "stablehlo.add"(%arg15, %arg16) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%615) : (tensor<f32>) -> ()
}) : (tensor<?x?x?x1xf32>, tensor<?x2x?x2xf32>, tensor<f32>) -> tensor<?x?x?x2xf32>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<9x8x!quant.uniform<i2:f32, 2.000000e+00>>, %a1: tensor<7x7xf32>) {
  %c2 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
  // expected-error@+1 {{expects the type of select-region's parameter at index 0 to be 'tensor<!quant.uniform<i2:f32, 2.000000e+00>>', but got 'tensor<f32>'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %c2) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>}> ({
^bb0(%arg15: tensor<f32>, %arg16: tensor<f32>):
  %11 = "stablehlo.compare"(%arg15, %arg16) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%11) : (tensor<i1>) -> ()
}, {
^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
  %10 = "stablehlo.add"(%arg13, %arg14) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%10) : (tensor<f32>) -> ()
}) : (tensor<9x8x!quant.uniform<i2:f32, 2.000000e+00>>, tensor<7x7xf32>, tensor<f32>) -> tensor<9x8x!quant.uniform<i2:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @select_and_scatter(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == operand rank, but got window-dimensions size: 0 and operand-type: 'tensor<4x6xf32>' with rank = 2.}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  func.return
}

// -----

func.func @sort(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = "stablehlo.sort"(%a0) <{dimension = 2 : i32, is_stable = true}> ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%z) : (tensor<i1>) -> ()
}) : (tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @sort(%a0: tensor<3x0xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<3x0xf32>' are incompatible with return type(s) of operation 'tensor<3x0x!quant.uniform<i16:f32, 2.000000e+00>>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64}> ({
^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
  %21 = "stablehlo.compare"(%arg2, %arg3) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%21) : (tensor<i1>) -> ()
}) : (tensor<3x0xf32>) -> tensor<3x0x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @sort(%a0: tensor<?x6xf32>, %a1: tensor<?x6xf8E8M0FNU>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<?x6xf32>', 'tensor<?x6xf8E8M0FNU>' are incompatible with return type(s) of operation 'tensor<?x6x!quant.uniform<i8:f32, 2.000000e+00:16>>', 'tensor<?x6xf8E8M0FNU>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f8E8M0FNU>, %arg4: tensor<f8E8M0FNU>):
  %15 = "stablehlo.compare"(%arg1, %arg2) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%15) : (tensor<i1>) -> ()
}) : (tensor<?x6xf32>, tensor<?x6xf8E8M0FNU>) -> (tensor<?x6x!quant.uniform<i8:f32, 2.000000e+00:16>>, tensor<?x6xf8E8M0FNU>)
  func.return
}

// -----

func.func @sort(%a0: tensor<99xcomplex<f32>>, %a1: tensor<99xcomplex<f64>>, %a2: tensor<?xf64>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<99xcomplex<f32>>', 'tensor<99xcomplex<f64>>', 'tensor<?xf64>' are incompatible with return type(s) of operation 'tensor<99xcomplex<f32>>', 'tensor<99xcomplex<f32>>', 'tensor<99xcomplex<f64>>', 'tensor<99xf64>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %0:4 = "stablehlo.sort"(%a0, %a1, %a2) <{dimension = 0 : i64}> ({
^bb0(%arg3: tensor<complex<f32>>, %arg4: tensor<complex<f32>>, %arg5: tensor<complex<f64>>, %arg6: tensor<complex<f64>>, %arg7: tensor<f64>, %arg8: tensor<f64>):
  %1 = "stablehlo.imag"(%arg3) : (tensor<complex<f32>>) -> tensor<f32>
  %2 = "stablehlo.imag"(%arg4) : (tensor<complex<f32>>) -> tensor<f32>
  %3 = "stablehlo.compare"(%1, %2) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %4 = "stablehlo.compare"(%1, %2) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %5 = "stablehlo.compare"(%arg6, %arg5) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<i1>
  %6 = "stablehlo.and"(%5, %4) : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %7 = "stablehlo.or"(%6, %3) : (tensor<i1>, tensor<i1>) -> tensor<i1>
  "stablehlo.return"(%7) : (tensor<i1>) -> ()
}) : (tensor<99xcomplex<f32>>, tensor<99xcomplex<f64>>, tensor<?xf64>) -> (tensor<99xcomplex<f32>>, tensor<99xcomplex<f32>>, tensor<99xcomplex<f64>>, tensor<99xf64>)
  func.return
}

// -----

func.func @while(%a0: tensor<2xi32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2x!quant.uniform<i16:f32, 2.000000e+00>>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %0 = "stablehlo.while"(%a0) ({
^bb0(%x: tensor<2xi32>):
  %c = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
 "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<2xi32>):
  "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
}) : (tensor<2xi32>) -> tensor<2x!quant.uniform<i16:f32, 2.000000e+00>>
  func.return
}

// -----

func.func @while(%a0: tensor<9x11xf32>, %a2: tensor<i32>, %a3: tensor<11xf32>) {
  %c1 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:4 = "stablehlo.while"(%a0, %c1, %a2, %a3) ({
^bb0(%arg6: tensor<9x11xf32>, %arg7: tensor<i32>, %arg8: tensor<i32>, %arg9: tensor<11xf32>):
  %6 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
  %7 = "stablehlo.compare"(%arg7, %6) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
  "stablehlo.return"(%7) : (tensor<i1>) -> ()
}, {
^bb0(%arg2: tensor<9x11xf32>, %arg3: tensor<i32>, %arg4: tensor<i32>, %arg5: tensor<11xf32>):
  // expected-error@+1 {{'func.call' op 'closed_call' does not reference a valid function}}
  %3:2 = "func.call"(%arg2, %arg4, %arg5) <{callee = @closed_call}> : (tensor<9x11xf32>, tensor<i32>, tensor<11xf32>) -> (tensor<i32>, tensor<11xf32>)
  %4 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %5 = "stablehlo.add"(%arg3, %4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  "stablehlo.return"(%arg2, %5, %3#0, %3#1) : (tensor<9x11xf32>, tensor<i32>, tensor<i32>, tensor<11xf32>) -> ()
}) : (tensor<9x11xf32>, tensor<i32>, tensor<i32>, tensor<11xf32>) -> (tensor<9x11xf32>, tensor<i32>, tensor<i32>, tensor<11xf32>)
  func.return
}

// -----

func.func @while(%a0: tensor<2xf32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<2xf32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.while"(%a0) ({
^bb0(%x: tensor<f32>):
  %c = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
 "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) : (tensor<2xf32>) -> tensor<2xf4E2M1FN>
  func.return
}

// -----

func.func @while(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expect operands to be compatible with condition block arguments but got 'tensor<2xf32>', 'tensor<2xf32>' vs 'tensor<2xf32>'}}
  %0 = "stablehlo.while"(%a0, %a1) ({
^bb0(%x: tensor<2xf32>):
  %c = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
 "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<2xf32>):
  "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @reduction_of_vectors(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'vector<4xf32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: vector<4xf32>, %y: vector<4xf32>):
    "stablehlo.return"(%x) : (vector<4xf32>) -> ()
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @sort_without_results(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more results}}
  "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
  }) : (tensor<4xf32>) -> ()
  func.return
}

// -----

func.func @reduce_of_too_many(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.reduce"(%a0, %a1, %a2) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %w: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @tuple_of_region(%a0: tuple<tensor<f32>>, %p: tensor<i32>) {
  %0 = "stablehlo.case"(%p) ({
    // expected-error@+1 {{'stablehlo.return' op operand #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token or memref of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tuple<tensor<f32>>'}}
    "stablehlo.return"(%a0) : (tuple<tensor<f32>>) -> ()
  }) : (tensor<i32>) -> tensor<f32>
  func.return
}

// -----

func.func @buffer_of_region(%a0: memref<2xf32>, %p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.if' op result #0 must be variadic of ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values or ranked tensor of per-axis integer quantized values or token, but got 'memref<2xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    "stablehlo.return"(%a0) : (memref<2xf32>) -> ()
  }, {
    "stablehlo.return"(%a0) : (memref<2xf32>) -> ()
  }) : (tensor<i1>) -> memref<2xf32>
  func.return
}

// -----

func.func @reduce_window_of_too_many_and_wrong_shape(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>)
  func.return
}

// -----

func.func @scatter_of_too_many_and_wrong_shape(%a0: tensor<4x4xf32>, %a1: tensor<2x1xi64>, %a2: tensor<2x4xf32>, %a3: tensor<2x4xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %0 = "stablehlo.scatter"(%a0, %a1, %a2, %a3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x4xf32>, tensor<2x1xi64>, tensor<2x4xf32>, tensor<2x4xf32>) -> (tensor<4x5xf32>)
  func.return
}
