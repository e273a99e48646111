// FLAGS: --drop-equivalent-buffer-results

func.func <<private |>>@callee(%a: memref<?xf32>, %b: memref<4xf32>, %c: i1) -> (memref<?xf32>, i32, memref<4xf32>) {
  %z = arith.constant 0 : i32
  return %a, %z, %b : memref<?xf32>, i32, memref<4xf32>
}
func.func @caller(%a: memref<?xf32>, %b: memref<4xf32>, %c: i1) -> memref<?xf32> {
  %k = memref.cast %b : memref<4xf32> to memref<?xf32>
  %0:3 = call @callee(%<<k|a>>, %b, %c) : (memref<?xf32>, memref<4xf32>, i1) -> (memref<?xf32>, i32, memref<4xf32>)
  %1 = memref.cast %0#0 : memref<?xf32> to memref<*xf32>
  "test.use"(%1, %0#2) : (memref<*xf32>, memref<4xf32>) -> ()
  return %0#0 : memref<?xf32>
}
// -----
func.func private @before(%b: memref<4xf32>) -> memref<?xf32> {
  %0 = call @cast(%b) : (memref<4xf32>) -> memref<?xf32>
  return %0 : memref<?xf32>
}
func.func private @cast(%b: memref<4xf32>) -> memref<?xf32> {
  %k = memref.cast %b : memref<4xf32> to memref<?xf32>
  return %k : memref<?xf32>
}
func.func @after(%b: memref<4xf32>) -> memref<?xf32> {
  %0 = call @before(%b) : (memref<4xf32>) -> memref<?xf32>
  %1 = call @cast(%b) : (memref<4xf32>) -> memref<?xf32>
  "test.use"(%0, %1) : (memref<?xf32>, memref<?xf32>) -> ()
  return %1 : memref<?xf32>
}
// -----
func.func private @two(%a: memref<?xf32>, %b: memref<?xf32>, %c: i1) -> (memref<?xf32>, memref<?xf32>) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a, %b : memref<?xf32>, memref<?xf32>
^bb2:
  return %<<a|b>>, %a : memref<?xf32>, memref<?xf32>
}
func.func @caller(%a: memref<?xf32>, %b: memref<?xf32>, %c: i1) -> (memref<?xf32>, memref<?xf32>) {
  %0:2 = scf.if %c -> (memref<?xf32>, memref<?xf32>) {
    %1:2 = func.call @two(%a, %b, %c) : (memref<?xf32>, memref<?xf32>, i1) -> (memref<?xf32>, memref<?xf32>)
    scf.yield %1#0, %1#1 : memref<?xf32>, memref<?xf32>
  } else {
    scf.yield %a, %b : memref<?xf32>, memref<?xf32>
  }
  return %0#0, %0#1 : memref<?xf32>, memref<?xf32>
}
// -----
func.func private @external(memref<4xf32>) -> memref<4xf32>
func.func private @scalar(%x: f32, %a: memref<4xf32>) -> f32 {
  %0 = call @external(%a) : (memref<4xf32>) -> memref<4xf32>
  return %x : f32
}
