// FLAGS: --lift-cf-to-scf
// FLAGS: --lift-cf-to-scf --canonicalize --cse

// Conditionals: diamonds, triangles, and parts that return.
func.func @conditional(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%p: i32):
  %a = arith.addi %p, %y : i32
  cf.cond_br %d, ^<<n2:bb3(%a : i32)|bb1a>>, ^bb1a
^bb1a:
  <<n3:cf.br ^bb3(%x : i32)|return %a : i32>>
^bb2:
  %b = arith.muli %x, %y : i32
  cf.br ^bb3(%b : i32)
^bb3(%z: i32):
  %r = arith.subi %z, %y : i32
  return %r : i32
}
// -----
// One block of a conditional with several edges to it.
func.func @same(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%y : i32)
^bb1(%z: i32):
  return %z : i32
}
// -----
// Loops: with the condition first or last, values that are used behind them, and several edges back.
func.func @loops(%c: i1, %n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, i32)
^head(%i: index, %s: i32):
  %go = arith.cmpi slt, %i, %n : index
  %t = arith.muli %s, %x : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %u = arith.addi %s, %t : i32
  %j = arith.addi %i, %c1 : index
  cf.cond_br %c, ^<<n4:head(%j, %u : index, i32)|exit>>, ^more
^more:
  %v = arith.addi %u, %t : i32
  cf.br ^head(%j, %v : index, i32)
^exit:
  return <<%s|%t|%x>> : i32
}
// -----
// Loops in loops, in any order of their blocks.
func.func @nested(%n: index, %m: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^outer(%c0, %x : index, i32)
^exit:
  return %s : i32
^outer(%i: index, %s: i32):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^inner(%c0, %s : index, i32), ^exit
^next:
  %i1 = arith.addi %i, %c1 : index
  cf.br ^outer(%i1, %<<t|x|s>> : index, i32)
^inner(%j: index, %t: i32):
  %on = arith.cmpi slt, %j, %m : index
  cf.cond_br %on, ^body, ^next
^body:
  %u = arith.addi %t, %x : i32
  %j1 = arith.addi %j, %c1 : index
  cf.<<n5:br ^inner(%j1, %u : index, i32)|cond_br %on, ^inner(%j1, %u : index, i32), ^exit>>
}
// -----
// Loops with several exits, to one block and to several, and breaks out of two loops.
func.func @exits(%c: i1, %d: i1, %e: i1, %x: i32, %y: i32) -> i32 {
  cf.br ^head(%x : i32)
^head(%s: i32):
  %a = arith.addi %s, %y : i32
  cf.cond_br %c, ^one(%a : i32), ^next
^next:
  %b = arith.addi %a, %y : i32
  cf.cond_br %d, ^<<n6:two|one(%b : i32)|end(%s : i32)>>, ^last
^last:
  cf.cond_br %e, ^head(%b : i32), ^two
^one(%p: i32):
  %q = arith.muli %p, %y : i32
  <<n8:cf.br ^end(%q : i32)|return %q : i32>>
^two:
  cf.br ^end(%y : i32)
^end(%r: i32):
  return %r : i32
}
// -----
// Two ways into a loop.
func.func @irreducible(%c: i1, %d: i1, %e: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b(%y : i32)
^a(%p: i32):
  %q = arith.addi %p, %y : i32
  cf.cond_br %d, ^b(%q : i32), ^exit
^b(%r: i32):
  %s = arith.muli %r, %x : i32
  cf.cond_br %e, ^a(%s : i32), ^<<n10:exit|end(%r : i32)|b(%s : i32)>>
^exit:
  cf.br ^end(%x : i32)
^end(%t: i32):
  return %t : i32
}
// -----
// Loops that never end.
func.func @infinite(%c: i1, %x: i32) -> (i32, f32) {
  cf.br ^a(%x : i32)
^a(%y: i32):
  %z = arith.addi %y, %x : i32
  cf.cond_br %c, ^a(%z : i32), ^b
^b:
  cf.br ^a(%<<y|z>> : i32)
}
// -----
func.func @infinite_or_not(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  %z = arith.addi %y, %x : i32
  cf.br ^a(%z : i32)
^b:
  return %x : i32
}
// -----
// Switches.
func.func @switch(%n: i<<w:32|8>>, %c: i1, %x: i32, %y: i32) -> i32 {
  cf.switch %n : i<<w>>, [default: ^a, 3: ^b(%x : i32), <<-1|7>>: ^<<n12:a|b(%y : i32)|d(%y : i32)>>]
^a:
  %p = arith.addi %x, %y : i32
  cf.br ^d(%p : i32)
^b(%q: i32):
  cf.cond_br %c, ^a, ^d(%q : i32)
^d(%r: i32):
  return %r : i32
}
// -----
// Calls, regions inside of blocks, and blocks inside of regions.
func.func private @effect(i32)
func.func @regions(%c: i1, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %go = arith.cmpi slt, %i, %n : index
  %k = scf.if %go -> i32 {
    func.call @effect(%x) : (i32) -> ()
    scf.yield %x : i32
  } else {
    %w = scf.execute_region -> i32 {
      cf.cond_br %c, ^p, ^q
    ^p:
      cf.br ^r(%x : i32)
    ^q:
      func.call @effect(%x) : (i32) -> ()
      <<n13:cf.br ^r(%x : i32)|scf.yield %x : i32>>
    ^r(%z: i32):
      scf.yield %z : i32
    }
    scf.yield %w : i32
  }
  %j = arith.addi %i, %c1 : index
  cf.cond_br %go, ^head(%j : index), ^exit
^exit:
  %s = scf.if %c -> i32 {
    scf.yield <<%k|%x>> : i32
  } else {
    scf.yield %x : i32
  }
  return %s : i32
}
