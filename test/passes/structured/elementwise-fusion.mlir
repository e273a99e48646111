// RUN: strata-opt %s --linalg-fuse-producers --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>

// A chain becomes one op.
// CHECK-LABEL: func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xf32>)
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[Y]] : tensor<4x8xf32>, tensor<4x8xf32>)
// CHECK: %[[E:.*]] = math.exp
// CHECK-NEXT: arith.addf %[[E]]
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// The payload of the producer stays, with the arguments of the fused op: some are added in front of its own, between them and behind them,
// and one that comes earlier in the consumer is read there.
// CHECK-LABEL: func @arguments
// CHECK-SAME: (%[[A:[^:]*]]: tensor<4x8xf32>, %[[B:[^:]*]]: tensor<4x8xf32>, %[[C:[^:]*]]: tensor<4x8xi32>, %[[D:[^:]*]]: tensor<4x8xf32>)
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[C]], %[[B]], %[[A]], %[[D]] : tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
// CHECK-NEXT: ^bb0(%[[IC:[^:]*]]: i32, %[[IB:[^:]*]]: f32, %[[IA:[^:]*]]: f32, %[[ID:[^:]*]]: f32, %{{[^:]*}}: i32):
// CHECK-NEXT: %[[P:.*]] = arith.subf %[[IA]], %[[IB]] : f32
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[P]], %[[IB]] : f32
// CHECK-NEXT: %[[R:.*]] = arith.mulf %[[IB]], %[[Q]] : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[R]], %[[ID]] : f32
// CHECK-NEXT: %[[T:.*]] = arith.fptosi %[[S]] : f32 to i32
// CHECK-NEXT: %[[U:.*]] = arith.addi %[[T]], %[[IC]] : i32
// CHECK-NEXT: linalg.yield %[[U]] : i32
// CHECK-NOT: linalg.generic
func.func @arguments(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xi32>, %d: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.subf %x, %y : f32
    %q = arith.divf %p, %y : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  %i = tensor.empty() : tensor<4x8xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %b, %0, %d : tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
      outs(%i : tensor<4x8xi32>) {
  ^bb0(%w: i32, %x: f32, %y: f32, %z: f32, %o: i32):
    %r = arith.mulf %x, %y : f32
    %s = arith.addf %r, %z : f32
    %t = arith.fptosi %s : f32 to i32
    %u = arith.addi %t, %w : i32
    linalg.yield %u : i32
  } -> tensor<4x8xi32>
  return %1 : tensor<4x8xi32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A reduction takes its producer in.
// CHECK-LABEL: func @into_reduction
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NOT: linalg.generic
func.func @into_reduction(%x: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#vec = affine_map<(d0) -> (d0)>
#row = affine_map<(d0, d1) -> (d0)>

// An expensive producer is not computed again for every column.
// CHECK-LABEL: func @no_recomputation
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.addf
func.func @no_recomputation(%x: tensor<4xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#vec, #vec], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %y : tensor<4xf32>, tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// One step of a recurrence: the first op has two users until its two users are one op, which reads it twice and computes
// it once. Each value is read once too.
// CHECK-LABEL: func @recurrence
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>)
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[Y]], %[[X]] : tensor<8xf32>, tensor<8xf32>)
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: %[[E:.*]] = math.exp %[[B]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[E]]
// CHECK-NEXT: arith.subf %[[P]], %[[E]]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @recurrence(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%y, %0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%1, %0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// Both the producer and its consumer are wanted: one op computes both.
// CHECK-LABEL: func @two_results
// CHECK-SAME: (%[[X:.*]]: tensor<64xf32>
// CHECK: %[[R:.*]]:2 = linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<64xf32>)
// CHECK: %[[E:.*]] = math.exp
// CHECK: %[[N:.*]] = arith.negf %[[E]]
// CHECK: linalg.yield %[[E]], %[[N]]
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @two_results(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// What is between the two reads the producer and is read by the consumer: nothing is merged.
// CHECK-LABEL: func @sum_between
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: linalg.generic
// CHECK: arith.divf
func.func @sum_between(%x: tensor<4x8xf32>, %z: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<4x8xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.divf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// Scalars and constants are no operands.
// CHECK-LABEL: func @scalars
// CHECK-SAME: (%[[X:.*]]: tensor<64xf32>, %[[S:.*]]: f32
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]] : tensor<64xf32>)
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[S]] : f32
// CHECK: arith.addf %[[P]], %cst{{.*}} : f32
func.func @scalars(%x: tensor<64xf32>, %s: f32) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %t = tensor.from_elements %s : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #none, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %t, %two : tensor<64xf32>, tensor<f32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %p, %c : f32
    linalg.yield %q : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// A transposed operand is read in its own order.
