// RUN: strata-opt %s --convert-scf-to-cf | FileCheck %s
// Loops and conditionals become branches.

func.func private @use(index)
func.func @for(%lb: index, %ub: index, %s: index, %x: f32) -> f32 {
  %r = scf.for %i = %lb to %ub step %s iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %a : f32
    scf.for %j = %lb to %i step %s {
      func.call @use(%j) : (index) -> ()
    }
    scf.yield %b : f32
  }
  return %r : f32
}
func.func @if(%c: i1, %x: f32) -> f32 {
  scf.if %c { func.call @f() : () -> () }
  %r = scf.if %c -> f32 { func.call @f() : () -> () 
   scf.yield %x : f32 } else { %y = arith.negf %x : f32
   scf.yield %y : f32 }
  scf.if %c { func.call @f() : () -> () } else { func.call @f() : () -> () }
  return %r : f32
}
func.func private @f()
func.func @while(%x: i32) -> i32 {
  %c10 = arith.constant 10 : i32
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %c = arith.cmpi slt, %a, %c10 : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %n = arith.addi %b, %b : i32
    scf.yield %n : i32
  }
  %r2:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %c = arith.cmpi slt, %a, %c10 : i32
    scf.condition(%c) %a, %a : i32, i32
  } do {
  ^bb0(%b: i32, %d: i32):
    scf.yield %d : i32
  }
  return %r : i32
}
func.func @par(%n: index, %m: memref<?x?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %z, %m[%i, %j] : memref<?x?xf32>
  }
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init(%z) -> f32 {
    %v = memref.load %m[%i, %j] : memref<?x?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @sw(%n: index) -> i32 {
  %r = scf.index_switch %n -> i32
  case 2 { %a = arith.constant 10 : i32 
    scf.yield %a : i32 }
  case 5 { %a = arith.constant 20 : i32 
    scf.yield %a : i32 }
  default { %a = arith.constant 30 : i32 
    scf.yield %a : i32 }
  return %r : i32
}
func.func @ex(%c: i1, %n: index) -> i32 {
  %r = scf.execute_region -> i32 {
    %a = arith.constant 10 : i32
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %a : i32
  ^b:
    %d = arith.constant 11 : i32
    scf.yield %d : i32
  }
  scf.forall (%i, %j) in (%n, 4) {
    func.call @use(%i) : (index) -> ()
  }
  return %r : i32
}

// CHECK: func.func private @use(index)
// CHECK: func.func @for(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {
// CHECK: cf.br ^bb1(%arg0, %arg3 : index, f32)
// CHECK: ^bb1(%0: index, %1: f32):
// CHECK: %2 = arith.cmpi slt, %0, %arg1 : index
// CHECK: cf.cond_br %2, ^bb2, ^bb6
// CHECK: ^bb2:
// CHECK: %3 = arith.addf %1, %1 : f32
// CHECK: cf.br ^bb3(%arg0 : index)
// CHECK: ^bb3(%4: index):
// CHECK: %5 = arith.cmpi slt, %4, %0 : index
// CHECK: cf.cond_br %5, ^bb4, ^bb5
// CHECK: ^bb4:
// CHECK: call @use(%4) : (index) -> ()
// CHECK: %6 = arith.addi %4, %arg2 : index
// CHECK: cf.br ^bb3(%6 : index)
// CHECK: ^bb5:
// CHECK: %7 = arith.addi %0, %arg2 : index
// CHECK: cf.br ^bb1(%7, %3 : index, f32)
// CHECK: ^bb6:
// CHECK: return %1 : f32
// CHECK: func.func @if(%arg0: i1, %arg1: f32) -> f32 {
// CHECK: cf.cond_br %arg0, ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK: call @f() : () -> ()
// CHECK: cf.br ^bb2
// CHECK: ^bb2:
// CHECK: cf.cond_br %arg0, ^bb3, ^bb4
// CHECK: ^bb3:
// CHECK: call @f() : () -> ()
// CHECK: cf.br ^bb5(%arg1 : f32)
// CHECK: ^bb4:
// CHECK: %0 = arith.negf %arg1 : f32
// CHECK: cf.br ^bb5(%0 : f32)
// CHECK: ^bb5(%1: f32):
// CHECK: cf.br ^bb6
// CHECK: ^bb6:
// CHECK: cf.cond_br %arg0, ^bb7, ^bb8
// CHECK: ^bb7:
// CHECK: call @f() : () -> ()
// CHECK: cf.br ^bb9
// CHECK: ^bb8:
// CHECK: call @f() : () -> ()
// CHECK: cf.br ^bb9
// CHECK: ^bb9:
// CHECK: return %1 : f32
// CHECK: func.func private @f()
// CHECK: func.func @while(%arg0: i32) -> i32 {
// CHECK: %c10_i32 = arith.constant 10 : i32
// CHECK: cf.br ^bb1(%arg0 : i32)
// CHECK: ^bb1(%0: i32):
// CHECK: %1 = arith.cmpi slt, %0, %c10_i32 : i32
// CHECK: cf.cond_br %1, ^bb2(%0 : i32), ^bb3
// CHECK: ^bb2(%2: i32):
// CHECK: %3 = arith.addi %2, %2 : i32
// CHECK: cf.br ^bb1(%3 : i32)
// CHECK: ^bb3:
// CHECK: cf.br ^bb4(%arg0 : i32)
// CHECK: ^bb4(%4: i32):
// CHECK: %5 = arith.cmpi slt, %4, %c10_i32 : i32
// CHECK: cf.cond_br %5, ^bb5(%4, %4 : i32, i32), ^bb6
// CHECK: ^bb5(%6: i32, %7: i32):
// CHECK: cf.br ^bb4(%7 : i32)
// CHECK: ^bb6:
// CHECK: return %0 : i32
// CHECK: func.func @par(%arg0: index, %arg1: memref<?x?xf32>) -> f32 {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %cst = arith.constant 0.000000e+00 : f32
// CHECK: cf.br ^bb1(%c0 : index)
// CHECK: ^bb1(%0: index):
// CHECK: %1 = arith.cmpi slt, %0, %arg0 : index
// CHECK: cf.cond_br %1, ^bb2, ^bb6
// CHECK: ^bb2:
// CHECK: cf.br ^bb3(%c0 : index)
// CHECK: ^bb3(%2: index):
// CHECK: %3 = arith.cmpi slt, %2, %arg0 : index
// CHECK: cf.cond_br %3, ^bb4, ^bb5
// CHECK: ^bb4:
// CHECK: memref.store %cst, %arg1[%0, %2] : memref<?x?xf32>
// CHECK: %4 = arith.addi %2, %c1 : index
// CHECK: cf.br ^bb3(%4 : index)
// CHECK: ^bb5:
// CHECK: %5 = arith.addi %0, %c1 : index
// CHECK: cf.br ^bb1(%5 : index)
// CHECK: ^bb6:
// CHECK: cf.br ^bb7(%c0, %cst : index, f32)
// CHECK: ^bb7(%6: index, %7: f32):
// CHECK: %8 = arith.cmpi slt, %6, %arg0 : index
// CHECK: cf.cond_br %8, ^bb8, ^bb12
// CHECK: ^bb8:
// CHECK: cf.br ^bb9(%c0, %7 : index, f32)
// CHECK: ^bb9(%9: index, %10: f32):
// CHECK: %11 = arith.cmpi slt, %9, %arg0 : index
// CHECK: cf.cond_br %11, ^bb10, ^bb11
// CHECK: ^bb10:
// CHECK: %12 = memref.load %arg1[%6, %9] : memref<?x?xf32>
// CHECK: %13 = arith.addf %10, %12 : f32
// CHECK: %14 = arith.addi %9, %c1 : index
// CHECK: cf.br ^bb9(%14, %13 : index, f32)
// CHECK: ^bb11:
// CHECK: %15 = arith.addi %6, %c1 : index
// CHECK: cf.br ^bb7(%15, %10 : index, f32)
// CHECK: ^bb12:
// CHECK: return %7 : f32
// CHECK: func.func @sw(%arg0: index) -> i32 {
// CHECK: %0 = arith.index_cast %arg0 : index to i64
// CHECK: cf.switch %0 : i64, [
// CHECK: default: ^bb3,
// CHECK: 2: ^bb1,
// CHECK: 5: ^bb2
// CHECK: ]
// CHECK: ^bb1:
// CHECK: %c10_i32 = arith.constant 10 : i32
// CHECK: cf.br ^bb4(%c10_i32 : i32)
// CHECK: ^bb2:
// CHECK: %c20_i32 = arith.constant 20 : i32
// CHECK: cf.br ^bb4(%c20_i32 : i32)
// CHECK: ^bb3:
// CHECK: %c30_i32 = arith.constant 30 : i32
// CHECK: cf.br ^bb4(%c30_i32 : i32)
// CHECK: ^bb4(%1: i32):
// CHECK: return %1 : i32
// CHECK: func.func @ex(%arg0: i1, %arg1: index) -> i32 {
// CHECK: cf.br ^bb1
// CHECK: ^bb1:
// CHECK: %c10_i32 = arith.constant 10 : i32
// CHECK: cf.cond_br %arg0, ^bb2, ^bb3
// CHECK: ^bb2:
// CHECK: cf.br ^bb4(%c10_i32 : i32)
// CHECK: ^bb3:
// CHECK: %c11_i32 = arith.constant 11 : i32
// CHECK: cf.br ^bb4(%c11_i32 : i32)
// CHECK: ^bb4(%0: i32):
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %c4 = arith.constant 4 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %c1_1 = arith.constant 1 : index
// CHECK: cf.br ^bb5(%c0 : index)
// CHECK: ^bb5(%1: index):
// CHECK: %2 = arith.cmpi slt, %1, %arg1 : index
// CHECK: cf.cond_br %2, ^bb6, ^bb10
// CHECK: ^bb6:
// CHECK: cf.br ^bb7(%c0_0 : index)
// CHECK: ^bb7(%3: index):
// CHECK: %4 = arith.cmpi slt, %3, %c4 : index
// CHECK: cf.cond_br %4, ^bb8, ^bb9
// CHECK: ^bb8:
// CHECK: call @use(%1) : (index) -> ()
// CHECK: %5 = arith.addi %3, %c1_1 : index
// CHECK: cf.br ^bb7(%5 : index)
// CHECK: ^bb9:
// CHECK: %6 = arith.addi %1, %c1 : index
// CHECK: cf.br ^bb5(%6 : index)
// CHECK: ^bb10:
// CHECK: return %0 : i32
