// FLAGS: --canonicalize
// FLAGS: --canonicalize=top-down=false
// FLAGS: --canonicalize=region-simplify=disabled
// FLAGS: --canonicalize=region-simplify=aggressive
// FLAGS: --canonicalize=max-iterations=1

func.func @arith(%a: <<t:i32|index|i8>>, %b: <<t>>, %c: i1) -> (<<t>>, i1, <<t>>) {
  %c0 = arith.constant 0 : <<t>>
  %c1 = arith.constant 1 : <<t>>
  %c7 = arith.constant 7 : <<t>>
  %0 = arith.<<addi|subi|muli|andi|ori|xori|shli>> %a, %<<c0|c1|c7>> : <<t>>
  %1 = arith.<<addi|muli|subi>> %0, %c7 : <<t>>
  %2 = arith.<<addi|muli|subi>> %1, %c7 : <<t>>
  %3 = arith.cmpi <<eq|slt|uge>>, %2, %<<c0|b>> : <<t>>
  %4 = arith.select %3, %2, %b : <<t>>
  %5 = arith.select %c, %4, %4 : <<t>>
  return %5, %3, %2 : <<t>>, i1, <<t>>
}
// -----
func.func @blocks(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  %true = arith.constant <<true|false>>
  cf.cond_br %<<c|true>>, ^x, ^y
^x:
  cf.br ^z(%a, %b : i32, i32)
^y:
  cf.cond_br %<<d|c>>, ^z(%b, %a : i32, i32), ^w
^w:
  cf.br ^z(%<<a|b>>, %b : i32, i32)
^z(%p: i32, %q: i32):
  %r = arith.addi %p, %<<q|a>> : i32
  return %r : i32
}
// -----
func.func @scf(%c: i1, %n: index, %a: i32, %m: memref<?xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %true = arith.constant true
  %r:2 = scf.for %i = %c0 to %<<n|c1|c0>> step %<<c1|c4>> iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %q = arith.addi %x, %a : i32
    scf.yield %q, %<<y|a|x>> : i32, i32
  }
  %s:2 = scf.if %<<c|true>> -> (i32, i32) {
    scf.yield %r#0, %a : i32, i32
  } else {
    scf.yield %r#1, %a : i32, i32
  }
  scf.if %c {
    scf.if %c {
      memref.store %a, %m[%c0] : memref<?xi32>
    }
  } else {
    <<else:memref.store %a, %m[%c1] : memref<?xi32>|>>
  }
  %w = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%<<c|true>>) %x : i32
  } do {
  ^bb0(%x: i32):
    %k = arith.addi %x, %a : i32
    scf.yield %<<k|x>> : i32
  }
  return %s#0, %w : i32, i32
}
