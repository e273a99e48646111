// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @dead_cycle(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> i32 {
// CHECK-NEXT:   %0:3 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3, %arg6 = %arg3, %arg7 = %arg3) -> (i32, i32, i32) {
// CHECK-NEXT:     %1 = arith.addi %arg5, %arg7 : i32
// CHECK-NEXT:     %2 = arith.addi %arg6, %arg3 : i32
// CHECK-NEXT:     scf.yield %1, %2, %arg5 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0 : i32
// CHECK-NEXT: }
func.func @dead_cycle(%l: index, %u: index, %s: index, %a: i32) -> i32 {
  %r:3 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %n = arith.addi %x, %z : i32
    %m = arith.addi %y, %a : i32
    scf.yield %n, %m, %x : i32, i32, i32
  }
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @while_in_for(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3) -> (i32) {
// CHECK-NEXT:     %1 = scf.while (%arg6 = %arg5) : (i32) -> i32 {
// CHECK-NEXT:       %2 = "t.c"(%arg6) : (i32) -> i1
// CHECK-NEXT:       scf.condition(%2) %arg6 : i32
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg6: i32):
// CHECK-NEXT:       %2 = "t.n"(%arg6) : (i32) -> i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg3 : i32, i32
// CHECK-NEXT: }
func.func @while_in_for(%l: index, %u: index, %s: index, %a: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %q:2 = scf.while (%p = %x, %z = %y) : (i32, i32) -> (i32, i32) {
      %c = "t.c"(%p) : (i32) -> i1
      scf.condition(%c) %p, %z : i32, i32
    } do {
    ^bb0(%p: i32, %z: i32):
      %n = "t.n"(%p) : (i32) -> i32
      scf.yield %n, %z : i32, i32
    }
    scf.yield %q#0, %q#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @if_in_while(%arg0: i32, %arg1: i1) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = "t.c"(%arg2) : (i32) -> i1
// CHECK-NEXT:     %2 = scf.if %arg1 -> (i32) {
// CHECK-NEXT:       %3 = "t.0"() : () -> i32
// CHECK-NEXT:       scf.yield %3 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.condition(%1) %2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = "t.n"(%arg2) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg0 : i32, i32
// CHECK-NEXT: }
func.func @if_in_while(%a: i32, %c: i1) -> (i32, i32) {
  %q:2 = scf.while (%p = %a, %z = %a) : (i32, i32) -> (i32, i32) {
    %d = "t.c"(%p) : (i32) -> i1
    %e:2 = scf.if %c -> (i32, i32) {
      %0 = "t.0"() : () -> i32
      scf.yield %0, %z : i32, i32
    } else {
      scf.yield %p, %z : i32, i32
    }
    scf.condition(%d) %e#0, %e#1 : i32, i32
  } do {
  ^bb0(%p: i32, %z: i32):
    %n = "t.n"(%p) : (i32) -> i32
    scf.yield %n, %z : i32, i32
  }
  return %q#0, %q#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @switch_in_for(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3, %arg6 = %arg3) -> (i32, i32) {
// CHECK-NEXT:     %1 = scf.index_switch %arg4 -> i32
// CHECK-NEXT:     case 3 {
// CHECK-NEXT:       %2 = "t.0"() : () -> i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     default {
// CHECK-NEXT:       scf.yield %arg3 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1, %arg5 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
func.func @switch_in_for(%l: index, %u: index, %s: index, %a: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %q:2 = scf.index_switch %i -> i32, i32
    case 3 {
      %0 = "t.0"() : () -> i32
      scf.yield %0, %x : i32, i32
    }
    default {
      scf.yield %a, %x : i32, i32
    }
    scf.yield %q#0, %q#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @par_in_if(%arg0: index, %arg1: index, %arg2: index, %arg3: i1) {
// CHECK-NEXT:   scf.if %arg3 {
// CHECK-NEXT:     scf.parallel (%arg4, %arg5) = (%arg0, %arg0) to (%arg1, %arg1) step (%arg2, %arg2) {
// CHECK-NEXT:       "t.a"(%arg4, %arg5) : (index, index) -> ()
// CHECK-NEXT:       scf.reduce
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @par_in_if(%l: index, %u: index, %s: index, %c: i1) {
  scf.if %c {
    scf.parallel (%i) = (%l) to (%u) step (%s) {
      scf.parallel (%j) = (%l) to (%u) step (%s) {
        scf.if %c {
          "t.a"(%i, %j) : (index, index) -> ()
        }
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @exec_nested(%arg0: i1) -> i32 {
// CHECK-NEXT:   cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT:   %0 = "t.0"() : () -> i32
// CHECK-NEXT:   cf.br ^bb3(%0 : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT:   %1 = "t.2"() : () -> i32
// CHECK-NEXT:   cf.br ^bb3(%1 : i32)
// CHECK-NEXT: ^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT:   return %2 : i32
// CHECK-NEXT: }
func.func @exec_nested(%c: i1) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %0 = scf.execute_region -> i32 {
      %1 = "t.0"() : () -> i32
      cf.br ^bb3
    ^bb3:
      scf.yield %1 : i32
    }
    scf.yield %0 : i32
  ^bb2:
    %2 = "t.2"() : () -> i32
    scf.yield %2 : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @const_cond_while(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = scf.while (%arg2 = %c0_i32) : (i32) -> i32 {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg2, %arg1 : i32
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     "t.x"(%arg2) : (i32) -> ()
// CHECK-NEXT:     %1 = arith.addi %arg2, %c1_i32 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @const_cond_while(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %q = scf.while (%p = %c0) : (i32) -> (i32) {
    %d = arith.cmpi slt, %p, %n : i32
    scf.condition(%d) %p : i32
  } do {
  ^bb0(%p: i32):
    %e = arith.cmpi slt, %p, %n : i32
    scf.if %e {
      "t.x"(%p) : (i32) -> ()
    }
    %k = arith.addi %p, %c1 : i32
    scf.yield %k : i32
  }
  return %q : i32
}

// -----

// CHECK-LABEL: func.func @pure_for_used_none(%arg0: index, %arg1: index, %arg2: index, %arg3: i1) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @pure_for_used_none(%l: index, %u: index, %s: index, %c: i1) {
  scf.for %i = %l to %u step %s {
    %0 = scf.if %c -> index {
      scf.yield %i : index
    } else {
      %1 = arith.addi %i, %i : index
      scf.yield %1 : index
    }
  }
  return
}