// CHECK-DAG: #[[T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func @transposed
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[T]],
func.func @transposed(%x: tensor<8x4xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%x : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The payload of what comes last takes an element out of what comes first, so that these two stay apart.
// CHECK-LABEL: @taken_by_the_payload
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: math.absf
// CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK: tensor.extract %[[A]]
// CHECK: return %[[B]]
func.func @taken_by_the_payload(%x: tensor<3xf32>, %e: tensor<3xf32>, %c0: index) -> tensor<3xf32> {
  %a = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%i: f32, %o: f32):
    %r = math.absf %i : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf32>) {
  ^bb0(%o: f32):
    %r = tensor.extract %a[%c0] : tensor<3xf32>
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%g, %a : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.addf %i, %j : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %b : tensor<3xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// The payload of the consumer takes any element of what the producer makes, so that must be done before.
// CHECK-LABEL: func @taken
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: tensor.extract
func.func @taken(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c3 = arith.constant 3 : index
    %t = tensor.extract %0[%c3] : tensor<64xf32>
    %s = arith.addf %a, %t : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// The consumer writes to what it also reads, which must be there before it.
// CHECK-LABEL: func @accumulated
// CHECK: %[[EXP:.*]] = linalg.generic
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} outs(%[[EXP]] : tensor<64xf32>)
func.func @accumulated(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%0 : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// A reduction over one element is elementwise, and so is merged with what it reads and what reads it.
// CHECK-LABEL: func.func @unit_reduction
// CHECK-NOT: "reduction"
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<8x16xi32>, tensor<8x16xf32>)
// CHECK: arith.cmpi sge
// CHECK: arith.andi
// CHECK: arith.select
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @unit_reduction(%x: tensor<8x16xi32>, %y: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0.0 : f32
  %true = arith.constant true
  %expanded = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 16, 1] : tensor<8x16xi32> into tensor<8x16x1xi32>
  %e = tensor.empty() : tensor<8x16xi1>
  %filled = linalg.fill ins(%true : i1) outs(%e : tensor<8x16xi1>) -> tensor<8x16xi1>
  %inside = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded : tensor<8x16x1xi32>) outs(%filled : tensor<8x16xi1>) {
  ^bb0(%in: i32, %out: i1):
    %c = arith.cmpi sge, %in, %zero : i32
    %a = arith.andi %out, %c : i1
    linalg.yield %a : i1
  } -> tensor<8x16xi1>
  %f = tensor.empty() : tensor<8x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%inside, %y : tensor<8x16xi1>, tensor<8x16xf32>) outs(%f : tensor<8x16xf32>) {
  ^bb0(%m: i1, %in: f32, %out: f32):
    %s = arith.select %m, %in, %none : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// What a loop in a payload takes elements of is there only after the first op, behind which the sums are made.
// CHECK-LABEL: func.func @loop_in_payload
// CHECK: %[[EXP:.*]] = linalg.generic
// CHECK: math.exp
// CHECK: %[[SUM:.*]] = linalg.reduce {{.*}} ins(%[[EXP]]
// CHECK: linalg.generic {{.*}} ins(%[[EXP]]
// CHECK: scf.for
// CHECK: tensor.extract %[[SUM]]
func.func @loop_in_payload(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %init = arith.constant 0.0 : f32
  %s = tensor.splat %init : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %sums = linalg.reduce {arith.addf} ins(%0 : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %a) -> (f32) {
      %v = tensor.extract %sums[%i] : tensor<4xf32>
      %n = arith.addf %t, %v : f32
      scf.yield %n : f32
    }
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// An element that is taken out of a tensor by the indices of all loops is an input, so that what computes it is merged; so is one of a
// tensor that got a dimension of one element.
// CHECK-LABEL: func @elements
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xi32>, %[[Y:.*]]: tensor<16xf32>)
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<4x8xi32>)
// CHECK-NOT: tensor.extract %[[X]]
// CHECK: tensor.extract %[[Y]]
// CHECK: return %[[R]]
// CHECK-NOT: linalg.generic
func.func @elements(%x: tensor<4x8xi32>, %y: tensor<16xf32>) -> tensor<4x8xf32> {
  %c3 = arith.constant 3 : i32
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<4x8xi32>
  %p = tensor.empty() : tensor<4x8xi1>
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xi32>) outs(%i : tensor<4x8xi32>) {
  ^bb0(%a: i32, %o: i32):
    %1 = arith.addi %a, %c3 : i32
    %2 = arith.muli %1, %1 : i32
    %3 = arith.andi %2, %c3 : i32
    linalg.yield %3 : i32
  } -> tensor<4x8xi32>
  %unit = tensor.expand_shape %0 [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xi32> into tensor<4x8x1xi32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%unit : tensor<4x8x1xi32>) outs(%p : tensor<4x8xi1>) {
  ^bb0(%a: i32, %o: i1):
    %5 = arith.cmpi ne, %a, %c3 : i32
    linalg.yield %5 : i1
  } -> tensor<4x8xi1>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<4x8xi1>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: i1, %o: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %n = tensor.extract %0[%r, %c] : tensor<4x8xi32>
    %k = arith.index_cast %n : i32 to index
    %v = tensor.extract %y[%k] : tensor<16xf32>
    %s = arith.select %a, %v, %zero : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// -----

