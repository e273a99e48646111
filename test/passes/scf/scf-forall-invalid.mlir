// RUN: strata-opt %s --scf-forall-to-for --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: strata-opt %s --scf-forall-to-parallel --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @outputs(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // expected-error @+1 {{'scf.forall' op cannot be converted while it has outputs: bufferize it first}}
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) {
    "t.a"(%i) : (index) -> ()
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<4xf32>
}
