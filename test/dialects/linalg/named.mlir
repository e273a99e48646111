// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @products
// GENERIC: "linalg.dot"({{.*}}) <{operandSegmentSizes = array<i32: 2, 1>}>
// GENERIC: "arith.mulf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}>
// GENERIC: "arith.addf"
// GENERIC: "linalg.quantized_matmul"
// GENERIC: ^bb0(%[[A:.*]]: i8, %[[B:.*]]: i8, %[[ZA:.*]]: i8, %[[ZB:.*]]: i8, %[[OUT:.*]]: i32):
// GENERIC-NEXT: %[[WA:.*]] = "arith.extsi"(%[[A]])
// GENERIC-NEXT: %[[WZA:.*]] = "arith.extsi"(%[[ZA]])
// GENERIC-NEXT: %[[DA:.*]] = "arith.subi"(%[[WA]], %[[WZA]])
// GENERIC-NEXT: %[[WB:.*]] = "arith.extsi"(%[[B]])
// GENERIC-NEXT: %[[WZB:.*]] = "arith.extsi"(%[[ZB]])
// GENERIC-NEXT: %[[DB:.*]] = "arith.subi"(%[[WB]], %[[WZB]])
// GENERIC-NEXT: %[[P:.*]] = "arith.muli"(%[[DA]], %[[DB]])
// GENERIC-NEXT: %[[S:.*]] = "arith.addi"(%[[OUT]], %[[P]])
// GENERIC-NEXT: "linalg.yield"(%[[S]])
func.func @products(%v: tensor<4xf32>, %m: tensor<4x4xf32>, %s: tensor<f32>, %t: tensor<2x3x4x5xf32>,
                    %u: tensor<6x3x7x5xf32>, %o: tensor<2x6x4x7xf32>, %i: tensor<2x3xi8>, %j: tensor<3x4xi8>,
                    %z: i8, %k: tensor<2x4xi32>, %b: memref<2x4x3xf32>, %c: memref<2x3x5xf32>, %d: memref<4x5xf32>) {
  // CHECK: linalg.dot ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<f32>) -> tensor<f32>
  %0 = linalg.dot ins(%v, %v : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  // CHECK: linalg.matvec ins
  %1 = linalg.matvec ins(%m, %v : tensor<4x4xf32>, tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: linalg.vecmat ins
  %2 = linalg.vecmat ins(%v, %m : tensor<4xf32>, tensor<4x4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: linalg.mmt4d ins
  %3 = linalg.mmt4d ins(%t, %u : tensor<2x3x4x5xf32>, tensor<6x3x7x5xf32>) outs(%o : tensor<2x6x4x7xf32>) -> tensor<2x6x4x7xf32>
  // CHECK: linalg.quantized_matmul ins(%{{.*}} : tensor<2x3xi8>, tensor<3x4xi8>, i8, i8)
  %4 = linalg.quantized_matmul ins(%i, %j, %z, %z : tensor<2x3xi8>, tensor<3x4xi8>, i8, i8) outs(%k : tensor<2x4xi32>) -> tensor<2x4xi32>
  // CHECK: linalg.batch_reduce_matmul ins(%{{.*}} : memref<2x4x3xf32>, memref<2x3x5xf32>) outs(%{{.*}} : memref<4x5xf32>)
  linalg.batch_reduce_matmul ins(%b, %c : memref<2x4x3xf32>, memref<2x3x5xf32>) outs(%d : memref<4x5xf32>)
  // CHECK: linalg.contract indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] ins
  linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (m, n)>]
    ins(%b, %c : memref<2x4x3xf32>, memref<2x3x5xf32>) outs(%d : memref<4x5xf32>)
  return
}

// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<1x13x9x3xf32>, %f: tensor<3x2x3x8xf32>, %y: tensor<1x6x7x8xf32>, %w: tensor<3x3xi16>,
                   %p: tensor<1x9x9x3xi16>, %q: tensor<1x4x4x3xi16>, %l: tensor<8xf32>, %g: tensor<3xf32>, %h: tensor<6xf32>) {
  // CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
    ins(%x, %f : tensor<1x13x9x3xf32>, tensor<3x2x3x8xf32>) outs(%y : tensor<1x6x7x8xf32>) -> tensor<1x6x7x8xf32>
  // GENERIC: "linalg.pooling_nhwc_max_unsigned"
  // GENERIC: "arith.maxui"
  // CHECK: linalg.pooling_nhwc_max_unsigned {strides = dense<2> : tensor<2xi64>} ins
  %1 = linalg.pooling_nhwc_max_unsigned {strides = dense<2> : tensor<2xi64>}
    ins(%p, %w : tensor<1x9x9x3xi16>, tensor<3x3xi16>) outs(%q : tensor<1x4x4x3xi16>) -> tensor<1x4x4x3xi16>
  // CHECK: linalg.conv_1d ins
  %2 = linalg.conv_1d ins(%l, %g : tensor<8xf32>, tensor<3xf32>) outs(%h : tensor<6xf32>) -> tensor<6xf32>
  return
}

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%x: tensor<4x8xf32>, %v: tensor<8xf32>, %r: tensor<8x4xf32>) {
  // CHECK: linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%{{.*}} : tensor<4x8xf32>)
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] ins
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<sub>
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>]
    ins(%r, %v : tensor<8x4xf32>, tensor<8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  // GENERIC: "linalg.reciprocal"
  // GENERIC: %[[ONE:.*]] = "arith.constant"() <{value = 1.000000e+00 : f32}>
  // GENERIC: "arith.divf"(%[[ONE]]
  // CHECK: linalg.reciprocal ins
  %2 = linalg.reciprocal ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: linalg.softmax dimension(1) ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @layout
func.func @layout(%x: tensor<6x8xf32>, %t: tensor<3x2x2x4xf32>, %d: tensor<?x?x?x4xf32>, %n: index, %z: f32) {
  // CHECK: %pack = linalg.pack %{{.*}} inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %{{.*}} : tensor<6x8xf32> -> tensor<3x2x2x4xf32>
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %t : tensor<6x8xf32> -> tensor<3x2x2x4xf32>
  // CHECK: %unpack = linalg.unpack %pack inner_dims_pos = [0, 1] inner_tiles = [2, 4] into
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %x : tensor<3x2x2x4xf32> -> tensor<6x8xf32>
  // CHECK: linalg.pack %{{.*}} padding_value(%{{.*}} : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%{{.*}}, 4] into
  %2 = linalg.pack %x padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [%n, 4] into %d : tensor<6x8xf32> -> tensor<?x?x?x4xf32>
  return
}

// CHECK-LABEL: func.func @winograd
func.func @winograd(%f: tensor<2x3x3x5xf32>, %tf: tensor<6x6x5x2xf32>, %x: tensor<2x14x14x5xf32>,
                    %tx: tensor<6x6x3x3x2x5xf32>, %y: tensor<2x12x12x5xf32>) {
  // CHECK: linalg.winograd_filter_transform fmr(F_4_3) ins
  // GENERIC: "linalg.winograd_filter_transform"(%{{.*}}, %{{.*}}) <{fmr = 1 : i32}>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%tf : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  // CHECK: linalg.winograd_input_transform fmr(F_4_3) ins
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x14x14x5xf32>) outs(%tx : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
  // CHECK: linalg.winograd_output_transform fmr(F_4_3) ins
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%tx : tensor<6x6x3x3x2x5xf32>) outs(%y : tensor<2x12x12x5xf32>) -> tensor<2x12x12x5xf32>
  return
}

