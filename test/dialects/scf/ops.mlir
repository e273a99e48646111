// RUN: strata-opt %s --allow-unregistered-dialect | strata-opt --allow-unregistered-dialect | FileCheck %s
// RUN: strata-opt %s --allow-unregistered-dialect --mlir-print-op-generic | strata-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @for_plain(
func.func @for_plain(%lb: index, %ub: index, %s: index) {
  // CHECK: scf.for %arg3 = %arg0 to %arg1 step %arg2 {
  // CHECK-NEXT: "test.use"(%arg3) : (index) -> ()
  // CHECK-NEXT: }
  scf.for %i = %lb to %ub step %s {
    "test.use"(%i) : (index) -> ()
  }
  // CHECK: scf.for %arg3 = %arg0 to %arg1 step %arg2 {
  // CHECK-NEXT: } {note = "empty"}
  scf.for %i = %lb to %ub step %s {
  } {note = "empty"}
  return
}

// CHECK-LABEL: func.func @for_types(
func.func @for_types(%lb: i32, %ub: i32, %s: i32, %a: f32) -> f32 {
  // CHECK: scf.for unsigned %arg4 = %arg0 to %arg1 step %arg2  : i32 {
  scf.for unsigned %i = %lb to %ub step %s : i32 {
    scf.yield
  }
  // CHECK: %0:2 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3, %arg6 = %arg0) -> (f32, i32)  : i32 {
  // CHECK-NEXT: scf.yield {d.x} %arg5, %arg4 : f32, i32
  %0:2 = scf.for %i = %lb to %ub step %s iter_args(%x = %a, %y = %lb) -> (f32, i32) : i32 {
    scf.yield {d.x} %x, %i : f32, i32
  } {d.y = 1 : i32}
  return %0#0 : f32
}

// CHECK-LABEL: func.func @if_ops(
func.func @if_ops(%c: i1, %a: f32, %b: f32) -> f32 {
  // CHECK: scf.if %arg0 {
  // CHECK-NEXT: }
  scf.if %c {
  }
  // CHECK: scf.if %arg0 {
  // CHECK-NEXT: "test.a"() : () -> ()
  // CHECK-NEXT: } else {
  // CHECK-NEXT: "test.b"() : () -> ()
  // CHECK-NEXT: } {d.x}
  scf.if %c {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  } {d.x}
  // CHECK: %0 = scf.if %arg0 -> (f32) {
  // CHECK-NEXT: scf.yield %arg1 : f32
  %0 = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  // CHECK: %1:2 = scf.if %arg0 -> (f32, i1) {
  %1:2 = scf.if %c -> (f32, i1) {
    scf.yield %0, %c : f32, i1
  } else {
    scf.yield %b, %c : f32, i1
  }
  return %1#0 : f32
}

// CHECK-LABEL: func.func @while_ops(
func.func @while_ops(%a: i32, %c: i1) -> i32 {
  // CHECK: %0:2 = scf.while (%arg2 = %arg0) : (i32) -> (i32, i1) {
  // CHECK-NEXT: scf.condition(%arg1) %arg2, %arg1 : i32, i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%arg2: i32, %arg3: i1):
  // CHECK-NEXT: scf.yield %arg2 : i32
  // CHECK-NEXT: } attributes {d.x = 3 : i64}
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i1) {
    scf.condition(%c) %x, %c : i32, i1
  } do {
  ^bb0(%y: i32, %z: i1):
    scf.yield %y : i32
  } attributes {d.x = 3}
  // CHECK: scf.while : () -> () {
  // CHECK-NEXT: scf.condition(%arg1) {d.y}
  scf.while : () -> () {
    scf.condition(%c) {d.y}
  } do {
    scf.yield
  }
  return %0#0 : i32
}

