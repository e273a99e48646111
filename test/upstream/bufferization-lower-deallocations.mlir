// FLAGS: --bufferization-lower-deallocations

func.func @none(%r: memref<2xf32>) -> i1 {
  %0 = bufferization.dealloc retain (%r : memref<2xf32>)
  return %0 : i1
}
// -----
func.func @one(%a: memref<2xf32>, %c: i1, %r: memref<2xf32>, %s: memref<*xf32>) -> (i1, i1, i1) {
  bufferization.dealloc (%a : memref<2xf32>) if (%c)
  %0:2 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%r, %<<r|a>> : memref<2xf32>, memref<2xf32>)
  %1 = bufferization.dealloc (%s : memref<*xf32>) if (%c) retain (%r : memref<2xf32>)
  return %0#0, %0#1, %1 : i1, i1, i1
}
// -----
func.func @several(%a: memref<2xf32>, %b: memref<*xf32>, %c: i1, %d: i1, %r: memref<2xf32>, %s: memref<2xf32>) -> (i1, i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<*xf32>) if (%c, %d)
  %0:2 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<*xf32>) if (%c, %<<d|c>>) retain (%r, %s : memref<2xf32>, memref<2xf32>)
  return %0#0, %0#1 : i1, i1
}
// -----
func.func private @dealloc_helper()
func.func @name(%a: memref<2xf32>, %b: memref<*xf32>, %c: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<*xf32>) if (%c, %c)
  return
}