// CHECK-LABEL: func.func @contract_broadcasts
func.func @contract_broadcasts(%a: memref<4x2xf32>, %b: memref<2xf32>, %c: memref<3x4xf32>) {
  // CHECK: linalg.contract indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}] ins(%{{.*}}, %{{.*}} : memref<4x2xf32>, memref<2xf32>) outs(%{{.*}} : memref<3x4xf32>)
  linalg.contract indexing_maps = [affine_map<(r, i, j) -> (i, j)>, affine_map<(r, i, j) -> (j)>, affine_map<(r, i, j) -> (r, i)>]
    ins(%a, %b : memref<4x2xf32>, memref<2xf32>) outs(%c : memref<3x4xf32>)
  return
}

// CHECK-LABEL: func.func @fill_of_vectors
func.func @fill_of_vectors(%v: vector<2xf32>, %t: tensor<4xvector<2xf32>>) -> tensor<4xvector<2xf32>> {
  // CHECK: linalg.fill ins(%{{.*}} : vector<2xf32>) outs(%{{.*}} : tensor<4xvector<2xf32>>) -> tensor<4xvector<2xf32>>
  %0 = linalg.fill ins(%v : vector<2xf32>) outs(%t : tensor<4xvector<2xf32>>) -> tensor<4xvector<2xf32>>
  return %0 : tensor<4xvector<2xf32>>
}
