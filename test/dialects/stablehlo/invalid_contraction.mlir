// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_grad_0(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-7 : f32, feature_index = -1 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_1(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_grad' op inferred type(s) 'tensor<2x2x2x2xf32>', 'tensor<2xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2x2x2xf32>', 'tensor<2xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_2(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<f32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op operand #3 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<f32>'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_3(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xindex>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op operand #4 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x2x2x2xindex>'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xindex>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_4(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires attribute 'epsilon'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_5(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires attribute 'feature_index'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_6(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<0xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<0xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf64>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_7(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op result #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<f32>'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<f32>)
  return
}

// -----

func.func @batch_norm_grad_8(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x2x2x2xui8>'}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xui8>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_9(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 7, and rank 4.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 7 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_10(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+2 {{expects multi-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_grad_11(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<1xf32>, %a4: tensor<2x2x2x2xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_inference_12(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_13(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_inference' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @batch_norm_inference_14(%a0: tensor<2x4xf32>, %a1: tensor<f32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op operand #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<f32>'}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_15(%a0: tensor<2x4xindex>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xindex>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_16(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires attribute 'epsilon'}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2x2xf32>)
  return
}

// -----

func.func @batch_norm_inference_17(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires attribute 'feature_index'}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_18(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf64>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_19(%a0: tensor<2x2x2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x2x2x2xi32>'}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 0 : i64}> : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2x2xi32>)
  return
}

// -----

func.func @batch_norm_inference_20(%a0: tensor<2xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 1, and rank 1.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_21(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<8xf32>, %a4: tensor<4xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-0 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_inference_22(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op failed to infer returned types}}
  %r = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.000000e-1 : f32, feature_index = 0 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @batch_norm_training_23(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = -1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_24(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expected 3 results}}
  %r:2 = "stablehlo.batch_norm_training"(%a0, %a1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_25(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x4xf32>', 'tensor<4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<4xf32>', 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_26(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op operand #2 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<f32>'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<f32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_27(%a0: tensor<2x4xi1>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4xi1>'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xi1>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_28(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires attribute 'epsilon'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<5xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_29(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires attribute 'feature_index'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-1 : f32}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_30(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf64>)
  return
}

// -----

func.func @batch_norm_training_31(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op result #1 must be 1D tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<f32>'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 2 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<f32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_32(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or per-tensor integer quantized values, but got 'tensor<2x4xi32>'}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xi32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_33(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 1, and rank 1.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_34(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<8xf32>) {
  // expected-error@+2 {{expects single-dimensional operands to have compatible shapes.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-0 : f32, feature_index = 1 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<8xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @batch_norm_training_35(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 4 and the feature count is 2.}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 1.000000e-1 : f32, feature_index = 0 : i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @cholesky_36(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{'stablehlo.cholesky' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<4x4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @cholesky_37(%a0: tensor<4x4xi1>) {
  // expected-error@+1 {{'stablehlo.cholesky' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x4xi1>'}}
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<4x4xi1>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @cholesky_38() {
  // expected-error@+1 {{'stablehlo.cholesky' op requires a single operand}}
  %r = "stablehlo.cholesky"() <{}> : () -> (tensor<4x4xf32>)
  return
}

// -----

func.func @cholesky_39(%a0: tensor<4x4xf16>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires compatible element types for all operands and results}}
  %r = "stablehlo.cholesky"(%a0) <{}> : (tensor<4x4xf16>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @cholesky_40() {
  // expected-error@+1 {{'stablehlo.cholesky' op requires one result}}
  %r:2 = "stablehlo.cholesky"() <{lower = false}> : () -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return
}

// -----

func.func @cholesky_41(%a0: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4x4xui8>'}}
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<4x4xf32>) -> (tensor<4x4xui8>)
  return
}

// -----

func.func @cholesky_42(%a0: tensor<4xf32>) {
  // expected-error@+2 {{argument 'a' must have rank >= 2, got shape 4.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) <{}> : (tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @cholesky_43(%a0: tensor<4x4x2xf32>) {
  // expected-error@+2 {{minor dimensions of 'a' must have equal size, got shape 4, 4, 2.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<4x4x2xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @cholesky_44(%a0: tensor<0x4xf32>) {
  // expected-error@+2 {{minor dimensions of 'a' must have equal size, got shape 0, 4.}}
  // expected-error@+1 {{'stablehlo.cholesky' op failed to infer returned types}}
  %r = "stablehlo.cholesky"(%a0) <{lower = true}> : (tensor<0x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @convolution_45(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2xf32>)
  return
}

// -----

func.func @convolution_46(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 0 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_47(%a0: tensor<2x2xf32>, %a1: tensor<2x2xindex>) {
  // expected-error@+1 {{'stablehlo.convolution' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x2xindex>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xindex>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_48(%a0: tensor<1x4x28x28x1xindex>, %a1: tensor<2x3x3x1x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<1x4x28x28x1xindex>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]>, feature_group_count = 7 : i64, lhs_dilation = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1, 1>, window_reversal = array<i1: false, false, false>, window_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x28x28x1xindex>, tensor<2x3x3x1x16xf32>) -> (tensor<1x3x26x26x16xf32>)
  return
}

// -----

func.func @convolution_49(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires attribute 'batch_group_count'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_50(%a0: tensor<1x28x28x1xf32>, %a1: tensor<3x3x1x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires attribute 'dimension_numbers'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1>}> : (tensor<1x28x28x1xf32>, tensor<3x3x1x16xf32>) -> (tensor<1x29x25x16xf32>)
  return
}

// -----

func.func @convolution_51(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires attribute 'feature_group_count'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<?x2xf32>)
  return
}

// -----

func.func @convolution_52(%a0: tensor<1x28x28x1xf32>) {
  // expected-error@+1 {{Duplicate entries for spatial dimension 0}}
  %r = "stablehlo.convolution"(%a0) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x28x28x1xf32>) -> (tensor<1x29x25x16xf32>)
  return
}

// -----

func.func @convolution_53(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error@+1 {{Expected spatial dimensions 0 not specified}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> (tensor<1x4x5x6xf32>)
  return
}

// -----

func.func @convolution_54(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> (tensor<1x4x5x6xf32>)
  return
}

// -----

func.func @convolution_55(%a0: tensor<2x2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<2x2xf32>' and 'tensor<2xf32>'.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_56(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{expects input batch dimension (2) to be divisible by batch_group_count. Got batch_group_count = 7.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 7 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_57(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{expects input feature dimension (2) / feature_group_count = kernel input feature dimension (2). Got feature_group_count = 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_58(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{expects input feature dimension (2) to be a multiple of feature_group_count. Got feature_group_count = 4.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 4 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_59(%a0: tensor<2x2xf32>, %a1: tensor<2x2xui8>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'ui8'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xui8>) -> (tensor<2x2xf32>)
  return
}

// -----

func.func @convolution_60(%a0: tensor<1x4x28x28x1xf32>, %a1: tensor<2x3x3x1x16xf32>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 0-th window dimension, but got -1.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: -1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1, 1>, window_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x28x28x1xf32>, tensor<2x3x3x1x16xf32>) -> (tensor<1x3x26x26x16xf32>)
  return
}

// -----

func.func @convolution_61(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error@+1 {{expects window to have positive stride for 1-th window dimension, but got 0.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 0>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> (tensor<1x4x5x6xf32>)
  return
}

// -----

func.func @convolution_62(%a0: tensor<1x4x28x28x1xf32>, %a1: tensor<0x3x3x1x16xf32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1, 1>, window_reversal = array<i1: false, false, false>, window_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x28x28x1xf32>, tensor<0x3x3x1x16xf32>) -> (tensor<1x3x26x26x16xf32>)
  return
}

// -----

func.func @convolution_63(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, rhs_dilation = array<i64: 0, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> (tensor<1x4x5x6xf32>)
  return
}

// -----

func.func @convolution_64(%a0: tensor<1x28x28x1xf32>, %a1: tensor<3x3x1x16xf32>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x28x28x1xf32>, tensor<3x3x1x16xf32>) -> (tensor<1x29x25x16xf32>)
  return
}

// -----

func.func @convolution_65(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3x3x3x6xf32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 1>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x6xf32>) -> (tensor<1x4x5x6xf32>)
  return
}

// -----

func.func @convolution_66(%a0: tensor<?x28x28x1xf32>, %a1: tensor<3x3x1x16xf32>) {
  // expected-error@+1 {{inferred shape '[?, 29, 25, 16]' is incompatible with return type of operation 'tensor<1x1x25x16xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<?x28x28x1xf32>, tensor<3x3x1x16xf32>) -> (tensor<1x1x25x16xf32>)
  return
}

// -----

func.func @convolution_67(%a0: tensor<1x?x28x28x1xf32>, %a1: tensor<2x3x3x1x16xf32>) {
  // expected-error@+1 {{inferred shape '[1, ?, 26, 26, 16]' is incompatible with return type of operation 'tensor<0x3x26x26x16xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1, 1>, window_reversal = array<i1: false, false, false>, window_strides = array<i64: 1, 1, 1>}> : (tensor<1x?x28x28x1xf32>, tensor<2x3x3x1x16xf32>) -> (tensor<0x3x26x26x16xf32>)
  return
}

// -----

func.func @convolution_68(%a0: tensor<1x28x28x1xf32>, %a1: tensor<?x3x1x16xf32>) {
  // expected-error@+1 {{inferred shape '[1, ?, 25, 16]' is incompatible with return type of operation 'tensor<2x1x29x25x16xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x28x28x1xf32>, tensor<?x3x1x16xf32>) -> (tensor<2x1x29x25x16xf32>)
  return
}

// -----

func.func @convolution_69(%a0: tensor<1x4x28x28x1xf32>, %a1: tensor<2x3x3x1x16xf32>) {
  // expected-error@+1 {{inferred shape '[1, 3, 26, 26, 16]' is incompatible with return type of operation 'tensor<2x3x26x26x16xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1, 1>, window_strides = array<i64: 1, 1, 1>}> : (tensor<1x4x28x28x1xf32>, tensor<2x3x3x1x16xf32>) -> (tensor<2x3x26x26x16xf32>)
  return
}

// -----

func.func @convolution_70(%a0: tensor<1x8x8x3xf32>, %a1: tensor<3x6x3x6xf32>) {
  // expected-error@+1 {{inferred shape '[1, 4, 0, 6]' is incompatible with return type of operation 'tensor<1x4x5x6xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 2, 1>}> : (tensor<1x8x8x3xf32>, tensor<3x6x3x6xf32>) -> (tensor<1x4x5x6xf32>)
  return
}

// -----

func.func @convolution_71(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) {
  // expected-error@+1 {{inferred shape '[2, 2]' is incompatible with return type of operation 'tensor<f32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64>, padding = dense<> : tensor<0x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64>, window_reversal = array<i1>, window_strides = array<i64>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @dot_72() {
  // expected-error@+1 {{'stablehlo.dot' op expected 2 operands, but found 0}}
  %r = "stablehlo.dot"() : () -> (tensor<5xf32>)
  return
}

// -----

func.func @dot_73(%a0: tensor<4xindex>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xindex>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<4xindex>, tensor<4xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @dot_74(%a0: tensor<?x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{inferred shape '[?, 5]' is incompatible with return type of operation 'tensor<5xf32>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<?x4xf32>, tensor<4x5xf32>) -> (tensor<5xf32>)
  return
}

// -----

func.func @dot_75(%a0: tensor<4xf32>, %a1: tensor<4x?xf32>) {
  // expected-error@+1 {{inferred shape '[?]' is incompatible with return type of operation 'tensor<f32>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<4xf32>, tensor<4x?xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @dot_76(%a0: tensor<3x4xf32>, %a1: tensor<4x?xf32>) {
  // expected-error@+1 {{inferred shape '[3, ?]' is incompatible with return type of operation 'tensor<3xf32>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<3x4xf32>, tensor<4x?xf32>) -> (tensor<3xf32>)
  return
}

// -----

func.func @dot_77(%a0: tensor<1x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{inferred shape '[1, 5]' is incompatible with return type of operation 'tensor<5xf32>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<1x4xf32>, tensor<4x5xf32>) -> (tensor<5xf32>)
  return
}

// -----

func.func @dot_78(%a0: tensor<1x4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{inferred shape '[1]' is incompatible with return type of operation 'tensor<f32>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<1x4xf32>, tensor<4xf32>) -> (tensor<f32>)
  return
}

// -----

func.func @dot_79(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{inferred shape '[]' is incompatible with return type of operation 'tensor<5xf32>'}}
  %r = "stablehlo.dot"(%a0, %a1) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<5xf32>)
  return
}

// -----

func.func @dot_general_80(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xindex>) {
  // expected-error@+1 {{'stablehlo.dot_general' op operand #1 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4x5xindex>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xindex>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_81(%a0: tensor<2x3xindex>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xindex>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_82(%a0: tensor<2xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires attribute 'dot_dimension_numbers'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{}> : (tensor<2xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_83(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xindex>)
  return
}

// -----

func.func @dot_general_84(%a0: tensor<2x3x4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+1 {{batching dimension sizes must match for lhs/rhs}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_85(%a0: tensor<2x3xf32>, %a1: tensor<4xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_86(%a0: tensor<2x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{dot algorithm not known to be supported on any hardware: {lhs:'tf32', rhs:'tf32', accum:'f32', lhs_components:1, rhs_components:7, primitive_ops:1, imprecise:0}}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 7, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_87(%a0: tensor<2x3x4xi1>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 2}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xi1>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_88(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_89(%a0: tensor<2x3xf32>, %a1: tensor<3x?x4xf32>) {
  // expected-error@+1 {{inferred shape '[2, ?, 4]' is incompatible with return type of operation 'tensor<2x4xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x?x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_90(%a0: tensor<2x3x4x?xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{inferred shape '[2, 3, ?, 5]' is incompatible with return type of operation 'tensor<2x3x5xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4x?xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_91(%a0: tensor<2x5x3xf32>, %a1: tensor<2x3x4xf32>) {
  // expected-error@+1 {{inferred shape '[2, 5, 3, 3, 4]' is incompatible with return type of operation 'tensor<2x5x4xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [], rhs_contracting_dimensions = []>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5x3xf32>, tensor<2x3x4xf32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @dot_general_92(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{inferred shape '[2, 3, 2, 5]' is incompatible with return type of operation 'tensor<2x3x5xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_93(%a0: tensor<2x3xf32>, %a1: tensor<3x2x1xf32>) {
  // expected-error@+1 {{inferred shape '[2, 2, 1]' is incompatible with return type of operation 'tensor<2x4xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x2x1xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_94(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<?xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<?xf32>)
  return
}

// -----

func.func @dot_general_95(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{inferred shape '[2]' is incompatible with return type of operation 'tensor<2x4xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_96(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of batching dimensions}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_97(%a0: tensor<2xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0, 0]>}> : (tensor<2xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_98(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs component count must be positive}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_99(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{lhs_batching_dimensions value: 7 is out of range: [0, 3)}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [7], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_100(%a0: tensor<3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{lhs_contracting_dimensions value: 1 is out of range: [0, 1)}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dot_general_101(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{must specify DEFAULT precision config when algorithm is set.}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_102(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{num primitive operations must be positive}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_103(%a0: tensor<2x5x3xf32>, %a1: tensor<2x3x4xf32>) {
  // expected-error@+1 {{rhs component count must be positive}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x5x3xf32>, tensor<2x3x4xf32>) -> (tensor<2x5x4xf32>)
  return
}

// -----

func.func @dot_general_104(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+1 {{rhs_batching_dimensions value: 7 is out of range: [0, 3)}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [7], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return
}

// -----

func.func @dot_general_105(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{rhs_contracting_dimensions value: 7 is out of range: [0, 2)}}
  %r = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [7]>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @dynamic_conv_106(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi1>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi1>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_107(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_108(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op operand #2 must be statically shaped 2-dimensional integer tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<2xi32>'}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 3, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_109(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires attribute 'batch_group_count'}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_110(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x0xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{Duplicate entries for spatial dimension 0}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 0, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x0xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_111(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{Expected spatial dimensions 0 not specified}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_112(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<1x8x8x4xf32>' and 'tensor<3x3x16xf32>'.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_113(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{expects input batch dimension (1) to be divisible by batch_group_count. Got batch_group_count = 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_114(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (4). Got feature_group_count = 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_115(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{expects input feature dimension (4) to be a multiple of feature_group_count. Got feature_group_count = 3.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @dynamic_conv_116(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xui8>, %a2: tensor<2x2xi32>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'ui8'}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xui8>, tensor<2x2xi32>) -> (tensor<1x?x?x?xf32>)
  return
}

// -----

func.func @dynamic_conv_117(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x16xf32>, %a2: tensor<4x2xi32>) {
  // expected-error@+1 {{expects padding to be of shape [2, 2], but got [4, 2]}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<4x2xi32>) -> (tensor<1x?x?x16xf32>)
  return
}

// -----

func.func @einsum_118(%a0: tensor<2x3xindex>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x3xindex>'}}
  %r = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xindex>, tensor<3x4xf32>) -> (tensor<2x4xf32>)
  return
}

// -----

func.func @einsum_119(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x4xindex>'}}
  %r = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> (tensor<2x4xindex>)
  return
}

// -----

func.func @fft_120(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.fft' op inferred type(s) 'tensor<3xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<3xf8E4M3FN>'}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf32>) -> (tensor<3xf8E4M3FN>)
  return
}

// -----

func.func @fft_121(%a0: tensor<4xi1>) {
  // expected-error@+1 {{'stablehlo.fft' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4xi1>'}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 6>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xi1>) -> (tensor<6xf32>)
  return
}

// -----

func.func @fft_122(%a0: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.fft' op requires attribute 'fft_type'}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 4>}> : (tensor<f32>) -> (tensor<3xcomplex<f32>>)
  return
}

// -----

func.func @fft_123(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<3xui8>'}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf32>) -> (tensor<3xui8>)
  return
}

// -----

func.func @fft_124(%a0: tensor<4xf16>) {
  // expected-error@+2 {{FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<4xf16>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 6>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xf16>) -> (tensor<6xf32>)
  return
}

// -----

func.func @fft_125(%a0: tensor<4xcomplex<f32>>) {
  // expected-error@+2 {{IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 4 but fft_length is 5.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 5>, fft_type = #stablehlo<fft_type IRFFT>}> : (tensor<4xcomplex<f32>>) -> (tensor<6xf32>)
  return
}

// -----

func.func @fft_126(%a0: tensor<4xf16>) {
  // expected-error@+2 {{RFFT requires f32 or f64 input type, but is given 'f16'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 4, 0>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf16>) -> (tensor<3xcomplex<f32>>)
  return
}

// -----

func.func @fft_127(%a0: tensor<4xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 4 but wanted 6.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 6>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4xf32>) -> (tensor<3xf8E4M3FN>)
  return
}

// -----

func.func @fft_128(%a0: tensor<4x1xf32>) {
  // expected-error@+2 {{RFFT requires innermost dimensions to be compatible with fft_length. Got: 4, 1 but wanted 4.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4x1xf32>) -> (tensor<3xcomplex<f32>>)
  return
}

// -----

func.func @fft_129(%a0: tensor<f32>) {
  // expected-error@+2 {{operand rank must not be less than fft rank of 1 for operand of type 'tensor<f32>'.}}
  // expected-error@+1 {{'stablehlo.fft' op failed to infer returned types}}
  %r = "stablehlo.fft"(%a0) <{fft_length = array<i64: 5>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<f32>) -> (tensor<3xcomplex<f32>>)
  return
}

// -----

func.func @triangular_solve_130(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+2 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @triangular_solve_131(%a0: tensor<4x4xi1>, %a1: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4x4xi1>'}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xi1>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_132(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires attribute 'left_side'}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_133(%a0: tensor<4x4xf16>, %a1: tensor<4x1xf16>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires attribute 'lower'}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, unit_diagonal = true}> : (tensor<4x4xf16>, tensor<4x1xf16>) -> (tensor<4x1xf16>)
  return
}

// -----

func.func @triangular_solve_134(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires attribute 'transpose_a'}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_135(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires attribute 'unit_diagonal'}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_136(%a0: tensor<4x4xf16>, %a1: tensor<4x1xf16>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires compatible element types for all operands and results}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<4x4xf16>, tensor<4x1xf16>) -> (tensor<4x1xf64>)
  return
}

// -----

func.func @triangular_solve_137(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op result #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements values, but got 'tensor<4x4xui8>'}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xui8>)
  return
}

// -----

func.func @triangular_solve_138(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+2 {{Invalid transpose option value for triangular solve}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_139(%a0: tensor<4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+2 {{operand 'a' must have rank >= 2, but got 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_140(%a0: tensor<4x4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{operands must have equal rank, but got 'tensor<4x4xf32>' and 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_141(%a0: tensor<4x4xf32>, %a1: tensor<1x4xf32>) {
  // expected-error@+2 {{shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<4x4xf32>' and 'tensor<1x4xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<1x4xf32>) -> (tensor<4x4xf32>)
  return
}

// -----

func.func @triangular_solve_142(%a0: tensor<8x4xf32>, %a1: tensor<4x4xf32>) {
  // expected-error@+2 {{two minor dimensions of operand 'a' must be compatible, but got 'tensor<8x4xf32>'}}
  // expected-error@+1 {{'stablehlo.triangular_solve' op failed to infer returned types}}
  %r = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<8x4xf32>, tensor<4x4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @unary_einsum_143(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.unary_einsum' op requires attribute 'einsum_config'}}
  %r = "stablehlo.unary_einsum"(%a0) <{}> : (tensor<2x3xf32>) -> (tensor<?xf32>)
  return
}
