// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.constant' op string attributes are not supported, use #emitc.opaque instead}}
  %0 = "emitc.constant"() {value = "NULL"} : () -> !emitc.ptr<i32>
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.constant' op requires attribute to either be an #emitc.opaque attribute or it's type ('i64') to match the op's result type ('i32')}}
  %0 = "emitc.constant"() {value = 42 : i64} : () -> i32
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.constant' op attribute 'value' failed to satisfy constraint: An opaque attribute or TypedAttr instance}}
  %0 = "emitc.constant"() {value = unit} : () -> i32
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.constant' op value must not be empty}}
  %0 = "emitc.constant"() {value = #emitc.opaque<"">} : () -> i32
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.call_opaque' op index argument is out of range}}
  emitc.call_opaque "g"(%x) {args = [1 : index]} : (i32) -> ()
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.call_opaque' op callee must not be empty}}
  emitc.call_opaque ""(%x) : (i32) -> ()
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.call_opaque' op array argument has no type}}
  emitc.call_opaque "g"(%x) {args = [[1, 2]]} : (i32) -> ()
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.call_opaque' op template argument has invalid type}}
  emitc.call_opaque "g"(%x) {template_args = ["x"]} : (i32) -> ()
  return
}

// -----

func.func @f() {
// expected-error@+1 {{'emitc.call_opaque' op cannot return array type}}
  emitc.call_opaque "g"() : () -> !emitc.array<4xi32>
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.apply' op applicable operator is illegal}}
  %0 = emitc.apply "+"(%x) : (i32) -> i32
  return
}

// -----

func.func @f(%p: !emitc.ptr<f32>, %q: !emitc.ptr<f32>) {
// expected-error@+1 {{'emitc.add' op requires that at most one operand is a pointer}}
  %0 = emitc.add %p, %q : (!emitc.ptr<f32>, !emitc.ptr<f32>) -> !emitc.ptr<f32>
  return
}

// -----

func.func @f(%x: i32, %p: !emitc.ptr<f32>) {
// expected-error@+1 {{'emitc.sub' op rhs can only be a pointer if lhs is a pointer}}
  %0 = emitc.sub %x, %p : (i32, !emitc.ptr<f32>) -> !emitc.ptr<f32>
  return
}

// -----

func.func @f(%x: f32) {
// expected-error@+1 {{'emitc.rem' op operand #0 must be integer, index or opaque type supported by EmitC, but got 'f32'}}
  %0 = emitc.rem %x, %x : (f32, f32) -> f32
  return
}

// -----

func.func @f(%x: tensor<i32>) {
// expected-error@+1 {{'emitc.mul' op operand #0 must be floating-point type supported by EmitC or integer, index or opaque type supported by EmitC, but got 'tensor<i32>'}}
  %0 = emitc.mul %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%x: i11) {
// expected-error@+1 {{'emitc.add' op operand #0 must be type supported by EmitC, but got 'i11'}}
  %0 = emitc.add %x, %x : (i11, i11) -> i11
  return
}

// -----

func.func @f() {
// expected-error@+1 {{'emitc.yield' op expects parent op to be one of 'emitc.do, emitc.expression, emitc.for, emitc.if, emitc.switch'}}
  emitc.yield
  return
}

// -----

func.func @f(%x: f32, %v: !emitc.lvalue<f32>) {
// expected-error@+1 {{'emitc.assign' op cannot assign to block argument}}
  emitc.assign %x : f32 to %v : <f32>
  return
}

// -----

func.func @f() -> i32 {
// expected-error@+1 {{'emitc.expression' op must yield a value at termination}}
  %0 = emitc.expression : () -> i32 {
    %1 = "emitc.constant"() {value = 7 : i32} : () -> i32
  }
  return %0 : i32
}

// -----

