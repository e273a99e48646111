// FLAGS: --convert-ub-to-llvm
// FLAGS: --convert-ub-to-llvm=index-bitwidth=32

func.func @poison() -> <<t:index|vector<2x4xindex>|memref<?xf32>|tensor<4xf32>|f32>> {
  %0 = ub.poison : <<t>>
  return %0 : <<t>>
}
func.func @unreachable(%b: i1) {
  cf.cond_br %b, ^a, ^b
^a:
  return
^b:
  ub.unreachable
}
