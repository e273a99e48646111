// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,cse)' --split-input-file | FileCheck %s

// Sizes of operands have to be the same, which is checked where it is not known.

// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32>)
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x4xf32>
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[Y]], %{{.*}} : tensor<?x4xf32>
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %[[M]] : index
// CHECK: cf.assert %[[SAME]], "sizes of operands differ"
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[Y]] : tensor<?x4xf32>, tensor<?x4xf32>) outs(%[[E]] : tensor<?x4xf32>)
func.func @add(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A program that says where a size comes from needs no decision when it runs.

// CHECK-LABEL: func.func @broadcast_of_sums(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<?xf32>)
func.func @broadcast_of_sums(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Otherwise it does.

// CHECK-LABEL: func.func @broadcast(
// CHECK: cf.assert %{{.*}}, "a size is negative"
// CHECK: cf.assert %{{.*}}, "a size that is broadcast differs"
// CHECK: linalg.generic
// CHECK: arith.select
// CHECK: tensor.extract
func.func @broadcast(%x: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape(
// CHECK: cf.assert %{{.*}}, "a reshaped tensor has another number of elements"
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// CHECK: tensor.expand_shape %[[ROW]] {{\[}}[0, 1]] output_shape [%{{.*}}, 2] : tensor<?xf32> into tensor<?x2xf32>
func.func @reshape(%x: tensor<?x4xf32>, %s: tensor<2xi32>) -> tensor<?x2xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>)
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]]
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[Y]]
// CHECK: %[[ALL:.*]] = arith.addi %[[N]], %[[M]] : index
// CHECK: %[[E:.*]] = tensor.empty(%[[ALL]]) : tensor<?xf32>
// CHECK: %[[A:.*]] = tensor.insert_slice %[[X]] into %[[E]][0] [%[[N]]] [1]
// CHECK: tensor.insert_slice %[[Y]] into %[[A]][%[[N]]] [%[[M]]] [1]
func.func @concatenate(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK: scf.while
// CHECK: cf.assert %{{.*}}, "a loop changes a size of what it carries"
func.func @loop(%x: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.while(%a = %x) : tensor<?xf32>
  cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_reshape %a, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @assertion(
// CHECK: cf.assert %{{.*}}, "b is too small"
func.func @assertion(%x: tensor<i1>, %n: tensor<i32>) {
  stablehlo.custom_call @shape_assertion(%x, %n) {error_message = "b is too small", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

// Numbers of 64 bits may be any: each sum of them is checked, and that there may be a tensor of what comes out.

// CHECK-LABEL: func.func @any_padding(
// CHECK: %[[EDGES:.*]] = arith.addi %[[L:.*]], %[[H:.*]] : index
// CHECK: arith.xori %[[EDGES]], %[[L]]
// CHECK: arith.xori %[[EDGES]], %[[H]]
// CHECK: cf.assert %{{.*}}, "a size is too large"
// CHECK: %[[SIZE:.*]] = arith.addi %[[EDGES]], %c4 : index
// CHECK: %[[FITS:.*]] = arith.cmpi sge, %[[SIZE]], %[[EDGES]] : index
// CHECK: cf.assert %[[FITS]], "a size is too large"
// CHECK: cf.assert %{{.*}}, "a padded size is negative"
// CHECK: %[[SOME:.*]] = arith.cmpi ule, %[[SIZE]], %c288230376151711744 : index
// CHECK: cf.assert %[[SOME]], "a size is too large"
// CHECK: tensor.empty(%[[SIZE]]) : tensor<?xf32>
func.func @any_padding(%x: tensor<4xf32>, %p: tensor<f32>, %l: tensor<1xi64>, %h: tensor<1xi64>) -> tensor<?xf32> {
  %i = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Numbers of 32 bits fit, and ones without a sign have none.

// CHECK-LABEL: func.func @small_padding(
// CHECK: arith.index_castui %{{.*}} : i32 to index
// CHECK-NOT: arith.xori
// CHECK: cf.assert %{{.*}}, "a padded size is negative"
func.func @small_padding(%x: tensor<4xf32>, %p: tensor<f32>, %l: tensor<1xui32>, %h: tensor<1xui32>, %i: tensor<1xui32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %x, %p, %l, %h, %i : (tensor<4xf32>, tensor<f32>, tensor<1xui32>, tensor<1xui32>, tensor<1xui32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// What the type of a result says is a promise of the sizes that an op is given.

// CHECK-LABEL: func.func @promise(
// CHECK: %[[N:.*]] = tensor.extract %arg1[%c1] : tensor<2xi64>
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %c4
// CHECK: cf.assert %[[SAME]], "a size is not what the type of the result says"
func.func @promise(%x: tensor<1x4xf32>, %s: tensor<2xi64>) -> tensor<3x4xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<1x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// The sizes of tensors that there are need no checks, nor do sums of few of them.

// CHECK-LABEL: func.func @known_to_fit(
// CHECK-NOT: cf.assert %{{.*}}, "a size is too large"
// CHECK: return
func.func @known_to_fit(%x: tensor<?x?xf32>, %y: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?x4xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.negate %0 : tensor<?x?xf32>
  %2 = stablehlo.reverse %y, dims = [0] : tensor<?x4xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x4xf32>
}
