// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @switch_const() -> (f32, f32) {
// CHECK-NEXT:   %0 = "t.1"() : () -> f32
// CHECK-NEXT:   %1 = "t.d"() : () -> f32
// CHECK-NEXT:   return %0, %1 : f32, f32
// CHECK-NEXT: }
func.func @switch_const() -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = scf.index_switch %c1 -> f32
  case 1 {
    %y = "t.1"() : () -> f32
    scf.yield %y : f32
  }
  default {
    %y = "t.d"() : () -> f32
    scf.yield %y : f32
  }
  %b = scf.index_switch %c2 -> f32
  case 1 {
    %y = "t.1"() : () -> f32
    scf.yield %y : f32
  }
  default {
    %y = "t.d"() : () -> f32
    scf.yield %y : f32
  }
  return %a, %b : f32, f32
}

// -----

// CHECK-LABEL: func.func @switch_dead(%arg0: index, %arg1: memref<i32>, %arg2: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.index_switch %arg0 -> i32
// CHECK-NEXT:   case 1 {
// CHECK-NEXT:     %1:2 = "t.1"() : () -> (i64, i32)
// CHECK-NEXT:     scf.yield %1#1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   case 2 {
// CHECK-NEXT:     %1:2 = "t.1"() : () -> (i64, i32)
// CHECK-NEXT:     scf.yield %1#1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     %1:2 = "t.d"() : () -> (i64, i32)
// CHECK-NEXT:     scf.yield %1#1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @switch_dead(%i: index, %m: memref<i32>, %n: i32) -> i32 {
  %a, %b = scf.index_switch %i -> i64, i32
  case 1 {
    %y, %z = "t.1"() : () -> (i64, i32)
    scf.yield %y, %z : i64, i32
  }
  case 2 {
    %y, %z = "t.1"() : () -> (i64, i32)
    scf.yield %y, %z : i64, i32
  }
  default {
    %y, %z = "t.d"() : () -> (i64, i32)
    scf.yield %y, %z : i64, i32
  }
  return %b : i32
}

// -----

