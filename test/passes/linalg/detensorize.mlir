// RUN: strata-opt %s --linalg-detensorize --split-input-file | FileCheck %s
// RUN: strata-opt %s --linalg-detensorize=aggressive-mode --split-input-file | FileCheck %s --check-prefixes=ALL

#scalar = affine_map<() -> ()>

// What the condition of a branch depends on is a scalar, also in the arguments of blocks.
// CHECK-LABEL: func.func @counter
// CHECK: %[[N:.*]] = tensor.extract %arg0[] : tensor<i32>
// CHECK: cf.br ^bb1(%{{.*}} : i32)
// CHECK: ^bb1(%[[I:.*]]: i32):
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]], %[[N]] : i32
// CHECK: cf.cond_br %[[C]], ^bb2, ^bb3
// CHECK-NOT: linalg.generic
// CHECK: %[[T:.*]] = tensor.from_elements %[[I]] : tensor<i32>
// CHECK: return %[[T]]
func.func @counter(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant dense<0> : tensor<i32>
  cf.br ^a(%zero : tensor<i32>)
^a(%i: tensor<i32>):
  %e = tensor.empty() : tensor<i1>
  %c = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%i, %n : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%a: i32, %b: i32, %o: i1):
    %less = arith.cmpi slt, %a, %b : i32
    linalg.yield %less : i1
  } -> tensor<i1>
  %go = tensor.extract %c[] : tensor<i1>
  cf.cond_br %go, ^b(%i : tensor<i32>), ^c(%i : tensor<i32>)
^b(%j: tensor<i32>):
  %f = tensor.empty() : tensor<i32>
  %k = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%j, %s : tensor<i32>, tensor<i32>) outs(%f : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %sum = arith.addi %a, %b : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  cf.br ^a(%k : tensor<i32>)
^c(%r: tensor<i32>):
  return %r : tensor<i32>
}

// -----

#scalar = affine_map<() -> ()>

// Without a branch, only aggressive mode makes scalars.
// CHECK-LABEL: func.func @straight
// CHECK: linalg.generic
// ALL-LABEL: func.func @straight
// ALL-NOT: linalg.generic
// ALL: %[[S:.*]] = arith.addi
// ALL: tensor.from_elements %[[S]] : tensor<i32>
func.func @straight(%n: tensor<i32>, %s: tensor<i32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<i32>
  %k = linalg.generic {indexing_maps = [#scalar, #scalar, #scalar], iterator_types = []} ins(%n, %s : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %sum = arith.addi %a, %b : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  return %k : tensor<i32>
}
