// RUN: strata-opt --linalg-split-concatenations=shifted=true --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-split-concatenations=shifted=true --split-input-file --validate-passes %s -o /dev/null
// RUN: strata-opt --pass-pipeline='builtin.module(func.func(linalg-split-concatenations{shifted=true}),bufferize-program,func.func(linalg-vectorize{vector-bits=128}))' --split-input-file %s | FileCheck %s --check-prefix=VECTORS

#id = affine_map<(i) -> (i)>

// Three tensors are stacked innermost: one op computes them, and what only it reads is a part of it.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @three(
// CHECK-SAME:    %[[X:.*]]: tensor<66xf32>, %[[Y:.*]]: tensor<66xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[ROW]], #[[ROW]], #[[ALL]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[Y]] : tensor<66xf32>, tensor<66xf32>) outs(%{{.*}} : tensor<66x3xf32>)
// CHECK:         ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK:         %[[N:.*]] = linalg.index 1
// CHECK:         %[[S:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK:         %[[IS1:.*]] = arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK:         %[[LATER:.*]] = arith.select %[[IS1]], %[[S]], %[[B]] : f32
// CHECK:         %[[IS0:.*]] = arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK:         arith.select %[[IS0]], %[[A]], %[[LATER]] : f32
// CHECK-NOT:     tensor.insert_slice
// VECTORS-LABEL: func.func @three(
// VECTORS:       vector.shuffle %{{.*}}, %{{.*}} [0, 4, 0, 1] : vector<4xf32>, vector<4xf32>
// VECTORS:       vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 3] : vector<4xf32>, vector<4xf32>
// VECTORS:       vector.store
// VECTORS:       vector.store
// VECTORS:       vector.store
func.func @three(%x: tensor<66xf32>, %y: tensor<66xf32>) -> tensor<66x3xf32> {
  %e = tensor.empty() : tensor<66xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<66xf32>, tensor<66xf32>) outs(%e : tensor<66xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<66xf32>
  %e3 = tensor.empty() : tensor<66x3xf32>
  %0 = tensor.insert_slice %x into %e3[0, 0] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x3xf32>
  %1 = tensor.insert_slice %s into %0[0, 1] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x3xf32>
  %2 = tensor.insert_slice %y into %1[0, 2] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x3xf32>
  return %2 : tensor<66x3xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// What others read too is computed once.
// CHECK-LABEL: func.func @read_twice(
// CHECK:         %[[S:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]}
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[S]] : tensor<66xf32>, tensor<66xf32>) outs(%{{.*}} : tensor<66x2xf32>)
// CHECK:         return %{{.*}}, %[[S]]
func.func @read_twice(%x: tensor<66xf32>) -> (tensor<66x2xf32>, tensor<66xf32>) {
  %e = tensor.empty() : tensor<66xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<66xf32>) outs(%e : tensor<66xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.negf %a : f32
    linalg.yield %t : f32
  } -> tensor<66xf32>
  %e2 = tensor.empty() : tensor<66x2xf32>
  %0 = tensor.insert_slice %x into %e2[0, 0] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x2xf32>
  %1 = tensor.insert_slice %s into %0[0, 1] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x2xf32>
  return %1, %s : tensor<66x2xf32>, tensor<66xf32>
}

// -----

// A part is missing, so that the tensor that others are inserted in is needed; and few elements are not worth vectors.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     linalg.generic
// CHECK-COUNT-4: tensor.insert_slice
func.func @kept(%x: tensor<66xf32>, %all: tensor<66x3xf32>, %y: tensor<4xf32>) -> (tensor<66x3xf32>, tensor<4x2xf32>) {
  %0 = tensor.insert_slice %x into %all[0, 0] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x3xf32>
  %1 = tensor.insert_slice %x into %0[0, 2] [66, 1] [1, 1] : tensor<66xf32> into tensor<66x3xf32>
  %e2 = tensor.empty() : tensor<4x2xf32>
  %2 = tensor.insert_slice %y into %e2[0, 0] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
  %3 = tensor.insert_slice %y into %2[0, 1] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
  return %1, %3 : tensor<66x3xf32>, tensor<4x2xf32>
}
