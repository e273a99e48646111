// RUN: strata-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @operands(%a: i32) -> (i32, i32) {
  // expected-error@+1 {{'func.return' op has 1 operands, but enclosing function (@operands) returns 2}}
  return %a : i32
}

// -----

func.func @operand_type(%a: i32) -> f32 {
  // expected-error@+1 {{type of return operand 0 ('i32') doesn't match function result type ('f32') in function @operand_type}}
  return %a : i32
}

// -----

func.func @no_callee() {
  // expected-error@+1 {{'func.call' op 'missing' does not reference a valid function}}
  call @missing() : () -> ()
  return
}

// -----

// A call that differs from a valid one in its callee only.
func.func private @callee(i32)

func.func @like_a_valid_call(%a: i32) {
  call @callee(%a) : (i32) -> ()
  call @callee(%a) : (i32) -> ()
  // expected-error@+1 {{'func.call' op 'missing' does not reference a valid function}}
  call @missing(%a) : (i32) -> ()
  return
}

// -----

func.func private @callee(i32)
func.func private @other(i64)

func.func @like_a_valid_call(%a: i32) {
  call @callee(%a) : (i32) -> ()
  // expected-error@+1 {{'func.call' op operand type mismatch: expected operand type 'i64', but provided 'i32' for operand number 0}}
  call @other(%a) : (i32) -> ()
  return
}

// -----

func.func private @callee(i32)

func.func @too_few() {
  // expected-error@+1 {{'func.call' op incorrect number of operands for callee}}
  call @callee() : () -> ()
  return
}

// -----

func.func private @callee(i32)

func.func @wrong_type(%a: f32) {
  // expected-error@+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  call @callee(%a) : (f32) -> ()
  return
}

// -----

func.func private @callee() -> i32

func.func @no_result() {
  // expected-error@+1 {{'func.call' op incorrect number of results for callee}}
  call @callee() : () -> ()
  return
}

// -----

func.func private @callee() -> (i32, i32)

func.func @result_type() {
  // expected-error@+3 {{'func.call' op result type mismatch at index 1}}
  // expected-note@+2 {{op result types: 'i32', 'f32'}}
  // expected-note@+1 {{function result types: 'i32', 'i32'}}
  %0:2 = call @callee() : () -> (i32, f32)
  return
}

// -----

func.func @undefined() {
  // expected-error@+1 {{'func.constant' op reference to undefined function 'missing'}}
  %f = constant @missing : () -> ()
  return
}

// -----

func.func private @callee(i32)

func.func @mismatched() {
  // expected-error@+1 {{'func.constant' op reference to function with mismatched type}}
  %f = constant @callee : () -> ()
  return
}

// -----

// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @public()

// -----

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func private @argument(i32 {a = 1 : i32})

// -----

// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func private @result() -> (i32 {a})

// -----

// expected-error@+1 {{expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{sym_name = "n", sym_visibility = "private", function_type = (i32) -> (), arg_attrs = [{}, {}]}> ({}) : () -> ()

// -----

// expected-error@+1 {{expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"func.func"() <{sym_name = "n", sym_visibility = "private", function_type = (i32) -> (), res_attrs = [{}]}> ({}) : () -> ()

// -----

// expected-error@+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @entry(i32) {
  return
}

// -----

// expected-error@+1 {{type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
func.func @entry_type(i32) {
^bb0(%a: f32):
  return
}

// -----

// expected-error@+1 {{requires attribute 'function_type'}}
"func.func"() <{sym_name = "untyped"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{custom op 'func.func' expected SSA identifier}}
func.func @names(%a: i32, i32) {
  return
}

// -----

// expected-error@+1 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func @names(i32, %a: i32) {
  return
}

// -----

// expected-error@+1 {{custom op 'func.func' expected non-empty function body}}
func.func @empty() {
}

// -----

// expected-error@+1 {{is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @inferred() attributes {sym_name = "other"} {
  return
}

// -----

// expected-note@+1 {{see existing symbol definition here}}
func.func private @twice()
// expected-error@+1 {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

"test.holder"() ({
  // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
  func.return
}) : () -> ()

// -----

func.func @outer() {
  // expected-error@+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @inner() {
    return
  }
  return
}

// -----

func.func @not_a_function(%a: i32) {
  // expected-error @+1 {{custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  func.call_indirect %a() : i32
  return
}

// -----

// The visibility is checked before the attributes.
// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
"func.func"() ({
}) {function_type = (f32) -> (), sym_name = "g", arg_attrs = [{}, {}]} : () -> ()

// -----

// A name stands for what is in the nearest table.
module {
  func.func private @out()
  module {
    func.func @f() {
      // expected-error @below {{'func.call' op 'out' does not reference a valid function}}
      call @out() : () -> ()
      return
    }
  }
}
