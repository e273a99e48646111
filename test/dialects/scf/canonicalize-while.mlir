// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @moveif(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0:3 = scf.while : () -> (i32, i32, i32) {
// CHECK-NEXT:     %1 = "t.a"() : () -> i32
// CHECK-NEXT:     %2 = "t.b"() : () -> i32
// CHECK-NEXT:     %3 = "t.e"() : () -> i32
// CHECK-NEXT:     %4 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.condition(%4) %3, %1, %2 : i32, i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32, %arg2: i32, %arg3: i32):
// CHECK-NEXT:     "t.u"(%arg0, %arg2) : (i32, i32) -> ()
// CHECK-NEXT:     "t.reg"() ({
// CHECK-NEXT:       "t.v"(%arg3) : (i32) -> ()
// CHECK-NEXT:     }) : () -> ()
// CHECK-NEXT:     %1 = "t.n"() : () -> i32
// CHECK-NEXT:     "t.w"(%1) : (i32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0 : i32
// CHECK-NEXT: }
func.func @moveif(%o: i32) -> i32 {
  %r = scf.while : () -> i32 {
    %a = "t.a"() : () -> i32
    %b = "t.b"() : () -> i32
    %e = "t.e"() : () -> i32
    %c = "t.c"() : () -> i1
    %q = scf.if %c -> i32 {
      "t.u"(%o, %a) : (i32, i32) -> ()
      "t.reg"() ({
        "t.v"(%b) : (i32) -> ()
      }) : () -> ()
      %n = "t.n"() : () -> i32
      scf.yield %n : i32
    } else {
      scf.yield %e : i32
    }
    scf.condition(%c) %q : i32
  } do {
  ^bb0(%x: i32):
    "t.w"(%x) : (i32) -> ()
    scf.yield
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @moveif_noelse(%arg0: i32) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.while : () -> i32 {
// CHECK-NEXT:     %1 = "t.a"() : () -> i32
// CHECK-NEXT:     %2 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.condition(%2) %1 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     "t.u"(%arg0, %arg1, %true) : (i32, i32, i1) -> ()
// CHECK-NEXT:     "t.w"() : () -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @moveif_noelse(%o: i32) {
  scf.while : () -> () {
    %a = "t.a"() : () -> i32
    %c = "t.c"() : () -> i1
    scf.if %c {
      "t.u"(%o, %a, %c) : (i32, i32, i1) -> ()
    }
    scf.condition(%c)
  } do {
    "t.w"() : () -> ()
    scf.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @moveif_args(%arg0: i32) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = "t.c"(%arg1) : (i32) -> i1
// CHECK-NEXT:     %2 = arith.addi %arg1, %arg0 : i32
// CHECK-NEXT:     scf.condition(%1) %2, %arg1 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32, %arg2: i32):
// CHECK-NEXT:     %1 = "t.n"(%arg2, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     "t.w"(%arg1, %1) : (i32, i32) -> ()
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#0 : i32, i32
// CHECK-NEXT: }
func.func @moveif_args(%o: i32) -> (i32, i32) {
  %r:2 = scf.while (%p = %o) : (i32) -> (i32, i32) {
    %c = "t.c"(%p) : (i32) -> i1
    %m = arith.addi %p, %o : i32
    %q = scf.if %c -> i32 {
      %n = "t.n"(%p, %m) : (i32, i32) -> i32
      scf.yield %n : i32
    } else {
      scf.yield %m : i32
    }
    scf.condition(%c) %m, %q : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    "t.w"(%x, %y) : (i32, i32) -> ()
    scf.yield %y : i32
  } attributes {tag}
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @moveif_no(%arg0: i32) {
// CHECK-NEXT:   scf.while : () -> () {
// CHECK-NEXT:     %0 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.if %0 {
// CHECK-NEXT:       "t.u"(%arg0) : (i32) -> ()
// CHECK-NEXT:     } else {
// CHECK-NEXT:       "t.z"(%arg0) : (i32) -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.condition(%0)
// CHECK-NEXT:   } do {
// CHECK-NEXT:     "t.w"() : () -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @moveif_no(%o: i32) {
  scf.while : () -> () {
    %c = "t.c"() : () -> i1
    scf.if %c {
      "t.u"(%o) : (i32) -> ()
    } else {
      "t.z"(%o) : (i32) -> ()
    }
    scf.condition(%c)
  } do {
    "t.w"() : () -> ()
    scf.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @truth() -> i1 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.while : () -> i1 {
// CHECK-NEXT:     %1 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.condition(%1) %1 : i1
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg0: i1):
// CHECK-NEXT:     "t.w"(%true) : (i1) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i1
// CHECK-NEXT: }
func.func @truth() -> i1 {
  %r = scf.while : () -> i1 {
    %c = "t.c"() : () -> i1
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%x: i1):
    "t.w"(%x) : (i1) -> ()
    scf.yield
  }
  return %r : i1
}

// -----

// CHECK-LABEL: func.func @invariant(%arg0: i32, %arg1: i32, %arg2: i64) -> (i32, i32, i32, i32, i64) {
// CHECK-NEXT:   %0:2 = scf.while (%arg3 = %arg1, %arg4 = %arg1) : (i32, i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = "t.c"(%arg3) : (i32) -> i1
// CHECK-NEXT:     scf.condition(%1) %arg3, %arg4 : i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %1 = "t.n"(%arg3, %arg0) : (i32, i32) -> i32
// CHECK-NEXT:     %2 = "t.m"(%arg4, %arg4) : (i32, i32) -> i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %arg0, %0#1, %0#1, %arg2 : i32, i32, i32, i32, i64
// CHECK-NEXT: }
func.func @invariant(%f: i32, %g: i32, %h: i64) -> (i32, i32, i32, i32, i64) {
  %r:5 = scf.while (%a = %g, %b = %f, %c = %g, %d = %g, %e = %h) : (i32, i32, i32, i32, i64) -> (i32, i32, i32, i32, i64) {
    %q = "t.c"(%a) : (i32) -> i1
    scf.condition(%q) %a, %b, %c, %d, %e : i32, i32, i32, i32, i64
  } do {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32, %e: i64):
    %n = "t.n"(%a, %b) : (i32, i32) -> i32
    %m = "t.m"(%c, %d) : (i32, i32) -> i32
    scf.yield %n, %b, %m, %m, %e : i32, i32, i32, i32, i64
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : i32, i32, i32, i32, i64
}

// -----

// CHECK-LABEL: func.func @invariant_order(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32, i32, i32, i32, i32) {
// CHECK-NEXT:   %0:3 = scf.while (%arg3 = %arg2, %arg4 = %arg2, %arg5 = %arg1) : (i32, i32, i32) -> (i32, i32, i32) {
// CHECK-NEXT:     %1 = arith.cmpi slt, %arg1, %arg0 : i32
// CHECK-NEXT:     scf.condition(%1) %arg3, %arg4, %arg5 : i32, i32, i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32, %arg5: i32):
// CHECK-NEXT:     %1 = "t.n"(%arg3, %arg2) : (i32, i32) -> i32
// CHECK-NEXT:     %2 = "t.m"(%arg4, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:     scf.yield %arg1, %2, %arg4 : i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %arg1, %0#1, %arg1, %0#1, %0#2 : i32, i32, i32, i32, i32, i32
// CHECK-NEXT: }
func.func @invariant_order(%p: i32, %k: i32, %l: i32) -> (i32, i32, i32, i32, i32, i32) {
  %r:6 = scf.while (%a = %k, %b = %l, %c = %l, %d = %l, %e = %k) : (i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32, i32) {
    %q = arith.cmpi slt, %a, %p : i32
    scf.condition(%q) %b, %a, %c, %a, %d, %e : i32, i32, i32, i32, i32, i32
  } do {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32):
    %n = "t.n"(%a, %l) : (i32, i32) -> i32
    %m = "t.m"(%c, %d) : (i32, i32) -> i32
    scf.yield %d, %b, %m, %m, %e : i32, i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : i32, i32, i32, i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @value_outside(%arg0: i32, %arg1: i64) -> (i32, i64) {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = "t.c"(%arg2) : (i32) -> i1
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = "t.n"(%arg2, %arg1) : (i32, i64) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg1 : i32, i64
// CHECK-NEXT: }
func.func @value_outside(%o: i32, %z: i64) -> (i32, i64) {
  %r:2 = scf.while (%a = %o) : (i32) -> (i32, i64) {
    %q = "t.c"(%a) : (i32) -> i1
    scf.condition(%q) %a, %z : i32, i64
  } do {
  ^bb0(%a: i32, %b: i64):
    %n = "t.n"(%a, %b) : (i32, i64) -> i32
    scf.yield %n : i32
  }
  return %r#0, %r#1 : i32, i64
}

// -----

// CHECK-LABEL: func.func @unused_result() -> i32 {
// CHECK-NEXT:   %0 = scf.while : () -> i32 {
// CHECK-NEXT:     %1 = "t.c"() : () -> i1
// CHECK-NEXT:     %2 = "t.a"() : () -> i32
// CHECK-NEXT:     %3 = "t.b"() : () -> i64
// CHECK-NEXT:     scf.condition(%1) %2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg0: i32):
// CHECK-NEXT:     "t.w"(%arg0) : (i32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @unused_result() -> i32 {
  %r:2 = scf.while : () -> (i32, i64) {
    %c = "t.c"() : () -> i1
    %a = "t.a"() : () -> i32
    %b = "t.b"() : () -> i64
    scf.condition(%c) %a, %b : i32, i64
  } do {
  ^bb0(%x: i32, %y: i64):
    "t.w"(%x) : (i32) -> ()
    scf.yield
  }
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @unused_result_used_after() -> i32 {
// CHECK-NEXT:   %0:2 = scf.while : () -> (i32, i64) {
// CHECK-NEXT:     %1 = "t.c"() : () -> i1
// CHECK-NEXT:     %2 = "t.a"() : () -> i32
// CHECK-NEXT:     %3 = "t.b"() : () -> i64
// CHECK-NEXT:     scf.condition(%1) %2, %3 : i32, i64
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg0: i32, %arg1: i64):
// CHECK-NEXT:     "t.w"(%arg1) : (i64) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0 : i32
// CHECK-NEXT: }
func.func @unused_result_used_after() -> i32 {
  %r:2 = scf.while : () -> (i32, i64) {
    %c = "t.c"() : () -> i1
    %a = "t.a"() : () -> i32
    %b = "t.b"() : () -> i64
    scf.condition(%c) %a, %b : i32, i64
  } do {
  ^bb0(%x: i32, %y: i64):
    "t.w"(%y) : (i64) -> ()
    scf.yield
  }
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @cmp_lhs(%arg0: i32) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.while : () -> i32 {
// CHECK-NEXT:     %1 = "t.v"() : () -> i32
// CHECK-NEXT:     %2 = arith.cmpi slt, %1, %arg0 : i32
// CHECK-NEXT:     scf.condition(%2) %1 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     %1 = arith.cmpi eq, %arg1, %arg0 : i32
// CHECK-NEXT:     "t.w"(%true, %false, %1, %arg1) : (i1, i1, i1, i32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cmp_lhs(%o: i32) {
  %r = scf.while : () -> i32 {
    %v = "t.v"() : () -> i32
    %c = arith.cmpi slt, %v, %o : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%x: i32):
    %1 = arith.cmpi slt, %x, %o : i32
    %2 = arith.cmpi sge, %x, %o : i32
    %3 = arith.cmpi eq, %x, %o : i32
    "t.w"(%1, %2, %3, %x) : (i1, i1, i1, i32) -> ()
    scf.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @cmp_rhs(%arg0: i32) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.while : () -> i32 {
// CHECK-NEXT:     %1 = "t.v"() : () -> i32
// CHECK-NEXT:     %2 = arith.cmpi ult, %arg0, %1 : i32
// CHECK-NEXT:     scf.condition(%2) %1 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     "t.w"(%true, %false, %arg1) : (i1, i1, i32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @cmp_rhs(%o: i32) {
  %r = scf.while : () -> i32 {
    %v = "t.v"() : () -> i32
    %c = arith.cmpi ult, %o, %v : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%x: i32):
    %1 = arith.cmpi ult, %o, %x : i32
    %2 = arith.cmpi uge, %o, %x : i32
    "t.w"(%1, %2, %x) : (i1, i1, i32) -> ()
    scf.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @dup_res() -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.while : () -> i32 {
// CHECK-NEXT:     %1 = "t.v"() : () -> i32
// CHECK-NEXT:     %2 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.condition(%2) %1 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg0: i32):
// CHECK-NEXT:     "t.w"(%arg0, %arg0) : (i32, i32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %0 : i32, i32
// CHECK-NEXT: }
func.func @dup_res() -> (i32, i32) {
  %r:2 = scf.while : () -> (i32, i32) {
    %v = "t.v"() : () -> i32
    %c = "t.c"() : () -> i1
    scf.condition(%c) %v, %v : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    "t.w"(%x, %y) : (i32, i32) -> ()
    scf.yield
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @unused_arg1(%arg0: i32, %arg1: f64) -> i32 {
// CHECK-NEXT:   %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:     %1 = "t.c"(%arg2) : (i32) -> i1
// CHECK-NEXT:     scf.condition(%1) %arg2 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg2: i32):
// CHECK-NEXT:     %1 = "t.n"(%arg2) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @unused_arg1(%x: i32, %y: f64) -> i32 {
  %r = scf.while (%a = %x, %b = %y) : (i32, f64) -> i32 {
    %c = "t.c"(%a) : (i32) -> i1
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%a: i32):
    %n = "t.n"(%a) : (i32) -> i32
    scf.yield %n, %y : i32, f64
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @unused_arg2(%arg0: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.while : () -> i32 {
// CHECK-NEXT:     %1 = "t.v"() : () -> i32
// CHECK-NEXT:     %2 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.condition(%2) %1 : i32
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:     "t.w"(%arg1) : (i32) -> ()
// CHECK-NEXT:     %1 = "t.n"() : () -> i32
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @unused_arg2(%o: i32) -> i32 {
  %r = scf.while (%a = %o) : (i32) -> i32 {
    %v = "t.v"() : () -> i32
    %c = "t.c"() : () -> i1
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%x: i32):
    "t.w"(%x) : (i32) -> ()
    %n = "t.n"() : () -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @align(%arg0: f32, %arg1: i32, %arg2: i64) -> (i64, f32, i32) {
// CHECK-NEXT:   %0:3 = scf.while (%arg3 = %arg0, %arg4 = %arg1, %arg5 = %arg2) : (f32, i32, i64) -> (f32, i32, i64) {
// CHECK-NEXT:     %1 = "t.c"() : () -> i1
// CHECK-NEXT:     scf.condition(%1) %arg3, %arg4, %arg5 : f32, i32, i64
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: i32, %arg5: i64):
// CHECK-NEXT:     %1 = "t.0"(%arg5) : (i64) -> f32
// CHECK-NEXT:     %2 = "t.1"(%arg3) : (f32) -> i32
// CHECK-NEXT:     %3 = "t.2"(%arg4) : (i32) -> i64
// CHECK-NEXT:     scf.yield %1, %2, %3 : f32, i32, i64
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#2, %0#0, %0#1 : i64, f32, i32
// CHECK-NEXT: }
func.func @align(%p: f32, %q: i32, %s: i64) -> (i64, f32, i32) {
  %r:3 = scf.while (%a = %p, %b = %q, %c = %s) : (f32, i32, i64) -> (i64, f32, i32) {
    %k = "t.c"() : () -> i1
    scf.condition(%k) %c, %a, %b : i64, f32, i32
  } do {
  ^bb0(%x: i64, %y: f32, %z: i32):
    %0 = "t.0"(%x) : (i64) -> f32
    %1 = "t.1"(%y) : (f32) -> i32
    %2 = "t.2"(%z) : (i32) -> i64
    scf.yield %0, %1, %2 : f32, i32, i64
  } attributes {tag}
  return %r#0, %r#1, %r#2 : i64, f32, i32
}

// -----

// CHECK-LABEL: func.func @zero_iterations(%arg0: i32) -> i64 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0 = scf.while (%arg1 = %arg0) : (i32) -> i64 {
// CHECK-NEXT:     %1 = "t.c"(%arg1) : (i32) -> i64
// CHECK-NEXT:     scf.condition(%false) %1 : i64
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i64):
// CHECK-NEXT:     %1 = "t.0"(%arg1) : (i64) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i64
// CHECK-NEXT: }
func.func @zero_iterations(%o: i32) -> i64 {
  %f = arith.constant false
  %r = scf.while (%a = %o) : (i32) -> i64 {
    %k = "t.c"(%a) : (i32) -> i64
    scf.condition(%f) %k : i64
  } do {
  ^bb0(%x: i64):
    %0 = "t.0"(%x) : (i64) -> i32
    scf.yield %0 : i32
  }
  return %r : i64
}

// -----

// CHECK-LABEL: func.func @forever(%arg0: i32) -> i64 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = scf.while (%arg1 = %arg0) : (i32) -> i64 {
// CHECK-NEXT:     %1 = "t.c"(%arg1) : (i32) -> i64
// CHECK-NEXT:     scf.condition(%true) %1 : i64
// CHECK-NEXT:   } do {
// CHECK-NEXT:   ^bb0(%arg1: i64):
// CHECK-NEXT:     %1 = "t.0"(%arg1) : (i64) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i64
// CHECK-NEXT: }
func.func @forever(%o: i32) -> i64 {
  %f = arith.constant true
  %r = scf.while (%a = %o) : (i32) -> i64 {
    %k = "t.c"(%a) : (i32) -> i64
    scf.condition(%f) %k : i64
  } do {
  ^bb0(%x: i64):
    %0 = "t.0"(%x) : (i64) -> i32
    scf.yield %0 : i32
  }
  return %r : i64
}

// -----

// CHECK-LABEL: func.func @pure_unused(%arg0: i32) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @pure_unused(%o: i32) {
  %r = scf.while (%a = %o) : (i32) -> i32 {
    %k = arith.cmpi slt, %a, %o : i32
    scf.condition(%k) %a : i32
  } do {
  ^bb0(%x: i32):
    %0 = arith.addi %x, %x : i32
    scf.yield %0 : i32
  }
  return
}
