// RUN: strata-opt %s --canonicalize --split-input-file --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @same(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> i32 {
// CHECK-NEXT:   scf.for %arg4 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     "t.a"(%arg3) : (i32) -> ()
// CHECK-NEXT:   } {tag = 1 : i64}
// CHECK-NEXT:   return %arg3 : i32
// CHECK-NEXT: }
func.func @same(%l: index, %u: index, %s: index, %a: i32) -> i32 {
  %r = scf.for %i = %l to %u step %s iter_args(%x = %a) -> i32 {
    "t.a"(%x) : (i32) -> ()
    scf.yield %x : i32
  } {tag = 1}
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @some(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3) -> (i32) {
// CHECK-NEXT:     %1 = "t.a"(%arg3, %arg6, %arg4) : (i32, i32, i32) -> i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   } {tag = 1 : i64}
// CHECK-NEXT:   return %arg3, %0, %arg4 : i32, i32, i32
// CHECK-NEXT: }
func.func @some(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> (i32, i32, i32) {
  %r:3 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %a, %z = %b) -> (i32, i32, i32) {
    %n = "t.a"(%x, %y, %z) : (i32, i32, i32) -> i32
    scf.yield %x, %n, %z : i32, i32, i32
  } {tag = 1}
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @empty(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
func.func @empty(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %a) -> i32 {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @empty_unknown(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3) -> (i32) {
// CHECK-NEXT:     scf.yield %arg4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @empty_unknown(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> i32 {
  %r = scf.for %i = %l to %u step %s iter_args(%x = %a) -> i32 {
    scf.yield %b : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @const_iter(%arg0: index, %arg1: index, %arg2: index) {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   scf.for %arg3 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     "t.u"(%c4_i32) : (i32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @const_iter(%l: index, %u: index, %s: index) {
  %c = arith.constant 4 : i32
  %r = scf.for %i = %l to %u step %s iter_args(%x = %c) -> i32 {
    "t.u"(%x) : (i32) -> ()
    scf.yield %c : i32
  }
  return
}

// -----

// CHECK-LABEL: func.func @zero(%arg0: i32) -> i32 {
// CHECK-NEXT:   return %arg0 : i32
// CHECK-NEXT: }
func.func @zero(%a: i32) -> i32 {
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c5 to %c1 step %c1 iter_args(%x = %a) -> i32 {
    %n = "t.a"(%x) : (i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @zero_same(%arg0: index, %arg1: index, %arg2: i32) -> i32 {
// CHECK-NEXT:   return %arg2 : i32
// CHECK-NEXT: }
func.func @zero_same(%l: index, %s: index, %a: i32) -> i32 {
  %r = scf.for %i = %l to %l step %s iter_args(%x = %a) -> i32 {
    %n = "t.a"(%x) : (i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @one(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c5 = arith.constant 5 : index
// CHECK-NEXT:   %0 = "t.a"(%c5, %arg0) : (index, i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @one(%a: i32) -> i32 {
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c5 to %c6 step %c3 iter_args(%x = %a) -> i32 {
    %n = "t.a"(%i, %x) : (index, i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @one_diff(%arg0: index, %arg1: i32) -> i32 {
// CHECK-NEXT:   %0 = "t.a"(%arg0, %arg1) : (index, i32) -> i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @one_diff(%l: index, %a: i32) -> i32 {
  %c2 = arith.constant 2 : index
  %u = arith.addi %l, %c2 overflow<nsw> : index
  %r = scf.for %i = %l to %u step %c2 iter_args(%x = %a) -> i32 {
    %n = "t.a"(%i, %x) : (index, i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @one_diff_no_flag(%arg0: index, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = arith.addi %arg0, %c2 : index
// CHECK-NEXT:   %1 = scf.for %arg2 = %arg0 to %0 step %c2 iter_args(%arg3 = %arg1) -> (i32) {
// CHECK-NEXT:     %2 = "t.a"(%arg2, %arg3) : (index, i32) -> i32
// CHECK-NEXT:     scf.yield %2 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @one_diff_no_flag(%l: index, %a: i32) -> i32 {
  %c2 = arith.constant 2 : index
  %u = arith.addi %l, %c2 : index
  %r = scf.for %i = %l to %u step %c2 iter_args(%x = %a) -> i32 {
    %n = "t.a"(%i, %x) : (index, i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @diff_neg(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   return %arg1 : i32
// CHECK-NEXT: }
func.func @diff_neg(%l: i32, %a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %m2 = arith.constant -2 : i32
  %u = arith.addi %l, %m2 overflow<nsw> : i32
  %r = scf.for %i = %l to %u step %c2 iter_args(%x = %a) -> (i32) : i32 {
    %n = "t.a"(%i, %x) : (i32, i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @diff_unsigned(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %0 = arith.addi %arg0, %c2_i32 overflow<nuw> : i32
// CHECK-NEXT:   %1 = "t.a"(%arg0, %arg1) : (i32, i32) -> i32
// CHECK-NEXT:   %2 = scf.for %arg2 = %arg0 to %0 step %c2_i32 iter_args(%arg3 = %arg1) -> (i32)  : i32 {
// CHECK-NEXT:     %3 = "t.a"(%arg2, %arg3) : (i32, i32) -> i32
// CHECK-NEXT:     scf.yield %3 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @diff_unsigned(%l: i32, %a: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %u = arith.addi %l, %c2 overflow<nuw> : i32
  %r = scf.for unsigned %i = %l to %u step %c2 iter_args(%x = %a) -> (i32) : i32 {
    %n = "t.a"(%i, %x) : (i32, i32) -> i32
    scf.yield %n : i32
  }
  %r2 = scf.for %i = %l to %u step %c2 iter_args(%x = %a) -> (i32) : i32 {
    %n = "t.a"(%i, %x) : (i32, i32) -> i32
    scf.yield %n : i32
  }
  return %r : i32
}

// -----

// CHECK-LABEL: func.func @unsigned_big() {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c-100_i32 = arith.constant -100 : i32
// CHECK-NEXT:   %c2147483647_i32 = arith.constant 2147483647 : i32
// CHECK-NEXT:   scf.for unsigned %arg0 = %c0_i32 to %c-100_i32 step %c2147483647_i32  : i32 {
// CHECK-NEXT:     "t.a"(%arg0) : (i32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @unsigned_big() {
  %l = arith.constant 0 : i32
  %u = arith.constant -100 : i32
  %s = arith.constant 2147483647 : i32
  scf.for unsigned %i = %l to %u step %s : i32 {
    "t.a"(%i) : (i32) -> ()
  }
  scf.for %i = %l to %u step %s : i32 {
    "t.b"(%i) : (i32) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @step_zero() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @step_zero() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c0 {
    "t.a"(%i) : (index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @step_neg() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @step_neg() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm = arith.constant -1 : index
  scf.for %i = %c0 to %c1 step %cm {
    "t.a"(%i) : (index) -> ()
  }
  scf.for %i = %c1 to %c0 step %cm {
    "t.b"(%i) : (index) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @unused_pair(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> i32 {
// CHECK-NEXT:   %0 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3) -> (i32) {
// CHECK-NEXT:     %1 = arith.addi %arg5, %arg3 : i32
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func @unused_pair(%l: index, %u: index, %s: index, %a: i32) -> i32 {
  %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %n = arith.addi %x, %a : i32
    %m = arith.muli %x, %a : i32
    scf.yield %n, %m : i32, i32
  }
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @unused_self(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) -> i32 {
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %arg0 to %arg1 step %arg2 iter_args(%arg5 = %arg3, %arg6 = %arg3) -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.addi %arg5, %arg3 : i32
// CHECK-NEXT:     %2 = arith.muli %arg6, %arg3 : i32
// CHECK-NEXT:     scf.yield %1, %2 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0 : i32
// CHECK-NEXT: }
func.func @unused_self(%l: index, %u: index, %s: index, %a: i32) -> i32 {
  %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %n = arith.addi %x, %a : i32
    %m = arith.muli %y, %a : i32
    scf.yield %n, %m : i32, i32
  }
  return %r#0 : i32
}

// -----

// CHECK-LABEL: func.func @dups(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index) -> (index, index, index, index) {
// CHECK-NEXT:   %0:2 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3, %arg7 = %arg4) -> (index, index) {
// CHECK-NEXT:     %1 = "t.n"(%arg6, %arg7) : (index, index) -> index
// CHECK-NEXT:     %2 = "t.m"(%arg7, %arg6) : (index, index) -> index
// CHECK-NEXT:     scf.yield %1, %2 : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1, %0#1, %0#0 : index, index, index, index
// CHECK-NEXT: }
func.func @dups(%l: index, %u: index, %s: index, %a: index, %b: index) -> (index, index, index, index) {
  %r:4 = scf.for %i = %l to %u step %s iter_args(%w = %a, %x = %b, %y = %b, %z = %a) -> (index, index, index, index) {
    %n = "t.n"(%w, %x) : (index, index) -> index
    %m = "t.m"(%y, %z) : (index, index) -> index
    scf.yield %n, %m, %m, %n : index, index, index, index
  }
  return %r#0, %r#1, %r#2, %r#3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @dup_known_trip(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0 to %c9 step %c1 iter_args(%arg3 = %arg0, %arg4 = %arg1) -> (index, index) {
// CHECK-NEXT:     %1 = "t.n"(%arg3, %arg4) : (index, index) -> index
// CHECK-NEXT:     scf.yield %1, %1 : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : index, index
// CHECK-NEXT: }
func.func @dup_known_trip(%a: index, %b: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%w = %a, %x = %b) -> (index, index) {
    %n = "t.n"(%w, %x) : (index, index) -> index
    scf.yield %n, %n : index, index
  }
  return %r#0, %r#1 : index, index
}

// -----

// CHECK-LABEL: func.func @known_trip_const(%arg0: index, %arg1: index) -> (index, index) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %0:2 = scf.for %arg2 = %c0 to %c9 step %c1 iter_args(%arg3 = %arg0, %arg4 = %arg1) -> (index, index) {
// CHECK-NEXT:     "t.n"(%arg3, %arg4) : (index, index) -> ()
// CHECK-NEXT:     scf.yield %arg1, %arg0 : index, index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : index, index
// CHECK-NEXT: }
func.func @known_trip_const(%a: index, %b: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%w = %a, %x = %b) -> (index, index) {
    "t.n"(%w, %x) : (index, index) -> ()
    scf.yield %b, %a : index, index
  }
  return %r#0, %r#1 : index, index
}

// -----

// CHECK-LABEL: func.func @cycles(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i64) -> (i32, i64, i32, i64) {
// CHECK-NEXT:   scf.for %arg5 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     "t.e"() : () -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return %arg3, %arg4, %arg3, %arg4 : i32, i64, i32, i64
// CHECK-NEXT: }
func.func @cycles(%l: index, %u: index, %s: index, %a: i32, %b: i64) -> (i32, i64, i32, i64) {
  %r:4 = scf.for %i = %l to %u step %s iter_args(%w = %a, %x = %b, %y = %a, %z = %b) -> (i32, i64, i32, i64) {
    "t.e"() : () -> ()
    scf.yield %y, %z, %w, %x : i32, i64, i32, i64
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i64, i32, i64
}

// -----

// CHECK-LABEL: func.func @no_cycle(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3) -> (i32) {
// CHECK-NEXT:     "t.e"(%arg6) : (i32) -> ()
// CHECK-NEXT:     scf.yield %arg4 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg4, %arg4 : i32, i32, i32
// CHECK-NEXT: }
func.func @no_cycle(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> (i32, i32, i32) {
  %r:3 = scf.for %i = %l to %u step %s iter_args(%w = %a, %x = %b, %y = %b) -> (i32, i32, i32) {
    "t.e"(%w) : (i32) -> ()
    scf.yield %x, %y, %x : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

// -----

// CHECK-LABEL: func.func @shift(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0:2 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3, %arg7 = %arg4) -> (i32, i32) {
// CHECK-NEXT:     %1 = "t.e"(%arg6) : (i32) -> i32
// CHECK-NEXT:     scf.yield %arg7, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : i32, i32
// CHECK-NEXT: }
func.func @shift(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %l to %u step %s iter_args(%w = %a, %x = %b) -> (i32, i32) {
    %n = "t.e"(%w) : (i32) -> i32
    scf.yield %x, %n : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @cast(%arg0: tensor<8x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c9 = arith.constant 9 : index
// CHECK-NEXT:   %0 = scf.for %arg1 = %c0 to %c9 step %c1 iter_args(%arg2 = %arg0) -> (tensor<8x4xf32>) {
// CHECK-NEXT:     %cast_0 = tensor.cast %arg2 : tensor<8x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:     %1 = "t.f"(%cast_0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:     %cast_1 = tensor.cast %1 : tensor<?x?xf32> to tensor<8x4xf32>
// CHECK-NEXT:     scf.yield %cast_1 : tensor<8x4xf32>
// CHECK-NEXT:   } {keep}
// CHECK-NEXT:   %cast = tensor.cast %0 : tensor<8x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:   return %cast : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @cast(%t: tensor<8x4xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = tensor.cast %t : tensor<8x4xf32> to tensor<?x?xf32>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%x = %0) -> tensor<?x?xf32> {
    %n = "t.f"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.yield %n : tensor<?x?xf32>
  } {keep}
  return %r : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @cast_back(%arg0: tensor<8x4xf32>, %arg1: index, %arg2: index, %arg3: index) -> (tensor<8x4xf32>, i32) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg0, %arg6 = %c1_i32) -> (tensor<8x4xf32>, i32) {
// CHECK-NEXT:     %cast = tensor.cast %arg5 : tensor<8x4xf32> to tensor<?x4xf32>
// CHECK-NEXT:     %1:2 = "t.f"(%cast, %arg6) : (tensor<?x4xf32>, i32) -> (tensor<?x4xf32>, i32)
// CHECK-NEXT:     %cast_0 = tensor.cast %1#0 : tensor<?x4xf32> to tensor<8x4xf32>
// CHECK-NEXT:     scf.yield %cast_0, %1#1 : tensor<8x4xf32>, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0#0, %0#1 : tensor<8x4xf32>, i32
// CHECK-NEXT: }
func.func @cast_back(%t: tensor<8x4xf32>, %l: index, %u: index, %s: index) -> (tensor<8x4xf32>, i32) {
  %0 = tensor.cast %t : tensor<8x4xf32> to tensor<?x4xf32>
  %c = arith.constant 1 : i32
  %r:2 = scf.for %i = %l to %u step %s iter_args(%x = %0, %y = %c) -> (tensor<?x4xf32>, i32) {
    %n, %m = "t.f"(%x, %y) : (tensor<?x4xf32>, i32) -> (tensor<?x4xf32>, i32)
    scf.yield %n, %m : tensor<?x4xf32>, i32
  }
  %2 = tensor.cast %r#0 : tensor<?x4xf32> to tensor<8x4xf32>
  return %2, %r#1 : tensor<8x4xf32>, i32
}

// -----

// CHECK-LABEL: func.func @no_cast(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: index, %arg3: index) -> tensor<8x4xf32> {
// CHECK-NEXT:   %cast = tensor.cast %arg0 : tensor<?x4xf32> to tensor<8x4xf32>
// CHECK-NEXT:   %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %cast) -> (tensor<8x4xf32>) {
// CHECK-NEXT:     %1 = "t.f"(%arg5) : (tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:     scf.yield %1 : tensor<8x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : tensor<8x4xf32>
// CHECK-NEXT: }
func.func @no_cast(%t: tensor<?x4xf32>, %l: index, %u: index, %s: index) -> tensor<8x4xf32> {
  %0 = tensor.cast %t : tensor<?x4xf32> to tensor<8x4xf32>
  %r = scf.for %i = %l to %u step %s iter_args(%x = %0) -> (tensor<8x4xf32>) {
    %n = "t.f"(%x) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
    scf.yield %n : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func.func @cast_two_uses(%arg0: tensor<8x4xf32>, %arg1: index, %arg2: index, %arg3: index) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
// CHECK-NEXT:   %cast = tensor.cast %arg0 : tensor<8x4xf32> to tensor<?x4xf32>
// CHECK-NEXT:   %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %cast) -> (tensor<?x4xf32>) {
// CHECK-NEXT:     %1 = "t.f"(%arg5) : (tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT:     scf.yield %1 : tensor<?x4xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %0 : tensor<?x4xf32>, tensor<?x4xf32>
// CHECK-NEXT: }
func.func @cast_two_uses(%t: tensor<8x4xf32>, %l: index, %u: index, %s: index) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = tensor.cast %t : tensor<8x4xf32> to tensor<?x4xf32>
  %r = scf.for %i = %l to %u step %s iter_args(%x = %0) -> (tensor<?x4xf32>) {
    %n = "t.f"(%x) : (tensor<?x4xf32>) -> (tensor<?x4xf32>)
    scf.yield %n : tensor<?x4xf32>
  }
  return %r, %r : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @nested_for(%arg0: index, %arg1: index, %arg2: index, %arg3: i32, %arg4: i32) -> (i32, i32) {
// CHECK-NEXT:   %0 = scf.for %arg5 = %arg0 to %arg1 step %arg2 iter_args(%arg6 = %arg3) -> (i32) {
// CHECK-NEXT:     %1 = scf.for %arg7 = %arg0 to %arg1 step %arg2 iter_args(%arg8 = %arg6) -> (i32) {
// CHECK-NEXT:       %2 = "t.e"(%arg8) : (i32) -> i32
// CHECK-NEXT:       scf.yield %2 : i32
// CHECK-NEXT:     }
// CHECK-NEXT:     scf.yield %1 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0, %arg4 : i32, i32
// CHECK-NEXT: }
func.func @nested_for(%l: index, %u: index, %s: index, %a: i32, %b: i32) -> (i32, i32) {
  %r:2 = scf.for %i = %l to %u step %s iter_args(%w = %a, %x = %b) -> (i32, i32) {
    %q:2 = scf.for %j = %l to %u step %s iter_args(%p = %w, %y = %x) -> (i32, i32) {
      %n = "t.e"(%p) : (i32) -> i32
      scf.yield %n, %y : i32, i32
    }
    scf.yield %q#0, %q#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// CHECK-LABEL: func.func @pure_body(%arg0: index, %arg1: index, %arg2: index, %arg3: i32) {
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @pure_body(%l: index, %u: index, %s: index, %a: i32) {
  %r = scf.for %i = %l to %u step %s iter_args(%w = %a) -> i32 {
    %n = arith.addi %w, %w : i32
    scf.yield %n : i32
  }
  return
}
