// RUN: strata-translate --mlir-to-cpp %s --split-input-file --verify-diagnostics

func.func @f(%a: i32) -> i32 {
  // expected-error@+1 {{'arith.addi' op unable to find printer for op}}
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// -----

// expected-error@+1 {{'func.func' op with multiple blocks needs variables declared at top}}
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  return
}

// -----

// expected-error@+1 {{cannot emit integer type 'i7'}}
func.func @f(%a: i7) {
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{cannot emit float type 'f80'}}
  %0 = emitc.call_opaque "g"() {template_args = [f80]} : () -> i32
  return
}

// -----

// expected-error@+1 {{cannot emit type 'memref<4xf32>'}}
func.func @f(%a: memref<4xf32>) {
  return
}

// -----

// expected-error@+1 {{cannot emit pointer to array type '!emitc.ptr<!emitc.array<2xi32>>'}}
emitc.global @g : !emitc.ptr<!emitc.array<2xi32>>

// -----

func.func @f() {
  // expected-error@+1 {{cannot emit attribute: "text"}}
  emitc.call_opaque "g"() {args = ["text"]} : () -> ()
  return
}

// -----

func.func @f(%a: !emitc.ptr<f32>) -> i32 {
  // expected-error@+1 {{'builtin.unrealized_conversion_cast' op unable to find printer for op}}
  %0 = builtin.unrealized_conversion_cast %a : !emitc.ptr<f32> to i32
  return %0 : i32
}
