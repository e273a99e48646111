// RUN: strata-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(convert-shape-to-std),canonicalize,cse)' --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @shape_of
// CHECK: %[[N:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x4xf32>
// CHECK: %[[LIST:.*]] = tensor.from_elements %[[N]], %{{.*}} : tensor<2xindex>
// CHECK: %[[ALL:.*]] = arith.muli %[[N]], %c4 : index
// CHECK: return %[[LIST]], %[[ALL]], %c2
func.func @shape_of(%x: tensor<?x4xf32>) -> (tensor<2xindex>, index, index) {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.num_elements %0 : tensor<2xindex> -> index
  %2 = shape.rank %0 : tensor<2xindex> -> index
  return %0, %1, %2 : tensor<2xindex>, index, index
}

// -----

// Each size is that of the operand in which it is not 1, also where it is 0.
// CHECK-LABEL: func.func @broadcast
// CHECK: %[[A:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[B:.*]] = tensor.dim %arg1, %c0
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[B]], %c1 : index
// CHECK: cf.assert %{{.*}}, "required broadcastable shapes"
// CHECK: %[[WIDE:.*]] = arith.select %[[ONE]], %[[A]], %[[B]] : index
// CHECK: tensor.from_elements %[[WIDE]]
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK-NOT: shape.
func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?xf32>) {
    %4 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %x, %4, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    shape.assuming_yield %5 : tensor<?xf32>
  }
  return %3 : tensor<?xf32>
}

// -----

// Shapes and sizes that may be errors are lists and numbers, in assumptions too.
// CHECK-LABEL: func.func @errors
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[SUM:.*]] = arith.addi %[[N]], %c3 : index
// CHECK: return %[[SUM]]
func.func @errors(%x: tensor<?x5xf32>) -> (index, tensor<?xindex>) {
  %0 = shape.shape_of %x : tensor<?x5xf32> -> !shape.shape
  %w = shape.const_witness true
  %1 = shape.assuming %w -> (!shape.shape) {
    %2 = shape.const_shape [5] : !shape.shape
    %3 = shape.broadcast %0, %2 : !shape.shape, !shape.shape -> !shape.shape
    shape.assuming_yield %3 : !shape.shape
  }
  %z = shape.const_size 0
  %4 = shape.get_extent %1, %z : !shape.shape, !shape.size -> !shape.size
  %five = shape.const_size 3
  %5 = shape.add %4, %five : !shape.size, !shape.size -> !shape.size
  %6 = shape.size_to_index %5 : !shape.size
  %7 = shape.to_extent_tensor %1 : !shape.shape -> tensor<?xindex>
  return %6, %7 : index, tensor<?xindex>
}

// -----

// CHECK-LABEL: func.func @comparisons
// CHECK: cf.assert %{{.*}}, "required equal shapes"
// CHECK: cf.assert %arg2, "no"
// CHECK: return %{{.*}}, %{{.*}}, %false
func.func @comparisons(%x: tensor<2xindex>, %y: tensor<2xindex>, %c: i1) -> (i1, i1, i1) {
  %0 = shape.cstr_eq %x, %y : tensor<2xindex>, tensor<2xindex>
  %1 = shape.cstr_require %c, "no"
  %2 = shape.assuming_all %0, %1
  shape.assuming %2 {
  }
  %3 = shape.const_shape [1, 2, 3] : tensor<3xindex>
  %4 = shape.is_broadcastable %x, %y : tensor<2xindex>, tensor<2xindex>
  %5 = shape.shape_eq %x, %y : tensor<2xindex>, tensor<2xindex>
  %6 = shape.shape_eq %x, %3 : tensor<2xindex>, tensor<3xindex>
  return %4, %5, %6 : i1, i1, i1
}

// -----

func.func @unknown_rank(%y: tensor<?xindex>) -> index {
  // expected-error@+1 {{failed to legalize operation 'shape.num_elements': the rank of a shape is not known}}
  %0 = shape.num_elements %y : tensor<?xindex> -> index
  return %0 : index
}

// -----

func.func @argument(%y: !shape.shape) -> !shape.size {
  // expected-error@+1 {{failed to legalize operation 'shape.num_elements': a shape comes from outside of the function}}
  %0 = shape.num_elements %y : !shape.shape -> !shape.size
  return %0 : !shape.size
}

// -----

func.func @result(%x: tensor<?xf32>) -> !shape.shape {
  // expected-error@+1 {{failed to legalize operation 'shape.shape_of': what uses the shape is not of the dialect}}
  %0 = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  return %0 : !shape.shape
}

// -----

func.func @unknown_user(%c: i1) {
  // expected-error@+1 {{failed to legalize operation 'shape.cstr_require': 'foo.bar' uses its result}}
  %0 = shape.cstr_require %c, "no"
  %1 = "foo.bar"(%0) : (!shape.witness) -> !shape.witness
  shape.assuming %1 {
  }
  return
}

// -----

func.func @unknown_user_of_size(%n: index) -> index {
  // expected-error@+1 {{failed to legalize operation 'shape.index_to_size': 'foo.bar' uses its result}}
  %0 = shape.index_to_size %n
  %1 = "foo.bar"(%0) : (!shape.size) -> index
  return %1 : index
}

