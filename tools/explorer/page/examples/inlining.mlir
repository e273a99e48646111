// Calls are inlined, constants folded, and branches that are never taken removed.
func.func private @power(%x: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %is_zero = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %is_zero -> i32 {
    %one = arith.constant 1 : i32
    scf.yield %one : i32
  } else {
    %y = arith.muli %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @main(%x: i32) -> (i32, i32) {
  %two = arith.constant 2 : i32
  %none = arith.constant 0 : i32
  %0 = call @power(%x, %two) : (i32, i32) -> i32
  %1 = call @power(%x, %none) : (i32, i32) -> i32
  %2 = arith.addi %0, %none : i32
  %3 = arith.addi %0, %none : i32
  %4 = arith.addi %2, %3 : i32
  return %4, %1 : i32, i32
}
