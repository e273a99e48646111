// RUN: strata-opt %s --canonicalize --split-input-file | FileCheck %s
// RUN: strata-opt %s --canonicalize=region-simplify=aggressive --split-input-file | FileCheck %s --check-prefix=MERGE
// RUN: strata-opt %s --canonicalize="top-down=false max-iterations=3" --split-input-file | FileCheck %s

// CHECK-LABEL: @dead_argument
// CHECK-NOT: ^bb1(%{{.*}}: i32, %{{.*}}: i32)
// CHECK: cf.br ^bb1(%{{.*}} : i32)
func.func @dead_argument(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  cf.br ^head(%c0, %x : i32, i32)
^head(%i: i32, %unused: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %i2 = arith.addi %i, %c5 : i32
  cf.br ^head(%i2, %unused : i32, i32)
^exit:
  return %i : i32
}

// -----

// CHECK-LABEL: @unreachable
// CHECK-NEXT: return %arg0
// CHECK-NEXT: }
func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %a, %1 : i32
  cf.br ^bb2
^bb2:
  %1 = arith.addi %a, %0 : i32
  cf.br ^bb1
}

// -----

// CHECK-LABEL: @identical
// CHECK-COUNT-2: call @effect()
// MERGE-LABEL: @identical
// MERGE-COUNT-1: call @effect()
// MERGE-NOT: call @effect()
func.func private @effect()
func.func @identical(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  call @effect() : () -> ()
  return
^bb2:
  call @effect() : () -> ()
  return
}

// An argument that goes around a loop through several blocks and is read by nobody goes from all of them.
// CHECK-LABEL: func @dead_around_a_loop
// CHECK-NEXT: cf.br ^bb1(%arg1 : i32)
// CHECK: cf.cond_br %arg0, ^bb2(%{{.*}} : i32), ^bb3
// CHECK: cf.br ^bb1(%{{.*}} : i32)
func.func @dead_around_a_loop(%c: i1, %z: i32, %0: i32) -> i32 {
  cf.br ^bb1(%z, %0 : i32, i32)
^bb1(%1: i32, %2: i32):
  cf.cond_br %c, ^bb2(%1, %2 : i32, i32), ^bb3
^bb2(%4: i32, %5: i32):
  %6 = arith.addi %4, %4 : i32
  cf.br ^bb1(%6, %5 : i32, i32)
^bb3:
  return %1 : i32
}
