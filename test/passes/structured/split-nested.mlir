// RUN: strata-opt %s --linalg-split-concatenations --cse --split-input-file | FileCheck %s
// The parts of a concatenation that is put into another tensor are put there.

// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x4xf32>, %[[C:.*]]: tensor<2x5xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x17xf32>
// CHECK-NEXT: %[[C0:.*]] = tensor.insert_slice %[[C]] into %[[E]][0, 0] [2, 5] [1, 1]
// CHECK-NEXT: %[[A1:.*]] = tensor.insert_slice %[[A]] into %[[C0]][0, 5] [2, 3] [1, 1]
// CHECK-NEXT: %[[B2:.*]] = tensor.insert_slice %[[B]] into %[[A1]][0, 8] [2, 4] [1, 1]
// CHECK-NEXT: %[[C3:.*]] = tensor.insert_slice %[[C]] into %[[B2]][0, 12] [2, 5] [1, 1]
// CHECK-NEXT: return %[[C3]]
func.func @nested(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %c: tensor<2x5xf32>) -> tensor<2x17xf32> {
  %e1 = tensor.empty() : tensor<2x7xf32>
  %0 = tensor.insert_slice %a into %e1[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x7xf32>
  %1 = tensor.insert_slice %b into %0[0, 3] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x7xf32>
  %e2 = tensor.empty() : tensor<2x12xf32>
  %2 = tensor.insert_slice %c into %e2[0, 0] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<2x12xf32>
  %3 = tensor.insert_slice %1 into %2[0, 5] [2, 7] [1, 1] : tensor<2x7xf32> into tensor<2x12xf32>
  %e3 = tensor.empty() : tensor<2x17xf32>
  %4 = tensor.insert_slice %3 into %e3[0, 0] [2, 12] [1, 1] : tensor<2x12xf32> into tensor<2x17xf32>
  %5 = tensor.insert_slice %c into %4[0, 12] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<2x17xf32>
  return %5 : tensor<2x17xf32>
}

// -----

// One that others read, and one that is put over other elements, stay.

// CHECK-LABEL: func.func @read
// CHECK: tensor.insert_slice {{.*}} into tensor<4xf32>
// CHECK: tensor.insert_slice {{.*}} into tensor<4xf32>
// CHECK: tensor.insert_slice {{.*}} into tensor<5xf32>
func.func @read(%a: tensor<2xf32>, %d: tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = tensor.insert_slice %a into %e[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %a into %0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %2 = tensor.insert_slice %1 into %d[1] [4] [1] : tensor<4xf32> into tensor<5xf32>
  return %1, %2 : tensor<4xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @over
// CHECK: %[[X:.*]] = tensor.insert_slice %{{.*}} into %arg1[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
// CHECK: tensor.insert_slice %[[X]] into %arg2[1] [4] [1] : tensor<4xf32> into tensor<5xf32>
func.func @over(%a: tensor<2xf32>, %b: tensor<4xf32>, %d: tensor<5xf32>) -> tensor<5xf32> {
  %0 = tensor.insert_slice %a into %b[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = tensor.insert_slice %0 into %d[1] [4] [1] : tensor<4xf32> into tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// A slice that is read from a part is none of the concatenation.

// CHECK-LABEL: func.func @sliced
// CHECK: %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK: tensor.insert_slice %arg0 into %[[E]][0] [2] [1]
// CHECK: tensor.insert_slice %arg1 into %{{.*}}[2] [4] [1]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
// CHECK-NOT: insert_slice
func.func @sliced(%a: tensor<2xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %0 = tensor.insert_slice %a into %e[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %1 = tensor.insert_slice %b into %0[2] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %2 = tensor.extract_slice %1[3] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %3 = tensor.insert_slice %1 into %e1[0] [6] [1] : tensor<6xf32> into tensor<8xf32>
  %4 = tensor.insert_slice %2 into %3[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %4 : tensor<8xf32>
}
