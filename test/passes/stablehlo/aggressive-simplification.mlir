// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-simplification))' --split-input-file --validate-passes | FileCheck %s

// CHECK-LABEL: @constant_to_rhs
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>
// CHECK: %[[C:.*]] = stablehlo.constant
// CHECK: %[[SUM:.*]] = stablehlo.add %[[X]], %[[C]]
// CHECK: stablehlo.compare GT, %[[SUM]], %[[C]]
func.func @constant_to_rhs(%x: tensor<2xi32>) -> tensor<2xi1> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.add %c, %x : tensor<2xi32>
  %1 = stablehlo.compare LT, %c, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// -----

// Adding 0.0 changes -0.0, multiplying by 0.0 keeps NaN, and NaN differs from itself.
// CHECK-LABEL: @floats_are_no_numbers
// CHECK: stablehlo.add
// CHECK: stablehlo.multiply
// CHECK: stablehlo.subtract
// CHECK: stablehlo.compare
// CHECK: stablehlo.select
func.func @floats_are_no_numbers(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = stablehlo.add %x, %zero : tensor<2xf32>
  %1 = stablehlo.multiply %x, %zero : tensor<2xf32>
  %2 = stablehlo.subtract %x, %x : tensor<2xf32>
  %3 = stablehlo.compare GE, %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %4 = stablehlo.not %3 : tensor<2xi1>
  %5 = stablehlo.select %3, %x, %y : tensor<2xi1>, tensor<2xf32>
  return %0, %1, %2, %4, %5 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>, tensor<2xf32>
}

// -----

// CHECK-LABEL: @integers
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>, %[[Y:.*]]: tensor<2xi32>
// CHECK: %[[MAX:.*]] = stablehlo.maximum %[[X]], %[[Y]]
// CHECK: %[[LT:.*]] = stablehlo.compare LT, %[[X]], %[[Y]]
// CHECK: return %[[MAX]], %[[LT]], %[[X]]
func.func @integers(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi1>, tensor<2xi32>) {
  %0 = stablehlo.compare GE, %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %1 = stablehlo.select %0, %x, %y : tensor<2xi1>, tensor<2xi32>
  %2 = stablehlo.compare GE, %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.not %2 : tensor<2xi1>
  %4 = stablehlo.negate %x : tensor<2xi32>
  %5 = stablehlo.negate %4 : tensor<2xi32>
  return %1, %3, %5 : tensor<2xi32>, tensor<2xi1>, tensor<2xi32>
}

// -----

// CHECK-LABEL: @conversions
// CHECK-SAME: %[[X:.*]]: tensor<2xf16>, %[[Y:.*]]: tensor<2xi32>
// CHECK: %[[NARROW:.*]] = stablehlo.convert %[[Y]] : (tensor<2xi32>) -> tensor<2xf32>
// CHECK: %[[BACK:.*]] = stablehlo.convert %[[NARROW]]
// CHECK: return %[[X]], %[[BACK]]
func.func @conversions(%x: tensor<2xf16>, %y: tensor<2xi32>) -> (tensor<2xf16>, tensor<2xi32>) {
  %0 = stablehlo.convert %x : (tensor<2xf16>) -> tensor<2xf32>
  %1 = stablehlo.convert %0 : (tensor<2xf32>) -> tensor<2xf16>
  %2 = stablehlo.convert %y : (tensor<2xi32>) -> tensor<2xf32>
  %3 = stablehlo.convert %2 : (tensor<2xf32>) -> tensor<2xi32>
  return %1, %3 : tensor<2xf16>, tensor<2xi32>
}

// -----

