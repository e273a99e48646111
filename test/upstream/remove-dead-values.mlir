// FLAGS: --remove-dead-values --canonicalize
// FLAGS: --remove-dead-values=canonicalize=false --canonicalize

func.func private @callee(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %<<a|b>> : i32
  return %0, %b : i32, i32
}
func.func @main(%a: i32, %b: i32) -> i32 {
  %0:2 = call @callee(%a, %b) : (i32, i32) -> (i32, i32)
  %unused = arith.muli %a, %b : i32
  return %0#<<0|1>> : i32
}
// -----
func.func @loops(%c: i1, %n: index, %a: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a, %z = %a) -> (i32, i32, i32) {
    %q = arith.addi %x, %a : i32
    %p = arith.addi %y, %<<x|y>> : i32
    <<store:memref.store %z, %m[%c0] : memref<4xi32>|>>
    scf.yield %q, %p, %q : i32, i32, i32
  }
  %s:2 = scf.if %c -> (i32, i32) {
    %t = arith.addi %r#0, %a : i32
    scf.yield %t, %r#1 : i32, i32
  } else {
    scf.yield %a, %r#0 : i32, i32
  }
  return %<<r#0|s#0|s#1|a>> : i32
}
// -----
func.func @while(%c: i1, %a: i32, %b: i32) -> i32 {
  %w:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %k = arith.addi %y, %a : i32
    scf.condition(%c) %x, %k : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %q = arith.addi %x, %a : i32
    scf.yield %q, %y : i32, i32
  }
  return %w#<<0|1>> : i32
}
// -----
func.func @blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^x(%a, %b : i32, i32), ^y(%b : i32)
^x(%p: i32, %q: i32):
  cf.br ^y(%<<p|q>> : i32)
^y(%r: i32):
  return %<<r|a>> : i32
}
