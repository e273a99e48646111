// REQUIRES: strata-translate
// RUN: strata-translate --interpret %s

// A host that has nothing of its own for a channel gives back what it gets there.
module @host {
  func.func @send(%x: tensor<2x2xi64>, %t: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
    return %0 : !stablehlo.token
  }
  func.func @recv(%t: !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token) {
    %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    return %0#0, %0#1 : tensor<2x2xi64>, !stablehlo.token
  }
  func.func @main() {
    %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %t = stablehlo.after_all : !stablehlo.token
    %0:3 = "interpreter.run_parallel"(%t, %x, %t) <{programs = [[@recv], [@send]]}> : (!stablehlo.token, tensor<2x2xi64>, !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token, !stablehlo.token)
    check.expect_eq %0#0, %x : tensor<2x2xi64>
    return
  }
}
