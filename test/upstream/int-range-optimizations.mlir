// FLAGS: --int-range-optimizations

func.func @loops(%n: index, %m: memref<?xi1>, %a: i32) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c7 = arith.constant 7 : i32
  scf.for %i = %c0 to %<<c8|n>> step %c1 {
    %0 = arith.cmpi <<slt|sge|ult>>, %i, %<<c8|c0>> : index
    memref.store %0, %m[%i] : memref<?xi1>
  }
  %1 = arith.andi %a, %c7 : i32
  %2 = arith.<<remui|remsi|minui|maxui>> %1, %c7 : i32
  %3 = arith.cmpi <<ult|sle>>, %2, %c7 : i32
  return %3 : i1
}
// -----
func.func @constants(%a: i32, %c: i1) -> (i32, i32) {
  %c4 = arith.constant 4 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.minui %a, %<<c4|c0>> : i32
  %1 = arith.select %c, %0, %<<c0|c4>> : i32
  %2 = arith.shrui %1, %c4 : i32
  %3 = arith.addi %2, %<<c4|0>> : i32
  return %2, %3 : i32, i32
}
