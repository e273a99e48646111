// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{There must be exactly one ragged dimension in the lhs.}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 2). got: 2.}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 3). got: 3.}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [3]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 1}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<3xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{rhs group dimension is expected to have size=3, got 2}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<3xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<7x2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{expected group_sizes to have rank 1, got 2}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<7x2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{inferred shape '[4, 5]' is incompatible with return type of operation 'tensor<4x6xf32>'}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{expects precision config to be empty or have <= 2 elements, got 3}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>,#chlo<precision DEFAULT>,#chlo<precision DEFAULT>]}> : (tensor<4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<2x4x3xf32>, %b: tensor<2x3x5xf32>, %g: tensor<2xi32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{has duplicated dimension from rhs_group_dimensions and rhs_batching_dimensions: 0}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions=[0], rhs_batching_dimensions=[0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x4x3xf32>, tensor<2x3x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%a: tensor<2x4x3xf32>, %b: tensor<2x2x3x5xf32>, %g: tensor<3x2xi32>) -> tensor<2x4x5xf32> {
  // expected-error@+1 {{group_sizes is expected to have shape [2, 2], got [3, 2]}}
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions=[0], rhs_batching_dimensions=[1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x4x3xf32>, tensor<2x2x3x5xf32>, tensor<3x2xi32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<3xi32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %0 = chlo.broadcast_add %a, %b : (tensor<4x3xf32>, tensor<3xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @f(%a: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<4x5xf32> {
  // expected-error@+2 {{'chlo.broadcast_add' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  // expected-error@+1 {{'chlo.broadcast_add' op failed to infer returned types}}
  %0 = chlo.broadcast_add %a, %b : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @f(%p: tensor<i1>, %a: tensor<4x3xf32>, %b: tensor<3xi32>) -> tensor<4x3xf32> {
  // expected-error@+2 {{mismatched operand types}}
  // expected-error@+1 {{'chlo.broadcast_select' op failed to infer returned types}}
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<4x3xf32>, tensor<3xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'chlo.constant_like' op value's type doesn't match element return type}}
  %0 = "chlo.constant_like"(%a) <{value = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{operand's last dimension must be at least 5}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%a, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return %a : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+2 {{operand's rank must be at least 1}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%a, k = 5) : tensor<f32> -> (tensor<5xf32>, tensor<5xi32>)
  return %a : tensor<f32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{'chlo.top_k' op inferred type(s) 'tensor<-5xf32>', 'tensor<-5xi32>' are incompatible with return type(s) of operation 'tensor<5xf32>', 'tensor<5xi32>'}}
  %0:2 = chlo.top_k(%a, k = -5) : tensor<8xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return %a : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<5xf32>', 'tensor<5xi32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<5xi32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %0:2 = chlo.top_k(%a, k = 5) : tensor<8xf32> -> (tensor<4xf32>, tensor<5xi32>)
  return %a : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'chlo.is_inf' op result #0 must be tensor of bool values, but got 'tensor<8xf32>'}}
  %0 = chlo.is_inf %a : tensor<8xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<7xf32> {
  // expected-error@+1 {{'chlo.erf' op requires compatible types for all operands and results}}
  %0 = chlo.erf %a : tensor<8xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf64> {
  // expected-error@+1 {{'chlo.erf' op requires compatible types for all operands and results}}
  %0 = chlo.erf %a : tensor<8xf32> -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<8xi32>'}}
  %0 = chlo.erf %a : tensor<8xi32> -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<8xf64>) -> tensor<8xf32> {
  // expected-error@+1 {{'chlo.zeta' op requires compatible types for all operands and results}}
  %0 = chlo.zeta %a, %b : tensor<8xf32>, tensor<8xf64> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'chlo.scan' op scan dimension of operand 0 is out of bounds}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = 2 attributes {is_reverse = true} {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return %c, %c : tensor<4xf32>, tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<3x4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = 0 attributes {is_reverse = true} {
 ^bb0(%x: tensor<5xf32>, %c: tensor<4xf32>):
   stablehlo.return %c, %c : tensor<4xf32>, tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<3x4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<2x4xf32> {
 // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<3x4xf32>', 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<2x4xf32>', 'tensor<4xf32>'}}
 // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = 0 attributes {is_reverse = true} {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return %c, %c : tensor<4xf32>, tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<2x4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'chlo.scan' op invalid scan dimension size of operand 0}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = 0 attributes {is_reverse = true, scan_dim_size = 7 : i64} {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return %c, %c : tensor<4xf32>, tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<3x4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<3x4xf32> {
 // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<3x4xf32>', 'tensor<4xf32>'}}
 // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = 0 attributes {is_reverse = true} {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return %c : tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<3x4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{'chlo.scan' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = -1 attributes {is_reverse = true} {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return %c, %c : tensor<4xf32>, tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<3x4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<3x4xf32> {
 // expected-error@+2 {{ScanOp body must return at least 1 values (carries)}}
 // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
 %0:2 = chlo.scan (%a) inits (%i) dimension = 0 attributes {is_reverse = true} {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return  
 } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<3x4xf32>
}

// -----

func.func @f(%i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'chlo.scan' op at least one of inputs or outputs must be present}}
  %0 = chlo.scan () inits (%i) dimension = 0 {
 ^bb0(%c: tensor<4xf32>):
   stablehlo.return %c : tensor<4xf32>
 } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'chlo.scan' op expects 2 arguments in the body, but got 1}}
  %0 = chlo.scan (%a) inits (%i) dimension = 0 {
 ^bb0(%c: tensor<4xf32>):
   stablehlo.return %c : tensor<4xf32>
 } : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{custom op 'chlo.scan' operand types must match the number of inputs and inits}}
  %0 = chlo.scan (%a) inits (%i) dimension = 0 {
 ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
   stablehlo.return %c : tensor<4xf32>
 } : (tensor<3x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
