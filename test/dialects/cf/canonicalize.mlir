// RUN: strata-opt %s --canonicalize --split-input-file | FileCheck %s

func.func @merge(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// -----

func.func @identical(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %a : i32, i32), ^bb1(%b, %a : i32, i32)
^bb1(%x: i32, %y: i32):
  %0 = "test.use"(%x, %y) : (i32, i32) -> i32
  return %0 : i32
}

// -----

func.func @same(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @truth(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.a"(%c) : (i1) -> ()
  cf.br ^bb3
^bb2:
  "test.b"(%c) : (i1) -> ()
  cf.br ^bb3
^bb3:
  "test.c"(%c) : (i1) -> ()
  return
}

// -----

func.func @switch_default(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb1,
    2: ^bb2,
    3: ^bb1
  ]
^bb1:
  "test.a"() : () -> ()
  return
^bb2:
  "test.b"() : () -> ()
  return
}

// -----

func.func @switch_only_default(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1
  ]
^bb1:
  "test.a"() : () -> ()
  return
}

// -----

func.func @asserts(%c: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "holds"
  cf.assert %f, "does not hold"
  cf.assert %c, "may hold"
  return
}
