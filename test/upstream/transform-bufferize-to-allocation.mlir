// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<24x12xf32>, %b: tensor<12x25xf32>, %c: tensor<24x25xf32>, %n: index) -> (tensor<24x25xf32>, tensor<30x20xf32>) {
    %0 = linalg.matmul ins(%a, %b : tensor<24x12xf32>, tensor<12x25xf32>) outs(%c : tensor<24x25xf32>) -> tensor<24x25xf32>
    %z = arith.constant 0.0 : f32
    %p = tensor.pad %a low[2, 0] high[4, 8] {
    ^bb0(%i: index, %j: index):
      tensor.yield %z : f32
    } : tensor<24x12xf32> to tensor<30x20xf32>
    return %0, %p : tensor<24x25xf32>, tensor<30x20xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["<<linalg.matmul|tensor.pad>>"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.bufferize_to_allocation %0 {<<|bufferize_destination_only|memcpy_op = "memref.copy"|memory_space = 3, alloc_op = "memref.alloca", memcpy_op = "linalg.copy"|emit_dealloc>>} : !transform.any_op
    transform.yield
  }
}
