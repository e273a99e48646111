// FLAGS: --control-flow-sink

func.func @if(%c: i1, %d: i1, %a: i32, %m: memref<4xi32>, %i: index) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %<<0|a>>, %a : i32
  %2 = arith.subi %<<1|a>>, %0 : i32
  %l = memref.load %m[%i] : memref<4xi32>
  %r = scf.if %c -> i32 {
    %x = scf.if %d -> i32 {
      scf.yield %<<2|1>> : i32
    } else {
      scf.yield %<<a|1|0>> : i32
    }
    scf.yield %x : i32
  } else {
    scf.yield %<<a|1|l>> : i32
  }
  return %r : i32
}
// -----
func.func @loops(%c: i1, %n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %a : i32
  %r = scf.if %c -> i32 {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %<<a|1>>) -> i32 {
      %q = arith.addi %x, %<<1|0>> : i32
      scf.yield %q : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %a : i32
  }
  %k = arith.addi %a, %a : i32
  %z = scf.index_switch %n -> i32
  case 1 {
    scf.yield %<<k|0>> : i32
  }
  default {
    scf.yield %<<a|k>> : i32
  }
  %w = arith.addi %r, %z : i32
  return %w : i32
}
