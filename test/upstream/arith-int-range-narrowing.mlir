// FLAGS: --arith-int-range-narrowing=int-bitwidths-supported=8
// FLAGS: --arith-int-range-narrowing='int-bitwidths-supported=1,8,16,32'

func.func @ops(%a: i64, %b: i64) -> (i64, i1) {
  %c7 = arith.constant <<7|255|70000>> : i64
  %0 = arith.andi %a, %c7 : i64
  %1 = arith.andi %b, %c7 : i64
  %2 = arith.<<addi|muli|divui|minsi|xori>> %0, %1 : i64
  %3 = arith.cmpi <<slt|ult>>, %2, %c7 : i64
  return %2, %3 : i64, i1
}
// -----
func.func @casts(%a: i8, %b: i16) -> (i32, index) {
  %0 = arith.<<extui|extsi>> %a : i8 to i32
  %1 = arith.<<extui|extsi>> %b : i16 to i32
  %2 = arith.<<addi|muli>> %0, %1 : i32
  %3 = arith.<<index_cast|index_castui>> %0 : i32 to index
  %4 = arith.addi %3, %3 : index
  return %2, %4 : i32, index
}
