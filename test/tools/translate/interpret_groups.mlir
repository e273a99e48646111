// REQUIRES: strata-translate
// RUN: strata-translate --interpret --split-input-file %s

// Groups along a part of an axis of a mesh: processes 0 and 2, 1 and 3.
func.func @sum(%x: tensor<1xi32>) -> tensor<1xi32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>]>} : (tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<1xi32>
  %1 = stablehlo.constant dense<20> : tensor<1xi32>
  %2 = stablehlo.constant dense<300> : tensor<1xi32>
  %3 = stablehlo.constant dense<4000> : tensor<1xi32>
  %4:4 = "interpreter.run_parallel"(%0, %1, %2, %3) {programs = [[@sum], [@sum], [@sum], [@sum]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>)
  check.expect_eq_const %4#0, dense<301> : tensor<1xi32>
  check.expect_eq_const %4#1, dense<4020> : tensor<1xi32>
  check.expect_eq_const %4#2, dense<301> : tensor<1xi32>
  check.expect_eq_const %4#3, dense<4020> : tensor<1xi32>
  return
}

// -----

// The first value comes from the third member of the group, the second from the first.
func.func @send(%x: tensor<2xi8>, %y: tensor<f32>, %from: tensor<2xi32>) -> (tensor<2xi8>, tensor<f32>) {
  %0:2 = "stablehlo.collective_broadcast"(%x, %y, %from) {has_dynamic_root, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<2xi8>, tensor<f32>, tensor<2xi32>) -> (tensor<2xi8>, tensor<f32>)
  return %0#0, %0#1 : tensor<2xi8>, tensor<f32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %y = stablehlo.constant dense<[3, 4]> : tensor<2xi8>
  %z = stablehlo.constant dense<[5, 6]> : tensor<2xi8>
  %a = stablehlo.constant dense<0.5> : tensor<f32>
  %b = stablehlo.constant dense<1.5> : tensor<f32>
  %c = stablehlo.constant dense<2.5> : tensor<f32>
  %from = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %0:6 = "interpreter.run_parallel"(%x, %a, %from, %y, %b, %from, %z, %c, %from) {programs = [[@send], [@send], [@send]]} : (tensor<2xi8>, tensor<f32>, tensor<2xi32>, tensor<2xi8>, tensor<f32>, tensor<2xi32>, tensor<2xi8>, tensor<f32>, tensor<2xi32>) -> (tensor<2xi8>, tensor<f32>, tensor<2xi8>, tensor<f32>, tensor<2xi8>, tensor<f32>)
  check.expect_eq_const %0#0, dense<[3, 4]> : tensor<2xi8>
  check.expect_eq_const %0#1, dense<2.5> : tensor<f32>
  check.expect_eq_const %0#4, dense<[3, 4]> : tensor<2xi8>
  check.expect_eq_const %0#5, dense<2.5> : tensor<f32>
  return
}

// -----

// The number of a probe's value may be left out for the first.
func.func @probed() {
  %0 = stablehlo.constant dense<[7, 8]> : tensor<2xi8>
  %1 = interpreter.probe %0, probe_id = "values" : tensor<2xi8>
  check.expect_serialized_eq %1, probe_id = "values" : tensor<2xi8>
  return
}

// -----

// The mesh of these groups is named, and numbers its devices in an order of its own: processes 3 and 1, 2 and 0.
func.func private @mesh() attributes {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>}}
func.func @gather(%x: tensor<1xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() {
  %0 = stablehlo.constant dense<10> : tensor<1xi32>
  %1 = stablehlo.constant dense<11> : tensor<1xi32>
  %2 = stablehlo.constant dense<12> : tensor<1xi32>
  %3 = stablehlo.constant dense<13> : tensor<1xi32>
  %4:4 = "interpreter.run_parallel"(%0, %1, %2, %3) {programs = [[@gather], [@gather], [@gather], [@gather]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %4#0, dense<[12, 10]> : tensor<2xi32>
  check.expect_eq_const %4#1, dense<[13, 11]> : tensor<2xi32>
  check.expect_eq_const %4#2, dense<[12, 10]> : tensor<2xi32>
  check.expect_eq_const %4#3, dense<[13, 11]> : tensor<2xi32>
  return
}

// -----

// An expectation of a value whose sizes the program does not know.
func.func @main() {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi64>
  %want = stablehlo.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi64>
  "check.expect_eq"(%0, %want) : (tensor<?x?xi64>, tensor<2x3xi64>) -> ()
  return
}
