// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @unused_first(%arg0: i1) -> i64 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i64) {
// CHECK-NEXT:     %1 = "t.a"() : () -> i32
// CHECK-NEXT:     %2 = "t.b"() : () -> i64
// CHECK-NEXT:     scf.yield %2 : i64
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.c"() : () -> i32
// CHECK-NEXT:     %2 = "t.d"() : () -> i64
// CHECK-NEXT:     scf.yield %2 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i64
// CHECK-NEXT: }
func.func @unused_first(%c: i1) -> i64 {
  %a, %b = scf.if %c -> (i32, i64) {
    %0 = "t.a"() : () -> i32
    %1 = "t.b"() : () -> i64
    scf.yield %0, %1 : i32, i64
  } else {
    %0 = "t.c"() : () -> i32
    %1 = "t.d"() : () -> i64
    scf.yield %0, %1 : i32, i64
  }
  return %b : i64
}

// -----

// CHECK-LABEL: func.func @unused_nested(%arg0: i1, %arg1: i1) -> i64 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i64) {
// CHECK-NEXT:     %1 = scf.if %arg1 -> (i64) {
// CHECK-NEXT:       %2 = "t.a"() : () -> i32
// CHECK-NEXT:       %3 = "t.b"() : () -> i64
// CHECK-NEXT:       scf.yield %3 : i64
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %2 = "t.c"() : () -> i32
// CHECK-NEXT:       %3 = "t.d"() : () -> i64
// CHECK-NEXT:       scf.yield %3 : i64
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i64
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.c"() : () -> i32
// CHECK-NEXT:     %2 = "t.d"() : () -> i64
// CHECK-NEXT:     scf.yield %2 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i64
// CHECK-NEXT: }
func.func @unused_nested(%c: i1, %d: i1) -> i64 {
  %a, %b = scf.if %c -> (i32, i64) {
    %x, %y = scf.if %d -> (i32, i64) {
      %0 = "t.a"() : () -> i32
      %1 = "t.b"() : () -> i64
      scf.yield %0, %1 : i32, i64
    } else {
      %0 = "t.c"() : () -> i32
      %1 = "t.d"() : () -> i64
      scf.yield %0, %1 : i32, i64
    }
    scf.yield %x, %y : i32, i64
  } else {
    %0 = "t.c"() : () -> i32
    %1 = "t.d"() : () -> i64
    scf.yield %0, %1 : i32, i64
  }
  return %b : i64
}

// -----

// CHECK-LABEL: func.func @unused_pure(%arg0: i1, %arg1: i32, %arg2: i64) -> i64 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i64) {
// CHECK-NEXT:     %1 = "t.b"() : () -> i64
// CHECK-NEXT:     scf.yield %1 : i64
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = arith.addi %arg2, %arg2 : i64
// CHECK-NEXT:     scf.yield %1 : i64
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i64
// CHECK-NEXT: }
func.func @unused_pure(%c: i1, %p: i32, %q: i64) -> i64 {
  %a, %b = scf.if %c -> (i32, i64) {
    %0 = arith.addi %p, %p : i32
    %1 = "t.b"() : () -> i64
    scf.yield %0, %1 : i32, i64
  } else {
    %0 = arith.muli %p, %p : i32
    %1 = arith.addi %q, %q : i64
    scf.yield %0, %1 : i32, i64
  }
  return %b : i64
}

// -----

