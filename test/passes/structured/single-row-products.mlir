// RUN: strata-opt --linalg-fuse-producers --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-fuse-producers --split-input-file --validate-passes %s -o /dev/null

// Weights that are bytes are extended and scaled where a product of one row reads them.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[Y:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: %[[ROW:.*]]: tensor<1x128xf32>, %[[Q:.*]]: tensor<128x256xi8>, %[[S:.*]]: tensor<256xf32>)
// CHECK: %[[ONE:.*]] = tensor.collapse_shape %[[ROW]] {{\[}}[0, 1]] : tensor<1x128xf32> into tensor<128xf32>
// CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<256xf32>
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[Y]], #[[Y]]], iterator_types = ["parallel", "reduction"]} ins(%[[ONE]], %[[Q]], %[[S]] : {{.*}}) outs(%[[F]] : tensor<256xf32>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: i8, %[[C:.*]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT: %[[E:.*]] = arith.sitofp %[[B]] : i8 to f32
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[E]], %[[C]] : f32
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[M]] : f32
// CHECK-NEXT: arith.addf %[[O]], %[[P]] : f32
// CHECK: tensor.expand_shape %[[R]] {{\[}}[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @bytes(%x: tensor<1x128xf32>, %q: tensor<128x256xi8>, %s: tensor<256xf32>) -> tensor<1x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x256xf32>
  %w = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%q, %s : tensor<128x256xi8>, tensor<256xf32>) outs(%e : tensor<128x256xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<128x256xf32>
  %i = tensor.empty() : tensor<1x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%i : tensor<1x256xf32>) -> tensor<1x256xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x128xf32>, tensor<128x256xf32>) outs(%f : tensor<1x256xf32>) -> tensor<1x256xf32>
  return %y : tensor<1x256xf32>
}

// -----

// Weights in groups of sixteen rows with a scale each: the depth of the product is two loops.
// CHECK-LABEL: func.func @groups(
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [8, 16] : tensor<128xf32> into tensor<8x16xf32>
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]} ins({{.*}} : tensor<8x16xf32>, tensor<8x16x256xi8>, tensor<8x256xf32>) outs(%{{.*}} : tensor<256xf32>)
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#scale = affine_map<(d0, d1, d2) -> (d0, d2)>
func.func @groups(%x: tensor<1x128xf32>, %q: tensor<8x16x256xi8>, %s: tensor<8x256xf32>) -> tensor<1x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16x256xf32>
  %w = linalg.generic {indexing_maps = [#id, #scale, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%q, %s : tensor<8x16x256xi8>, tensor<8x256xf32>) outs(%e : tensor<8x16x256xf32>) {
  ^bb0(%a: i8, %b: f32, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<8x16x256xf32>
  %m = tensor.collapse_shape %w [[0, 1], [2]] : tensor<8x16x256xf32> into tensor<128x256xf32>
  %i = tensor.empty() : tensor<1x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%i : tensor<1x256xf32>) -> tensor<1x256xf32>
  %y = linalg.matmul ins(%x, %m : tensor<1x128xf32>, tensor<128x256xf32>) outs(%f : tensor<1x256xf32>) -> tensor<1x256xf32>
  return %y : tensor<1x256xf32>
}

// -----

// Two rows read each weight twice; a matrix with another user exists anyway.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-2: linalg.matmul
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @kept(%x: tensor<2x128xf32>, %r: tensor<1x128xf32>, %q: tensor<128x256xi8>, %p: tensor<128x256xi8>) -> (tensor<2x256xf32>, tensor<1x256xf32>, tensor<128x256xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x256xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<128x256xi8>) outs(%e : tensor<128x256xf32>) {
  ^bb0(%a: i8, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    linalg.yield %1 : f32
  } -> tensor<128x256xf32>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<128x256xi8>) outs(%e : tensor<128x256xf32>) {
  ^bb0(%a: i8, %o: f32):
    %1 = arith.sitofp %a : i8 to f32
    linalg.yield %1 : f32
  } -> tensor<128x256xf32>
  %i = tensor.empty() : tensor<2x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%i : tensor<2x256xf32>) -> tensor<2x256xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x128xf32>, tensor<128x256xf32>) outs(%f : tensor<2x256xf32>) -> tensor<2x256xf32>
  %j = tensor.empty() : tensor<1x256xf32>
  %g = linalg.fill ins(%zero : f32) outs(%j : tensor<1x256xf32>) -> tensor<1x256xf32>
  %z = linalg.matmul ins(%r, %v : tensor<1x128xf32>, tensor<128x256xf32>) outs(%g : tensor<1x256xf32>) -> tensor<1x256xf32>
  return %y, %z, %v : tensor<2x256xf32>, tensor<1x256xf32>, tensor<128x256xf32>
}
