// RUN: strata-opt %s --scf-loop-unroll --split-input-file | FileCheck %s
// RUN: strata-opt %s --scf-loop-unroll=max-trip-count=2 --split-input-file | FileCheck %s --check-prefix=FEW

// Three steps of a counted loop; the parts of a constant become constants.
// CHECK-LABEL: func @counted
// CHECK-NOT: scf.while
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
// FEW-LABEL: func @counted
// FEW: scf.while
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @counted(%x: tensor<64xi32>, %e: tensor<64xi32>) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %keys = arith.constant dense<[7, 8, 9, 10]> : tensor<4xi32>
  %r:2 = scf.while (%i = %c0, %a = %x) : (i32, tensor<64xi32>) -> (i32, tensor<64xi32>) {
    %c = arith.cmpi slt, %i, %c3 : i32
    scf.condition(%c) %i, %a : i32, tensor<64xi32>
  } do {
  ^bb0(%i: i32, %a: tensor<64xi32>):
    %n = arith.addi %i, %c1 : i32
    %part = tensor.extract_slice %keys[1] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %key = tensor.collapse_shape %part [] : tensor<1xi32> into tensor<i32>
    %b = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel"]}
        ins(%a, %key : tensor<64xi32>, tensor<i32>) outs(%e : tensor<64xi32>) {
    ^bb0(%p: i32, %k: i32, %o: i32):
      %s = arith.xori %p, %k : i32
      linalg.yield %s : i32
    } -> tensor<64xi32>
    scf.yield %n, %b : i32, tensor<64xi32>
  }
  return %r#1 : tensor<64xi32>
}

// -----

// The counter of a counted loop is a constant in each iteration.
// CHECK-LABEL: func @for
// CHECK-NOT: scf.for
// CHECK: linalg.index 0
// CHECK: arith.addi %{{.*}}, %c2
// CHECK: linalg.index 0
// CHECK: arith.addi %{{.*}}, %c5
// CHECK-NOT: linalg.generic
#id = affine_map<(d0) -> (d0)>
func.func @for(%x: tensor<64xindex>, %e: tensor<64xindex>) -> tensor<64xindex> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c2 to %c8 step %c3 iter_args(%a = %x) -> (tensor<64xindex>) {
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<64xindex>) outs(%e : tensor<64xindex>) {
    ^bb0(%p: index, %o: index):
      %k = linalg.index 0 : index
      %s = arith.addi %k, %i : index
      %t = arith.muli %s, %p : index
      linalg.yield %t : index
    } -> tensor<64xindex>
    scf.yield %b : tensor<64xindex>
  }
  return %r : tensor<64xindex>
}

// -----

// What combines elements is not repeated, and neither are loops of which the end is not known.
// CHECK-LABEL: func @left_alone
// CHECK: scf.for
// CHECK: scf.for
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @left_alone(%x: tensor<64xf32>, %s: tensor<f32>, %n: index) -> (tensor<f32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %s) -> (tensor<f32>) {
    %b = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
        ins(%x : tensor<64xf32>) outs(%a : tensor<f32>) {
    ^bb0(%p: f32, %o: f32):
      %t = arith.addf %o, %p : f32
      linalg.yield %t : f32
    } -> tensor<f32>
    scf.yield %b : tensor<f32>
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64xf32>) {
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<64xf32>) outs(%x : tensor<64xf32>) {
    ^bb0(%p: f32, %o: f32):
      %t = arith.negf %p : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    scf.yield %b : tensor<64xf32>
  }
  return %r, %q : tensor<f32>, tensor<64xf32>
}
