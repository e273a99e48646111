// Infinite numbers, NaN, zeros and the largest numbers in words that are split: the sums are those of single precision.
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %odd = arith.constant dense<[[0x7F800000, 1.0, 0.0, 0x7F7FFFFF], [0xFF800000, 0.0, 3.0, -2.0], [0x7FC00000, 1.5, 0.0, 0.0], [0xFF7FFFFF, 0x7F7FFFFF, 2.5, 0x7F800001]]> : tensor<4x4xf32>
  %few = arith.constant dense<[[0.5, 0.0, 0x7F800000, 1.0], [1.0, 0x7F800000, 0.25, 1.0], [0xFF800000, 1.0, 0.0, 0.125], [0.25, 0.5, -0.5, 0.0]]> : tensor<4x4xf32>
  %a = tensor.insert_slice %odd into %x[3, 5] [4, 4] [9, 7] : tensor<4x4xf32> into tensor<64x64xf32>
  %b = tensor.insert_slice %few into %w[2, 6] [4, 4] [8, 3] : tensor<4x4xf32> into tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = linalg.matmul {input_precision = "tf32x3"} ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