// CHECK-LABEL: func.func @all_unused(%arg0: i1, %arg1: i32) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.e"() : () -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "t.f"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @all_unused(%c: i1, %x: i32) {
  %a = scf.if %c -> i32 {
    "t.e"() : () -> ()
    scf.yield %x : i32
  } else {
    "t.f"() : () -> ()
    scf.yield %x : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @empties(%arg0: i1) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @empties(%c: i1) {
  scf.if %c {
  }
  scf.if %c {
  } else {
  }
  return
}

// -----

// CHECK-LABEL: func.func @empty_then(%arg0: i1) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "t.f"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @empty_then(%c: i1) {
  scf.if %c {
  } else {
    "t.f"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @empty_else(%arg0: i1) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.f"() : () -> ()
// CHECK-NEXT:   } {keep = 1 : i32}
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @empty_else(%c: i1) {
  scf.if %c {
    "t.f"() : () -> ()
  } else {
  } {keep = 1 : i32}
  return
}

// -----

// CHECK-LABEL: func.func @selects(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: f32, %arg4: f32) -> (i32, f32, i32) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = arith.select %arg0, %arg3, %arg4 : f32
// CHECK-NEXT:   return %0, %1, %arg1 : i32, f32, i32
// CHECK-NEXT: }
func.func @selects(%c: i1, %a: i32, %b: i32, %d: f32, %e: f32) -> (i32, f32, i32) {
  %r:3 = scf.if %c -> (i32, f32, i32) {
    scf.yield %a, %d, %a : i32, f32, i32
  } else {
    scf.yield %b, %e, %a : i32, f32, i32
  }
  return %r#0, %r#1, %r#2 : i32, f32, i32
}

// -----

// CHECK-LABEL: func.func @select_with_body(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:   %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %2 = "t.x"() : () -> i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %2 = "t.y"() : () -> i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %1 : i32, i32
// CHECK-NEXT: }
func.func @select_with_body(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %x = "t.x"() : () -> i32
    scf.yield %a, %x : i32, i32
  } else {
    %x = "t.y"() : () -> i32
    scf.yield %b, %x : i32, i32
  } {tag}
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @select_constants(%arg0: i1) -> (index, index) {
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %c7 = arith.constant 7 : index
// CHECK-NEXT:   %0 = arith.select %arg0, %c5, %c7 : index
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.x"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %c7 : index, index
// CHECK-NEXT: }
func.func @select_constants(%c: i1) -> (index, index) {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %r:2 = scf.if %c -> (index, index) {
    "t.x"() : () -> ()
    scf.yield %c5, %c7 : index, index
  } else {
    scf.yield %c7, %c7 : index, index
  }
  return %r#0, %r#1 : index, index
}

// -----

// CHECK-LABEL: func.func @static_true() -> i32 {
// CHECK-NEXT:   %0 = "t.a"() : () -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @static_true() -> i32 {
  %t = arith.constant true
  %r = scf.if %t -> i32 {
    %0 = "t.a"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.b"() : () -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @static_false() -> i32 {
// CHECK-NEXT:   %0 = "t.b"() : () -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @static_false() -> i32 {
  %t = arith.constant false
  %r = scf.if %t -> i32 {
    %0 = "t.a"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.b"() : () -> i32
    scf.yield %0 : i32
  }
  scf.if %t {
    "t.c"() : () -> ()
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @prop(%arg0: i1) {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.a"(%true) : (i1) -> ()
// CHECK-NEXT:     "t.r"() ({
// CHECK-NEXT:       "t.b"(%true, %true) : (i1, i1) -> ()
// CHECK-NEXT:     }) : () -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "t.c"(%false) : (i1) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   "t.d"(%arg0) : (i1) -> ()
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @prop(%c: i1) {
  scf.if %c {
    "t.a"(%c) : (i1) -> ()
    "t.r"() ({
      "t.b"(%c, %c) : (i1, i1) -> ()
    }) : () -> ()
  } else {
    "t.c"(%c) : (i1) -> ()
  }
  "t.d"(%c) : (i1) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @prop_else_only(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:   %false = arith.constant false
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = "t.a"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.c"(%false) : (i1) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @prop_else_only(%c: i1, %e: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = "t.a"() : () -> i32
    scf.yield %1 : i32
  } else {
    %1 = "t.c"(%c) : (i1) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @prop_nested(%arg0: i1) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = "t.1"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.4"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @prop_nested(%c: i1) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = scf.if %c -> i32 {
      %2 = "t.1"() : () -> i32
      scf.yield %2 : i32
    } else {
      %2 = "t.2"() : () -> i32
      scf.yield %2 : i32
    }
    scf.yield %1 : i32
  } else {
    %1 = scf.if %c -> i32 {
      %2 = "t.3"() : () -> i32
      scf.yield %2 : i32
    } else {
      %2 = "t.4"() : () -> i32
      scf.yield %2 : i32
    }
    scf.yield %1 : i32
  }
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @yield_cond(%arg0: i1, %arg1: i32) -> (i1, i1, i32, i32) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   %1 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %2 = "t.x"() : () -> i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %2 = "t.y"() : () -> i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %arg0, %0, %arg1, %1 : i1, i1, i32, i32
// CHECK-NEXT: }
func.func @yield_cond(%c: i1, %z: i32) -> (i1, i1, i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %r:4 = scf.if %c -> (i1, i1, i32, i32) {
    %x = "t.x"() : () -> i32
    scf.yield %t, %f, %z, %x : i1, i1, i32, i32
  } else {
    %x = "t.y"() : () -> i32
    scf.yield %f, %t, %z, %x : i1, i1, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i1, i1, i32, i32
}

// -----

// CHECK-LABEL: func.func @yield_cond_inner(%arg0: i1) -> (i1, i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.x"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return %arg0, %0 : i1, i1
// CHECK-NEXT: }
func.func @yield_cond_inner(%c: i1) -> (i1, i1) {
  %r:2 = scf.if %c -> (i1, i1) {
    %t = arith.constant true
    %f = arith.constant false
    "t.x"() : () -> ()
    scf.yield %t, %f : i1, i1
  } else {
    %t = arith.constant true
    %f = arith.constant false
    scf.yield %f, %t : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @dup_results(%arg0: i1) -> (i32, i32, i32) {
// CHECK-NEXT:   %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT:     %1 = "t.x"() : () -> i32
// CHECK-NEXT:     %2 = "t.w"() : () -> i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.y"() : () -> i32
// CHECK-NEXT:     scf.yield %1, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#0, %0#1 : i32, i32, i32
// CHECK-NEXT: }
func.func @dup_results(%c: i1) -> (i32, i32, i32) {
  %r:3 = scf.if %c -> (i32, i32, i32) {
    %x = "t.x"() : () -> i32
    %w = "t.w"() : () -> i32
    scf.yield %x, %x, %w : i32, i32, i32
  } else {
    %y = "t.y"() : () -> i32
    scf.yield %y, %y, %y : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}
