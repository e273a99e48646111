// RUN: strata-opt %s --linalg-fuse-producers | FileCheck %s
// RUN: strata-opt %s --linalg-fuse-producers --validate-passes -o /dev/null

// Each part is transposed by itself. One of them loses a dimension.
// CHECK-LABEL: func.func @parts(
// CHECK-SAME:    %[[X:.*]]: tensor<4x3x5xf32>)
// CHECK-DAG:     %[[A:.*]] = tensor.extract_slice %[[X]][0, 0, 0] [4, 1, 5] [1, 1, 1] : tensor<4x3x5xf32> to tensor<4x1x5xf32>
// CHECK-DAG:     %[[B:.*]] = tensor.extract_slice %[[X]][1, 1, 0] [2, 1, 3] [2, 1, 2] : tensor<4x3x5xf32> to tensor<2x3xf32>
// CHECK-DAG:     linalg.transpose ins(%[[A]] : tensor<4x1x5xf32>) outs(%{{.*}} : tensor<1x5x4xf32>) permutation = [1, 2, 0]
// CHECK-DAG:     linalg.transpose ins(%[[B]] : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>) permutation = [1, 0]
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @parts(%x: tensor<4x3x5xf32>) -> (tensor<1x5x4xf32>, tensor<3x2xf32>) {
  %e = tensor.empty() : tensor<3x5x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x3x5xf32>) outs(%e : tensor<3x5x4xf32>) permutation = [1, 2, 0]
  %a = tensor.extract_slice %t[0, 0, 0] [1, 5, 4] [1, 1, 1] : tensor<3x5x4xf32> to tensor<1x5x4xf32>
  %b = tensor.extract_slice %t[1, 0, 1] [1, 3, 2] [1, 2, 2] : tensor<3x5x4xf32> to tensor<3x2xf32>
  return %a, %b : tensor<1x5x4xf32>, tensor<3x2xf32>
}

// The whole is used too.
// CHECK-LABEL: func.func @whole(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<4x3xf32>)
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @whole(%x: tensor<4x3xf32>) -> (tensor<1x4xf32>, tensor<3x4xf32>) {
  %e = tensor.empty() : tensor<3x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %a = tensor.extract_slice %t[0, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<1x4xf32>
  return %a, %t : tensor<1x4xf32>, tensor<3x4xf32>
}

// Parts that overlap would be transposed several times.
// CHECK-LABEL: func.func @overlap(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<4x3xf32>)
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @overlap(%x: tensor<4x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %e = tensor.empty() : tensor<3x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %a = tensor.extract_slice %t[0, 0] [2, 4] [1, 1] : tensor<3x4xf32> to tensor<2x4xf32>
  %b = tensor.extract_slice %t[1, 0] [2, 4] [1, 1] : tensor<3x4xf32> to tensor<2x4xf32>
  return %a, %b : tensor<2x4xf32>, tensor<2x4xf32>
}

// Its place is not known.
// CHECK-LABEL: func.func @unknown(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<4x3xf32>)
// CHECK:         tensor.extract_slice
func.func @unknown(%x: tensor<4x3xf32>, %i: index) -> tensor<1x4xf32> {
  %e = tensor.empty() : tensor<3x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>) permutation = [1, 0]
  %a = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<1x4xf32>
  return %a : tensor<1x4xf32>
}
