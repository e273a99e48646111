// FLAGS: --cse

func.func @arith(%a: i32, %b: i32, %c: i1, %m: memref<4xi32>, %i: index) -> (i32, i32) {
  %0 = arith.<<addi|subi|muli>> %a, %b : i32
  %1 = arith.addi <<%a, %b|%b, %a>> : i32
  %c5 = arith.constant 5 : i32
  %c5b = arith.constant <<5|6>> : i32
  %2 = memref.load %m[%i] : memref<4xi32>
  <<between:memref.store %a, %m[%i] : memref<4xi32>|%unused = arith.muli %a, %a : i32|func.call @f() : () -> ()>>
  %3 = memref.load %m[%i] : memref<4xi32>
  %r = scf.if %c -> i32 {
    %4 = arith.addi %a, %b : i32
    %5 = memref.load %m[%i] : memref<4xi32>
    %6 = arith.addi %4, %5 : i32
    scf.yield %6 : i32
  } else {
    %7 = arith.muli %1, %c5b : i32
    %8 = arith.muli %1, %c5 : i32
    %9 = arith.addi %7, %8 : i32
    scf.yield %9 : i32
  }
  %s = arith.addi %2, %3 : i32
  %t = arith.addi %0, %1 : i32
  %u = arith.addi %s, %t : i32
  return %r, %u : i32, i32
}
func.func private @f()
// -----
func.func @blocks(%a: i32, %c: i1) -> i32 {
  <<first:%0 = arith.addi %a, %a : i32|>>
  cf.cond_br %c, ^a, ^b
^a:
  %1 = arith.addi %a, %a : i32
  cf.br ^d(%1 : i32)
^b:
  %2 = arith.addi %a, %a : i32
  %3 = arith.addi %a, %a : i32
  %4 = arith.muli %2, %3 : i32
  cf.br ^d(%4 : i32)
^d(%x: i32):
  %5 = arith.addi %a, %a : i32
  %6 = arith.addi %5, %x : i32
  return %6 : i32
}
// -----
func.func @regions(%a: i32, %n: index, %t: tensor<4xf32>) -> (i32, i32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
    %q = arith.addi %s, %a : i32
    scf.yield %q : i32
  }
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
    %q = arith.<<addi|muli>> %s, %a : i32
    scf.yield %q : i32
  }
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %g = linalg.<<exp|abs>> ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %h = linalg.exp ins(%t : tensor<4xf32>) outs(%<<e2|e>> : tensor<4xf32>) -> tensor<4xf32>
  %z = linalg.add ins(%g, %h : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %x, %y, %z : i32, i32, tensor<4xf32>
}
// -----
// DIFFERS: mlir-opt does not exchange operands of commutative ops inside of the regions that it compares
func.func @commutative(%a: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
    %q = arith.addi %s, %a : i32
    scf.yield %q : i32
  }
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
    %q = arith.addi %a, %s : i32
    scf.yield %q : i32
  }
  return %x, %y : i32, i32
}