// -----

// CHECK-LABEL: func.func @any
// CHECK-DAG: %[[A:.*]] = tensor.extract %arg0[%c0] : tensor<2xindex>
// CHECK-DAG: %[[B:.*]] = tensor.extract %arg0[%c1] : tensor<2xindex>
// CHECK: tensor.from_elements %[[A]], %[[B]] : tensor<2xindex>
func.func @any(%a: tensor<2xindex>, %b: tensor<2xindex>) -> tensor<2xindex> {
  %0 = shape.any %a, %b : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

// CHECK-LABEL: func.func @split
// CHECK-DAG: %[[TAIL:.*]] = arith.constant dense<5> : tensor<1xindex>
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x4x5xf32>
// CHECK: %[[HEAD:.*]] = tensor.from_elements %[[N]], %{{.*}} : tensor<2xindex>
// CHECK: return %[[HEAD]], %[[TAIL]]
func.func @split(%x: tensor<?x4x5xf32>) -> (tensor<2xindex>, tensor<1xindex>) {
  %c = arith.constant -1 : index
  %s = shape.shape_of %x : tensor<?x4x5xf32> -> tensor<3xindex>
  %0:2 = "shape.split_at"(%s, %c) : (tensor<3xindex>, index) -> (tensor<2xindex>, tensor<1xindex>)
  return %0#0, %0#1 : tensor<2xindex>, tensor<1xindex>
}

// -----

func.func @unknown_place(%s: tensor<3xindex>, %i: index) -> (tensor<?xindex>, tensor<?xindex>) {
  // expected-error@+1 {{failed to legalize operation 'shape.split_at': where it splits is not known}}
  %0:2 = "shape.split_at"(%s, %i) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  return %0#0, %0#1 : tensor<?xindex>, tensor<?xindex>
}

// -----

// The sizes of a shape of known length one after the other; values of the dialect in the steps are indices.
// CHECK-LABEL: func.func @reduce_known
// CHECK: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[A:.*]] = arith.muli %[[N]], %arg1 : index
// CHECK: %[[B:.*]] = arith.muli %[[A]], %c4 : index
// CHECK: %[[C:.*]] = arith.addi %[[B]], %c1 : index
// CHECK: return %[[C]], %{{.*}}
func.func @reduce_known(%x: tensor<?x4xf32>, %n: index) -> (index, index) {
  %s = shape.shape_of %x : tensor<?x4xf32> -> !shape.shape
  %z = shape.index_to_size %n
  %c1 = arith.constant 1 : index
  %0:2 = shape.reduce(%s, %z, %c1) : !shape.shape -> (!shape.size, index) {
  ^bb0(%i: index, %size: !shape.size, %sum: !shape.size, %count: index):
    %j = shape.index_to_size %i
    %m = shape.mul %size, %sum : !shape.size, !shape.size -> !shape.size
    %next = shape.add %m, %j : !shape.size, !shape.size -> !shape.size
    %more = arith.addi %count, %n : index
    shape.yield %next, %more : !shape.size, index
  }
  %r = shape.size_to_index %0#0 : !shape.size
  return %r, %0#1 : index, index
}

// -----

// CHECK-LABEL: func.func @reduce_unknown
// CHECK: %[[RANK:.*]] = tensor.dim %arg0, %c0 : tensor<?xindex>
// CHECK: %[[R:.*]]:2 = scf.for %[[I:.*]] = %c0 to %[[RANK]] step %c1 iter_args(%[[P:.*]] = %c1, %[[Q:.*]] = %arg1) -> (index, index) {
// CHECK: %[[SIZE:.*]] = tensor.extract %arg0[%[[I]]] : tensor<?xindex>
// CHECK: %[[NEXT:.*]] = arith.muli %[[SIZE]], %[[P]] : index
// CHECK: %[[SUM:.*]] = arith.addi %[[SIZE]], %[[Q]] : index
// CHECK: scf.yield %[[NEXT]], %[[SUM]] : index, index
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @reduce_unknown(%s: tensor<?xindex>, %n: index) -> (index, index) {
  %one = shape.const_size 1
  %m = shape.index_to_size %n
  %c1 = shape.size_to_index %one : !shape.size
  %0:2 = shape.reduce(%s, %c1, %n) : tensor<?xindex> -> (index, index) {
  ^bb0(%i: index, %size: index, %product: index, %sum: index):
    %next = shape.mul %size, %product : index, index -> index
    %more = shape.add %size, %sum : index, index -> index
    shape.yield %next, %more : index, index
  }
  return %0#0, %0#1 : index, index
}

// -----

func.func @reduce_outside(%s: !shape.shape, %n: index) -> index {
  // expected-error @+1 {{failed to legalize operation 'shape.reduce': a shape comes from outside of the function}}
  %0 = shape.reduce(%s, %n) : !shape.shape -> index {
  ^bb0(%i: index, %size: !shape.size, %sum: index):
    %j = shape.size_to_index %size : !shape.size
    %o = arith.addi %j, %sum : index
    shape.yield %o : index
  }
  return %0 : index
}
