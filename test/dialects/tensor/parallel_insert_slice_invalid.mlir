// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @size(%a: tensor<2x?xf32>, %o: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%t = %o) -> (tensor<8x8xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{expected type to be 'tensor<1x?xf32>' or a rank-reduced version. (size mismatch)}}
      tensor.parallel_insert_slice %a into %t[%i, 0] [1, %n] [1, 1] : tensor<2x?xf32> into tensor<8x8xf32>
    }
  }
  return %0 : tensor<8x8xf32>
}

// -----

func.func @alone(%a: tensor<1x?xf32>, %o: tensor<8x8xf32>, %n: index) {
  // expected-error @+1 {{expected InParallelOpInterface parent, got}}
  tensor.parallel_insert_slice %a into %o[%n, 0] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<8x8xf32>
  return
}
