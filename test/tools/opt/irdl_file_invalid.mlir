// RUN: strata-opt %s --irdl-file=%S/Inputs/cmath-irdl.mlir --split-input-file --verify-diagnostics

// expected-error@+1 {{'i32' does not satisfy the constraint}}
func.func private @f(!cmath.complex<i32>)

// -----

// expected-error@+1 {{expected 1 type arguments, but had 0}}
func.func private @f(!cmath.complex)

// -----

// expected-error@+1 {{expected 1 type arguments, but had 2}}
func.func private @f(!cmath.complex<f32, f32>)

// -----

// expected-error@+1 {{expected 0 type arguments, but had 1}}
func.func private @f(!cmath.unit<f32>)

// -----

// expected-error@+1 {{expected 'f32' but got 'f64'}}
func.func private @f(!cmath.pair<f32, f64>)

// -----

// expected-error@+1 {{expected '1 : i64' but got '2 : i64'}}
func.func private @f(!cmath.pair<1, 2>)

// -----

// expected-error@+1 {{expected base type 'cmath.complex' but got 'builtin.integer'}}
func.func private @f(!cmath.wrap<"a", i32, i32>)

// -----

// expected-error@+1 {{expected base type 'builtin.integer' but got 'builtin.f32'}}
func.func private @f(!cmath.wrap<"a", f32, !cmath.complex<f32>>)

// -----

// expected-error@+1 {{expected type, got attribute '1 : i64}}
func.func private @f(!cmath.wrap<"a", 1, !cmath.complex<f32>>)

// -----

// expected-error@+1 {{expected base attribute 'builtin.string' but got 'builtin.integer'}}
func.func private @f(!cmath.wrap<1, i32, !cmath.complex<f32>>)

// -----

// expected-error@+1 {{expected dynamic type}}
func.func private @f(!cmath.foo)

// -----