// CHECK-LABEL: @select_of_not
// CHECK-SAME: %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
// CHECK: stablehlo.select %[[P]], %[[Y]], %[[X]]
func.func @select_of_not(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.not %p : tensor<i1>
  %1 = stablehlo.select %0, %x, %y : tensor<i1>, tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// CHECK-LABEL: @shapes
// CHECK: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK: stablehlo.transpose %arg0, dims = [1, 0]
// CHECK: stablehlo.reshape %arg1 : (tensor<1x4xf32>) -> tensor<4x1xf32>
func.func @shapes(%x: tensor<2x3xf32>, %y: tensor<1x4xf32>) -> (tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<4x1xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.transpose %y, dims = [1, 0] : (tensor<1x4xf32>) -> tensor<4x1xf32>
  return %0, %1, %2 : tensor<2x1x3xf32>, tensor<3x2xf32>, tensor<4x1xf32>
}

// -----

// CHECK-LABEL: @iotas
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<3x1xi32>
// CHECK-DAG: %[[LINE:.*]] = stablehlo.iota dim = 0 : tensor<4xi32>
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[LINE]], dims = [1] : (tensor<4xi32>) -> tensor<3x4xi32>
// CHECK: return %[[ZERO]], %[[ALL]]
func.func @iotas() -> (tensor<3x1xi32>, tensor<3x4xi32>) {
  %0 = stablehlo.iota dim = 1 : tensor<3x1xi32>
  %1 = stablehlo.iota dim = 1 : tensor<3x4xi32>
  return %0, %1 : tensor<3x1xi32>, tensor<3x4xi32>
}

// -----

// CHECK-LABEL: @no_elements
// CHECK: %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK: %[[PAD:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
// CHECK: return %[[EMPTY]], %[[PAD]]
func.func @no_elements(%x: tensor<0x3xf32>, %v: tensor<f32>) -> (tensor<0x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.add %x, %x : tensor<0x3xf32>
  %1 = stablehlo.pad %x, %v, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<0x3xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: @joined
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf32>, %[[Z:.*]]: tensor<0xf32>
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[X]], %[[Y]], %[[X]], dim = 0
// CHECK: %[[PART:.*]] = stablehlo.slice %[[Y]] [1:3]
// CHECK: return %[[ALL]], %[[PART]]
func.func @joined(%x: tensor<2xf32>, %y: tensor<3xf32>, %z: tensor<0xf32>) -> (tensor<7xf32>, tensor<2xf32>) {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<0xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<5xf32>, tensor<2xf32>) -> tensor<7xf32>
  %2 = stablehlo.slice %1 [3:5] : (tensor<7xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<7xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: @slices
// CHECK: %[[A:.*]] = stablehlo.slice %arg0 [2:7:4]
// CHECK: %[[B:.*]] = stablehlo.slice %arg0 [5:8]
// CHECK: return %[[A]], %[[B]]
func.func @slices(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %0 = stablehlo.slice %x [0:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %0 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %c = stablehlo.constant dense<100> : tensor<i32>
  %2 = stablehlo.dynamic_slice %x, %c, sizes = [3] : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
  return %1, %2 : tensor<2xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @gathered
// CHECK: %[[ROW:.*]] = stablehlo.slice %arg0 [2:3, 0:4]
// CHECK: stablehlo.reshape %[[ROW]] : (tensor<1x4xf32>) -> tensor<4xf32>
func.func @gathered(%x: tensor<3x4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<9> : tensor<1xi32>
  %0 = "stablehlo.gather"(%x, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Indices without a sign: neither 2 as a number of two bits nor 200 as one of eight is negative.
// CHECK-LABEL: @gathered_by_unsigned
// CHECK: stablehlo.slice %arg0 [0:1, 2:3]
// CHECK: stablehlo.slice %arg1 [200:202]
func.func @gathered_by_unsigned(%x: tensor<4x4xf32>, %y: tensor<300xf32>) -> (tensor<f32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<[0, 2]> : tensor<2xui2>
  %0 = "stablehlo.gather"(%x, %c) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x4xf32>, tensor<2xui2>) -> tensor<f32>
  %d = stablehlo.constant dense<200> : tensor<ui8>
  %1 = stablehlo.dynamic_slice %y, %d, sizes = [2] : (tensor<300xf32>, tensor<ui8>) -> tensor<2xf32>
  return %0, %1 : tensor<f32>, tensor<2xf32>
}

// -----

// Both parts of a complex minimum are NaN where one part of an operand is.
// CHECK-LABEL: @minimum_of_equals
// CHECK: %[[M:.*]] = stablehlo.minimum %arg1, %arg1
// CHECK: return %arg0, %[[M]]
func.func @minimum_of_equals(%x: tensor<f32>, %z: tensor<complex<f32>>) -> (tensor<f32>, tensor<complex<f32>>) {
  %0 = stablehlo.maximum %x, %x : tensor<f32>
  %1 = stablehlo.minimum %z, %z : tensor<complex<f32>>
  return %0, %1 : tensor<f32>, tensor<complex<f32>>
}

// -----

// The second accumulator does not depend on the first, whose input is not needed.
// CHECK-LABEL: @reduce_unused
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xi32>
// CHECK: stablehlo.reduce(%[[Y]] init: %{{.*}}) applies stablehlo.maximum across dimensions = [0]
func.func @reduce_unused(%x: tensor<4xf32>, %y: tensor<4xi32>) -> tensor<i32> {
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %f), (%y init: %i) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %1 = stablehlo.add %a, %b : tensor<f32>
    %2 = stablehlo.maximum %c, %d : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// -----

// CHECK-LABEL: @sort_unused
// CHECK: "stablehlo.sort"(%arg0) <{dimension = 0 : i64}>
func.func @sort_unused(%x: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<4xi32> {
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>)
  return %0#0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: @while_invariant
// CHECK-SAME: %[[N:.*]]: tensor<i32>, %[[X:.*]]: tensor<f32>
// CHECK: stablehlo.while(%[[I:.*]] = %{{.*}}, %[[S:.*]] = %[[X]]) : tensor<i32>, tensor<f32>
// CHECK: compare LT, %[[I]], %[[N]]
func.func private @while_invariant(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %m = %n, %s = %x) : tensor<i32>, tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %s : tensor<f32>
    stablehlo.return %j, %m, %t : tensor<i32>, tensor<i32>, tensor<f32>
  }
  return %0#2, %0#1 : tensor<f32>, tensor<i32>
}

// -----

// A broadcast to sizes that are operands: of nothing, of what has these sizes, to sizes that are constants.
// CHECK-LABEL: @dynamic_broadcasts
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<1xi32>, %[[T:.*]]: tensor<2xi32>, %[[Y:.*]]: tensor<3xf32>)
func.func @dynamic_broadcasts(%x: tensor<?xf32>, %s: tensor<1xi32>, %t: tensor<2xi32>, %y: tensor<3xf32>) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<2x?xf32>) {
  // CHECK: %[[R:.*]] = stablehlo.dynamic_reshape %[[X]], %[[T]]
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[Y]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[C:.*]] = stablehlo.convert %[[B]] : (tensor<2x3xf32>) -> tensor<2x?xf32>
  // CHECK: return %[[X]], %[[R]], %[[C]]
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %x, %t : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %t, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %3 = stablehlo.dynamic_broadcast_in_dim %y, %c, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return %0, %2, %3 : tensor<?xf32>, tensor<?x?xf32>, tensor<2x?xf32>
}

