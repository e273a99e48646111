// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-check-shape-assertions))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-check-shape-assertions{enable-shape-assertions=false}))' --split-input-file | FileCheck %s --check-prefix=OFF

// OFF-NOT: shape_assertion

// CHECK-LABEL: @holds
// CHECK-NOT: custom_call
func.func @holds() {
  %ok = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "never shown", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @fails() {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<3> : tensor<i32>
  %b = stablehlo.constant dense<-4> : tensor<i64>
  // expected-error@+1 {{expected 3, not -4}}
  stablehlo.custom_call @shape_assertion(%no, %a, %b) {error_message = "expected {0}, not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i64>) -> ()
  return
}

// -----

func.func @unknown(%x: tensor<i1>) {
  // expected-error@+1 {{expects static assert_what (operand #0)}}
  stablehlo.custom_call @shape_assertion(%x) {error_message = "never shown", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @unknown_input(%x: tensor<i32>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  // expected-error@+1 {{expects static error_message_input (operand #1)}}
  stablehlo.custom_call @shape_assertion(%no, %x) {error_message = "{0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

func.func @no_input() {
  %ok = stablehlo.constant dense<true> : tensor<i1>
  // expected-error@+1 {{expects error_message to contain format specifiers with error_message_input index less than 0. Found specifier {0}}}
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "{0}", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @no_message() {
  %ok = stablehlo.constant dense<true> : tensor<i1>
  // expected-error@+1 {{expects an error_message attribute}}
  stablehlo.custom_call @shape_assertion(%ok) {has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @other_attribute() {
  %ok = stablehlo.constant dense<true> : tensor<i1>
  // expected-error@+1 {{color is not a supported attribute}}
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "", has_side_effect = true, color = "red"} : (tensor<i1>) -> ()
  return
}

// -----

func.func @wrong_type() {
  %ok = stablehlo.constant dense<true> : tensor<1xi1>
  // expected-error@+1 {{expects assert_what (operand #0) to be a constant of type tensor<i1>}}
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "", has_side_effect = true} : (tensor<1xi1>) -> ()
  return
}
