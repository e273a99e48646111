// FLAGS: --mem2reg
// FLAGS: --mem2reg=region-simplify=false
// FLAGS: --mem2reg --canonicalize --cse

// Straight code: buffers of one element, whatever their shape, layout and space.
func.func @shapes(%x: i32, %i: index) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<1x1xi32<<l:|, 3|, strided<[2, 1], offset: 3> >>>
  memref.store %x, %a[%c0, %<<c0|i>>] : memref<1x1xi32<<l>>>
  %v = memref.load %a[%i, %c0] : memref<1x1xi32<<l>>>
  return %v : i32
}
// -----
func.func @straight(%x: <<t:vector<4xf32>|complex<f32>|i32|index>>) -> <<t>> {
  %a = memref.alloca() : memref<<<t>>>
  %v0 = memref.load %a[] : memref<<<t>>>
  memref.store %x, %a[] : memref<<<t>>>
  %v = memref.load %a[] : memref<<<t>>>
  return <<%v|%v0>> : <<t>>
}
// -----
// Values that meet behind a conditional, with stores on one side or both.
func.func @diamond(%c: i1, %x: i32, %y: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  <<first:memref.store %x, %a[] : memref<i32>|%u = memref.load %a[] : memref<i32>|>>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %y, %a[] : memref<i32>
  cf.br ^bb3
^bb2:
  <<second:memref.store %x, %a[] : memref<i32>|>>
  cf.br ^bb3
^bb3:
  <<third:%r = memref.load %a[] : memref<i32>|%r = arith.addi %x, %y : i32>>
  return %r : i32
}
// -----
// Loops, with blocks that nothing reaches, and a value that nothing reads.
func.func @loop(%c: i1, %x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  <<init:memref.store %x, %a[] : memref<i32>|>>
  cf.br ^head
^head:
  %v = memref.load %a[] : memref<i32>
  %w = arith.addi %v, %x : i32
  cf.cond_br %c, ^body, ^exit
^body:
  <<store:memref.store %w, %a[] : memref<i32>|memref.store %x, %a[] : memref<i32>|>>
  cf.br ^head
^exit:
  <<end:%r = memref.load %a[] : memref<i32>|%r = arith.addi %w, %x : i32>>
  return %r : i32
^unreachable:
  memref.store %x, %a[] : memref<i32>
  %z = memref.load %a[] : memref<i32>
  cf.br ^head
}
// -----
// Several slots, a switch with several edges to one block, and arguments that are there already.
func.func @switch(%n: i32, %c: i1) -> (i32, i32) {
  %s = memref.alloca() : memref<i32>
  %t = memref.alloca() : memref<1xi32>
  %c0 = arith.constant 0 : index
  cf.switch %n : i32, [default: ^a(%n : i32), 1: ^b, 2: ^b, 3: ^<<b|d>>]
^a(%p: i32):
  memref.store %p, %s[] : memref<i32>
  %v = memref.load %t[%c0] : memref<1xi32>
  cf.br ^b
^b:
  %0 = memref.load %s[] : memref<i32>
  %1 = memref.load %t[%c0] : memref<1xi32>
  memref.store %0, %t[%c0] : memref<1xi32>
  cf.cond_br %c, ^a(%1 : i32), ^<<b|d>>
^d:
  %3 = memref.load %t[%c0] : memref<1xi32>
  return %n, %3 : i32, i32
}
// -----
// The address of one slot in another.
func.func @address(%x: i32) -> i32 {
  %s = memref.alloca() : memref<i32>
  %m = memref.alloca() : memref<memref<i32>>
  memref.store %s, %m[] : memref<memref<i32>>
  memref.store %x, %s[] : memref<i32>
  %v = memref.load %m[] : memref<memref<i32>>
  %w = memref.load %v[] : memref<i32>
  return %w : i32
}
// -----
// Slots that stay: used in a region, by another op, of several elements, of unknown size, or not at all; and one in a region, one in
// another block.
func.func @stay(%x: i32, %c: i1, %n: index) -> i32 {
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<1xi32>
  %d = memref.alloca() : memref<2xi32>
  %e = memref.alloca(%n) : memref<?xi32>
  %f = memref.alloca() : memref<i32>
  %c0 = arith.constant 0 : index
  memref.store %x, %a[] : memref<i32>
  memref.store %x, %b[%c0] : memref<1xi32>
  memref.store %x, %d[%c0] : memref<2xi32>
  memref.store %x, %e[%c0] : memref<?xi32>
  %k = memref.cast %b : memref<1xi32> to memref<?xi32>
  %q = scf.if %c -> i32 {
    %v = memref.load %a[] : memref<i32>
    %i = memref.alloca() : memref<i32>
    memref.store %v, %i[] : memref<i32>
    %w = memref.load %i[] : memref<i32>
    scf.yield %w : i32
  } else {
    scf.yield %x : i32
  }
  cf.br ^next
^next:
  %g = memref.alloca() : memref<i32>
  %r = memref.load %g[] : memref<i32>
  memref.store %q, %g[] : memref<i32>
  %s = memref.load %g[] : memref<i32>
  %sum = arith.addi %r, %s : i32
  return %sum : i32
}
// -----
// The llvm dialect: loads and stores of other types, of as many bits or fewer.
llvm.func @llvm(%x: i32, %y: <<u:f32|f16|i8|i1>>, %c: i1) -> i32 {
  %one = llvm.mlir.constant(<<1|2>> : i32) : i32
  %a = llvm.alloca %one x <<t:i32|vector<2xi16>|f32>> {alignment = 8 : i64} : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %a : !llvm.ptr
  llvm.store <<m:|volatile >>%x, %a : i32, !llvm.ptr
  %v = llvm.load %a : !llvm.ptr -> <<l:i32|i16|vector<4xi8>|f16|i64>>
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  llvm.store %y, %a : <<u>>, !llvm.ptr
  llvm.br ^bb2
^bb2:
  %r = llvm.load %a : !llvm.ptr -> i32
  llvm.intr.lifetime.end %a : !llvm.ptr
  llvm.return %r : i32
}
// -----
llvm.func @pointers(%p: !llvm.ptr, %q: !llvm.ptr<1>, %s: !llvm.struct<(i32, i32)>) -> !llvm.struct<(i32, i32)> {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %one x <<!llvm.ptr|i64>> : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x <<!llvm.struct<(i32, i32)>|i64>> : (i32) -> !llvm.ptr
  llvm.store <<t:%p, %a : !llvm.ptr|%q, %a : !llvm.ptr<1>|%a, %a : !llvm.ptr>>, !llvm.ptr
  llvm.store %s, %b : !llvm.struct<(i32, i32)>, !llvm.ptr
  %v = llvm.load %a : !llvm.ptr -> <<i64|!llvm.ptr>>
  %g = llvm.getelementptr %a[<<0|1>>] : (!llvm.ptr) -> !llvm.ptr, i64
  %r = llvm.load %b : !llvm.ptr -> !llvm.struct<(i32, i32)>
  llvm.br ^bb1
^bb1:
  %e = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %el = llvm.load %e : !llvm.ptr -> i32
  llvm.return %r : !llvm.struct<(i32, i32)>
}
