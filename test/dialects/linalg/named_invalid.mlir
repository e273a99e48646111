// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @window_shape(%x: tensor<8xf32>, %i: tensor<1x8x3xf32>, %f: tensor<3x3x5xf32>, %o: tensor<1x6x5xf32>) {
  // expected-error @+1 {{attribute 'strides' failed to satisfy constraint: 64-bit signless int elements attribute of shape [1]}}
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<2xi64>} ins(%i, %f : tensor<1x8x3xf32>, tensor<3x3x5xf32>) outs(%o : tensor<1x6x5xf32>) -> tensor<1x6x5xf32>
  return
}

// -----

func.func @window_too_large(%i: tensor<1x7x3xf32>, %f: tensor<3x3x5xf32>, %o: tensor<1x6x5xf32>) {
  // expected-error @+1 {{inferred input/output operand #0 has shape's dimension #1 to be greater than or equal to 8, but found 7}}
  %0 = linalg.conv_1d_nwc_wcf ins(%i, %f : tensor<1x7x3xf32>, tensor<3x3x5xf32>) outs(%o : tensor<1x6x5xf32>) -> tensor<1x6x5xf32>
  return
}

// -----

func.func @unsigned_float(%x: tensor<1x4x1xf32>, %w: tensor<2xf32>, %o: tensor<1x3x1xf32>) {
  // expected-error @+1 {{unsupported operation: unsigned max not on uint}}
  %0 = linalg.pooling_nwc_max_unsigned ins(%x, %w : tensor<1x4x1xf32>, tensor<2xf32>) outs(%o : tensor<1x3x1xf32>) -> tensor<1x3x1xf32>
  return
}

// -----

func.func @mixed(%x: tensor<3xf32>, %y: tensor<3xi32>) {
  // expected-error @+1 {{Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got 'f32' and 'i32'}}
  %0 = linalg.add ins(%x, %y : tensor<3xf32>, tensor<3xi32>) outs(%x : tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @matmul_broadcast(%a: memref<3xf32>, %b: memref<5x7xf32>, %c: memref<3x7xf32>) {
  // expected-error @+1 {{'linalg.matmul' op Invalid broadcast requested, should be (d2).}}
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : memref<3xf32>, memref<5x7xf32>) outs(%c : memref<3x7xf32>)
  return
}

// -----

func.func @batch_dim(%a: memref<?x?x?xf32>, %c: memref<?x?xf32>) {
  // expected-error @+1 {{Invalid batch dimension expression}}
  linalg.batch_reduce_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, b, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, n)>]
    ins(%a, %a : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}

// -----

func.func @contract_unused(%a: tensor<4x2xf32>, %b: tensor<2x6xf32>, %c: tensor<4x6xf32>) {
  // expected-error @+1 {{iteration space dim at index 3 not used to access any operand}}
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k, l) -> (m, k)>, affine_map<(m, n, k, l) -> (k, n)>, affine_map<(m, n, k, l) -> (m, n)>]
    ins(%a, %b : tensor<4x2xf32>, tensor<2x6xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @softmax_shape(%x: tensor<2x16xf32>, %o: tensor<2xf32>) {
  // expected-error @+1 {{incompatible output shape}}
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x16xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @winograd_tiles(%x: tensor<2x14x14x5xf32>, %o: tensor<6x6x2x3x2x5xf32>) {
  // expected-error @+1 {{the output shape is not expected}}
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x14x14x5xf32>) outs(%o : tensor<6x6x2x3x2x5xf32>) -> tensor<6x6x2x3x2x5xf32>
  return
}

// -----

func.func @pack_needs_padding(%x: tensor<9xf32>, %o: tensor<2x8xf32>) {
  // expected-error @+1 {{invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<9xf32> -> tensor<2x8xf32>
  return
}

// -----

func.func @unpack_shape(%x: tensor<3x8xf32>, %o: tensor<9xf32>) {
  // expected-error @+1 {{expected 'tensor<2x8xf32>' for the packed domain value, got 'tensor<3x8xf32>'}}
  %0 = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<3x8xf32> -> tensor<9xf32>
  return
}
