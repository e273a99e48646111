// FLAGS: --one-shot-bufferize="allow-unknown-ops"
// FLAGS: --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries"
// FLAGS: --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries use-encoding-for-memory-space"
// FLAGS: --one-shot-bufferize="allow-unknown-ops dialect-filter=tensor,bufferization"
// FLAGS: --one-shot-bufferize="allow-unknown-ops dialect-filter=scf,tensor,bufferization unknown-type-conversion=identity-layout-map"

func.func @unknown(%x: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %x[%i] : tensor<8xf32>
  %1 = "test.unknown"(%<<0|x>>) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.extract %<<1|0|x>>[%i] : tensor<8xf32>
  %3 = tensor.insert %v into %<<1|0>>[%i] : tensor<8xf32>
  return %3, %2 : tensor<8xf32>, f32
}
// -----
func.func @unknown_source(%i: index, %v: f32) -> f32 {
  %0 = "test.source"() : () -> tensor<?xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<?xf32>
  %2 = tensor.extract %<<1|0>>[%i] : tensor<?xf32>
  "test.sink"(%1) : (tensor<?xf32>) -> ()
  return %2 : f32
}
// -----
func.func @unknown_region(%x: tensor<8xf32>, %i: index, %v: f32) -> tensor<8xf32> {
  %0 = "test.region"() ({
    %1 = tensor.insert %v into %x[%i] : tensor<8xf32>
    "test.yield"(%1) : (tensor<8xf32>) -> ()
  }) : () -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @loop(%x: tensor<8xf32>, %n: index, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = tensor.insert %v into %a[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