func.func @f() -> i32 {
// expected-error@+1 {{'emitc.expression' op contains an unsupported operation}}
  %0 = emitc.expression : () -> i32 {
    %1 = "emitc.variable"() {value = #emitc.opaque<"">} : () -> !emitc.lvalue<i32>
    %2 = emitc.load %1 : <i32>
    emitc.yield %2 : i32
  }
  return %0 : i32
}

// -----

func.func @f(%x: i32, %y: i32) -> i32 {
// expected-error@+1 {{'emitc.expression' op contains an unused operation}}
  %0 = emitc.expression %x, %y : (i32, i32) -> i32 {
    %1 = emitc.add %x, %y : (i32, i32) -> i32
    %2 = emitc.rem %x, %y : (i32, i32) -> i32
    emitc.yield %1 : i32
  }
  return %0 : i32
}

// -----

func.func @f(%x: i32) -> i32 {
// expected-error@+1 {{'emitc.expression' op requires exactly one use for operations with side effects}}
  %0 = emitc.expression %x : (i32) -> i32 {
    %1 = emitc.call_opaque "g"(%x) : (i32) -> i32
    %2 = emitc.add %1, %1 : (i32, i32) -> i32
    emitc.yield %2 : i32
  }
  return %0 : i32
}

// -----

func.func @f(%x: i32) -> i32 {
// expected-error@+1 {{'emitc.expression' op requires exactly one result for each operation}}
  %0 = emitc.expression %x : (i32) -> i32 {
    %1:2 = emitc.call_opaque "g"(%x) : (i32) -> (i32, i32)
    emitc.yield %1#0 : i32
  }
  return %0 : i32
}

// -----

func.func @f(%x: i32) -> i32 {
// expected-error@+1 {{'emitc.expression' op yielded value has no defining op}}
  %0 = emitc.expression %x : (i32) -> i32 {
    emitc.yield %x : i32
  }
  return %0 : i32
}

// -----

// expected-error@+1 {{'emitc.func' op requires zero or exactly one result, but has 2}}
emitc.func @f(%x: i32) -> (i32, i32) {
// expected-error@+1 {{'emitc.return' op has 1 operands, but enclosing function (@f) returns 2}}
  emitc.return %x : i32
}

// -----

// expected-error@+1 {{'emitc.func' op cannot have lvalue type as argument}}
emitc.func @f(%x: !emitc.lvalue<i32>) {
  emitc.return
}

// -----

// expected-error@+1 {{'emitc.func' op cannot return array type}}
emitc.func @f(%x: !emitc.array<4xi32>) -> !emitc.array<4xi32> {
  emitc.return %x : !emitc.array<4xi32>
}

// -----

func.func @f(%x: i32) -> i32 {
// expected-error@+1 {{'emitc.return' op expects parent op 'emitc.func'}}
  emitc.return %x : i32
}

// -----

// expected-error@+1 {{'emitc.declare_func' op 'g' does not reference a valid function}}
emitc.declare_func @g

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.logical_or' op result #0 must be 1-bit signless integer, but got 'i32'}}
  %0 = "emitc.logical_or"(%x, %x) : (i32, i32) -> i32
  return
}

// -----

func.func @f(%x: !emitc.array<4x8xf32>, %i: index) {
// expected-error@+1 {{'emitc.subscript' op on array operand requires number of indices (1) to match the rank of the array type (2)}}
  %0 = emitc.subscript %x[%i] : (!emitc.array<4x8xf32>, index) -> !emitc.lvalue<f32>
  return
}

// -----

func.func @f(%x: !emitc.array<4xf32>, %i: f32) {
// expected-error@+1 {{'emitc.subscript' op on array operand requires index operand 0 to be integer-like, but got 'f32'}}
  %0 = emitc.subscript %x[%i] : (!emitc.array<4xf32>, f32) -> !emitc.lvalue<f32>
  return
}

// -----

func.func @f(%x: !emitc.array<4xf32>, %i: index) {
// expected-error@+1 {{'emitc.subscript' op on array operand requires element type ('f32') and result type ('i32') to match}}
  %0 = emitc.subscript %x[%i] : (!emitc.array<4xf32>, index) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%x: !emitc.ptr<f32>, %i: index) {
// expected-error@+1 {{'emitc.subscript' op on pointer operand requires one index operand, but got 2}}
  %0 = emitc.subscript %x[%i, %i] : (!emitc.ptr<f32>, index, index) -> !emitc.lvalue<f32>
  return
}

