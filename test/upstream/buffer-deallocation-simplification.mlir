// FLAGS: --buffer-deallocation-simplification

func.func @retained(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = memref.cast %<<0|a>> : memref<2xf32> to memref<?xf32>
  %base, %o, %s, %t = memref.extract_strided_metadata %<<0|a|1>> : memref<2xf32> -> memref<f32>, index, index, index
  %3:2 = bufferization.dealloc (%0, %base : memref<2xf32>, memref<f32>) if (%c, %d) retain (%<<0|a|1>>, %2 : memref<2xf32>, memref<?xf32>)
  return %3#0, %3#1 : i1, i1
}
// -----
func.func @always(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1) -> (i1, i1) {
  %true = arith.constant <<true|false>>
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2:2 = bufferization.dealloc (%0, %1, %a : memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%true, %<<c|true>>, %c) retain (%<<0|a>>, %<<1|b>> : memref<2xf32>, memref<2xf32>)
  return %2#0, %2#1 : i1, i1
}
// -----
func.func @split(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %2 = arith.select %c, %<<0|a>>, %<<1|b|a>> : memref<2xf32>
  %3:2 = bufferization.dealloc (%0, %2, %<<a|1>> : memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%c, %d, %d) retain (%b, %2 : memref<2xf32>, memref<2xf32>)
  return %3#0, %3#1 : i1, i1
}
// -----
func.func private @g(memref<2xf32>) -> memref<2xf32>
func.func @flow(%a: memref<2xf32>, %c: i1, %n: index) -> i1 {
  %0 = memref.alloc() : memref<2xf32>
  %1 = func.call @g(%<<0|a>>) : (memref<2xf32>) -> memref<2xf32>
  %2 = scf.if %c -> memref<2xf32> {
    %7 = memref.alloc() : memref<2xf32>
    scf.yield %<<7|0|a>> : memref<2xf32>
  } else {
    scf.yield %<<a|0>> : memref<2xf32>
  }
  %3 = scf.for %i = %n to %n step %n iter_args(%p = %<<0|2>>) -> memref<2xf32> {
    %7 = memref.alloc() : memref<2xf32>
    %8 = bufferization.dealloc (%p, %7 : memref<2xf32>, memref<2xf32>) if (%c, %c) retain (%<<7|p|0>> : memref<2xf32>)
    "test.use"(%8) : (i1) -> ()
    scf.yield %7 : memref<2xf32>
  }
  %4 = bufferization.dealloc (%1, %3 : memref<2xf32>, memref<2xf32>) if (%c, %c) retain (%<<0|2|3>> : memref<2xf32>)
  return %4 : i1
}
// -----
func.func @blocks(%a: memref<2xf32>, %c: i1) -> i1 {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc() : memref<2xf32>
  %u = "test.unknown"() : () -> memref<2xf32>
  cf.cond_br %c, ^a(%<<0|a|u>> : memref<2xf32>), ^a(%<<1|0>> : memref<2xf32>)
^a(%p: memref<2xf32>):
  %2 = bufferization.dealloc (%0, %u : memref<2xf32>, memref<2xf32>) if (%c, %c) retain (%p : memref<2xf32>)
  return %2 : i1
}
// -----
func.func @twice(%a: memref<2xf32>, %c: i1, %d: i1) -> (i1, i1) {
  %true = arith.constant true
  %0 = memref.alloc() : memref<2xf32>
  %1:2 = bufferization.dealloc (%0, %0, %a : memref<2xf32>, memref<2xf32>, memref<2xf32>) if (%c, %<<d|true>>, %d) retain (%0, %<<0|a>> : memref<2xf32>, memref<2xf32>)
  bufferization.dealloc (%0 : memref<2xf32>) if (%true)
  %x = arith.addi %1#0, %1#0 : i1
  return %x, %1#1 : i1, i1
}
