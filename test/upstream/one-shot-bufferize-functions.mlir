// FLAGS: --one-shot-bufferize=bufferize-function-boundaries
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries test-analysis-only dump-alias-sets"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries no-analysis-func-filter=callee"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=fully-dynamic-layout-map"
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries dialect-filter=tensor,bufferization allow-unknown-ops"

func.func private @callee(%x: tensor<8xf32>, %y: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %<<x|y>>[%i] : tensor<8xf32>
  %1 = tensor.extract %<<y|x|0>>[%i] : tensor<8xf32>
  return %<<0|y|x>>, %1 : tensor<8xf32>, f32
}
func.func @caller(%x: tensor<8xf32>, %y: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0:2 = call @callee(%x, %<<y|x>>, %i, %v) : (tensor<8xf32>, tensor<8xf32>, index, f32) -> (tensor<8xf32>, f32)
  %1 = tensor.extract %<<x|y|0#0>>[%i] : tensor<8xf32>
  %2 = arith.addf %0#1, %1 : f32
  return %0#0, %2 : tensor<8xf32>, f32
}
// -----
func.func private @external(tensor<?xf32>, i32) -> (tensor<?xf32>, f32)
func.func @caller(%x: tensor<?xf32>, %n: i32, %i: index) -> (tensor<?xf32>, f32) {
  %0:2 = call @external(%x, %n) : (tensor<?xf32>, i32) -> (tensor<?xf32>, f32)
  %1 = tensor.extract %<<x|0#0>>[%i] : tensor<?xf32>
  return %0#0, %1 : tensor<?xf32>, f32
}
// -----
func.func private @external(tensor<4xf32> {bufferization.access = "<<read|write|read-write|none>>"})
func.func @caller(%x: tensor<4xf32> {bufferization.writable = <<false|true>>}, %i: index, %v: f32) -> (tensor<4xf32>, f32) {
  %0 = tensor.insert %v into %x[%i] : tensor<4xf32>
  call @external(%<<x|0>>) : (tensor<4xf32>) -> ()
  %1 = tensor.extract %<<x|0>>[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}
// -----
func.func @strided(%x: tensor<4x4xf32> {bufferization.buffer_layout = strided<[?, 1], offset: ?>}, %i: index, %v: f32) -> tensor<4x4xf32> {
  %0 = tensor.insert %v into %x[%i, %i] : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
// -----
func.func @blocks(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>, %i: index, %v: f32) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1(%<<x|y>>: tensor<4xf32>), ^bb2
^bb1(%a: tensor<4xf32>):
  %0 = tensor.insert %v into %<<a|y|x>>[%i] : tensor<4xf32>
  cf.br ^bb3(%0 : tensor<4xf32>)
^bb2:
  cf.br ^bb3(%<<y|x>> : tensor<4xf32>)
^bb3(%b: tensor<4xf32>):
  %1 = tensor.insert %v into %b[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
func.func @loop_of_blocks(%x: tensor<4xf32>, %n: index, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%c0, %x : index, tensor<4xf32>)
^bb1(%i: index, %a: tensor<4xf32>):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %e = tensor.extract %<<a|x>>[%i] : tensor<4xf32>
  %0 = tensor.insert %e into %a[%i] : tensor<4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^bb1(%j, %<<0|a>> : index, tensor<4xf32>)
^bb3:
  return %a : tensor<4xf32>
}
// -----
func.func @two_returns(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : tensor<4xf32>
^bb2:
  return %<<x|y>> : tensor<4xf32>
}
// -----
func.func @constants_in_two(%i: index) -> f32 {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = tensor.extract %c[%i] : tensor<2xf32>
  return %0 : f32
}
func.func @constants_again(%i: index) -> (f32, tensor<2xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = arith.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %0 = tensor.extract %c[%i] : tensor<2xf32>
  %1 = func.call @constants_in_two(%i) : (index) -> f32
  return %0, %d : f32, tensor<2xf32>
}
// -----
func.func @materialize(%x: tensor<?xf32>, %m: memref<?xf32>, %v: f32, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.insert %v into %x[%i] : tensor<?xf32>
  %t = bufferization.to_tensor %m restrict <<writable|>> : memref<?xf32> to tensor<?xf32>
  %1 = tensor.insert %v into %t[%i] : tensor<?xf32>
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<?xf32>, memref<?xf32>) -> ()
  %2 = bufferization.materialize_in_destination %0 in %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
// -----
func.func @alloc(%n: index, %x: tensor<?xf32>, %i: index, %v: f32) -> (tensor<?xf32>, tensor<?xf32>, f32) {
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %1 = bufferization.alloc_tensor() copy(%<<x|0>>) : tensor<?xf32>
  %2 = tensor.insert %v into %<<1|0>>[%i] : tensor<?xf32>
  %3 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %4 = linalg.fill ins(%v : f32) outs(%3 : tensor<4xf32>) -> tensor<4xf32>
  %5 = tensor.extract %4[%i] : tensor<4xf32>
  bufferization.dealloc_tensor %4 : tensor<4xf32>
  return %0, %2, %5 : tensor<?xf32>, tensor<?xf32>, f32
}
// -----
func.func @to_buffer(%x: tensor<?xf32>, %i: index, %v: f32) -> f32 {
  %0 = bufferization.to_buffer %x <<read_only|>> : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  %1 = memref.load %0[%i] : memref<?xf32, strided<[?], offset: ?>>
  return %1 : f32
}
// -----
func.func @vectors(%x: tensor<<<d:4|?>>x8xf32>, %i: index, %v: vector<4x8xf32>, %p: f32) -> (vector<4x8xf32>, tensor<<<d>>x8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %x[%i, %c0], %p : tensor<<<d>>x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_write %v, %x[<<%c0|%i>>, %c0] : vector<4x8xf32>, tensor<<<d>>x8xf32>
  %2 = vector.transfer_read %<<x|1>>[%i, %c0], %p : tensor<<<d>>x8xf32>, vector<4x8xf32>
  %3 = arith.addf %0, %2 : vector<4x8xf32>
  return %3, %1 : vector<4x8xf32>, tensor<<<d>>x8xf32>
}
// -----
func.func @gather(%x: tensor<?x?xf32>, %v: vector<16xi32>, %mask: vector<16xi1>, %p: vector<16xf32>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.gather %x[%c0, %c0][%v], %mask, %p : tensor<?x?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @softmax(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x3xf32>) outs(%<<y|x>> : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %<<x|y|0>> : tensor<2x3xf32>, tensor<2x3xf32>
}
