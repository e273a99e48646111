// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @casts(%a: index) {
  // expected-error @+1 {{operand type 'index' and result type 'index' are cast incompatible}}
  %0 = index.casts %a : index to index
  return
}

// -----

func.func @castu(%a: i32) {
  // expected-error @+1 {{operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = index.castu %a : i32 to i64
  return
}
