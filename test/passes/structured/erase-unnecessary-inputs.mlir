// RUN: strata-opt %s --linalg-fuse-producers | FileCheck %s
// Inputs that are given twice, or that the payload does not read, are erased, unless a loop has its size from them.

#id = affine_map<(i) -> (i)>
#rows = affine_map<(i, j) -> (i)>
#columns = affine_map<(i, j) -> (j)>
// CHECK-LABEL: func.func @inputs
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.addf %[[X]], %[[X]] : f32
func.func @inputs(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%a, %b, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %unread: f32, %z: f32, %y: f32):
    %1 = arith.addf %x, %z : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @size_of_loop
// CHECK: ins(%arg0, %arg1 : tensor<4xf32>, tensor<5xf32>)
func.func @size_of_loop(%a: tensor<4xf32>, %b: tensor<5xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#rows, #columns, #rows], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %unread: f32, %sum: f32):
    %1 = arith.addf %x, %sum : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