// -----

func.func @f(%x: !emitc.ptr<f32>, %i: index) {
// expected-error@+1 {{'emitc.subscript' op on pointer operand requires pointee type ('f32') and result type ('i32') to match}}
  %0 = emitc.subscript %x[%i] : (!emitc.ptr<f32>, index) -> !emitc.lvalue<i32>
  return
}

// -----

// expected-error@+1 {{'emitc.global' op cannot have both static and extern specifiers}}
emitc.global extern static @x : i32

// -----

emitc.global @x : !emitc.array<2xf32>
func.func @f() {
// expected-error@+1 {{'emitc.get_global' op on array type expects result type '!emitc.array<3xf32>' to match type '!emitc.array<2xf32>' of the global @x}}
  %0 = emitc.get_global @x : !emitc.array<3xf32>
  return
}

// -----

emitc.global @x : f32
func.func @f() {
// expected-error@+1 {{'emitc.get_global' op on non-array type expects result inner type 'i32' to match type 'f32' of the global @x}}
  %0 = emitc.get_global @x : !emitc.lvalue<i32>
  return
}

// -----

emitc.global @x : f32
func.func @f() {
// expected-error@+1 {{'emitc.get_global' op on non-array type expects result type to be an lvalue type for the global @x}}
  %0 = emitc.get_global @x : !emitc.array<2xf32>
  return
}

// -----

func.func @f() {
// expected-error@+1 {{'emitc.get_global' op 'x' does not reference a valid emitc.global}}
  %0 = emitc.get_global @x : !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%x: !emitc.lvalue<i32>) {
// expected-error@+1 {{'emitc.member' op operand #0 must be emitc.lvalue of EmitC opaque type values, but got '!emitc.lvalue<i32>'}}
  %0 = "emitc.member"(%x) {member = "a"} : (!emitc.lvalue<i32>) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%x: !emitc.lvalue<i32>) {
// expected-error@+1 {{'emitc.member_of_ptr' op operand #0 must be emitc.lvalue of EmitC opaque type or EmitC pointer type values, but got '!emitc.lvalue<i32>'}}
  %0 = "emitc.member_of_ptr"(%x) {member = "a"} : (!emitc.lvalue<i32>) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%x: i16) {
// expected-error@+1 {{'emitc.switch' op has duplicate case value: 2}}
  emitc.switch %x : i16
  case 2 {
    emitc.yield
  }
  case 2 {
    emitc.yield
  }
  default {
  }
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.verbatim' op expected '}' after unescaped '{' at end of string}}
  emitc.verbatim "{} {" args %x : i32
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.verbatim' op expected '}' after unescaped '{'}}
  emitc.verbatim "{a}" args %x : i32
  return
}

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.verbatim' op requires operands for each placeholder in the format string}}
  emitc.verbatim "{} {}" args %x : i32
  return
}

// -----

// expected-error@+1 {{'emitc.field' op field must be nested within an emitc.class operation}}
emitc.field @x : i32

// -----

emitc.func @f() {
// expected-error@+1 {{'emitc.get_field' op  must be nested within an emitc.class operation}}
  %0 = get_field @x : i32
  return
}

// -----

emitc.class @c {
  emitc.func @f() {
// expected-error@+1 {{'emitc.get_field' op field '@x' not found in the class}}
    %0 = get_field @x : i32
    return
  }
}

// -----

emitc.func @f(%x: i1) {
// expected-error@+1 {{'emitc.do' op body region must not contain terminator}}
  do {
    yield
  } while {
    %0 = expression %x : (i1) -> i1 {
      %1 = logical_not %x : i1
      yield %1 : i1
    }
    yield %0 : i1
  }
  return
}

// -----

emitc.func @f(%x: i1) {
// expected-error@+1 {{'emitc.do' op condition region must contain exactly two operations: 'emitc.expression' followed by 'emitc.yield', but found 1 operations}}
  do {
  } while {
    yield %x : i1
  }
  return
}

// -----

emitc.func @f(%x: i1) {
// expected-error@+1 {{'emitc.do' op expected first op in condition region to be 'emitc.expression', but got emitc.literal}}
  do {
  } while {
    %0 = literal "true" : i1
    yield %0 : i1
  }
  return
}

