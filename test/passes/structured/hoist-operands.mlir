// RUN: strata-opt --linalg-hoist-operands --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-hoist-operands --split-input-file --validate-passes %s -o /dev/null

// The scaled matrix is the same in each iteration, and no larger than the matrix.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[W:[^ ]*]]: tensor<4x4xf32>
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<4x4xf32>)
// CHECK: scf.for
// CHECK: linalg.matvec ins(%[[S]],
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @scaled(%w: tensor<4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> (tensor<4xf32>) {
    %scale = arith.constant 0.5 : f32
    %e = tensor.empty() : tensor<4x4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %m = arith.mulf %a, %scale : f32
      linalg.yield %m : f32
    } -> tensor<4x4xf32>
    %i0 = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%i0 : tensor<4xf32>) -> tensor<4xf32>
    %y = linalg.matvec ins(%s, %h : tensor<4x4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Weights that are bytes are extended where they are read; a matrix that changes stays; an elementwise op is merged with its users.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT: linalg.generic
// CHECK: scf.for
// CHECK-COUNT-3: linalg.generic
#id = affine_map<(d0, d1) -> (d0, d1)>
#v = affine_map<(d0) -> (d0)>
func.func @kept(%q: tensor<4x4xi8>, %x: tensor<4xf32>, %b: tensor<4xf32>, %w: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x, %m = %w) -> (tensor<4xf32>, tensor<4x4xf32>) {
    %e = tensor.empty() : tensor<4x4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<4x4xi8>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%a: i8, %o: f32):
      %n = arith.sitofp %a : i8 to f32
      linalg.yield %n : f32
    } -> tensor<4x4xf32>
    %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    } -> tensor<4x4xf32>
    %i0 = tensor.empty() : tensor<4xf32>
    %n = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%b : tensor<4xf32>) outs(%i0 : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %p = arith.negf %a : f32
      linalg.yield %p : f32
    } -> tensor<4xf32>
    %y = linalg.matvec ins(%s, %h : tensor<4x4xf32>, tensor<4xf32>) outs(%n : tensor<4xf32>) -> tensor<4xf32>
    %z = linalg.matvec ins(%t, %y : tensor<4x4xf32>, tensor<4xf32>) outs(%n : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %z, %t : tensor<4xf32>, tensor<4x4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4x4xf32>
}
