// RUN: strata-opt %s --sdy-sharding-group-import | FileCheck %s

// Groups with a tensor in common are one; they are numbered from 0.

// CHECK-LABEL: func.func @groups(
func.func @groups(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<4xf32>, %d: tensor<8xf32>) {
  // CHECK-NEXT: sdy.sharding_group %arg2 group_id=0 : tensor<4xf32>
  // CHECK-NEXT: sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_group %arg1 group_id=1 : tensor<8xf32>
  // CHECK-NEXT: sdy.sharding_group %arg3 group_id=1 : tensor<8xf32>
  // CHECK-NEXT: return
  sdy.sharding_group %c group_id=5 : tensor<4xf32>
  sdy.sharding_group %a group_id=7 : tensor<8xf32>
  sdy.sharding_group %a group_id=9 : tensor<8xf32>
  sdy.sharding_group %b group_id=9 : tensor<8xf32>
  sdy.sharding_group %b group_id=12 : tensor<8xf32>
  sdy.sharding_group %d group_id=12 : tensor<8xf32>
  return
}
// CHECK-LABEL: func.func @other_function(
func.func @other_function(%a: tensor<8xf32>) {
  // CHECK-NEXT: sdy.sharding_group %arg0 group_id=1 : tensor<8xf32>
  // CHECK-NEXT: return
  sdy.sharding_group %a group_id=12 : tensor<8xf32>
  return
}
