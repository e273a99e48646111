func.func @br(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  %0 = emitc.add %x, %a : (i32, i32) -> i32
  cf.br ^bb3(%0, %a : i32, i32)
^bb2:
  cf.br ^bb3(%b, %b : i32, i32)
^bb3(%y: i32, %z: i32):
  return %y : i32
}