// -----

// CHECK-LABEL: @dynamic_broadcasts_that_stay
func.func @dynamic_broadcasts_that_stay(%x: tensor<?xf32>, %t: tensor<2xi32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<2x?xf32>) {
  // CHECK-COUNT-2: stablehlo.dynamic_broadcast_in_dim
  %1 = stablehlo.dynamic_reshape %x, %t : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %t, dims = [1, 0] : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %c = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %3 = stablehlo.dynamic_broadcast_in_dim %y, %c, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  return %2, %3 : tensor<?x?xf32>, tensor<2x?xf32>
}

// -----

// CHECK-LABEL: @dynamic_iotas
// CHECK-SAME: (%[[I:.*]]: tensor<2xi32>, %[[X:.*]]: tensor<2xindex>)
func.func @dynamic_iotas(%i: tensor<2xi32>, %x: tensor<2xindex>) -> (tensor<5x?xi8>, tensor<5x?xi8>, tensor<5x?xi8>) {
  // CHECK-DAG: %[[FIVE:.*]] = stablehlo.iota dim = 0 : tensor<5xi8>
  // CHECK-DAG: %[[ROWS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[FIVE]], %[[X]], dims = [0]
  // CHECK-DAG: %[[L:.*]] = stablehlo.convert %[[I]] : (tensor<2xi32>) -> tensor<2xi64>
  // CHECK-DAG: %[[N:.*]] = stablehlo.slice %[[L]] [1:2]
  // CHECK-DAG: %[[MANY:.*]] = stablehlo.dynamic_iota %[[N]], dim = 0 : (tensor<1xi64>) -> tensor<?xi8>
  // CHECK-DAG: %[[COLUMNS:.*]] = stablehlo.dynamic_broadcast_in_dim %[[MANY]], %[[I]], dims = [1]
  // CHECK-DAG: %[[LAST:.*]] = stablehlo.dynamic_iota %[[X]], dim = 1
  // CHECK: return %[[ROWS]], %[[COLUMNS]], %[[LAST]]
  %0 = stablehlo.dynamic_iota %x, dim = 0 : (tensor<2xindex>) -> tensor<5x?xi8>
  %1 = stablehlo.dynamic_iota %i, dim = 1 : (tensor<2xi32>) -> tensor<5x?xi8>
  %2 = stablehlo.dynamic_iota %x, dim = 1 : (tensor<2xindex>) -> tensor<5x?xi8>
  return %0, %1, %2 : tensor<5x?xi8>, tensor<5x?xi8>, tensor<5x?xi8>
}

