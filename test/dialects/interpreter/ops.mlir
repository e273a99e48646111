// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @ops(
func.func @ops(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: interpreter.print %arg0 : tensor<2xf32>
  %0 = interpreter.print %a : tensor<2xf32>
  // CHECK: interpreter.probe {{%.*}}, probe_id = "p" : tensor<2xf32>
  %1 = interpreter.probe %0, probe_id = "p" : tensor<2xf32>
  // CHECK: "interpreter.run_parallel"({{%.*}}) <{infeed = [@queue], programs = {{\[\[}}@program]]}> : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "interpreter.run_parallel"(%1) {programs = [[@program]], infeed = [@queue]} : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

func.func @program(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

func.func @queue() -> tensor<i32> {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  return %0 : tensor<i32>
}
