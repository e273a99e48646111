// FLAGS: --convert-bufferization-to-memref

func.func @clone(%a: memref<?x4xf32>, %c: memref<2xf32, 1>, %b: memref<?x4xf32, strided<[?, ?], offset: ?>>) -> (memref<<<n:?|2>>x4xf32>, memref<2xf32, 1>, memref<?x4xf32, strided<[?, ?], offset: ?>>) {
  %0 = bufferization.clone %a : memref<?x4xf32> to memref<<<n>>x4xf32>
  %1 = bufferization.clone %c : memref<2xf32, 1> to memref<2xf32, 1>
  %2 = bufferization.clone %b : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  return %0, %1, %2 : memref<<<n>>x4xf32>, memref<2xf32, 1>, memref<?x4xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @one(%a: memref<2xf32>, %c: i1, %r: memref<2xf32>, %s: memref<*xf32>) -> (i1, i1) {
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  %0:2 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%r, %s : memref<2xf32>, memref<*xf32>)
  return %0#0, %0#1 : i1, i1
}
// -----
func.func @several(%a: memref<2xf32>, %b: memref<5xf32>, %c: i1, %d: i1, %r: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%c, %d) retain (%r : memref<2xf32>)
  return %0 : i1
}
// -----
// DIFFERS: mlir-opt lowers the clone of an unranked memref by a loop over its sizes, and this is refused here
func.func @unranked(%a: memref<*xf32>) -> memref<*xf32> {
  %0 = bufferization.clone %a : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}