// CHECK-LABEL: func.func @parallel_ops(
func.func @parallel_ops(%lb: index, %ub: index, %s: index, %a: f32, %b: i32) -> f32 {
  // CHECK: scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg1, %arg1) step (%arg2, %arg2) {
  // CHECK: scf.reduce
  // CHECK-NEXT: } {d.x}
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%s, %s) {
    "test.use"(%i, %j) : (index, index) -> ()
    scf.reduce
  } {d.x}
  // CHECK: scf.parallel (%arg5) = (%arg0) to (%arg1) step (%arg2) {
  scf.parallel (%i) = (%lb) to (%ub) step (%s) {
  }
  // CHECK: %0 = scf.parallel (%arg5) = (%arg0) to (%arg1) step (%arg2) init (%arg3) -> f32 {
  // CHECK-NEXT: scf.reduce(%arg3 : f32) {
  // CHECK-NEXT: ^bb0(%arg6: f32, %arg7: f32):
  // CHECK-NEXT: scf.reduce.return %arg6 : f32
  %0 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%a) -> f32 {
    scf.reduce(%a : f32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }
  }
  // CHECK: %1:2 = scf.parallel (%arg5) = (%arg0) to (%arg1) step (%arg2) init (%arg3, %arg4) -> (f32, i32) {
  // CHECK-NEXT: scf.reduce(%arg3, %arg4 : f32, i32) {
  // CHECK: }, {
  // CHECK: scf.reduce.return %arg7 {d.z} : i32
  %1:2 = scf.parallel (%i) = (%lb) to (%ub) step (%s) init (%a, %b) -> (f32, i32) {
    scf.reduce(%a, %b : f32, i32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }, {
    ^bb0(%l: i32, %r: i32):
      scf.reduce.return %r {d.z} : i32
    } {d.y}
  }
  return %1#0 : f32
}

// CHECK-LABEL: func.func @forall_ops(
func.func @forall_ops(%n: index, %t: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: scf.forall (%arg2, %arg3) in (%arg0, 16) {
  // CHECK-NEXT: "test.use"(%arg2, %arg3) : (index, index) -> ()
  // CHECK-NEXT: }
  scf.forall (%i, %j) in (%n, 16) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  // CHECK: scf.forall (%arg2, %arg3) = (0, %arg0) to (4, 8) step (1, %arg0) {
  // CHECK-NEXT: } {d.x, mapping = []}
  scf.forall (%i, %j) = (0, %n) to (4, 8) step (1, %n) {
    scf.forall.in_parallel {
    }
  } {mapping = [], d.x}
  // CHECK: %0 = scf.forall (%arg2) in (%arg0) shared_outs(%arg3 = %arg1) -> (tensor<8xf32>) {
  // CHECK-NEXT: scf.forall.in_parallel {
  // CHECK-NEXT: } {d.y}
  // CHECK-NEXT: }
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    } {d.y}
  }
  // CHECK: scf.forall (%arg2) in (4) {
  scf.forall (%i) = (0) to (4) step (1) {
  }
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @execute_region_ops(
func.func @execute_region_ops(%a: i32) -> i32 {
  // CHECK: scf.execute_region {
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  scf.execute_region {
    scf.yield
  }
  // CHECK: %0 = scf.execute_region -> i32 no_inline {
  // CHECK-NEXT: scf.yield %arg0 : i32
  // CHECK-NEXT: } {d.x}
  %0 = scf.execute_region -> i32 no_inline {
    scf.yield %a : i32
  } {d.x}
  // CHECK: %1:2 = scf.execute_region -> (i32, i32) {
  // CHECK-NEXT: "test.br"()[^bb1] : () -> ()
  // CHECK-NEXT: ^bb1:
  %1:2 = scf.execute_region -> (i32, i32) {
    "test.br"()[^bb1] : () -> ()
  ^bb1:
    scf.yield %a, %0 : i32, i32
  }
  return %1#1 : i32
}

// CHECK-LABEL: func.func @switch_ops(
func.func @switch_ops(%i: index, %a: f32) -> f32 {
  // CHECK: scf.index_switch %arg0
  // CHECK-NEXT: default {
  // CHECK-NEXT: }
  scf.index_switch %i
  default {
    scf.yield
  }
  // CHECK: %0:2 = scf.index_switch %arg0 {d.x} -> f32, index
  // CHECK-NEXT: case 2 {
  // CHECK-NEXT: scf.yield %arg1, %arg0 : f32, index
  // CHECK-NEXT: }
  // CHECK-NEXT: case -5 {
  %0:2 = scf.index_switch %i {d.x} -> f32, index
  case 2 {
    scf.yield %a, %i : f32, index
  }
  case -5 {
    scf.yield %a, %i : f32, index
  }
  default {
    %1 = "test.make"() : () -> f32
    scf.yield %1, %i : f32, index
  }
  return %0#0 : f32
}
