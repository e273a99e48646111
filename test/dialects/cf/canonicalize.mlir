// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @merge(%arg0: i32) -> i32 {
// CHECK-NEXT:    return %arg0 : i32
// CHECK-NEXT:  }
func.func @merge(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// -----

// CHECK-LABEL: func.func @identical(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:    %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:    %1 = "test.use"(%0, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:    return %1 : i32
// CHECK-NEXT:  }
func.func @identical(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %a : i32, i32), ^bb1(%b, %a : i32, i32)
^bb1(%x: i32, %y: i32):
  %0 = "test.use"(%x, %y) : (i32, i32) -> i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @same(%arg0: i1) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @same(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  return
}

// -----

// CHECK-LABEL: func.func @truth(%arg0: i1) {
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:  // pred: ^bb0
// CHECK-NEXT:    "test.a"(%true) : (i1) -> ()
// CHECK-NEXT:    cf.br ^bb3
// CHECK-NEXT:  ^bb2:  // pred: ^bb0
// CHECK-NEXT:    "test.b"(%false) : (i1) -> ()
// CHECK-NEXT:    cf.br ^bb3
// CHECK-NEXT:  ^bb3:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:    "test.c"(%arg0) : (i1) -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
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

// CHECK-LABEL: func.func @switch_default(%arg0: i32) {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      2: ^bb2
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1:  // pred: ^bb0
// CHECK-NEXT:    "test.a"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:  // pred: ^bb0
// CHECK-NEXT:    "test.b"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
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

// CHECK-LABEL: func.func @switch_only_default(%arg0: i32) {
// CHECK-NEXT:    "test.a"() : () -> ()
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @switch_only_default(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1
  ]
^bb1:
  "test.a"() : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @asserts(%arg0: i1) {
// CHECK-NEXT:    %false = arith.constant false
// CHECK-NEXT:    cf.assert %false, "does not hold"
// CHECK-NEXT:    cf.assert %arg0, "may hold"
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @asserts(%c: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "holds"
  cf.assert %f, "does not hold"
  cf.assert %c, "may hold"
  return
}

// -----

// CHECK-LABEL: func.func @chain(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:  // pred: ^bb0
// CHECK-NEXT:    "test.a"() : () -> ()
// CHECK-NEXT:    "test.c"() : () -> ()
// CHECK-NEXT:    return %arg1 : i32
// CHECK-NEXT:  ^bb2:  // pred: ^bb0
// CHECK-NEXT:    "test.b"() : () -> ()
// CHECK-NEXT:    "test.d"() : () -> ()
// CHECK-NEXT:    return %arg1 : i32
// CHECK-NEXT:  }
func.func @chain(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.a"() : () -> ()
  cf.cond_br %c, ^bb3, ^bb4
^bb2:
  "test.b"() : () -> ()
  cf.cond_br %c, ^bb3, ^bb4
^bb3:
  "test.c"() : () -> ()
  return %a : i32
^bb4:
  "test.d"() : () -> ()
  return %a : i32
}

// -----

// CHECK-LABEL: func.func @pass(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:    cf.cond_br %arg0, ^bb2(%arg1, %arg2 : i32, i32), ^bb1
// CHECK-NEXT:  ^bb1:  // pred: ^bb0
// CHECK-NEXT:    "test.b"() : () -> ()
// CHECK-NEXT:    cf.br ^bb2(%arg2, %arg1 : i32, i32)
// CHECK-NEXT:  ^bb2(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:    %2 = "test.c"(%0, %1) : (i32, i32) -> i32
// CHECK-NEXT:    return %2 : i32
// CHECK-NEXT:  }
func.func @pass(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x, %b : i32, i32)
^bb2:
  "test.b"() : () -> ()
  cf.br ^bb3(%b, %a : i32, i32)
^bb3(%y: i32, %z: i32):
  %0 = "test.c"(%y, %z) : (i32, i32) -> i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @switch_pass(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
// CHECK-NEXT:    cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1 : i32),
// CHECK-NEXT:      1: ^bb1(%arg2 : i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT:    "test.c"(%0) : (i32) -> ()
// CHECK-NEXT:    return %0 : i32
// CHECK-NEXT:  }
func.func @switch_pass(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb2(%b : i32)
  ]
^bb1:
  cf.br ^bb3(%a : i32)
^bb2(%y: i32):
  cf.br ^bb3(%y : i32)
^bb3(%x: i32):
  "test.c"(%x) : (i32) -> ()
  return %x : i32
}

// -----

// CHECK-LABEL: func.func @loop(%arg0: i1) {
// CHECK-NEXT:    cf.br ^bb1
// CHECK-NEXT:  ^bb1:  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT:    cf.br ^bb1
// CHECK-NEXT:  }
func.func @loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}
