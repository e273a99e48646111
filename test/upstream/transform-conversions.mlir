// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

// DIFFERS: declarations and constants come in another order
module attributes {transform.with_named_sequence} {
  func.func @f(%a: index, %b: vector<4xf32>, %m: memref<4xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %1 = memref.load %m[%c0] : memref<4xf32>
    %x = memref.alloc() : memref<4xf32>
    memref.dealloc %x : memref<4xf32>
    %e = vector.extract %b[1] : f32 from vector<4xf32>
    %2 = arith.addf %1, %e : f32
    return %2 : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %0 {
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.vector.vector_to_llvm
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter <<|{use_bare_ptr_call_conv = false, index_bitwidth = 64, use_aligned_alloc = true}>>
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}
