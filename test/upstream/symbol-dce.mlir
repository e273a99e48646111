// FLAGS: --symbol-dce

func.func private @unused()
func.func private @used(%a: i32) -> i32 {
  %0 = call @<<used2|used>>(%a) : (i32) -> i32
  return %0 : i32
}
func.func private @used2(%a: i32) -> i32 {
  return %a : i32
}
func.func <<private|public|nested>> @main(%a: i32) -> i32 {
  %0 = call @used(%a) : (i32) -> i32
  return %0 : i32
}
memref.global "private" constant @g : memref<4xf32> = dense<1.0>
module @inner <<attributes {sym_visibility = "private"}|>> {
  func.func private @x()
  func.func nested @y() {
    call @x() : () -> ()
    return
  }
  func.func @z() {
    return
  }
}
func.func @ref() attributes {a = <<r:@inner::@y|@inner|@inner::@z>>} {
  return
}
