// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg{parallel=true},canonicalize,cse))' --split-input-file | FileCheck %s

// The length of chunks grows with that of the line, so that three levels are enough for every one.
// CHECK-LABEL: func.func @scan(
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: math.ctlz
// CHECK: %[[BITS:.*]] = arith.divui
// CHECK: %[[POWER:.*]] = arith.shli %{{.*}}, %[[BITS]]
// CHECK: %[[CHUNK:.*]] = arith.maxsi %[[POWER]], %c16
// CHECK: %[[COUNT:.*]] = arith.divui %{{.*}}, %[[CHUNK]]
// CHECK: tensor.empty(%[[COUNT]]) : tensor<?xf32>
// CHECK-COUNT-7: linalg.generic {{.*}}iterator_types = ["parallel"]
// CHECK-NOT: linalg.generic
func.func @scan(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = chlo.scan(%x) inits (%zero) dimension=0 attributes {is_associative = true} {
  ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
    %1 = "stablehlo.map"(%carry, %input) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  } : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  return %0#0 : tensor<?xf32>
}

// -----

// What may not be grouped is a loop all the same.
// CHECK-LABEL: func.func @scan_in_order(
// CHECK-NOT: linalg.generic
// CHECK: scf.for
func.func @scan_in_order(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = chlo.scan(%x) inits (%zero) dimension=0 {
  ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
    %1 = "stablehlo.map"(%carry, %input) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  } : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  return %0#0 : tensor<?xf32>
}

// -----

// As many updates as there are when the program runs are sorted with their numbers, and the elements of each row find theirs.
// CHECK-LABEL: func.func @scatter(
// CHECK: cf.assert %{{.*}}, "there are not as many windows as indices"
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi64>)
// CHECK: scf.for {{.*}} -> (tensor<?xi32>, tensor<?xi64>, tensor<?xi32>, tensor<?xi64>)
// CHECK: linalg.generic {{.*}} outs(%arg0 : tensor<1000x64xf32>)
// CHECK: scf.while
func.func @scatter(%x: tensor<1000x64xf32>, %i: tensor<?xi32>, %u: tensor<?x64xf32>) -> tensor<1000x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000x64xf32>, tensor<?xi32>, tensor<?x64xf32>) -> tensor<1000x64xf32>
  return %0 : tensor<1000x64xf32>
}

// -----

// Into few bins, updates are added up in parts, whose number is computed.
// CHECK-LABEL: func.func @counts(
// CHECK: %[[PARTS:.*]] = arith.minsi %{{.*}}, %c1024
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} outs(%{{.*}}, %{{.*}} : tensor<?x10xi32>, tensor<?x10xi1>)
// CHECK: linalg.generic {{.*}} outs(%arg0 : tensor<10xi32>)
// CHECK: scf.for %{{.*}} = %c0 to %[[PARTS]]
func.func @counts(%x: tensor<10xi32>, %i: tensor<?xi32>, %u: tensor<?xi32>) -> tensor<10xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<10xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<10xi32>
  return %0 : tensor<10xi32>
}

// -----

// A window of unknown size is looked for by each element of the result.
// CHECK-LABEL: func.func @window(
// CHECK-NOT: scf.for
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} outs(%arg0 : tensor<?x?xf32>)
// CHECK: scf.if
// CHECK: tensor.extract %arg2
func.func @window(%x: tensor<?x?xf32>, %i: tensor<1xi32>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<?x?xf32>, tensor<1xi32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Windows select nothing where there is nothing to select from.
// CHECK-LABEL: func.func @select_and_scatter(
// CHECK: cf.assert %{{.*}}, "there is no window for each element"
// CHECK: %[[NONE:.*]] = arith.cmpi eq
// CHECK: %[[COUNT:.*]] = arith.select %[[NONE]], %c0
// CHECK: tensor.empty(%[[COUNT]]) : tensor<?xi64>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?xi64>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?xf32>)
func.func @select_and_scatter(%x: tensor<?xf32>, %source: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %zero) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The length of transforms is always known; that of what is given is checked.
// CHECK-LABEL: func.func @fft(
// CHECK: cf.assert %{{.*}}, "the sizes of its arrays are not those of the transform"
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x16xcomplex<f32>>)
func.func @fft(%x: tensor<?x?xcomplex<f32>>) -> tensor<?x16xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [16] : (tensor<?x?xcomplex<f32>>) -> tensor<?x16xcomplex<f32>>
  return %0 : tensor<?x16xcomplex<f32>>
}

// -----

// A step for each column, however many there are.
// CHECK-LABEL: func.func @cholesky(
// CHECK: cf.assert %{{.*}}, "a matrix is not square"
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} iter_args(%{{.*}} = %arg0) -> (tensor<?x?xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x?xf32>)
func.func @cholesky(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @triangular_solve(
// CHECK: cf.assert %{{.*}}, "a triangle has another size than what it is solved for"
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %arg1) -> (tensor<?x3xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x3xf32>)
func.func @triangular_solve(%a: tensor<?x?xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Of many lines whose number is not known, no more than eight elements of each run are kept.
// CHECK-LABEL: func.func @first_of_sorted(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x100xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x52xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x8xf32>)
func.func @first_of_sorted(%x: tensor<?x100xf32>, %n: tensor<1xi32>) -> tensor<?x5xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<?x100xf32>) -> tensor<?x100xf32>
  %zeros = stablehlo.constant dense<0> : tensor<2xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %limits = stablehlo.concatenate %n, %five, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.real_dynamic_slice %0, %zeros, %limits, %ones : (tensor<?x100xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
