// FLAGS: --inline
// FLAGS: --inline='default-pipeline='
// FLAGS: --inline='default-pipeline=cse'

func.func <<private|public>> @leaf(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @blocks(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = call @leaf(%x) : (i32) -> i32
  return %0 : i32
^b:
  return %x : i32
}
func.func private @external(i32) -> i32
func.func private @recursive(%x: i32) -> i32 {
  %0 = call @<<recursive|external>>(%x) : (i32) -> i32
  return %0 : i32
}
func.func @main(%c: i1, %x: i32) -> (i32, i32) {
  %0 = call @<<leaf|external|recursive>>(%x) : (i32) -> i32
  %1 = call @blocks(%c, %0) : (i1, i32) -> i32
  %f = constant @leaf : (i32) -> i32
  %2 = call_indirect %f(%1) : (i32) -> i32
  return %1, %2 : i32, i32
}
// -----
func.func private @blocks(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  return %x : i32
}
func.func @in_region(%c: i1, %x: i32) -> i32 {
  %r = scf.if %c -> i32 {
    %0 = func.call @blocks(%c, %x) : (i1, i32) -> i32
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}
