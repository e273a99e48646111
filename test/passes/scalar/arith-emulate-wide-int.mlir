// RUN: strata-opt %s --arith-emulate-wide-int --validate-passes | FileCheck %s

// The halves of wide integers compute what these do; the interpreter runs both forms.

// CHECK-NOT: i64

func.func private @wide(%low: i32, %high: i32) -> i64 {
  %c32 = arith.constant 32 : i64
  %0 = arith.extui %low : i32 to i64
  %1 = arith.extsi %high : i32 to i64
  %2 = arith.shli %1, %c32 : i64
  %3 = arith.ori %0, %2 : i64
  return %3 : i64
}

func.func private @parts(%x: i64) -> (i32, i32) {
  %c32 = arith.constant 32 : i64
  %0 = arith.trunci %x : i64 to i32
  %1 = arith.shrui %x, %c32 : i64
  %2 = arith.trunci %1 : i64 to i32
  return %0, %2 : i32, i32
}

func.func @sums(%a: i32, %b: i32, %c: i32, %d: i32) -> (i32, i32, i32, i32, i32, i32) {
  %x = call @wide(%a, %b) : (i32, i32) -> i64
  %y = call @wide(%c, %d) : (i32, i32) -> i64
  %0 = arith.addi %x, %y : i64
  %1 = arith.subi %x, %y : i64
  %2 = arith.muli %x, %y : i64
  %3:2 = call @parts(%0) : (i64) -> (i32, i32)
  %4:2 = call @parts(%1) : (i64) -> (i32, i32)
  %5:2 = call @parts(%2) : (i64) -> (i32, i32)
  return %3#0, %3#1, %4#0, %4#1, %5#0, %5#1 : i32, i32, i32, i32, i32, i32
}

func.func @shifts(%a: i32, %b: i32, %c: i8) -> (i32, i32, i32, i32, i32, i32) {
  %c63 = arith.constant 63 : i64
  %x = call @wide(%a, %b) : (i32, i32) -> i64
  %wide = arith.extui %c : i8 to i64
  %n = arith.andi %wide, %c63 : i64
  %0 = arith.shli %x, %n : i64
  %1 = arith.shrui %x, %n : i64
  %2 = arith.shrsi %x, %n : i64
  %3:2 = call @parts(%0) : (i64) -> (i32, i32)
  %4:2 = call @parts(%1) : (i64) -> (i32, i32)
  %5:2 = call @parts(%2) : (i64) -> (i32, i32)
  return %3#0, %3#1, %4#0, %4#1, %5#0, %5#1 : i32, i32, i32, i32, i32, i32
}

func.func @order(%a: i32, %b: i32, %c: i32) -> (i1, i1, i1, i1, i32, i32) {
  %x = call @wide(%a, %b) : (i32, i32) -> i64
  %y = call @wide(%c, %b) : (i32, i32) -> i64
  %0 = arith.cmpi slt, %x, %y : i64
  %1 = arith.cmpi uge, %x, %y : i64
  %2 = arith.cmpi eq, %x, %y : i64
  %3 = arith.cmpi ne, %x, %y : i64
  %4 = arith.maxsi %x, %y : i64
  %5 = arith.minui %x, %y : i64
  %6 = arith.subi %4, %5 : i64
  %7:2 = call @parts(%6) : (i64) -> (i32, i32)
  return %0, %1, %2, %3, %7#0, %7#1 : i1, i1, i1, i1, i32, i32
}

// Numbers of few digits are exact.
func.func @floats(%a: i16, %b: i32) -> (f64, f64, i32, i32) {
  %x = arith.extsi %a : i16 to i64
  %0 = arith.sitofp %x : i64 to f64
  %1 = arith.fptosi %0 : f64 to i64
  %y = arith.extui %b : i32 to i64
  %2 = arith.muli %y, %y : i64
  %3 = arith.uitofp %y : i64 to f64
  %4 = arith.fptoui %3 : f64 to i64
  %5 = arith.addi %1, %4 : i64
  %6:2 = call @parts(%5) : (i64) -> (i32, i32)
  return %0, %3, %6#0, %6#1 : f64, f64, i32, i32
}
