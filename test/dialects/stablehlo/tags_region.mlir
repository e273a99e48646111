// RUN: strata-opt %s --split-input-file --verify-diagnostics

// An invalid program for every constraint of the specification, named by its tag, with jaxlib's errors
// (test/jax/expected_errors.py compares them). What jaxlib takes all the same says so.

func.func @reduce_c1(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0}}
  %0:2 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>, %r3: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_c2(%a0: tensor<2x3xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<i32>) -> (tensor<3xf32>)
  func.return
}

// -----

// Upstream crashes.
func.func @reduce_c3() {
  // expected-error@+1 {{Reduction-region must take 0 parameters, but takes 2 parameter(s)}}
  "stablehlo.reduce"() <{dimensions = array<i64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : () -> ()
  func.return
}

// -----

func.func @reduce_c4(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Out-of-bounds dimension 2, expected to be in range [0, 2)}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_c5(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Duplicate reduction dimension: 0}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0, 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_c6(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_c7(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_c8(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<3xi32>)
  func.return
}

// -----

func.func @reduce_window_c1() {
  // expected-error@+1 {{requires at least 1 input value}}
  "stablehlo.reduce_window"() <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : () -> ()
  func.return
}

// -----

func.func @reduce_window_c2(%a0: tensor<4xf32>, %a1: tensor<5xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+1 {{expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0}}
  %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>, %r3: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c3(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<i32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c4(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == input rank, but got window-dimensions size: 2 and input: 'tensor<4xf32>' with rank = 1.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c5(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 0>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c6(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c7(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c8(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 1, 1>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c9(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, base_dilations = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c10(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, window_dilations = array<i64: 1, 1>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c11(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, window_dilations = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c12(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects padding-entries to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c13(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @reduce_window_c14(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2xf32>', 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0:2 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>, %r3: tensor<f32>):
    "stablehlo.return"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_window_c15(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<3xf32>)
  func.return
}

// -----

func.func @reduce_window_c16(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xi32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<f32>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @select_and_scatter_c1(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<f32>) {
  // expected-error@+1 {{The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'f32'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xi32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c2(%a0: tensor<4xf32>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects source-type to be 'tensor<2xf32>', but got'tensor<3xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c3(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c4(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == operand rank, but got window-dimensions size: 2 and operand-type: 'tensor<4xf32>' with rank = 1.}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c5(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive value for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 0>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c6(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c7(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c8(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects padding-entries to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<0> : tensor<2x2xi64>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c9(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects the type of select-region's parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<i32>, %r1: tensor<i32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c10(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{Reduction-region must take 2 parameters, but takes 3 parameter(s)}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c11(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.select_and_scatter' op failed to infer returned types}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<5xf32>)
  func.return
}

// -----

func.func @select_and_scatter_c12(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  // expected-error@+1 {{'stablehlo.select_and_scatter' op failed to infer returned types}}
  %0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> (tensor<4xi32>)
  func.return
}

// -----

func.func @map_c1(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires the same shape for all operands and results}}
  %0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @map_c2() {
  // expected-error@+1 {{'stablehlo.map' op expected 1 or more operands, but found 0}}
  %0 = "stablehlo.map"() <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : () -> (tensor<2xf32>)
  func.return
}

// -----

func.func @map_c3(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{requires monotonically increasing dimension numbers, but got: 1}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 1>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @map_c4(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{expects number of operands to match the arity of map computation, but got: 2 and 3}}
  // expected-error@+1 {{'stablehlo.map' op failed to infer returned types}}
  %0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.add"(%r0, %r1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
}) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @sort_c1() {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more operands, but found 0}}
  "stablehlo.sort"() <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}) : () -> ()
  func.return
}

// -----

func.func @sort_c2(%a0: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.sort' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xi32>'}}
  // expected-error@+1 {{'stablehlo.sort' op failed to infer returned types}}
  %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xi32>)
  func.return
}

// -----

func.func @sort_c3(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results}}
  %0:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>, %r3: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @sort_c4(%a0: tensor<2xf32>) {
  // expected-error@+1 {{dimension attribute value must be in range [-1, 1), but found 1}}
  %0 = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @sort_c5(%a0: tensor<2xf32>) {
  // expected-error@+1 {{comparator block should have 2 arguments}}
  %0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
^bb0(%r0: tensor<f32>, %r1: tensor<f32>, %r2: tensor<f32>):
    %z = "stablehlo.compare"(%r0, %r1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%z) : (tensor<i1>) -> ()
}) : (tensor<2xf32>) -> (tensor<2xf32>)
  func.return
}

// -----

func.func @if_c1(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{branch 1 must have 0 arguments, but found 1}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
^bb0(%r0: tensor<2xf32>):
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}) : (tensor<i1>) -> tensor<2xf32>
  func.return
}

// -----

func.func @if_c2(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<2xi32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
    "stablehlo.return"(%a2) : (tensor<2xi32>) -> ()
}) : (tensor<i1>) -> tensor<2xf32>
  func.return
}

// -----

func.func @if_c3(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}) : (tensor<i1>) -> tensor<3xf32>
  func.return
}

// -----

func.func @if_i1(%a0: tensor<1xi1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}) : (tensor<1xi1>) -> tensor<2xf32>
  func.return
}

// -----

func.func @case_c1(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{expect at least one branch}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a0) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @case_c2(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{branch 1 must have 0 arguments, but found 1}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
^bb0(%r0: tensor<2xf32>):
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @case_c3(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<2xi32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
    "stablehlo.return"(%a2) : (tensor<2xi32>) -> ()
}) : (tensor<i32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @case_c4(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}) : (tensor<i32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @case_i1(%a0: tensor<1xi32>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{operand should be rank 0 tensor but got rank 1}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%a0) ({
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}, {
    "stablehlo.return"(%a1) : (tensor<2xf32>) -> ()
}) : (tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @while_c1(%a0: tensor<i32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'}}
  %0 = "stablehlo.while"(%a0) ({
^bb0(%r0: tensor<i32>):
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
}, {
^bb0(%r0: tensor<i32>):
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<i32>
  func.return
}

// -----

func.func @while_c2(%a0: tensor<i32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+1 {{expect operands to be compatible with body block return types but got 'tensor<i32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.while"(%a0) ({
^bb0(%r0: tensor<i32>):
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<i32>):
    "stablehlo.return"(%f) : (tensor<f32>) -> ()
}) : (tensor<i32>) -> tensor<i32>
  func.return
}

// -----

func.func @while_c3(%a0: tensor<i32>, %p: tensor<i1>, %f: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %0 = "stablehlo.while"(%a0) ({
^bb0(%r0: tensor<i32>):
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%r0: tensor<i32>):
    "stablehlo.return"(%r0) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<f32>
  func.return
}
