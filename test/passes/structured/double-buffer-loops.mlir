// RUN: strata-opt --double-buffer-loops --split-input-file %s | FileCheck %s
// RUN: strata-opt --double-buffer-loops --split-input-file --validate-passes %s -o /dev/null

// The number of iterations is not known: the second half of an iteration runs if the condition holds, and the state is copied back otherwise.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[N:.*]]: memref<i32>, %[[STATE:.*]]: memref<8xf32>)
// CHECK:         %[[NEXT:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         scf.while (%[[I:.*]] = %{{.*}}) : (i32) -> i32 {
// CHECK:         } do {
// CHECK:         ^bb0(%[[J:.*]]: i32):
// CHECK:           linalg.generic {{.*}} ins(%[[STATE]] : memref<8xf32>) outs(%[[NEXT]] : memref<8xf32>)
// CHECK:           %[[SECOND:.*]] = arith.addi %[[J]], %{{.*}} : i32
// CHECK:           %[[GO:.*]] = arith.cmpi slt, %[[SECOND]], %{{.*}} : i32
// CHECK:           %[[LAST:.*]] = scf.if %[[GO]] -> (i32) {
// CHECK:             linalg.generic {{.*}} ins(%[[NEXT]] : memref<8xf32>) outs(%[[STATE]] : memref<8xf32>)
// CHECK:             %[[THIRD:.*]] = arith.addi %[[SECOND]], %{{.*}} : i32
// CHECK:             scf.yield %[[THIRD]] : i32
// CHECK:           } else {
// CHECK:             memref.copy %[[NEXT]], %[[STATE]] : memref<8xf32> to memref<8xf32>
// CHECK:             scf.yield %[[SECOND]] : i32
// CHECK:           }
// CHECK-NOT:       memref.copy
// CHECK:           scf.yield %[[LAST]] : i32
// CHECK:         memref.dealloc %[[NEXT]] : memref<8xf32>
func.func @unknown(%n: memref<i32>, %state: memref<8xf32>) attributes {strata.num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%state : memref<8xf32>)
  %limit = memref.load %n[] : memref<i32>
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %limit : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %t = memref.alloc() : memref<8xf32>
    linalg.generic {indexing_maps = [affine_map<(d) -> (7 - d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
        ins(%state : memref<8xf32>) outs(%t : memref<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %d = linalg.index 0 : index
      %k = arith.index_cast %d : index to i32
      %f = arith.sitofp %k : i32 to f32
      %y = arith.addf %x, %f : f32
      linalg.yield %y : f32
    }
    %next = arith.addi %i, %c1 : i32
    memref.copy %t, %state : memref<8xf32> to memref<8xf32>
    memref.dealloc %t : memref<8xf32>
    scf.yield %next : i32
  }
  return
}

// -----

#id = affine_map<(d) -> (d)>
#reversed = affine_map<(d) -> (7 - d)>

// Ten iterations are five pairs. The payload of the second half has the counter of the second half.
// CHECK-LABEL: func.func @even(
// CHECK-SAME:    %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>)
// CHECK-DAG:     %[[S:.*]] = memref.alloc() : memref<8xf32>
// CHECK-DAG:     %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         scf.while
// CHECK:         } do {
// CHECK:           linalg.generic {{.*}} ins(%[[A]], %[[B]] : memref<8xf32>, memref<8xf32>) outs(%[[X:.*]], %[[Y:.*]] : memref<8xf32>, memref<8xf32>)
// CHECK:           linalg.generic {{.*}} ins(%[[X]], %[[Y]] : memref<8xf32>, memref<8xf32>) outs(%[[A]], %[[B]] : memref<8xf32>, memref<8xf32>)
// CHECK-NOT:       memref.copy
// CHECK-NOT:       scf.if
// CHECK:           scf.yield
func.func @even(%a: memref<8xf32>, %b: memref<8xf32>) attributes {strata.num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%one : f32) outs(%b : memref<8xf32>)
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %c10 : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %s = memref.alloc() : memref<8xf32>
    %t = memref.alloc() : memref<8xf32>
    linalg.generic {indexing_maps = [#id, #reversed, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%s, %t : memref<8xf32>, memref<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32, %p: f32):
      %d = linalg.index 0 : index
      %k = arith.index_cast %d : index to i32
      %step = arith.addi %k, %i : i32
      %f = arith.sitofp %step : i32 to f32
      %z = arith.addf %x, %f : f32
      %w = arith.subf %y, %x : f32
      linalg.yield %w, %z : f32, f32
    }
    %next = arith.addi %i, %c1 : i32
    memref.copy %s, %a : memref<8xf32> to memref<8xf32>
    memref.copy %t, %b : memref<8xf32> to memref<8xf32>
    memref.dealloc %s : memref<8xf32>
    memref.dealloc %t : memref<8xf32>
    scf.yield %next : i32
  }
  return
}

// -----

#id = affine_map<(d) -> (d)>
#reversed = affine_map<(d) -> (7 - d)>

// A part of the state that was taken outside of the loop, and a value that goes to two places, stay where they are; so does a body of which the
// copy is a small part.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: memref.copy
func.func @stays(%m: memref<64x64xf32>, %state: memref<8xf32>, %twice: memref<8xf32>, %again: memref<8xf32>, %small: memref<64xf32>) attributes {strata.num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%state : memref<8xf32>)
  linalg.fill ins(%one : f32) outs(%twice : memref<8xf32>)
  linalg.fill ins(%one : f32) outs(%small : memref<64xf32>)
  %part = memref.subview %state[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %c10 : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %s = memref.alloc() : memref<8xf32>
    %t = memref.alloc() : memref<8xf32>
    linalg.generic {indexing_maps = [#reversed, #reversed, #id, #id], iterator_types = ["parallel"]}
        ins(%state, %twice : memref<8xf32>, memref<8xf32>) outs(%s, %t : memref<8xf32>, memref<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32, %p: f32):
      %z = arith.addf %x, %y : f32
      linalg.yield %z, %x : f32, f32
    }
    linalg.fill ins(%one : f32) outs(%part : memref<4xf32, strided<[1]>>)
    %next = arith.addi %i, %c1 : i32
    memref.copy %s, %state : memref<8xf32> to memref<8xf32>
    memref.copy %t, %twice : memref<8xf32> to memref<8xf32>
    memref.copy %t, %again : memref<8xf32> to memref<8xf32>
    memref.dealloc %s : memref<8xf32>
    memref.dealloc %t : memref<8xf32>
    scf.yield %next : i32
  }
  %q = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %c10 : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %u = memref.alloc() : memref<64xf32>
    linalg.fill ins(%one : f32) outs(%u : memref<64xf32>)
    linalg.matvec ins(%m, %small : memref<64x64xf32>, memref<64xf32>) outs(%u : memref<64xf32>)
    %next = arith.addi %i, %c1 : i32
    memref.copy %u, %small : memref<64xf32> to memref<64xf32>
    memref.dealloc %u : memref<64xf32>
    scf.yield %next : i32
  }
  return
}