// -----

// CHECK-LABEL: @reshape_to_own_shape
func.func @reshape_to_own_shape(%x: tensor<?xf16>, %s: tensor<1xi64>) -> tensor<?xf16> {
  // CHECK: stablehlo.dynamic_reshape
  // CHECK: %[[SUM:.*]] = stablehlo.add
  // CHECK: return %[[SUM]]
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf16>, tensor<1xi64>) -> tensor<?xf16>
  %1 = stablehlo.add %0, %0 : tensor<?xf16>
  %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?xf16>, tensor<1xi64>) -> tensor<?xf16>
  return %2 : tensor<?xf16>
}

// -----

// A function of each element is computed before elements are moved or repeated, if nobody else needs these.
// CHECK-LABEL: @function_first
// CHECK-SAME: (%[[X:.*]]: tensor<6xi32>)
func.func @function_first(%x: tensor<6xi32>) -> (tensor<3x2x2xf32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  // CHECK: %[[R:.*]] = stablehlo.reshape %[[X]] : (tensor<6xi32>) -> tensor<2x3xi32>
  // CHECK: %[[N:.*]] = stablehlo.negate %[[R]]
  // CHECK: %[[F:.*]] = stablehlo.convert %[[X]] : (tensor<6xi32>) -> tensor<6xf32>
  // CHECK: %[[S:.*]] = stablehlo.sine %[[F]] : tensor<6xf32>
  // CHECK: %[[M:.*]] = stablehlo.reshape %[[S]] : (tensor<6xf32>) -> tensor<2x3xf32>
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[M]]
  // CHECK: return %[[B]], %[[R]], %[[N]]
  %0 = stablehlo.reshape %x : (tensor<6xi32>) -> tensor<2x3xi32>
  %1 = stablehlo.negate %0 : tensor<2x3xi32>
  %2 = stablehlo.reshape %x : (tensor<6xi32>) -> tensor<2x3xi32>
  %3 = stablehlo.convert %2 : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2x2xf32>
  %5 = stablehlo.sine %4 : tensor<3x2x2xf32>
  return %5, %0, %1 : tensor<3x2x2xf32>, tensor<2x3xi32>, tensor<2x3xi32>
}

// -----

