// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: complex<f32>) {
  // expected-error@+1 {{'complex.abs' op failed to verify that complex element type matches result type}}
  %0 = "complex.abs"(%a) : (complex<f32>) -> f64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{'complex.create' op failed to verify that complex element type matches real operand type}}
  %0 = "complex.create"(%x, %x) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error@+1 {{'complex.create' op failed to verify that all of {real, imaginary} have same type}}
  %0 = "complex.create"(%x, %y) : (f32, f64) -> complex<f64>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{'complex.create' op result #0 must be complex type with floating-point elements, but got 'f32'}}
  %0 = "complex.create"(%x, %x) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error@+1 {{'complex.eq' op failed to verify that all of {lhs, rhs} have same type}}
  %0 = "complex.eq"(%a, %b) : (complex<f32>, complex<f64>) -> i1
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error@+1 {{'complex.neq' op result #0 must be 1-bit signless integer, but got 'i8'}}
  %0 = "complex.neq"(%a, %a) : (complex<f32>, complex<f32>) -> i8
  return
}

// -----

func.func @f(%a: complex<i32>) {
  // expected-error@+1 {{'complex' must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.abs %a : complex<i32>
  return
}

// -----

func.func @f(%a: complex<i32>) {
  // expected-error@+1 {{'complex.sqrt' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'}}
  %0 = complex.sqrt %a : complex<i32>
  return
}

// -----

func.func @f(%a: complex<f32>, %n: i32) {
  // expected-error@+1 {{'complex.powi' op failed to verify that all of {lhs, result} have same type}}
  %0 = "complex.powi"(%a, %n) : (complex<f32>, i32) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>, %n: index) {
  // expected-error@+1 {{'complex.powi' op operand #1 must be signless integer, but got 'index'}}
  %0 = "complex.powi"(%a, %n) : (complex<f32>, index) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error@+1 {{'complex.neg' op requires the same type for all operands and results}}
  %0 = "complex.neg"(%a) : (complex<f32>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: complex<f64>) {
  // expected-error@+1 {{'complex.add' op requires the same type for all operands and results}}
  %0 = "complex.add"(%a, %b) : (complex<f32>, complex<f64>) -> complex<f64>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error@+1 {{'complex.bitcast' op casting bitwidths do not match}}
  %0 = complex.bitcast %a : complex<f32> to i32
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error@+1 {{'complex.bitcast' op result must be int/float/complex}}
  %0 = complex.bitcast %a : complex<f32> to index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{'complex.bitcast' op operand must be int/float/complex}}
  %0 = complex.bitcast %n : index to complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  // expected-error@+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %a : complex<f32> to complex<f64>
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error@+1 {{'complex.bitcast' op requires that either input or output has a complex type}}
  %0 = complex.bitcast %n : i32 to f32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'complex.constant' op requires 'value' to be a complex constant, represented as array of two values}}
  %0 = complex.constant [1.0 : f32] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'complex.constant' op requires attribute's element types ('f32', 'f64') to match the element type of the op's return type ('f32')}}
  %0 = complex.constant [1.0 : f32, 2.0 : f64] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'complex.constant' op requires attribute's element types ('i32', 'i32') to match the element type of the op's return type ('f32')}}
  %0 = complex.constant [1 : i32, 2 : i32] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'complex.constant' op requires attribute's elements to be float or integer attributes}}
  %0 = complex.constant ["one", 2.0 : f32] : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'complex.constant' op requires attribute 'value'}}
  %0 = "complex.constant"() : () -> complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %0 = complex.constant [1.0 : f32, 2.0 : f32] {a = #complex.number<:f32 1, 2.0>} : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected ':'}}
  %0 = complex.constant [1.0 : f32, 2.0 : f32] {a = #complex.number<f32 1.0, 2.0>} : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{unknown attribute `figure` in dialect `complex`}}
  %0 = complex.constant [1.0 : f32, 2.0 : f32] {a = #complex.figure<:f32 1.0, 2.0>} : complex<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{element type of the complex attribute must be float like type.}}
  %0 = complex.constant [1.0 : f32, 2.0 : f32] {a = #complex.number<:i32 1.0, 2.0>} : complex<f32>
  return
}
