// FLAGS: --convert-index-to-llvm
// FLAGS: --convert-arith-to-llvm
// FLAGS: --convert-func-to-llvm
// FLAGS: --finalize-memref-to-llvm
// FLAGS: --convert-index-to-llvm=index-bitwidth=16

module attributes {dlti.dl_spec = #dlti.dl_spec<index = <<32|64>> : i64>} {
  func.func @f(%a: index, %b: index) -> index {
    %0 = index.add %a, %b
    %1 = arith.addi %0, %b : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.index_cast %2 : i64 to index
    return %3 : index
  }
  func.func @memory(%m: memref<4x?xf32>, %i: index) -> f32 {
    %0 = memref.load %m[%i, %i] : memref<4x?xf32>
    return %0 : f32
  }
}
