// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @combine(%arg0: i1) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT:     %1 = "t.1"() : () -> i32
// CHECK-NEXT:     %2 = "t.3"(%1) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.2"() : () -> i32
// CHECK-NEXT:     %2 = "t.4"(%1) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
func.func @combine(%c: i1) -> (i32, i32) {
  %a = scf.if %c -> i32 {
    %0 = "t.1"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.2"() : () -> i32
    scf.yield %0 : i32
  }
  %b = scf.if %c -> i32 {
    %0 = "t.3"(%a) : (i32) -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.4"(%a) : (i32) -> i32
    scf.yield %0 : i32
  }
  return %a, %b : i32, i32
}

// -----

// CHECK-LABEL: func.func @combine_noelse1(%arg0: i1) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:     %1 = "t.3"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.4"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @combine_noelse1(%c: i1) -> i32 {
  scf.if %c {
    "t.1"() : () -> ()
  }
  %b = scf.if %c -> i32 {
    %0 = "t.3"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.4"() : () -> i32
    scf.yield %0 : i32
  }
  return %b : i32
}

// -----

// CHECK-LABEL: func.func @combine_noelse2(%arg0: i1) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = "t.3"() : () -> i32
// CHECK-NEXT:     "t.1"(%1) : (i32) -> ()
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.4"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @combine_noelse2(%c: i1) -> i32 {
  %b = scf.if %c -> i32 {
    %0 = "t.3"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.4"() : () -> i32
    scf.yield %0 : i32
  }
  scf.if %c {
    "t.1"(%b) : (i32) -> ()
  }
  return %b : i32
}

// -----

// CHECK-LABEL: func.func @combine_noelse3(%arg0: i1) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:     "t.2"() : () -> ()
// CHECK-NEXT:     "t.3"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @combine_noelse3(%c: i1) {
  scf.if %c {
    "t.1"() : () -> ()
  }
  scf.if %c {
    "t.2"() : () -> ()
  }
  scf.if %c {
    "t.3"() : () -> ()
  } {attr}
  return
}

// -----

// CHECK-LABEL: func.func @combine_not(%arg0: i1) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "t.2"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @combine_not(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c {
    "t.1"() : () -> ()
  }
  scf.if %n {
    "t.2"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @combine_not2(%arg0: i1) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = "t.2"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:     %1 = "t.3"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @combine_not2(%c: i1) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    "t.1"() : () -> ()
  }
  %r = scf.if %c -> i32 {
    %0 = "t.2"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.3"() : () -> i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @combine_not3(%arg0: i1) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.if %arg0 -> (i32, i32) {
// CHECK-NEXT:     %1 = "t.0"() : () -> i32
// CHECK-NEXT:     %2 = "t.2"(%1) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.1"() : () -> i32
// CHECK-NEXT:     %2 = "t.3"(%1) : (i32) -> i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#1, %0#0 : i32, i32
// CHECK-NEXT: }
func.func @combine_not3(%c: i1) -> (i32, i32) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %q = scf.if %n -> i32 {
    %0 = "t.1"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.0"() : () -> i32
    scf.yield %0 : i32
  }
  %r = scf.if %c -> i32 {
    %0 = "t.2"(%q) : (i32) -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.3"(%q) : (i32) -> i32
    scf.yield %0 : i32
  }
  return %r, %q : i32, i32
}

// -----

// CHECK-LABEL: func.func @swap(%arg0: i1) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = "t.3"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %1 = "t.2"() : () -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } {a = 1 : i64}
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @swap(%c: i1) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = scf.if %n -> i32 {
    %0 = "t.2"() : () -> i32
    scf.yield %0 : i32
  } else {
    %0 = "t.3"() : () -> i32
    scf.yield %0 : i32
  } {a = 1}
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @no_swap(%arg0: i1) {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %0 = arith.xori %arg0, %true : i1
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     "t.2"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @no_swap(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    "t.2"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @nested_plain(%arg0: i1, %arg1: i1) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @nested_plain(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "t.1"() : () -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @nested_three(%arg0: i1, %arg1: i1, %arg2: i1) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   %1 = arith.andi %0, %arg2 : i1
// CHECK-NEXT:   scf.if %1 {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @nested_three(%c: i1, %d: i1, %e: i1) {
  scf.if %c {
    scf.if %d {
      scf.if %e {
        "t.1"() : () -> ()
      } {x}
    } {y}
  } {z}
  return
}

// -----

// CHECK-LABEL: func.func @nested_yield(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: f32, %arg4: i8) -> (i32, f32, i8) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   %1:2 = scf.if %0 -> (i32, f32) {
// CHECK-NEXT:     %2 = "t.1"() : () -> f32
// CHECK-NEXT:     %3 = "t.2"() : () -> i32
// CHECK-NEXT:     scf.yield %3, %2 : i32, f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg2, %arg3 : i32, f32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1#0, %1#1, %arg4 : i32, f32, i8
// CHECK-NEXT: }
func.func @nested_yield(%c: i1, %d: i1, %x: i32, %y: f32, %z: i8) -> (i32, f32, i8) {
  %r:3 = scf.if %c -> (i32, f32, i8) {
    %s:2 = scf.if %d -> (f32, i32) {
      %0 = "t.1"() : () -> f32
      %1 = "t.2"() : () -> i32
      scf.yield %0, %1 : f32, i32
    } else {
      scf.yield %y, %x : f32, i32
    }
    scf.yield %s#1, %s#0, %z : i32, f32, i8
  } else {
    scf.yield %x, %y, %z : i32, f32, i8
  }
  return %r#0, %r#1, %r#2 : i32, f32, i8
}

// -----

// CHECK-LABEL: func.func @nested_upgrade(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   %1 = arith.select %arg0, %arg2, %arg3 : i32
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     "t.1"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @nested_upgrade(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    scf.if %d {
      "t.1"() : () -> ()
    }
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @nested_no(%arg0: i1, %arg1: i1, %arg2: i32, %arg3: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.if %arg0 -> (i32) {
// CHECK-NEXT:     %1 = scf.if %arg1 -> (i32) {
// CHECK-NEXT:       %2 = "t.1"() : () -> i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     } else {
// CHECK-NEXT:       scf.yield %arg3 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @nested_no(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %s = scf.if %d -> i32 {
      %0 = "t.1"() : () -> i32
      scf.yield %0 : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @nested_no2(%arg0: i1, %arg1: i1) {
// CHECK-NEXT:   scf.if %arg0 {
// CHECK-NEXT:     scf.if %arg1 {
// CHECK-NEXT:       "t.1"() : () -> ()
// CHECK-NEXT:       "t.1"() : () -> ()
// CHECK-NEXT:     } else {
// CHECK-NEXT:       "t.2"() : () -> ()
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     "t.3"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @nested_no2(%c: i1, %d: i1) {
  scf.if %c {
    scf.if %d {
      "t.1"() : () -> ()
    } else {
      "t.2"() : () -> ()
    }
  }
  scf.if %c {
    scf.if %d {
      "t.1"() : () -> ()
    }
  } else {
    "t.3"() : () -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @nested_unused(%arg0: i1, %arg1: i1, %arg2: i32) {
// CHECK-NEXT:   %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT:   scf.if %0 {
// CHECK-NEXT:     %1 = "t.1"() : () -> i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @nested_unused(%c: i1, %d: i1, %x: i32) {
  scf.if %c {
    %s = scf.if %d -> i32 {
      %0 = "t.1"() : () -> i32
      scf.yield %0 : i32
    } else {
      scf.yield %x : i32
    }
  }
  return
}