// The place of a gather that is read by the indices of some loops is an input, so that what computes it is merged.
// CHECK-LABEL: func.func @places
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: tensor.extract %{{.*}}[%{{.*}}] : tensor<8xi32>
// CHECK: arith.maxsi
// CHECK: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}] : tensor<16x4xf32>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @places(%i: tensor<8xi32>, %x: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<8xi32>) outs(%e : tensor<8xi32>) {
  ^bb0(%a: i32, %o: i32):
    %m = arith.maxsi %a, %zero : i32
    linalg.yield %m : i32
  } -> tensor<8xi32>
  %f = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%f : tensor<8x4xf32>) {
  ^bb0(%o: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %p = tensor.extract %0[%r] : tensor<8xi32>
    %q = arith.index_cast %p : i32 to index
    %v = tensor.extract %x[%q, %c] : tensor<16x4xf32>
    linalg.yield %v : f32
  } -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// What only one op needs is computed there, from the result that other ops need too, instead of becoming another result.
// CHECK-LABEL: func @joins_its_user
// CHECK: %[[E:.*]] = linalg.generic
// CHECK: math.exp
// CHECK-NEXT: linalg.yield
// CHECK: %[[R:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}}, %[[E]] : tensor<64xf32>, tensor<64xf32>)
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK-NOT: linalg.generic
// CHECK: return %[[R]]
func.func @joins_its_user(%x: tensor<64xf32>, %r: tensor<64xf32>) -> tensor<64xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %two : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %2 = func.call @other(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%2, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %3 : tensor<64xf32>
}
func.func private @other(tensor<64xf32>) -> tensor<64xf32>