// expected-error@+1 {{expected dynamic attribute}}
func.func private @f() attributes {x.y = #cmath.foo}

// -----

// expected-error@+1 {{expected base attribute 'builtin.string' but got 'builtin.integer'}}
func.func private @f() attributes {x.y = #cmath.name<1>}

// -----

// expected-error@+1 {{unregistered operation 'cmath.foo' found in dialect ('cmath') that does not allow unknown operations}}
func.func @f() { "cmath.foo"() : () -> () 
return }

// -----

// expected-error@+1 {{custom op 'cmath.foo' is unknown}}
func.func @f() { cmath.foo
return }

// -----

// expected-error@+1 {{expected 'f32' but got 'f64'}}
func.func @f(%a: !cmath.complex<f32>) { %0 = "cmath.norm"(%a) : (!cmath.complex<f32>) -> f64
return }

// -----

// expected-error@+1 {{expected base type 'cmath.complex' but got 'i32'}}
func.func @f(%a: i32) { %0 = "cmath.norm"(%a) : (i32) -> f64
return }

// -----

// expected-error@+1 {{expected base type 'cmath.complex' but got '!cmath.unit'}}
func.func @f(%a: !cmath.unit) { %0 = "cmath.norm"(%a) : (!cmath.unit) -> f64
return }

// -----

// expected-error@+1 {{op expects exactly 1 operands, but got 0}}
func.func @f(%a: i32) { %0 = "cmath.norm"() : () -> f64
return }

// -----

// expected-error@+1 {{op expects exactly 1 results, but got 0}}
func.func @f(%a: !cmath.complex<f32>) { "cmath.norm"(%a) : (!cmath.complex<f32>) -> ()
return }

// -----

// expected-error@+1 {{expected '!cmath.complex<f32>' but got '!cmath.complex<f64>'}}
func.func @f(%a: !cmath.complex<f32>, %b: !cmath.complex<f64>) { "cmath.mul"(%a, %b) : (!cmath.complex<f32>, !cmath.complex<f64>) -> !cmath.complex<f32>
return }

// -----

// expected-error@+1 {{op expects at least 2 operands, but got 1}}
func.func @f(%a: i32) { "cmath.var"(%a) : (i32) -> ()
return }

// -----

// expected-error@+1 {{expected 'i64' but got 'i32'}}
func.func @f(%a: i32) { "cmath.var"(%a, %a, %a) : (i32, i32, i32) -> ()
return }

// -----

// expected-error@+1 {{op expects at most 1 results, but got 2}}
func.func @f(%a: i32) { "cmath.var"(%a, %a) : (i32, i32) -> (i64, i64)
return }

// -----

// expected-error@+1 {{'operandSegmentSizes' attribute is expected but not provided}}
func.func @f(%a: i32) { "cmath.two"(%a) : (i32) -> ()
return }

// -----

// expected-error@+1 {{sum of elements in 'operandSegmentSizes' attribute must be equal to the number of operands}}
func.func @f(%a: i32) { "cmath.two"(%a) {operandSegmentSizes = array<i32: 1, 1>} : (i32) -> ()
return }

// -----

// expected-error@+1 {{'operandSegmentSizes' attribute for specifying operand segments must have 2 elements, but got 1}}
func.func @f(%a: i32) { "cmath.two"(%a) {operandSegmentSizes = array<i32: 1>} : (i32) -> ()
return }

// -----

// expected-error@+1 {{element 1 in 'operandSegmentSizes' attribute must be equal to 0 or 1}}
func.func @f(%a: i32) { "cmath.two"(%a, %a) {operandSegmentSizes = array<i32: 0, 2>, resultSegmentSizes = array<i32: 0, 0>} : (i32, i32) -> ()
return }

// -----

// expected-error@+1 {{'operandSegmentSizes' attribute is expected to be a dense i32 array}}
func.func @f(%a: i32) { "cmath.two"(%a, %a) {operandSegmentSizes = array<i64: 1, 1>, resultSegmentSizes = array<i32: 0, 0>} : (i32, i32) -> ()
return }

// -----

// expected-error@+1 {{'operandSegmentSizes' attribute for specifying operand segments must have non-negative values}}
func.func @f(%a: i32) { "cmath.two"(%a, %a) {operandSegmentSizes = array<i32: -1, 3>, resultSegmentSizes = array<i32: 0, 0>} : (i32, i32) -> ()
return }

// -----

// expected-error@+1 {{'cmath.at' op attribute "b" is expected but not provided}}
func.func @f(%a: i32) { "cmath.at"() {a = i32} : () -> ()
return }

// -----

// expected-error@+1 {{expected 'i32' but got 'i64'}}
func.func @f(%a: i32) { "cmath.at"() {a = i64, b = #cmath.name<"x">}: () -> ()
return }

// -----

// expected-error@+1 {{expected base attribute 'name.cmath' but got '1 : i64'}}
func.func @f(%a: i32) { "cmath.at"() {a = i32, b = 1}: () -> ()
return }

// -----

// expected-error@+1 {{expected base type 'builtin.integer' but got 'builtin.f32'}}
func.func @f(%a: f32, %p: !cmath.pair<1,1>) { "cmath.base"(%a, %p) {n = #cmath.name<"x">}: (f32, !cmath.pair<1,1>) -> ()
return }

// -----

// expected-error@+1 {{expected base type 'cmath.pair' but got 'cmath.unit'}}
func.func @f(%a: i32, %p: !cmath.unit) { "cmath.base"(%a, %p) {n = #cmath.name<"x">}: (i32, !cmath.unit) -> ()
return }

// -----

// expected-error@+1 {{expected base attribute 'cmath.name' but got 'builtin.integer'}}
func.func @f(%a: i32, %p: !cmath.pair<1,1>) { "cmath.base"(%a, %p) {n = 1}: (i32, !cmath.pair<1,1>) -> ()
return }

// -----

// expected-error@+1 {{expected 'i32' but got 'i64'}}
func.func @f(%a: i64) { "cmath.all"(%a): (i64) -> ()
return }

// -----

// expected-error@+1 {{'cmath.regs' op unexpected number of regions: expected 4 but got 0}}
func.func @f(%a: i64) { "cmath.regs"() : () -> ()
return }

// -----

// expected-error@+2 {{expected region 1 to have 0 arguments but got 1}}
// expected-note@+1 {{see the operation}}
func.func @f(%a: i64) { "cmath.regs"() ({}, {^bb0(%x: i32): "cmath.all"(%x): (i32) -> ()}, {}, {}) : () -> ()
return }

// -----

// expected-error@+1 {{expected region 2 to have 2 arguments but got 0}}
func.func @f(%a: i64) { "cmath.regs"() ({}, {}, {}, {}) : () -> ()
return }

// -----

// expected-error@+2 {{expected 'i64' but got 'i32'}}
// expected-note@+1 {{see the operation}}
func.func @f(%a: i64) { "cmath.regs"() ({}, {}, {^bb0(%x: i32, %y: i32): "cmath.all"(%x): (i32) -> ()}, {}) : () -> ()
return }

// -----

// expected-error@+1 {{expected region 3 to have 2 block(s) but got 0}}
func.func @f(%a: i64) { "cmath.regs"() ({}, {}, {^bb0(%x: i32, %y: i64): "cmath.all"(%x): (i32) -> ()}, {}) : () -> ()
return }

// -----

// expected-error@+1 {{'cmath.base' op attribute "n" is expected but not provided}}
func.func @f(%a: f32, %p: !cmath.unit) { "cmath.base"(%a, %p) : (f32, !cmath.unit) -> ()
return }

// -----

// expected-error@+1 {{expected base attribute 'cmath.name' but got 'builtin.integer'}}
func.func @f(%a: f32, %p: !cmath.unit) { "cmath.base"(%a, %p) {n = 1} : (f32, !cmath.unit) -> ()
return }

// -----

// expected-error@+1 {{op expects exactly 2 operands, but got 1}}
func.func @f(%a: f32, %p: !cmath.unit) { "cmath.base"(%a)  : (f32) -> ()
return }

// -----

// expected-error@+2 {{expected base attribute 'cmath.name' but got 'builtin.integer'}}
// expected-error@+1 {{'cmath.base' op unexpected number of regions: expected 0 but got 1}}
func.func @f(%a: f32, %p: !cmath.unit) { "cmath.base"(%a, %p) ({}) {n = 1} : (f32, !cmath.unit) -> ()
return }

// -----

// expected-error@+2 {{'cmath.base' op attribute "n" is expected but not provided}}
// expected-error@+1 {{'cmath.base' op unexpected number of regions: expected 0 but got 1}}
func.func @f(%a: f32, %p: !cmath.unit) { "cmath.base"(%a, %p) ({})  : (f32, !cmath.unit) -> ()
return }

// -----

// expected-error@+2 {{op expects exactly 2 operands, but got 1}}
// expected-error@+1 {{'cmath.base' op unexpected number of regions: expected 0 but got 1}}
func.func @f(%a: f32, %p: !cmath.unit) { "cmath.base"(%a) ({}) {n = 1}  : (f32) -> ()
return }

// -----

// expected-error@+1 {{op expects exactly 1 operands, but got 2}}
func.func @f(%a: f32) { "cmath.norm"(%a, %a) : (f32, f32) -> (f32, f32)
return }

// -----

// expected-error@+1 {{op expects exactly 1 results, but got 2}}
func.func @f(%a: f32) { "cmath.norm"(%a) : (f32) -> (f32, f32)
return }

// -----

// Attributes are checked in the order of their definitions.
func.func @f() {
  // expected-error@+1 {{'cmath.at' op attribute "a" is expected but not provided}}
  "cmath.at"() : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{custom op 'cmath.norm' has no custom assembly form}}
  cmath.norm
  return
}
