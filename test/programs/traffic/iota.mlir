// Nothing is read.
// Moved: 4194304 bytes by 1 kernels, of which 4194304 are arguments and results.
func.func @main() -> tensor<1048576xf32> {
  %r = stablehlo.iota dim = 0 : tensor<1048576xf32>
  return %r : tensor<1048576xf32>
}
