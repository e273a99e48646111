// FLAGS: --sccp

func.func @blocks(%a: i32, %c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant <<1|2>> : i32
  %t = arith.constant <<true|false>>
  cf.cond_br %<<c|t>>, ^a(%c1 : i32), ^b
^a(%x: i32):
  %y = arith.addi %x, %c1 : i32
  cf.br ^d(%y : i32)
^b:
  cf.cond_br %c, ^a(%c2 : i32), ^d(%<<c2|a>> : i32)
^d(%z: i32):
  %w = arith.muli %z, %c2 : i32
  return %w : i32
}
// -----
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %c1 : i32, i32)
^head(%i: i32, %x: i32):
  %go = arith.cmpi slt, %i, %n : i32
  cf.cond_br %go, ^body, ^end
^body:
  %j = arith.addi %i, %c1 : i32
  %y = arith.<<muli|addi>> %x, %c1 : i32
  cf.br ^head(%j, %y : i32, i32)
^end:
  return %x : i32
}
// -----
func.func @regions(%c: i1, %n: index, %a: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %c1 = arith.constant 1 : i32
  %t = arith.constant <<true|false>>
  %r = scf.if %<<c|t>> -> i32 {
    %x = arith.addi %c1, %c1 : i32
    scf.yield %x : i32
  } else {
    scf.yield %<<c1|a>> : i32
  }
  %s = scf.for %i = %c0 to %n step %i1 iter_args(%x = %c1) -> i32 {
    %y = arith.muli %x, %<<c1|r>> : i32
    scf.yield %y : i32
  }
  %w = scf.while (%x = %c1) : (i32) -> i32 {
    scf.condition(%<<c|t>>) %x : i32
  } do {
  ^bb0(%x: i32):
    %k = arith.<<muli|addi>> %x, %c1 : i32
    scf.yield %k : i32
  }
  return %r, %s, %w : i32, i32, i32
}
// -----
func.func <<private|public>> @callee(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %x : i32
  return %0, %y : i32, i32
}
func.func @caller(%a: i32) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant <<1|2>> : i32
  %0:2 = call @callee(%c1, %a) : (i32, i32) -> (i32, i32)
  %1:2 = call @callee(%<<c2|a>>, %c1) : (i32, i32) -> (i32, i32)
  %2 = arith.addi %0#0, %c1 : i32
  return %2, %0#1, %1#0 : i32, i32, i32
}