// -----

emitc.func @f(%x: i32) {
// expected-error@+1 {{'emitc.do' op emitc.expression in condition region must return 'i1', but returns 'i32'}}
  do {
  } while {
    %0 = expression %x : (i32) -> i32 {
      %1 = add %x, %x : (i32, i32) -> i32
      yield %1 : i32
    }
    yield %0 : i32
  }
  return
}

// -----

emitc.func @f(%x: i1) {
// expected-error@+1 {{'emitc.do' op expected condition region to return 1 value, but it returns 0 values}}
  do {
  } while {
    %0 = expression %x : (i1) -> i1 {
      %1 = logical_not %x : i1
      yield %1 : i1
    }
    yield
  }
  return
}

// -----

emitc.func @f(%x: i1) {
// expected-error@+1 {{'emitc.yield' must return result of 'emitc.expression' from this condition region}}
  do {
  } while {
    %0 = expression %x : (i1) -> i1 {
      %1 = logical_not %x : i1
      yield %1 : i1
    }
    yield %x : i1
  }
  return
}

// -----

emitc.func @f(%x: i1) {
// expected-error@+1 {{'emitc.do' op expected last op in condition region to be 'emitc.yield', but got emitc.literal}}
  do {
  } while {
    %0 = expression %x : (i1) -> i1 {
      %1 = logical_not %x : i1
      yield %1 : i1
    }
    %1 = literal "true" : i1
  }
  return
}

// -----

