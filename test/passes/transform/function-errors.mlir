// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{function with name '@f' has 2 arguments, but 1 args interchange were given}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [1] results_interchange = [1, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{function with name '@f' has 2 results, but 3 results interchange were given}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [1, 0, 2] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{args interchange must be unique}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [1, 1] results_interchange = [1, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{results interchange must be unique}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [0, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{args interchange index 2 is out of bounds for function with name '@f' with 2 arguments}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [2, 0] results_interchange = [1, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{args interchange index 4294967295 is out of bounds for function with name '@f' with 2 arguments}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [-1, 0] results_interchange = [1, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{function with name '@k' not found}}
    %0, %1 = transform.func.replace_func_signature @k args_interchange = [1, 0] results_interchange = [1, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{failed to replace function signature '@decl' with new order}}
    %0, %1 = transform.func.replace_func_signature @decl args_interchange = [1, 0] results_interchange = [1, 0] at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires a single module to operate on}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [1, 0] at %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %s, %t = transform.split_handle %f {overflow_result = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error @below {{target is expected to be module operation}}
    %0, %1 = transform.func.replace_func_signature @f args_interchange = [1, 0] results_interchange = [1, 0] at %s : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{function with name '@k' is not found}}
    %0, %1 = transform.func.deduplicate_func_args @k at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{failed to deduplicate function arguments of function f}}
    %0, %1 = transform.func.deduplicate_func_args @f at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
    return %a, %b : i32, i32
  }
  func.func private @decl(i32, i32) -> (i32, i32)
  func.func @g(%a: i32, %b: i32) -> (i32, i32) {
    %0:2 = func.call @f(%a, %b) : (i32, i32) -> (i32, i32)
    return %0#0, %0#1 : i32, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{failed to deduplicate function arguments of function g}}
    %0, %1 = transform.func.deduplicate_func_args @g at %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