// CHECK-LABEL: func.func @switch_same(%arg0: index, %arg1: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = scf.index_switch %arg0 -> i32
// CHECK-NEXT:   case 1 {
// CHECK-NEXT:     %1 = "t.1"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   default {
// CHECK-NEXT:     %1 = "t.2"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %arg1, %0, %0 : i32, i32, i32
// CHECK-NEXT: }
func.func @switch_same(%i: index, %n: i32) -> (i32, i32, i32) {
  %a, %b, %c = scf.index_switch %i -> i32, i32, i32
  case 1 {
    %z = "t.1"() : () -> (i32)
    scf.yield %n, %z, %z : i32, i32, i32
  }
  default {
    %z = "t.2"() : () -> (i32)
    scf.yield %n, %z, %z : i32, i32, i32
  }
  return %a, %b, %c : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @switch_empty(%arg0: index) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @switch_empty(%i: index) {
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @exec_single() -> i64 {
// CHECK-NEXT:   %0 = "t.a"() : () -> i64
// CHECK-NEXT:   return %0 : i64
// CHECK-NEXT: }
func.func @exec_single() -> i64 {
  %r = scf.execute_region -> i64 {
    %0 = "t.a"() : () -> i64
    scf.yield %0 : i64
  }
  return %r : i64
}

// -----

// CHECK-LABEL: func.func @exec_noinline(%arg0: i64) -> (i64, i64) {
// CHECK-NEXT:   %0 = scf.execute_region -> i64 no_inline {
// CHECK-NEXT:     %1 = "t.a"() : () -> i64
// CHECK-NEXT:     scf.yield %1 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg0 : i64, i64
// CHECK-NEXT: }
func.func @exec_noinline(%z: i64) -> (i64, i64) {
  %r:2 = scf.execute_region -> (i64, i64) no_inline {
    %0 = "t.a"() : () -> i64
    scf.yield %0, %z : i64, i64
  }
  return %r#0, %r#1 : i64, i64
}

// -----

// CHECK-LABEL: func.func @exec_multi() -> i64 {
// CHECK-NEXT:   "t.before"() : () -> ()
// CHECK-NEXT:   %0 = "t.c"() : () -> i1
// CHECK-NEXT:   cf.cond_br %0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %1 = "t.x"() : () -> i64
// CHECK-NEXT:   cf.br ^bb3(%1 : i64)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %2 = "t.y"() : () -> i64
// CHECK-NEXT:   cf.br ^bb3(%2 : i64)
// CHECK-NEXT: ^bb3(%3: i64):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   "t.after"(%3) : (i64) -> ()
// CHECK-NEXT:   return %3 : i64
// CHECK-NEXT: }
func.func @exec_multi() -> i64 {
  "t.before"() : () -> ()
  %r = scf.execute_region -> i64 {
    %c = "t.c"() : () -> i1
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %x = "t.x"() : () -> i64
    cf.br ^bb3(%x : i64)
  ^bb2:
    %y = "t.y"() : () -> i64
    cf.br ^bb3(%y : i64)
  ^bb3(%z: i64):
    scf.yield %z : i64
  }
  "t.after"(%r) : (i64) -> ()
  return %r : i64
}

// -----

// CHECK-LABEL: func.func @exec_multi_yields(%arg0: i64) -> (i64, i64) {
// CHECK-NEXT:   "t.before"() : () -> ()
// CHECK-NEXT:   %0 = "t.c"() : () -> i1
// CHECK-NEXT:   cf.cond_br %0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %1 = "t.x"() : () -> i64
// CHECK-NEXT:   cf.br ^bb3(%1, %arg0 : i64, i64)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %2 = "t.y"() : () -> i64
// CHECK-NEXT:   cf.br ^bb3(%2, %arg0 : i64, i64)
// CHECK-NEXT: ^bb3(%3: i64, %4: i64):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   "t.after"(%3) : (i64) -> ()
// CHECK-NEXT:   return %3, %4 : i64, i64
// CHECK-NEXT: }
func.func @exec_multi_yields(%z: i64) -> (i64, i64) {
  "t.before"() : () -> ()
  %r:2 = scf.execute_region -> (i64, i64) {
    %c = "t.c"() : () -> i1
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %x = "t.x"() : () -> i64
    scf.yield %x, %z : i64, i64
  ^bb2:
    %y = "t.y"() : () -> i64
    scf.yield %y, %z : i64, i64
  }
  "t.after"(%r#0) : (i64) -> ()
  return %r#0, %r#1 : i64, i64
}

// -----

// CHECK-LABEL: func.func @exec_in_loop(%arg0: index, %arg1: index, %arg2: i64) {
// CHECK-NEXT:   scf.for %arg3 = %arg0 to %arg1 step %arg0 {
// CHECK-NEXT:     %0 = scf.execute_region -> i64 {
// CHECK-NEXT:       %1 = "t.c"() : () -> i1
// CHECK-NEXT:       cf.cond_br %1, ^bb1, ^bb2
// CHECK-NEXT:     ^bb1:  // pred: ^bb0
// CHECK-NEXT:       %2 = "t.x"() : () -> i64
// CHECK-NEXT:       scf.yield %2 : i64
// CHECK-NEXT:     ^bb2:  // pred: ^bb0
// CHECK-NEXT:       %3 = "t.y"() : () -> i64
// CHECK-NEXT:       scf.yield %3 : i64
// CHECK-NEXT:     }
// CHECK-NEXT:     "t.after"(%0, %arg2) : (i64, i64) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @exec_in_loop(%l: index, %u: index, %z: i64) {
  scf.for %i = %l to %u step %l {
    %r:2 = scf.execute_region -> (i64, i64) {
      %c = "t.c"() : () -> i1
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %x = "t.x"() : () -> i64
      scf.yield %x, %z : i64, i64
    ^bb2:
      %y = "t.y"() : () -> i64
      scf.yield %y, %z : i64, i64
    }
    "t.after"(%r#0, %r#1) : (i64, i64) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @exec_in_loop2(%arg0: index, %arg1: index, %arg2: i64) {
// CHECK-NEXT:   scf.for %arg3 = %arg0 to %arg1 step %arg0 {
// CHECK-NEXT:     %0 = "t.y"() : () -> i64
// CHECK-NEXT:     "t.after"(%0) : (i64) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @exec_in_loop2(%l: index, %u: index, %z: i64) {
  scf.for %i = %l to %u step %l {
    %c = arith.constant false
    %r = scf.execute_region -> (i64) {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      %x = "t.x"() : () -> i64
      cf.br ^bb3(%x : i64)
    ^bb2:
      %y = "t.y"() : () -> i64
      cf.br ^bb3(%y : i64)
    ^bb3(%w: i64):
      scf.yield %w : i64
    }
    "t.after"(%r) : (i64) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @par_some(%arg0: memref<?x?x?xi32>) {
// CHECK-NEXT:   %c42_i32 = arith.constant 42 : i32
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   scf.parallel (%arg1) = (%c3) to (%c9) step (%c2) {
// CHECK-NEXT:     memref.store %c42_i32, %arg0[%c0, %arg1, %c2] : memref<?x?x?xi32>
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @par_some(%m: memref<?x?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  scf.parallel (%i, %j, %k) = (%c0, %c3, %c2) to (%c1, %c9, %c3) step (%c1, %c2, %c3) {
    %v = arith.constant 42 : i32
    memref.store %v, %m[%i, %j, %k] : memref<?x?x?xi32>
    scf.reduce
  } {tag}
  return
}

// -----

// CHECK-LABEL: func.func @par_reduce(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = "t.q"(%c1) : (index) -> index
// CHECK-NEXT:   %1 = "t.add"(%arg0, %0) : (index, index) -> index
// CHECK-NEXT:   return %1, %arg1 : index, index
// CHECK-NEXT: }
func.func @par_reduce(%a: index, %b: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %r:2 = scf.parallel (%i, %j) = (%c1, %c3) to (%c2, %c6) step (%c1, %c3) init(%a, %b) -> (index, index) {
    %q = "t.q"(%i) : (index) -> index
    scf.reduce(%q, %j : index, index) {
    ^bb0(%x: index, %y: index):
      %0 = "t.add"(%x, %y) : (index, index) -> index
      scf.reduce.return %0 : index
    }, {
    ^bb0(%x: index, %y: index):
      scf.reduce.return %x : index
    }
  }
  return %r#0, %r#1 : index, index
}

// -----

// CHECK-LABEL: func.func @par_reduce_one_dim(%arg0: f32, %arg1: index) -> f32 {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = scf.parallel (%arg2) = (%c1) to (%arg1) step (%c1) init (%arg0) -> f32 {
// CHECK-NEXT:     %1 = "t.q"(%c1, %arg2) : (index, index) -> f32
// CHECK-NEXT:     scf.reduce(%1 : f32) {
// CHECK-NEXT:     ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:       %2 = "t.add"(%arg3, %arg4) : (f32, f32) -> f32
// CHECK-NEXT:       scf.reduce.return %2 : f32
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : f32
// CHECK-NEXT: }
func.func @par_reduce_one_dim(%a: f32, %u: index) -> (f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.parallel (%i, %j) = (%c1, %c1) to (%c2, %u) step (%c1, %c1) init(%a) -> (f32) {
    %q = "t.q"(%i, %j) : (index, index) -> f32
    scf.reduce(%q : f32) {
    ^bb0(%x: f32, %y: f32):
      %0 = "t.add"(%x, %y) : (f32, f32) -> f32
      scf.reduce.return %0 : f32
    }
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @par_empty(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// CHECK-NEXT:   return %arg3 : f32
// CHECK-NEXT: }
func.func @par_empty(%l: index, %u: index, %s: index, %a: f32) -> f32 {
  %r = scf.parallel (%i, %j) = (%l, %u) to (%u, %u) step (%s, %s) init(%a) -> (f32) {
    %q = "t.q"() : () -> f32
    scf.reduce(%q : f32) {
    ^bb0(%x: f32, %y: f32):
      %0 = "t.add"(%x, %y) : (f32, f32) -> f32
      scf.reduce.return %0 : f32
    }
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @par_nested(%arg0: index, %arg1: index, %arg2: index) {
// CHECK-NEXT:   scf.parallel (%arg3, %arg4, %arg5, %arg6) = (%arg0, %arg0, %arg2, %arg0) to (%arg1, %arg1, %arg1, %arg1) step (%arg2, %arg2, %arg2, %arg2) {
// CHECK-NEXT:     "t.a"(%arg3, %arg4, %arg5, %arg6) : (index, index, index, index) -> ()
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @par_nested(%l: index, %u: index, %s: index) {
  scf.parallel (%i) = (%l) to (%u) step (%s) {
    scf.parallel (%j, %k) = (%l, %s) to (%u, %u) step (%s, %s) {
      scf.parallel (%n) = (%l) to (%u) step (%s) {
        "t.a"(%i, %j, %k, %n) : (index, index, index, index) -> ()
        scf.reduce
      } {a}
      scf.reduce
    } {b}
    scf.reduce
  } {c}
  return
}

// -----

// CHECK-LABEL: func.func @par_nested_no(%arg0: index, %arg1: index, %arg2: index) {
// CHECK-NEXT:   scf.parallel (%arg3) = (%arg0) to (%arg1) step (%arg2) {
// CHECK-NEXT:     scf.parallel (%arg4) = (%arg0) to (%arg3) step (%arg2) {
// CHECK-NEXT:       "t.a"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.reduce
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @par_nested_no(%l: index, %u: index, %s: index) {
  scf.parallel (%i) = (%l) to (%u) step (%s) {
    scf.parallel (%j) = (%l) to (%i) step (%s) {
      "t.a"(%i, %j) : (index, index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}
