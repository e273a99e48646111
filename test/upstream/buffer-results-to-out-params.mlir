// FLAGS: --buffer-results-to-out-params
// FLAGS: --buffer-results-to-out-params=modify-public-functions
// FLAGS: --buffer-results-to-out-params=hoist-static-allocs
// FLAGS: --buffer-results-to-out-params="add-result-attr modify-public-functions"
// FLAGS: --buffer-results-to-out-params="hoist-static-allocs hoist-dynamic-allocs"

func.func private @external(memref<4xf32>, i32) -> (memref<2xf32>, i1)
func.func private @callee(%a: memref<?xf32>, %n: index) -> (memref<4xf32>, i32) {
  %z = arith.constant 0 : i32
  %0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  "test.use"(%0) : (memref<4xf32>) -> ()
  return %0, %z : memref<4xf32>, i32
}
func.func @public(%a: memref<?xf32>, %b: memref<4xf32>, %c: i32, %n: index) -> memref<4xf32> {
  %1:2 = call @external(%b, %c) : (memref<4xf32>, i32) -> (memref<2xf32>, i1)
  %2:2 = call @callee(%a, %n) : (memref<?xf32>, index) -> (memref<4xf32>, i32)
  "test.use"(%1#0, %2#0, %2#1) : (memref<2xf32>, memref<4xf32>, i32) -> ()
  return %<<b|2#0>> : memref<4xf32>
}
// -----
func.func private @dynamic(%a: memref<?xf32> {test.attr}, %n: index) -> (memref<4xf32>, i32, memref<?xf32>) {
  %z = arith.constant 0 : i32
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%n) : memref<?xf32>
  return %0, %z, %1 : memref<4xf32>, i32, memref<?xf32>
}
// -----
func.func private @layout(%a: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
  return %a : memref<4xf32, strided<[?], offset: ?>>
}
func.func @caller(%a: memref<4xf32, strided<[?], offset: ?>>) {
  %0 = call @layout(%a) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
  "test.use"(%0) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
  return
}