func.func @f(%x: index) {
// expected-error@+1 {{'emitc.for' op expected body to have a single block argument for the induction variable}}
  "emitc.for"(%x, %x, %x) ({
    emitc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%x: index) {
// expected-error@+1 {{'emitc.for' op expected induction variable to be same type as bounds and step}}
  "emitc.for"(%x, %x, %x) ({
  ^bb0(%i: f32):
    emitc.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%x: !emitc.lvalue<i32>) {
// expected-error@+1 {{'emitc.address_of' op failed to verify that input and result reference the same type}}
  %0 = "emitc.address_of"(%x) : (!emitc.lvalue<i32>) -> !emitc.ptr<i8>
  return
}

// -----

func.func @f(%x: !emitc.ptr<i32>) {
// expected-error@+1 {{'emitc.dereference' op failed to verify that input and result reference the same type}}
  %0 = "emitc.dereference"(%x) : (!emitc.ptr<i32>) -> !emitc.lvalue<i8>
  return
}

// -----

func.func @f(%x: f32) {
// expected-error@+1 {{'emitc.cast' op operand type 'f32' and result type '!emitc.array<4xf32>' are cast incompatible}}
  %0 = emitc.cast %x : f32 to !emitc.array<4xf32>
  return
}

// -----

func.func @f(%x: !emitc.array<3xi32>) {
// expected-error@+1 {{'emitc.cast' op operand type '!emitc.array<3xi32>' and result type '!emitc.ptr<f16>' are cast incompatible}}
  %0 = emitc.cast %x : !emitc.array<3xi32> to !emitc.ptr<f16>
  return
}

// -----

// expected-error@+1 {{expected non empty string in !emitc.opaque type}}
func.func private @f(!emitc.opaque<"">)

// -----

// expected-error@+1 {{pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead}}
func.func private @f(!emitc.opaque<"int*">)

// -----

// expected-error@+1 {{shape must not be empty}}
func.func private @f(!emitc.array<i32>)

// -----

// expected-error@+1 {{invalid array element type ''!emitc.array<4xi32>''}}
func.func private @f(!emitc.array<4x!emitc.array<4xi32>>)

// -----

// expected-error@+1 {{expected static shape}}
func.func private @f(!emitc.array<10x?xi32>)

// -----

// expected-error@+1 {{pointers to lvalues are not allowed}}
func.func private @f(!emitc.ptr<!emitc.lvalue<i32>>)

// -----

// expected-error@+1 {{!emitc.lvalue must wrap supported emitc type, but got 'i11'}}
func.func private @f(!emitc.lvalue<i11>)

// -----

// expected-error@+1 {{!emitc.lvalue cannot wrap !emitc.array type}}
func.func private @f(!emitc.lvalue<!emitc.array<4xi32>>)

// -----

func.func @f(%x: i32) {
// expected-error@+1 {{'emitc.cmp' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6}}
  %0 = "emitc.cmp"(%x, %x) {predicate = 7 : i64} : (i32, i32) -> i1
  return
}

// -----

func.func @f(%x: i32) {
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<f32>
// expected-error@+1 {{'emitc.assign' op requires value's type ('i32') to match variable's type ('f32')}}
  emitc.assign %x : i32 to %v : <f32>
  return
}

// -----

func.func @add_pi(%arg0: !emitc.ptr<f32>, %arg1: index) {
// expected-error@+1 {{'emitc.add' op requires that one operand is an integer or of opaque type if the other is a pointer}}
    %1 = "emitc.add" (%arg0, %arg1) : (!emitc.ptr<f32>, index) -> !emitc.ptr<f32>
    return
}

// -----

func.func @add_pi(%arg0: !emitc.ptr<f32>, %arg1: !emitc.size_t) {
// expected-error@+1 {{'emitc.add' op requires that one operand is an integer or of opaque type if the other is a pointer}}
    %1 = "emitc.add" (%arg0, %arg1) : (!emitc.ptr<f32>, !emitc.size_t) -> !emitc.ptr<f32>
    return
}

// -----

func.func @add_pi(%arg0: !emitc.ptr<f32>, %arg1: index) {
// expected-error@+1 {{'emitc.sub' op requires that rhs is an integer, pointer or of opaque type if lhs is a pointer}}
    %1 = "emitc.sub" (%arg0, %arg1) : (!emitc.ptr<f32>, index) -> !emitc.ptr<f32>
    return
}

// -----

func.func @add_pi(%arg0: !emitc.ptr<f32>, %arg1: index) {
// expected-error@+1 {{'emitc.sub' op requires that the result is an integer, ptrdiff_t or of opaque type if lhs and rhs are pointers}}
    %1 = "emitc.sub" (%arg0, %arg0) : (!emitc.ptr<f32>, !emitc.ptr<f32>) -> index
    return
}

// -----

func.func @cc(%arg0: !emitc.ptr<f32>, %arg1: index) {
// expected-error@+1 {{'emitc.expression' op requires yielded type to match return type}}
    %1 = "emitc.expression"(%arg1) ({ ^bb0(%x: index):
       %2 = emitc.cast %x : index to i32
       emitc.yield %2 : i32 }) : (index) -> i64
    return
}

// -----

emitc.func @resulterror() -> i32 {
  %0 = emitc.literal "a" : f32
// expected-error@+1 {{type of the return operand ('f32') doesn't match function result type ('i32') in function @resulterror}}
  emitc.return %0 : f32
}

// -----

emitc.func @t(%arg0: i32) {
// expected-error@+1 {{'emitc.switch' op region #0 ('defaultRegion') failed to verify constraint: region with 1 blocks}}
  "emitc.switch"(%arg0) <{cases = array<i64: 2, -5>}> ({}) : (i32) -> ()
  emitc.return
}

// -----

emitc.func @t(%arg0: i32) {
// expected-error@+1 {{'emitc.switch' op has 0 case regions but 2 case values}}
  "emitc.switch"(%arg0) <{cases = array<i64: 2, -5>}> ({ emitc.yield}) : (i32) -> ()
  emitc.return
}

// -----

emitc.func @t(%arg0: i32) {
// expected-error@+2 {{'emitc.switch' op expected each region to return 0 values, but case region #0 returns 1}}
// expected-note@+1 {{see yield operation here}}
  "emitc.switch"(%arg0) <{cases = array<i64: 2>}> ({ emitc.yield}, {emitc.yield %arg0 : i32}) : (i32) -> ()
  emitc.return
}

// -----

emitc.func @t(%arg0: i32, %c: i1) {
// expected-error@+1 {{'emitc.yield' op yields a value not returned by parent}}
  emitc.if %c { emitc.yield %arg0 : i32 }
  emitc.return
}

// -----

emitc.func @t(%arg0: i32, %c: i1) {
// expected-error@+1 {{'emitc.yield' op yields a value not returned by parent}}
  emitc.for %i = %arg0 to %arg0 step %arg0 : i32 { emitc.yield %arg0 : i32 }
  emitc.return
}

// -----

emitc.func @t(%arg0: i32, %c: i1) {
// expected-error@+1 {{expected '<'}}
  %0 = emitc.load %arg0 : i32
  emitc.return
}

// -----

emitc.func @t(%arg0: i32, %c: i1) {
// expected-error@+1 {{'emitc.call' op incorrect number of operands for callee}}
  emitc.call @t(%arg0) : (i32) -> ()
  emitc.return
}

// -----

emitc.func @t(%arg0: i32, %c: i1) {
// expected-error@+1 {{'emitc.call' op 'u' does not reference a valid function}}
  emitc.call @u(%arg0) : (i32) -> ()
  emitc.return
}

// -----

emitc.func @t(%arg0: i32, %c: i1) {
// expected-error@+1 {{'emitc.call' op operand type mismatch: expected operand type 'i1', but provided 'i32' for operand number 1}}
  emitc.call @t(%arg0, %arg0) : (i32, i32) -> ()
  emitc.return
}

// -----

emitc.func @t(%arg0: i32) {
// expected-error@+1 {{'emitc.call' op incorrect number of results for callee}}
  %0 = emitc.call @t(%arg0) : (i32) -> (i32)
  emitc.return
}

// -----

// expected-error@+1 {{expected operation name in quotes}}
emitc.global @x : i32 = 1 : i64

// -----

// expected-error@+1 {{custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute}}
emitc.global @x : i32 = "abc"

// -----

// expected-error@+1 {{'emitc.global' op initial value expected to be of type 'i32', but was of type 'i64'}}
"emitc.global"() {sym_name = "x", type = i32, initial_value = 1 : i64} : () -> ()

// -----

// expected-error@+1 {{'emitc.global' op initial value expected to be of type 'i32', but was of type 'f32'}}
"emitc.global"() {sym_name = "x", type = i32, initial_value = 1.0 : f32} : () -> ()

// -----

// expected-error@+1 {{'emitc.global' op initial value expected to be of type '!emitc.array<2xi32>', but was of type 'tensor<3xi32>'}}
"emitc.global"() {sym_name = "x", type = !emitc.array<2xi32>, initial_value = dense<1> : tensor<3xi32>} : () -> ()

// -----

// expected-error@+1 {{'emitc.global' op expected valid emitc type}}
"emitc.global"() {sym_name = "x", type = i11} : () -> ()

// -----

// expected-error@+1 {{'emitc.global' op expected array type, but got 'tensor<2xi32>'}}
"emitc.global"() {sym_name = "x", type = tensor<2xi32>, initial_value = dense<1> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{'emitc.global' op expected valid emitc type}}
emitc.global @x : !emitc.lvalue<i32>

// -----

// expected-error@+1 {{integer literal not valid for specified type}}
emitc.global @x : !emitc.size_t = 3 : index

// -----

// expected-error@+1 {{integer literal not valid for specified type}}
emitc.global @x : !emitc.size_t = 3

// -----

// expected-error@+1 {{integer literal not valid for specified type}}
emitc.class @a { emitc.field @x : !emitc.size_t = 3 : index }

// -----

// expected-error@+1 {{'emitc.field' op expected valid emitc type}}
emitc.class @a { emitc.field @x : i11 }

// -----

emitc.class @a { emitc.field @x : i32
// expected-error@+1 {{'emitc.get_field' op result type 'f32' does not match field '@x' type 'i32'}}
 emitc.func @f() { %0 = get_field @x : f32
  return } }

// -----

// expected-error@+1 {{'emitc.field' op field must have a non-empty symbol name}}
emitc.class @a { "emitc.field"() {sym_name = "", type = i32} : () -> () }

// -----

// expected-error@+1 {{'emitc.global' op initial value should be a integer, float, elements or opaque attribute, but got "a"}}
"emitc.global"() {sym_name = "x", type = i32, initial_value = "a"} : () -> ()

// -----

emitc.func @t(%arg0: i32) {
// expected-error@+1 {{'emitc.literal' op value must not be empty}}
  %0 = emitc.literal "" : i32
  emitc.return
}

// -----

emitc.func @t(%p: !emitc.ptr<i32>) {
// expected-error@+1 {{'emitc.apply' op operand type must be an lvalue when applying `&`}}
  %0 = emitc.apply "&"(%p) : (!emitc.ptr<i32>) -> !emitc.ptr<i32>
  emitc.return
}

// -----

emitc.func @t(%p: i32) {
// expected-error@+1 {{'emitc.apply' op operand type must be a pointer when applying `*`}}
  %0 = emitc.apply "*"(%p) : (i32) -> !emitc.ptr<i32>
  emitc.return
}

// -----

emitc.func @t(%p: !emitc.ptr<i32>) {
  %v = "emitc.variable"() {value = 1 : i32} : () -> !emitc.lvalue<i32>
// expected-error@+1 {{'emitc.apply' op result type must be a pointer when applying `&`}}
  %0 = emitc.apply "&"(%v) : (!emitc.lvalue<i32>) -> i32
  emitc.return
}

// -----

emitc.func @t(%p: !emitc.ptr<i32>) {
// expected-error@+1 {{'emitc.variable' op requires attribute to either be an #emitc.opaque attribute or it's type ('i32') to match the op's result type ('!emitc.array<2xi32>')}}
  %v = "emitc.variable"() {value = 1 : i32} : () -> !emitc.array<2xi32>
  emitc.return
}

// -----

emitc.func @t(%p: !emitc.ptr<i32>) {
// expected-error@+1 {{'emitc.subscript' op on pointer operand requires index operand to be integer-like, but got '!emitc.ptr<i32>'}}
  %v = emitc.subscript %p[%p] : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.lvalue<i32>
  emitc.return
}

// -----

// expected-error@+1 {{'emitc.return' op has 0 operands, but enclosing function (@t) returns 1}}
emitc.func @t(%f: f32) -> !emitc.lvalue<i32> { emitc.return }

// -----

emitc.func @t(%f: i32) -> i11 { emitc.call_opaque "f"(%f) : (i32) -> ()
// expected-error@+1 {{'emitc.return' op has 0 operands, but enclosing function (@t) returns 1}}
emitc.return }

// -----

emitc.func @t(%f: !emitc.array<4xi32>, %g: !emitc.array<4x4xi32>, %z: !emitc.array<0xi32>, %i: index, %o: !emitc.opaque<"a">) {
 %0 = emitc.cast %f : !emitc.array<4xi32> to !emitc.ptr<i32>
// expected-error@+1 {{'emitc.cast' op operand type '!emitc.array<0xi32>' and result type '!emitc.ptr<i32>' are cast incompatible}}
 %4 = emitc.cast %z : !emitc.array<0xi32> to !emitc.ptr<i32>
 emitc.return
}

// -----

emitc.func @t(%f: tuple<i32>) {
// expected-error@+1 {{'emitc.cast' op operand type 'tuple<i32>' and result type 'i32' are cast incompatible}}
 %1 = emitc.cast %f : tuple<i32> to i32
 emitc.return
}

// -----

// Upstream does not check these.
func.func @f(%a: i32) -> i32 {
// expected-error@+1 {{'emitc.expression' op requires the block arguments to have the types of the operands}}
  %0 = "emitc.expression"(%a) ({
  ^bb0(%x: f32):
    %1 = emitc.cast %x : f32 to i32
    emitc.yield %1 : i32
  }) : (i32) -> i32
  return %0 : i32
}

// -----

func.func @f(%a: i32) -> i32 {
  %0 = emitc.expression %a, %a : (i32, i32) -> i32 {
// expected-error@+1 {{use of undeclared SSA value name}}
    %1 = emitc.sub %a, %a : (i32, i32) -> i32
    emitc.yield %1 : i32
  }
  return %0 : i32
}
