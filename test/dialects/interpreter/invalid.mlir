// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  "interpreter.run_parallel"() {programs = []} : () -> ()
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  "interpreter.run_parallel"() {programs = [[]]} : () -> ()
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Sizes of second dimension of `programs` should all match 2 but got 1}}
  %0:3 = "interpreter.run_parallel"(%a, %a, %a) {programs = [[@program, @program], [@program]]} : (tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Function "absent" not found}}
  %0 = "interpreter.run_parallel"(%a) {programs = [[@absent]]} : (tensor<i32>) -> tensor<i32>
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Number of inputs (0) should match the sum of the number of inputs of all programs (1)}}
  %0 = "interpreter.run_parallel"() {programs = [[@program]]} : () -> tensor<i32>
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Number of results (0) should match the sum of the number of results of all programs (1)}}
  "interpreter.run_parallel"(%a) {programs = [[@program]]} : (tensor<i32>) -> ()
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{infeed attribute is optional or should not be empty}}
  %0 = "interpreter.run_parallel"(%a) {programs = [[@program]], infeed = []} : (tensor<i32>) -> tensor<i32>
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Function "absent" not found}}
  %0 = "interpreter.run_parallel"(%a) {programs = [[@program]], infeed = [@absent]} : (tensor<i32>) -> tensor<i32>
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Function "none" should return 1 tensor but returns 0}}
  %0 = "interpreter.run_parallel"(%a) {programs = [[@program]], infeed = [@none]} : (tensor<i32>) -> tensor<i32>
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

func.func @none() {
  return
}

// -----

func.func @main(%a: tensor<i32>) {
  // expected-error@+1 {{Function "token" should return a tensor type, but instead returns}}
  %0 = "interpreter.run_parallel"(%a) {programs = [[@program]], infeed = [@token]} : (tensor<i32>) -> tensor<i32>
  return
}

func.func @program(%a: tensor<i32>) -> tensor<i32> {
  return %a : tensor<i32>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all  : !stablehlo.token
  return %0 : !stablehlo.token
}