// A reduction to a value from outside, once it is computed at all.
// CHECK-LABEL: @reduce_to_value
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi32>, %[[Y:.*]]: tensor<1x3xi32>, %[[V:.*]]: tensor<i32>)
func.func @reduce_to_value(%x: tensor<2x3xi32>, %y: tensor<1x3xi32>, %v: tensor<i32>) -> (tensor<3xi32>, tensor<i32>, tensor<3xi32>) {
  // CHECK: %[[B:.*]] = stablehlo.broadcast_in_dim %[[V]], dims = [] : (tensor<i32>) -> tensor<3xi32>
  // CHECK: %[[R:.*]] = stablehlo.reduce(%[[Y]]
  // CHECK: return %[[B]], %[[V]], %[[R]]
  %0 = stablehlo.reduce(%x init: %v) across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %v : tensor<i32>
  }
  %1 = stablehlo.reduce(%x init: %v) across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %v : tensor<i32>
  }
  %2 = stablehlo.reduce(%y init: %v) across dimensions = [0] : (tensor<1x3xi32>, tensor<i32>) -> tensor<3xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
    stablehlo.return %v : tensor<i32>
  }
  return %0, %1, %2 : tensor<3xi32>, tensor<i32>, tensor<3xi32>
}

// -----

// Results without elements, of a sort and of calls; a call with effects stays what it is.
// CHECK-LABEL: @results_without_elements
func.func @results_without_elements(%x: tensor<0xi16>) -> (tensor<0xi16>, tensor<0xf32>, tensor<0xf32>) {
  // CHECK-DAG: %[[F:.*]] = stablehlo.constant dense<> : tensor<0xf32>
  // CHECK-DAG: %[[I:.*]] = stablehlo.constant dense<> : tensor<0xi16>
  // CHECK-NOT: stablehlo.sort
  // CHECK: %[[CALL:.*]] = stablehlo.custom_call @g
  // CHECK: return %[[I]], %[[F]], %[[CALL]]
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i16>, %b: tensor<i16>):
    %l = stablehlo.compare LT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<0xi16>) -> tensor<0xi16>
  %1 = stablehlo.custom_call @f(%x) : (tensor<0xi16>) -> tensor<0xf32>
  %2 = stablehlo.custom_call @g(%x) {has_side_effect = true} : (tensor<0xi16>) -> tensor<0xf32>
  return %0, %1, %2 : tensor<0xi16>, tensor<0xf32>, tensor<0xf32>
}

// -----

// CHECK-LABEL: @scalar_index_and_choice
func.func @scalar_index_and_choice(%x: tensor<4x3xf32>) -> (tensor<4x2xf32>, tensor<3xi8>) {
  // CHECK: %[[C:.*]] = stablehlo.constant dense<[4, 2, 6]> : tensor<3xi8>
  // CHECK: %[[S:.*]] = stablehlo.slice %arg0 [0:4, 1:3]
  // CHECK: return %[[S]], %[[C]]
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 4, 2>} : (tensor<4x3xf32>, tensor<i32>) -> tensor<4x2xf32>
  %p = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %b = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi8>
  %1 = stablehlo.select %p, %a, %b : tensor<3xi1>, tensor<3xi8>
  return %0, %1 : tensor<4x2xf32>, tensor<3xi8>
}

// -----

// What is said of where and how an op is computed holds for what replaces it.
// CHECK-LABEL: @annotations
// CHECK: stablehlo.reshape %arg0 {mhlo.frontend_attributes = {a = "b"}, mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {mhlo.sharding = "{replicated}"}
func.func @annotations(%x: tensor<4xf32>, %n: tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2xi32>) {
  %c = stablehlo.constant dense<2> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %c {mhlo.frontend_attributes = {a = "b"}, mhlo.sharding = "{replicated}"} : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %1 = stablehlo.add %c, %n {mhlo.sharding = "{replicated}"} : tensor<2xi32>
  return %0, %1 : tensor<2x2xf32>, tensor<2xi32>
}

// -----

// What a result is split like is not what an operand of another shape is split like.
// CHECK-LABEL: @moved_annotations
// CHECK: %[[EXP:.*]] = stablehlo.exponential %arg0 {mhlo.frontend_attributes = {a = "b"}} : tensor<4xf32>
// CHECK: stablehlo.reshape %[[EXP]] {mhlo.sharding = "{devices=[2,1]0,1}"} : (tensor<4xf32>) -> tensor<2x2xf32>
func.func @moved_annotations(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.reshape %x {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.exponential %0 {mhlo.frontend_attributes = {a = "b"}, mhlo.sharding = "{devices=[2,1]0,1}"} : tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
