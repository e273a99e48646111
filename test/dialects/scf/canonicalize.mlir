// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @for_never(%arg0: f32) -> f32 {
// CHECK-NEXT:    return %arg0 : f32
// CHECK-NEXT:  }
func.func @for_never(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %c0 step %c1 iter_args(%x = %a) -> f32 {
    %1 = "test.make"(%x) : (f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @for_once(%arg0: f32) -> f32 {
// CHECK-NEXT:    %c4 = arith.constant 4 : index
// CHECK-NEXT:    %0 = "test.make"(%arg0, %c4) : (f32, index) -> f32
// CHECK-NEXT:    return %0 : f32
// CHECK-NEXT:  }
func.func @for_once(%a: f32) -> f32 {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %0 = scf.for %i = %c4 to %c6 step %c6 iter_args(%x = %a) -> f32 {
    %1 = "test.make"(%x, %i) : (f32, index) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @for_carried(%arg0: index, %arg1: f32, %arg2: f32) -> (f32, f32, f32) {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (f32) {
// CHECK-NEXT:      %1 = "test.make"(%arg1, %arg4) : (f32, f32) -> f32
// CHECK-NEXT:      scf.yield %1 : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %arg1, %arg1, %0 : f32, f32, f32
// CHECK-NEXT:  }
func.func @for_carried(%n: index, %a: f32, %b: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %a) -> (f32, f32, f32) {
    %1 = "test.make"(%x, %z) : (f32, f32) -> f32
    scf.yield %x, %1, %1 : f32, f32, f32
  }
  return %0#0, %0#0, %0#2 : f32, f32, f32
}

// -----

// CHECK-LABEL: func.func @for_yields_outside(%arg0: f32, %arg1: f32) -> f32 {
// CHECK-NEXT:    return %arg1 : f32
// CHECK-NEXT:  }
func.func @for_yields_outside(%a: f32, %b: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%x = %a) -> f32 {
    scf.yield %b : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @if_constant(%arg0: f32, %arg1: f32) -> (f32, f32) {
// CHECK-NEXT:    %0 = "test.a"(%arg0) : (f32) -> f32
// CHECK-NEXT:    %1 = "test.b"(%arg0) : (f32) -> f32
// CHECK-NEXT:    return %0, %1 : f32, f32
// CHECK-NEXT:  }
func.func @if_constant(%a: f32, %b: f32) -> (f32, f32) {
  %t = arith.constant true
  %f = arith.constant false
  %0 = scf.if %t -> f32 {
    %1 = "test.a"(%a) : (f32) -> f32
    scf.yield %1 : f32
  } else {
    scf.yield %b : f32
  }
  %2 = scf.if %f -> f32 {
    scf.yield %a : f32
  } else {
    %1 = "test.b"(%a) : (f32) -> f32
    scf.yield %1 : f32
  }
  scf.if %f {
    "test.never"() : () -> ()
  }
  return %0, %2 : f32, f32
}

// -----

// CHECK-LABEL: func.func @if_empty_else(%arg0: i1) {
// CHECK-NEXT:    scf.if %arg0 {
// CHECK-NEXT:      "test.a"() : () -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @if_empty_else(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  } else {
  }
  return
}

// -----

// CHECK-LABEL: func.func @if_select(%arg0: i1, %arg1: f32, %arg2: f32) -> (f32, f32) {
// CHECK-NEXT:    %0 = arith.select %arg0, %arg1, %arg2 : f32
// CHECK-NEXT:    %1 = scf.if %arg0 -> (f32) {
// CHECK-NEXT:      %2 = "test.a"() : () -> f32
// CHECK-NEXT:      scf.yield %2 : f32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %2 = "test.b"() : () -> f32
// CHECK-NEXT:      scf.yield %2 : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1 : f32, f32
// CHECK-NEXT:  }
func.func @if_select(%c: i1, %a: f32, %b: f32) -> (f32, f32) {
  %0:3 = scf.if %c -> (f32, f32, f32) {
    %1 = "test.a"() : () -> f32
    scf.yield %a, %1, %a : f32, f32, f32
  } else {
    %1 = "test.b"() : () -> f32
    scf.yield %b, %1, %b : f32, f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// -----

// CHECK-LABEL: func.func @if_condition(%arg0: i1) {
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    scf.if %arg0 {
// CHECK-NEXT:      "test.a"(%true) : (i1) -> ()
// CHECK-NEXT:    } else {
// CHECK-NEXT:      "test.b"(%false) : (i1) -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @if_condition(%c: i1) {
  scf.if %c {
    "test.a"(%c) : (i1) -> ()
  } else {
    "test.b"(%c) : (i1) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @if_combine(%arg0: i1) {
// CHECK-NEXT:    scf.if %arg0 {
// CHECK-NEXT:      "test.a"() : () -> ()
// CHECK-NEXT:      "test.b"() : () -> ()
// CHECK-NEXT:    } else {
// CHECK-NEXT:      "test.c"() : () -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @if_combine(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  }
  scf.if %c {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @while_unused(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:      %1 = "test.condition"(%arg2) : (i32) -> i1
// CHECK-NEXT:      %2 = "test.make"(%arg2) : (i32) -> i32
// CHECK-NEXT:      scf.condition(%1) %2 : i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%arg2: i32):
// CHECK-NEXT:      scf.yield %arg2 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @while_unused(%a: i32, %b: i32) -> i32 {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = "test.condition"(%x) : (i32) -> i1
    %1 = "test.make"(%x) : (i32) -> i32
    scf.condition(%c) %1, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    scf.yield %y : i32
  }
  return %0#0 : i32
}

// -----

// CHECK-LABEL: func.func @while_invariant(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:      %1 = "test.condition"(%arg2, %arg1) : (i32, i32) -> i1
// CHECK-NEXT:      %2 = "test.make"(%arg2) : (i32) -> i32
// CHECK-NEXT:      scf.condition(%1) %2 : i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%arg2: i32):
// CHECK-NEXT:      scf.yield %arg2 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @while_invariant(%a: i32, %b: i32) -> i32 {
  %0 = scf.while (%x = %a, %y = %b) : (i32, i32) -> i32 {
    %c = "test.condition"(%x, %y) : (i32, i32) -> i1
    %1 = "test.make"(%x) : (i32) -> i32
    scf.condition(%c) %1 : i32
  } do {
  ^bb0(%z: i32):
    scf.yield %z, %b : i32, i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @while_condition(%arg0: i32) {
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    scf.while : () -> () {
// CHECK-NEXT:      %0 = "test.condition"() : () -> i1
// CHECK-NEXT:      scf.condition(%0)
// CHECK-NEXT:    } do {
// CHECK-NEXT:      "test.use"(%true) : (i1) -> ()
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @while_condition(%a: i32) {
  %0 = scf.while : () -> i1 {
    %c = "test.condition"() : () -> i1
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%z: i1):
    "test.use"(%z) : (i1) -> ()
    scf.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @execute(%arg0: i32) -> i32 {
// CHECK-NEXT:    %0 = "test.a"(%arg0) : (i32) -> i32
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @execute(%a: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    %1 = "test.a"(%a) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @switch_constant(%arg0: i32) -> i32 {
// CHECK-NEXT:    %0 = "test.a"(%arg0) : (i32) -> i32
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @switch_constant(%a: i32) -> i32 {
  %c2 = arith.constant 2 : index
  %0 = scf.index_switch %c2 -> i32
  case 1 {
    scf.yield %a : i32
  }
  case 2 {
    %1 = "test.a"(%a) : (i32) -> i32
    scf.yield %1 : i32
  }
  default {
    scf.yield %a : i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @parallel_dims(%arg0: index) {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    scf.parallel (%arg1) = (%c0) to (%arg0) step (%c1) {
// CHECK-NEXT:      "test.use"(%arg1, %c0) : (index, index) -> ()
// CHECK-NEXT:      scf.reduce 
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @parallel_dims(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i, %j, %k) = (%c0, %c3, %c0) to (%n, %c3, %c1) step (%c1, %c1, %c1) {
    "test.use"(%i, %j, %k) : (index, index, index) -> ()
    scf.reduce
  }
  scf.parallel (%i, %k) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) {
    "test.use"(%i, %k) : (index, index) -> ()
    scf.reduce
  }
  return
}

// -----

// CHECK-LABEL: func.func @parallel_once(%arg0: f32) -> f32 {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %0 = "test.make"(%c0) : (index) -> f32
// CHECK-NEXT:    %1 = arith.addf %arg0, %0 : f32
// CHECK-NEXT:    return %1 : f32
// CHECK-NEXT:  }
func.func @parallel_once(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%a) -> f32 {
    %1 = "test.make"(%i) : (index) -> f32
    scf.reduce(%1 : f32) {
    ^bb0(%l: f32, %r: f32):
      %2 = arith.addf %l, %r : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @forall_bounds(%arg0: index) {
// CHECK-NEXT:    scf.forall (%arg1, %arg2) = (0, 2) to (8, %arg0) step (1, 2) {
// CHECK-NEXT:      "test.use"(%arg1, %arg2) : (index, index) -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @forall_bounds(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i, %j) = (%c0, 2) to (%c8, %n) step (%c1, 2) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @dups(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:    %0 = scf.while (%arg1 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:      %1 = "test.condition"(%arg1) : (i32) -> i1
// CHECK-NEXT:      %2 = "test.make"(%arg1) : (i32) -> i32
// CHECK-NEXT:      scf.condition(%1) %2 : i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%arg1: i32):
// CHECK-NEXT:      %1 = "test.use"(%arg1, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:      scf.yield %1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %0 : i32, i32
// CHECK-NEXT:  }
func.func @dups(%a: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = "test.condition"(%x) : (i32) -> i1
    %1 = "test.make"(%x) : (i32) -> i32
    scf.condition(%c) %1, %1 : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.use"(%y, %z) : (i32, i32) -> i32
    scf.yield %2 : i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @outside(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:      %1 = "test.condition"(%arg2) : (i32) -> i1
// CHECK-NEXT:      %2 = "test.make"(%arg2) : (i32) -> i32
// CHECK-NEXT:      scf.condition(%1) %2 : i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%arg2: i32):
// CHECK-NEXT:      %1 = "test.use"(%arg1, %arg2) : (i32, i32) -> i32
// CHECK-NEXT:      scf.yield %1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %arg1, %0 : i32, i32
// CHECK-NEXT:  }
func.func @outside(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = "test.condition"(%x) : (i32) -> i1
    %1 = "test.make"(%x) : (i32) -> i32
    scf.condition(%c) %b, %1 : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.use"(%y, %z) : (i32, i32) -> i32
    scf.yield %2 : i32
  }
  return %0#0, %0#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @roundabout(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:      %1 = "test.condition"(%arg2, %arg1) : (i32, i32) -> i1
// CHECK-NEXT:      %2 = "test.make"(%arg2) : (i32) -> i32
// CHECK-NEXT:      scf.condition(%1) %2 : i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%arg2: i32):
// CHECK-NEXT:      %1 = "test.use"(%arg1, %arg2) : (i32, i32) -> i32
// CHECK-NEXT:      scf.yield %1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @roundabout(%a: i32, %b: i32) -> (i32) {
  %0:2 = scf.while (%x = %a, %w = %b) : (i32, i32) -> (i32, i32) {
    %c = "test.condition"(%x, %w) : (i32, i32) -> i1
    %1 = "test.make"(%x) : (i32) -> i32
    scf.condition(%c) %w, %1 : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %2 = "test.use"(%y, %z) : (i32, i32) -> i32
    scf.yield %2, %y : i32, i32
  }
  return %0#1 : i32
}

// -----

// CHECK-LABEL: func.func @unused_arg(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:      %1 = "test.condition"(%arg2) : (i32) -> i1
// CHECK-NEXT:      %2 = "test.make"(%arg2) : (i32) -> i32
// CHECK-NEXT:      scf.condition(%1) %2 : i32
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%arg2: i32):
// CHECK-NEXT:      %1 = "test.use"(%arg2) : (i32) -> i32
// CHECK-NEXT:      scf.yield %1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @unused_arg(%a: i32, %b: i32) -> (i32) {
  %0 = scf.while (%x = %a, %w = %b) : (i32, i32) -> (i32) {
    %c = "test.condition"(%x) : (i32) -> i1
    %1 = "test.make"(%x) : (i32) -> i32
    scf.condition(%c) %1 : i32
  } do {
  ^bb0(%z: i32):
    %2 = "test.use"(%z) : (i32) -> i32
    scf.yield %2, %2 : i32, i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @forall_dims(%arg0: index, %arg1: tensor<8xf32>) -> tensor<8xf32> {
// CHECK-NEXT:    %c5 = arith.constant 5 : index
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %c3 = arith.constant 3 : index
// CHECK-NEXT:    scf.forall (%arg2) in (%arg0) {
// CHECK-NEXT:      "test.use"(%arg2, %c2, %c3) : (index, index, index) -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    "test.use"(%c5, %c2) : (index, index) -> ()
// CHECK-NEXT:    return %arg1 : tensor<8xf32>
// CHECK-NEXT:  }
func.func @forall_dims(%n: index, %t: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  scf.forall (%i, %j, %k) = (0, 2, 3) to (%n, 4, 4) step (1, 2, 1) {
    "test.use"(%i, %j, %k) : (index, index, index) -> ()
  }
  scf.forall (%i, %j) = (0, 2) to (%n, %c0) step (1, 2) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i, %j) = (5, 2) to (6, 4) step (1, 2) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  %0 = scf.forall (%i) in (%c0) shared_outs(%o = %t) -> tensor<8xf32> {
    "test.use"(%o) : (tensor<8xf32>) -> ()
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @nested_ifs(%arg0: i1, %arg1: i1) {
// CHECK-NEXT:    %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:    scf.if %0 {
// CHECK-NEXT:      "test.a"() : () -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @nested_ifs(%a: i1, %b: i1) {
  scf.if %a {
    scf.if %b {
      "test.a"() : () -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @combine_results(%arg0: i1, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:    %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT:      %1 = "test.a"() : () -> i32
// CHECK-NEXT:      %2 = "test.c"() : () -> i32
// CHECK-NEXT:      scf.yield %1, %2 : i32, i32
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %1 = "test.b"() : () -> i32
// CHECK-NEXT:      scf.yield %1, %1 : i32, i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0#0, %0#1 : i32, i32
// CHECK-NEXT:  }
func.func @combine_results(%a: i1, %x: i32) -> (i32, i32) {
  %0 = scf.if %a -> i32 {
    %1 = "test.a"() : () -> i32
    scf.yield %1 : i32
  } else {
    %1 = "test.b"() : () -> i32
    scf.yield %1 : i32
  }
  %2 = scf.if %a -> i32 {
    %1 = "test.c"() : () -> i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %0, %2 : i32, i32
}

// -----

// CHECK-LABEL: func.func @inverted(%arg0: i1) {
// CHECK-NEXT:    scf.if %arg0 {
// CHECK-NEXT:      "test.b"() : () -> ()
// CHECK-NEXT:    } else {
// CHECK-NEXT:      "test.a"() : () -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @inverted(%a: i1) {
  %t = arith.constant true
  %n = arith.xori %a, %t : i1
  scf.if %n {
    "test.a"() : () -> ()
  } else {
    "test.b"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @true_false(%arg0: i1) -> (i1, i1) {
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:    scf.if %arg0 {
// CHECK-NEXT:      "test.a"() : () -> ()
// CHECK-NEXT:    } else {
// CHECK-NEXT:      "test.b"() : () -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return %arg0, %0 : i1, i1
// CHECK-NEXT:  }
func.func @true_false(%a: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %0:2 = scf.if %a -> (i1, i1) {
    "test.a"() : () -> ()
    scf.yield %t, %f : i1, i1
  } else {
    "test.b"() : () -> ()
    scf.yield %f, %t : i1, i1
  }
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @only_else(%arg0: i1) {
// CHECK-NEXT:    scf.if %arg0 {
// CHECK-NEXT:    } else {
// CHECK-NEXT:      "test.b"() : () -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @only_else(%a: i1) {
  scf.if %a {
  } else {
    "test.b"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @empty_for(%arg0: index, %arg1: f32) -> f32 {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %0 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %arg1) -> (f32) {
// CHECK-NEXT:      %1 = arith.addf %arg3, %arg3 : f32
// CHECK-NEXT:      scf.yield %1 : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : f32
// CHECK-NEXT:  }
func.func @empty_for(%n: index, %a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  }
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (f32, f32) {
    %1 = arith.addf %x, %x : f32
    scf.yield %1, %1 : f32, f32
  }
  return %0#1 : f32
}

// -----

// CHECK-LABEL: func.func @same_bounds(%arg0: index, %arg1: f32) -> f32 {
// CHECK-NEXT:    return %arg1 : f32
// CHECK-NEXT:  }
func.func @same_bounds(%n: index, %a: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %n to %n step %c1 iter_args(%x = %a) -> (f32) {
    %1 = arith.addf %x, %x : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @unsigned_trip(%arg0: f32) -> f32 {
// CHECK-NEXT:    %c-4_i32 = arith.constant -4 : i32
// CHECK-NEXT:    %0 = "test.x"(%c-4_i32, %arg0) : (i32, f32) -> f32
// CHECK-NEXT:    return %0 : f32
// CHECK-NEXT:  }
func.func @unsigned_trip(%a: f32) -> f32 {
  %c0 = arith.constant -4 : i32
  %c1 = arith.constant -3 : i32
  %c2 = arith.constant 1 : i32
  %0 = scf.for unsigned %i = %c0 to %c1 step %c2 iter_args(%x = %a) -> (f32) : i32 {
    %1 = "test.x"(%i, %x) : (i32, f32) -> f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @nested_parallel(%arg0: index) {
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    scf.parallel (%arg1, %arg2) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
// CHECK-NEXT:      "test.use"(%arg1, %arg2) : (index, index) -> ()
// CHECK-NEXT:      scf.reduce 
// CHECK-NEXT:    }
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @nested_parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      "test.use"(%i, %j) : (index, index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}

// -----

// CHECK-LABEL: func.func @switch_unused(%arg0: index) -> i32 {
// CHECK-NEXT:    %0 = scf.index_switch %arg0 -> i32 
// CHECK-NEXT:    case 1 {
// CHECK-NEXT:      %1:2 = "test.a"() : () -> (i32, i32)
// CHECK-NEXT:      scf.yield %1#1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    default {
// CHECK-NEXT:      %1:2 = "test.b"() : () -> (i32, i32)
// CHECK-NEXT:      scf.yield %1#1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @switch_unused(%i: index) -> i32 {
  %0:2 = scf.index_switch %i -> i32, i32
  case 1 {
    %1:2 = "test.a"() : () -> (i32, i32)
    scf.yield %1#0, %1#1 : i32, i32
  }
  default {
    %1:2 = "test.b"() : () -> (i32, i32)
    scf.yield %1#0, %1#1 : i32, i32
  }
  return %0#1 : i32
}
