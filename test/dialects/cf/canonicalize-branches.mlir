// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @assert_true() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @assert_true() {
  %t = arith.constant true
  cf.assert %t, "never"
  return
}

// -----

// CHECK-LABEL: func.func @assert_false(%arg0: i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   cf.assert %false, "always"
// CHECK-NEXT:   cf.assert %arg0, "maybe"
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @assert_false(%c: i1) {
  %t = arith.constant false
  cf.assert %t, "always"
  cf.assert %c, "maybe"
  return
}

// -----

// CHECK-LABEL: func.func @chain(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.a"(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @chain(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  %0 = "t.a"(%x) : (i32) -> i32
  cf.br ^bb2(%0 : i32)
^bb2(%y: i32):
  return %y : i32
}

// -----

// CHECK-LABEL: func.func @self_loop() {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: }
func.func @self_loop() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}

// -----

// CHECK-LABEL: func.func @two_loop(%arg0: i32) {
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: }
func.func @two_loop(%a: i32) {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  cf.br ^bb1(%y : i32)
}

// -----

// CHECK-LABEL: func.func @br_pass(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2(%arg1, %arg1 : i32, i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.a"() : () -> ()
// CHECK-NEXT:   cf.br ^bb2(%arg2, %arg1 : i32, i32)
// CHECK-NEXT: ^bb2(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   %2 = "t.b"(%0, %1) : (i32, i32) -> i32
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
func.func @br_pass(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  "t.a"() : () -> ()
  cf.br ^bb2(%b : i32)
^bb2(%x: i32):
  cf.br ^bb3(%x, %a : i32, i32)
^bb3(%y: i32, %z: i32):
  %0 = "t.b"(%y, %z) : (i32, i32) -> i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @cond_const_true(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.1"(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @cond_const_true(%a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
^bb2(%y: i32):
  %1 = "t.2"(%y) : (i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @cond_const_false(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.2"(%arg1) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @cond_const_false(%a: i32, %b: i32) -> i32 {
  %t = arith.constant false
  cf.cond_br %t, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
^bb2(%y: i32):
  %1 = "t.2"(%y) : (i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @cond_same(%arg0: i1) {
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cond_same(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  "t.1"() : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @cond_same_args(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: tensor<2xi32>) -> (i32, tensor<2xi32>) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   return %0, %arg3 : i32, tensor<2xi32>
// CHECK-NEXT: }
func.func @cond_same_args(%c: i1, %a: i32, %b: i32, %d: tensor<2xi32>) -> (i32, tensor<2xi32>) {
  cf.cond_br %c, ^bb1(%a, %d : i32, tensor<2xi32>), ^bb1(%b, %d : i32, tensor<2xi32>)
^bb1(%x: i32, %y: tensor<2xi32>):
  return %x, %y : i32, tensor<2xi32>
}

// -----

// CHECK-LABEL: func.func @cond_same_multi(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2(%arg3 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2(%arg2 : i32), ^bb2(%arg3 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @cond_same_multi(%c: i1, %e: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %e, ^bb1, ^bb2(%b : i32)
^bb1:
  cf.cond_br %c, ^bb2(%a : i32), ^bb2(%b : i32)
^bb2(%x: i32):
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @cond_same_multi_eq(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2(%arg3 : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   cf.br ^bb2(%arg2 : i32)
// CHECK-NEXT: ^bb2(%0: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @cond_same_multi_eq(%c: i1, %e: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %e, ^bb1, ^bb2(%b : i32)
^bb1:
  "t.1"() : () -> ()
  cf.cond_br %c, ^bb2(%a : i32), ^bb2(%a : i32)
^bb2(%x: i32):
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @cond_pass(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0 weights([60, 40]), ^bb1(%arg1 : i32), ^bb2(%arg3, %arg2 : i32, i32)
// CHECK-NEXT: ^bb1(%0: i32):  // pred: ^bb0
// CHECK-NEXT:   %1 = "t.1"(%0) : (i32) -> i32
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: ^bb2(%2: i32, %3: i32):  // pred: ^bb0
// CHECK-NEXT:   %4 = "t.2"(%2, %3) : (i32, i32) -> i32
// CHECK-NEXT:   return %4 : i32
// CHECK-NEXT: }
func.func @cond_pass(%c: i1, %a: i32, %b: i32, %e: i32) -> i32 {
  cf.cond_br %c weights([60, 40]), ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2(%y: i32):
  cf.br ^bb4(%e, %y : i32, i32)
^bb3(%z: i32):
  %0 = "t.1"(%z) : (i32) -> i32
  return %0 : i32
^bb4(%p: i32, %q: i32):
  %1 = "t.2"(%p, %q) : (i32, i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @cond_pass_same(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @cond_pass_same(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%z: i32):
  return %z : i32
}

// -----

// CHECK-LABEL: func.func @cond_pass_loop(%arg0: i1) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cond_pass_loop(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb1
^bb2:
  return
}

// -----

// CHECK-LABEL: func.func @cond_pass_cycle(%arg0: i1) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   cf.br ^bb1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cond_pass_cycle(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb3
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
^bb3:
  return
}

// -----

// CHECK-LABEL: func.func @cond_from_cond(%arg0: i1) {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.0"() : () -> ()
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   "t.3"() : () -> ()
// CHECK-NEXT:   "t.2"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cond_from_cond(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb4
^bb1:
  "t.0"() : () -> ()
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  "t.1"() : () -> ()
  return
^bb3:
  "t.2"() : () -> ()
  return
^bb4:
  "t.3"() : () -> ()
  cf.cond_br %c, ^bb2, ^bb3
}

// -----

// CHECK-LABEL: func.func @cond_from_cond_merge(%arg0: i1, %arg1: i1) {
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2, ^bb4
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   "t.0"() : () -> ()
// CHECK-NEXT:   cf.cond_br %arg0, ^bb3, ^bb4
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: ^bb4:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   "t.2"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cond_from_cond_merge(%c: i1, %d: i1) {
  cf.cond_br %d, ^bb0, ^bb1
^bb0:
  cf.cond_br %c, ^bb1, ^bb3
^bb1:
  "t.0"() : () -> ()
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  "t.1"() : () -> ()
  return
^bb3:
  "t.2"() : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @truth(%arg0: i1) -> i1 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.1"(%true) : (i1) -> ()
// CHECK-NEXT:   %0 = "t.r"() ({
// CHECK-NEXT:     "t.n"(%arg0) : (i1) -> ()
// CHECK-NEXT:   }) : () -> i1
// CHECK-NEXT:   return %true : i1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   "t.2"(%false, %false) : (i1, i1) -> ()
// CHECK-NEXT:   return %false : i1
// CHECK-NEXT: }
func.func @truth(%c: i1) -> i1 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.1"(%c) : (i1) -> ()
  %0 = "t.r"() ({
    "t.n"(%c) : (i1) -> ()
  }) : () -> i1
  return %c : i1
^bb2:
  "t.2"(%c, %c) : (i1, i1) -> ()
  return %c : i1
}

// -----

// CHECK-LABEL: func.func @truth_multi(%arg0: i1, %arg1: i1) -> i1 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   cf.cond_br %arg1, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.0"() : () -> ()
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   "t.1"(%arg0) : (i1) -> ()
// CHECK-NEXT:   return %arg0 : i1
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   "t.2"(%false, %false) : (i1, i1) -> ()
// CHECK-NEXT:   return %false : i1
// CHECK-NEXT: }
func.func @truth_multi(%c: i1, %d: i1) -> i1 {
  cf.cond_br %d, ^bb0, ^bb1
^bb0:
  "t.0"() : () -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.1"(%c) : (i1) -> ()
  return %c : i1
^bb2:
  "t.2"(%c, %c) : (i1, i1) -> ()
  return %c : i1
}

// -----

// CHECK-LABEL: func.func @truth_later(%arg0: i1) -> i1 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   return %true : i1
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   "t.2"() : () -> ()
// CHECK-NEXT:   return %false : i1
// CHECK-NEXT: }
func.func @truth_later(%c: i1) -> i1 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.1"() : () -> ()
  cf.br ^bb3
^bb2:
  "t.2"() : () -> ()
  return %c : i1
^bb3:
  return %c : i1
}

// -----

// CHECK-LABEL: func.func @unreachable1(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
func.func @unreachable1(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  ub.unreachable
^bb2(%x: i32):
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @unreachable2(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
func.func @unreachable2(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb2(%a : i32), ^bb1
^bb1:
  ub.unreachable
^bb2(%x: i32):
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @unreachable3(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.a"() : () -> ()
// CHECK-NEXT:   ub.unreachable
// CHECK-NEXT: ^bb2(%0: i32):  // pred: ^bb0
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @unreachable3(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb2(%a : i32), ^bb1
^bb1:
  "t.a"() : () -> ()
  ub.unreachable
^bb2(%x: i32):
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @switch_default(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
func.func @switch_default(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @switch_drop(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1(%arg1 : i32),
// CHECK-NEXT:     10: ^bb2(%arg2 : i32),
// CHECK-NEXT:     12: ^bb1(%arg2 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   %1 = "t.1"(%0) : (i32) -> i32
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: ^bb2(%2: i32):  // pred: ^bb0
// CHECK-NEXT:   %3 = "t.2"(%2) : (i32) -> i32
// CHECK-NEXT:   return %3 : i32
// CHECK-NEXT: }
func.func @switch_drop(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    10: ^bb2(%b : i32),
    11: ^bb1(%a : i32),
    12: ^bb1(%b : i32)
  ]
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
^bb2(%y: i32):
  %1 = "t.2"(%y) : (i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @switch_drop_all(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.1"(%arg1) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @switch_drop_all(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    11: ^bb1(%a : i32),
    12: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @switch_const(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.2"(%arg1) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @switch_const(%a: i32, %b: i32) -> i32 {
  %f = arith.constant 10 : i32
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    10: ^bb2(%b : i32)
  ]
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
^bb2(%y: i32):
  %1 = "t.2"(%y) : (i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @switch_const_default(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.1"(%arg0) : (i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @switch_const_default(%a: i32, %b: i32) -> i32 {
  %f = arith.constant 11 : i32
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    10: ^bb2(%b : i32)
  ]
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
^bb2(%y: i32):
  %1 = "t.2"(%y) : (i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @switch_pass(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1(%arg1 : i32),
// CHECK-NEXT:     43: ^bb2(%arg2, %arg1 : i32, i32),
// CHECK-NEXT:     44: ^bb1(%arg3 : i32)
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:   %1 = "t.1"(%0) : (i32) -> i32
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: ^bb2(%2: i32, %3: i32):  // pred: ^bb0
// CHECK-NEXT:   %4 = "t.2"(%2, %3) : (i32, i32) -> i32
// CHECK-NEXT:   return %4 : i32
// CHECK-NEXT: }
func.func @switch_pass(%f: i32, %a: i32, %b: i32, %c: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    43: ^bb2(%b : i32),
    44: ^bb3(%c : i32)
  ]
^bb1(%x: i32):
  cf.br ^bb4(%x : i32)
^bb2(%y: i32):
  cf.br ^bb5(%y, %a : i32, i32)
^bb3(%z: i32):
  cf.br ^bb4(%z : i32)
^bb4(%p: i32):
  %0 = "t.1"(%p) : (i32) -> i32
  return %0 : i32
^bb5(%q: i32, %r: i32):
  %1 = "t.2"(%q, %r) : (i32, i32) -> i32
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @switch_from_switch(%arg0: i32) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     42: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   "t.4"() : () -> ()
// CHECK-NEXT:   "t.2"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @switch_from_switch(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    42: ^bb4
  ]
^bb1:
  "t.1"() : () -> ()
  return
^bb2:
  "t.2"() : () -> ()
  return
^bb4:
  "t.4"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb1,
    42: ^bb2
  ]
}

// -----

// CHECK-LABEL: func.func @switch_from_switch_nocase(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1(%arg1 : i32),
// CHECK-NEXT:     42: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %1 = "t.1"(%0) : (i32) -> i32
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   "t.4"() : () -> ()
// CHECK-NEXT:   cf.br ^bb1(%arg2 : i32)
// CHECK-NEXT: }
func.func @switch_from_switch_nocase(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb4
  ]
^bb1(%x: i32):
  %0 = "t.1"(%x) : (i32) -> i32
  return %0 : i32
^bb2:
  "t.2"() : () -> ()
  return %a : i32
^bb4:
  "t.4"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb1(%b : i32),
    43: ^bb2
  ]
}

// -----

// CHECK-LABEL: func.func @switch_from_default(%arg0: i32) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     42: ^bb3
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb2,
// CHECK-NEXT:     43: ^bb3
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   "t.2"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: ^bb3:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   "t.4"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @switch_from_default(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    42: ^bb4
  ]
^bb1:
  "t.1"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb2,
    42: ^bb3,
    43: ^bb4
  ]
^bb2:
  "t.2"() : () -> ()
  return
^bb3:
  "t.3"() : () -> ()
  return
^bb4:
  "t.4"() : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @switch_from_default2(%arg0: i32) {
// CHECK-NEXT:   cf.switch %arg0 : i32, [
// CHECK-NEXT:     default: ^bb1,
// CHECK-NEXT:     42: ^bb2,
// CHECK-NEXT:     43: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   "t.1"() : () -> ()
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 3 preds: ^bb0, ^bb0, ^bb1
// CHECK-NEXT:   "t.2"() : () -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @switch_from_default2(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    42: ^bb2,
    43: ^bb2
  ]
^bb1:
  "t.1"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb2,
    42: ^bb3,
    43: ^bb4
  ]
^bb2:
  "t.2"() : () -> ()
  return
^bb3:
  "t.3"() : () -> ()
  return
^bb4:
  "t.4"() : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @merge_diamond(%arg0: i1) -> i32 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %1 = arith.extui %0 : i1 to i32
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1(%1 : i32), ^bb2
// CHECK-NEXT: ^bb1(%2: i32):  // pred: ^bb0
// CHECK-NEXT:   "t.u"(%2) : (i32) -> ()
// CHECK-NEXT:   cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @merge_diamond(%c: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%c0 : i32)
^bb2:
  cf.br ^bb3(%c1 : i32)
^bb3(%x: i32):
  cf.cond_br %c, ^bb4(%x : i32), ^bb5
^bb4(%y: i32):
  "t.u"(%y) : (i32) -> ()
  cf.br ^bb5
^bb5:
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @loop(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32, %c0_i32 : i32, i32)
// CHECK-NEXT: ^bb1(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:   %2 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %2, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT:   %3 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   %4 = arith.addi %1, %0 : i32
// CHECK-NEXT:   cf.br ^bb1(%3, %4 : i32, i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^bb1(%c0, %c0 : i32, i32)
^bb1(%i: i32, %s: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %j = arith.addi %i, %c1 : i32
  %t = arith.addi %s, %i : i32
  cf.br ^bb1(%j, %t : i32, i32)
^bb3:
  return %s : i32
}
