// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%t: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{incorrect number of indices for extract_element}}
  %0 = tensor.extract %t[%i, %i] : tensor<4xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible}}
  %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{offset 0 is out-of-bounds: 4 >= 4}}
  %0 = tensor.extract_slice %t[4] [1] [1] : tensor<4xf32> to tensor<1xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{slice along dimension 0 runs out-of-bounds: 5 >= 4}}
  %0 = tensor.extract_slice %t[2] [4] [1] : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<?x6xf32>) {
  // expected-error @+1 {{expected dimension 1 of collapsed type to be static value of 6}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<?x6xf32> into tensor<?x?xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 2}}
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %i : index
  } : tensor<?x?xindex>
  return
}

// -----

func.func @f(%t: tensor<6x6xf32>) {
  // expected-error @+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = tensor.extract_slice %t[0, 0] [2, 2] [1] : tensor<6x6xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @f(%t: tensor<2x6xf32>) {
  // expected-error @+1 {{'tensor.collapse_shape' op reassociation indices must not be empty}}
  %0 = tensor.collapse_shape %t [[0, 1], []] : tensor<2x6xf32> into tensor<12x1xf32>
  return
}

// -----

func.func @f(%t: tensor<2x6xf32>) {
  // expected-error @+1 {{expected the expanded type, 'tensor<2x6xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<2x3x2xf32>'.}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<2x6xf32> into tensor<2x3x2xf32>
  return
}

// -----

func.func @f(%t: tensor<2x6xf32>) {
  // expected-error @+1 {{expected collapsed rank (1) to equal the number of reassociation maps (2).}}
  %0 = tensor.collapse_shape %t [[0], [1]] : tensor<2x6xf32> into tensor<12xf32>
  return
}

// -----

func.func @f(%t: tensor<2x6x3xf32>) {
  // expected-error @+1 {{expected reassociation map #1 to be valid and contiguous.}}
  %0 = tensor.collapse_shape %t [[0], [2, 1]] : tensor<2x6x3xf32> into tensor<2x18xf32>
  return
}

// -----

func.func @forgotten_size(%t: tensor<3xf32>, %x: f32) -> tensor<?xf32> {
  // expected-error @+1 {{specified type 'tensor<?xf32>' does not match the inferred type 'tensor<5xf32>'}}
  %0 = tensor.pad %t low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<3xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
