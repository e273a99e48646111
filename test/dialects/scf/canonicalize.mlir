// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

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

func.func @if_empty_else(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  } else {
  }
  return
}

// -----

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

func.func @if_condition(%c: i1) {
  scf.if %c {
    "test.a"(%c) : (i1) -> ()
  } else {
    "test.b"(%c) : (i1) -> ()
  }
  return
}

// -----

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

func.func @execute(%a: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    %1 = "test.a"(%a) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// -----

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

func.func @forall_bounds(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i, %j) = (%c0, 2) to (%c8, %n) step (%c1, 2) {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  return
}
