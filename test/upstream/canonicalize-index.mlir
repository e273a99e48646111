// FLAGS: --canonicalize

func.func @f(%a: index, %b: index, %i: i32) -> (index, index, index, index, index, index, index, index, index) {
  %c1 = index.constant 1
  %c2 = index.constant <<3000000000|7|0>>
  %c0 = index.constant 0
  %m1 = index.constant -7
  %0 = index.add %a, %c1
  %1 = index.add %0, %c2
  %2 = index.add %c1, %a
  %3 = index.divs %m1, %c2
  %4 = index.mul %a, %c0
  %5 = index.sub %a, %c0
  %6 = index.ceildivs %m1, %c1
  %7 = index.shl %c1, %c2
  %8 = index.maxs %a, %c1
  %9 = index.maxs %8, %c2
  return %1, %2, %3, %4, %5, %6, %7, %9, %8: index, index, index, index, index, index, index, index, index
}
func.func @c(%a: index, %b: index, %i: i32) -> (i1, i1, i1, i1, i1, i64, index, i32, index, index) {
  %c1 = index.constant 1
  %c2 = index.constant <<3000000000|7|0>>
  %c0 = index.constant 0
  %0 = index.cmp slt(%a, %a)
  %1 = index.cmp ult(%c1, %c2)
  %s = index.sub %a, %b
  %2 = index.cmp sgt(%s, %c0)
  %m = index.mins %a, %c1
  %3 = index.cmp sgt(%m, %c2)
  %4 = index.cmp slt(%c1, %a)
  %5 = index.castu %c1 : index to i64
  %6 = index.casts %i : i32 to index
  %7 = index.casts %6 : index to i32
  %ci = arith.constant -1 : i32
  %8 = index.castu %ci : i32 to index
  %9 = index.casts %ci : i32 to index
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i1, i1, i1, i1, i1, i64, index, i32, index, index
}
func.func @bin(%a: index) -> (index, index, index, index, index, index, index, index, index) {
  %c6 = index.constant 6
  %c4 = index.constant <<4|0|-3|33>>
  %0 = index.divu %c6, %c4
  %1 = index.ceildivu %c6, %c4
  %2 = index.floordivs %c6, %c4
  %3 = index.rems %c6, %c4
  %4 = index.shrs %c6, %c4
  %5 = index.or %a, %c6
  %6 = index.or %5, %c4
  %7 = index.and %c6, %a
  %8 = index.xor %7, %c4
  return %0, %1, %2, %3, %4, %6, %7, %8, %5 : index, index, index, index, index, index, index, index, index
}
func.func @bool() -> i1 {
  %t = index.bool.constant true
  %f = index.bool.constant false
  %s = index.sizeof
  %c = arith.select %t, %f, %t : i1
  return %c : i1
}

// -----

func.func @fold(%a: index, %b: index) -> (index, index, i1, i1) {
  %x = index.constant <<6|-1|5000000000>>
  %y = index.constant <<4|2>>
  %0 = index.<<add|sub|mul|divs|divu|ceildivs|ceildivu|floordivs|rems|remu|maxs|maxu|mins|minu|shl|shrs|shru|and|or|xor>> %x, %y
  %1 = index.<<add|mul|maxs|maxu|mins|minu|and|or|xor>> %a, %x
  %2 = index.<<add|mul|maxs|maxu|mins|minu|and|or|xor>> %1, %y
  %3 = index.<<maxs|maxu|mins|minu>> %a, %x
  %4 = index.cmp <<eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge>>(%3, %y)
  %5 = index.cmp <<eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge>>(%x, %y)
  return %0, %2, %4, %5 : index, index, i1, i1
}
