// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @same_line(%a: i32) -> i64 {
  return %a : i32 // expected-error {{type of return operand 0 ('i32') doesn't match function result type ('i64') in function @same_line}}
}

// -----

func.func @above(%a: i32) -> i64 {
  return %a : i32
  // expected-error @above {{type of return operand 0}}
}

// -----

func.func @below(%a: i32) -> i64 {
  // expected-error @below {{type of return operand 0}}
  return %a : i32
}

// -----

func.func @offset(%a: i32) -> i64 {
  // expected-error @+2 {{doesn't match function result type}}

  return %a : i32
}

// -----

func.func @regex(%a: i32) -> i64 {
  // expected-error-re @+1 {{type of return operand {{[0-9]+}} ('i{{.*}}') doesn't}}
  return %a : i32
}
