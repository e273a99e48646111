// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x?xf32>) -> tensor<4x?xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{Only one op can be specified as an insertion point}}
    %c = transform.func.cast_and_call @g(%i) -> %j before %e : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x?xf32>) -> tensor<4x?xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    %m = transform.merge_handles %j, %j : !transform.any_value
    // expected-error @below {{cast and call output values must be unique}}
    %c = transform.func.cast_and_call @g(%i) -> %m after %x : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x?xf32>) -> tensor<4x?xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{does not dominate insertion point %0 = "math.exp"}}
    %c = transform.func.cast_and_call @g(%j) -> %j before %x : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x?xf32>) -> tensor<4x?xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{is not dominated by insertion point %1 = "math.exp"}}
    %c = transform.func.cast_and_call @g(%i) -> %j after %y : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  // expected-error @below {{mismatch between number of function arguments 2 and number of inputs 1}}
  func.func private @g(i64, i32) -> tensor<4x?xf32>
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    %c = transform.func.cast_and_call @g(%i) -> %j after %x : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  // expected-error @below {{mismatch between number of function results 0 and number of outputs 1}}
  func.func private @g(tensor<4x?xf32>)
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    %c = transform.func.cast_and_call @g(%i) -> %j after %x : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(i32)
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{Failed to materialize conversion of <block argument> of type 'tensor<4x?xf32>' at index: 0 to type 'i32'}}
    %c = transform.func.cast_and_call @g(%i) after %x : (!transform.any_op, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x?xf32>) -> i32
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{to type 'tensor<4x?xf32>'}}
    %c = transform.func.cast_and_call @g(%i) -> %j after %x : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  func.func private @g(tensor<4x4xf32>)
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{to type 'tensor<4x4xf32>'}}
    %c = transform.func.cast_and_call @g(%i) after %x {
      transform.type_conversion.tensor.cast_shape_dynamic_dims
    } : (!transform.any_op, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{unresolved symbol @missing}}
    %c = transform.func.cast_and_call @missing(%i) after %x : (!transform.any_op, !transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{invalid non-function callee}}
    %c = transform.func.cast_and_call %x after %x : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{requires a single function to call}}
    %c = transform.func.cast_and_call %e after %x : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{'transform.func.cast_and_call' op expected a function handle or name to call}}
    %c = transform.func.cast_and_call after %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{'transform.func.cast_and_call' op function handle and name are mutually exclusive}}
    %c = transform.func.cast_and_call @f %x after %x : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x?xf32>) -> tensor<4x?xf32> {
    %0 = math.exp %a : tensor<4x?xf32>
    %1 = math.exp %0 : tensor<4x?xf32>
    return %1 : tensor<4x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["math.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %x, %y = transform.split_handle %e : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %i = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %j = transform.get_operand %y[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{'transform.func.cast_and_call' op expected children ops to implement TypeConverterBuilderOpInterface}}
    %c = transform.func.cast_and_call @f after %x {
      // expected-note @below {{op without interface}}
      transform.apply_patterns.canonicalization
    } : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
