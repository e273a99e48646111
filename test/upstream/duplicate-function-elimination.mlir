// FLAGS: --duplicate-function-elimination

func.func @a(%x: i32) -> i32 {
  %y = arith.<<addi|muli>> %x, %x : i32
  return %y : i32
}
func.func <<public|private>> @b(%x: i32) -> i32 <<attributes {some.attribute}|>> {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func private @p(%x: i32) -> i32 {
  %0 = call @b(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @q(%x: i32) -> i32 {
  %0 = call @<<a|b>>(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @e(i32) -> i32
func.func private @e2(i32) -> i32
func.func @c(%x: i32) -> (i32, i32, (i32) -> i32) {
  %1 = call @b(%x) : (i32) -> i32
  %2 = call @p(%1) : (i32) -> i32
  %3 = call @q(%2) : (i32) -> i32
  %4 = call @e2(%3) : (i32) -> i32
  %f = constant @b : (i32) -> i32
  return %1, %4, %f : i32, i32, (i32) -> i32
}
// -----
// DIFFERS: mlir-opt takes functions out of a module whose symbols it does not rename
func.func @b(%x: i32) -> i32 {
  return %x : i32
}
module @nested {
  func.func @c(%x: i32) -> i32 {
    return %x : i32
  }
}
