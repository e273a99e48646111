// RUN: strata-opt %s --split-input-file --verify-diagnostics

llvm.func @f(%a: i32) {
  // expected-error @+1 {{integer width of the output type is smaller or equal to the integer width of the input type}}
  %0 = llvm.sext %a : i32 to i16
  llvm.return
}

// -----

// expected-error @+1 {{functions cannot have 'common' linkage}}
llvm.func common @f() {
  llvm.return
}

// -----

// expected-note @+1 {{when returning from function}}
llvm.func @f() -> i32 {
  // expected-error @+1 {{expected 1 operand}}
  llvm.return
}

// -----

llvm.func @f(%a: i32) {
  // expected-error @+1 {{'g' does not reference a symbol in the current scope}}
  llvm.call @g(%a) : (i32) -> ()
  llvm.return
}

// -----

llvm.func @g(i32)
llvm.func @f(%a: i64) {
  // expected-error @+1 {{'llvm.call' op operand type mismatch for operand 0: 'i64' != 'i32'}}
  llvm.call @g(%a) : (i64) -> ()
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @+1 {{must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'}}
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  llvm.return
}

// -----

// expected-error @+1 {{alignment attribute is not a power of 2}}
llvm.mlir.global private @g(1.0 : f32) {alignment = 3 : i64} : f32

// -----

llvm.func @f(%a: f32) {
  // expected-error @+1 {{operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  %0 = "llvm.add"(%a, %a) : (f32, f32) -> f32
  llvm.return
}

// -----

// expected-error @below {{expected one of [none, sync, async] for LLVM Unwind Behavior, got: all}}
module attributes {test.tables = #llvm.uwtableKind<all>} {}
