
func.func @branches(%c: i1, %a: i32, %b: f32) -> i32 {
  cf.assert %c, "must hold"
  cf.assert %c, "quote \22" {d.x}
  cf.br ^bb1
^bb1:
  cf.br ^bb2(%a, %b : i32, f32) {d.x}
^bb2(%0: i32, %1: f32):
  cf.cond_br %c, ^bb3, ^bb2(%0, %1 : i32, f32)
^bb3:
  cf.cond_br %c weights([10, 20]), ^bb4(%a : i32), ^bb5 {d.x = 1}
^bb4(%2: i32):
  return %2 : i32
^bb5:
  return %a : i32
}

func.func @switches(%f: i32, %g: i64, %a: i32) {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb1(%f : i32),
    -5: ^bb2
  ] {d.x}
^bb1(%x: i32):
  cf.switch %g : i64, [
    default: ^bb2
  ]
^bb2:
  cf.switch %g : i64, [
    default: ^bb3,
    1: ^bb3,
    1: ^bb2
  ]
^bb3:
  return
}
