// FLAGS: --llvm-legalize-for-export

llvm.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^x(%a : i32), ^x(%b : i32)
^x(%v : i32):
  llvm.return %v : i32
}
llvm.func @g(%c: i1, %a: i32) -> i32 {
  llvm.cond_br %c, ^x(%a : i32), ^x(%a : i32)
^x(%v : i32):
  llvm.switch %a : i32, ^y [ 1: ^y, 2: ^z(%v : i32), 3: ^z(%a : i32), 4: ^z(%a : i32) ]
^y:
  llvm.return %v : i32
^z(%w: i32):
  llvm.cond_br %c, ^y, ^y
}
