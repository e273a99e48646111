// RUN: strata-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: strata-opt %s --split-input-file --verify-diagnostics --stablehlo-compatibility-expander="target=1.15.0" | FileCheck %s --check-prefix=OLD

// Groups along the axes of a mesh that is in the attribute. Versions before 1.16 have lists of devices only.
// CHECK-LABEL: func.func @along_one_axis
// OLD-LABEL: func.func @along_one_axis
func.func @along_one_axis(%x: tensor<2xf32>) -> tensor<6xf32> {
  // CHECK: replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "rows", size = 2>, <name = "columns", size = 3>]>, axes = [#stablehlo.axis_ref<name = "columns">]>
  // OLD: replica_groups = dense<{{\[}}[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "rows", size = 2>, #stablehlo.mesh_axis<name = "columns", size = 3>]>, axes = [#stablehlo.axis_ref<name = "columns">]>} : (tensor<2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @numbered_devices
// OLD-LABEL: func.func @numbered_devices
func.func @numbered_devices(%x: tensor<2xf32>) -> tensor<4xf32> {
  // CHECK: #stablehlo.mesh<axes=[<name = "a", size = 2>, <name = "b", size = 2>], device_ids=dense<[3, 2, 1, 0]> : tensor<4xi64>>
  // OLD: replica_groups = dense<{{\[}}[3, 1], [2, 0]]> : tensor<2x2xi64>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 2>, <name = "b", size = 2>], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A part of an axis: every second of four.
// OLD-LABEL: func.func @part_of_an_axis
func.func @part_of_an_axis(%x: tensor<2xf32>) -> tensor<4xf32> {
  // OLD: replica_groups = dense<{{\[}}[0, 2], [1, 3]]> : tensor<2x2xi64>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 4>]>, axes = [#stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>]>} : (tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A mesh that the groups name: a dictionary, or of Shardy's dialect; one of a single device has no axes.
func.func private @dictionary() attributes {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}], device_ids = dense<[0, 2, 1, 3]> : tensor<4xi64>}}
"sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2]>, sym_name = "shardy"}> : () -> ()
func.func private @single() attributes {stablehlo.mesh = {axes = [], device_ids = dense<0> : tensor<1xi64>}}

// CHECK-LABEL: func.func @named_meshes
// OLD-LABEL: func.func @named_meshes
func.func @named_meshes(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  // CHECK: mesh = @dictionary
  // OLD: replica_groups = dense<{{\[}}[0, 1], [2, 3]]> : tensor<2x2xi64>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @dictionary, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<2xf32>) -> tensor<4xf32>
  // OLD: replica_groups = dense<{{\[}}[0, 2], [1, 3]]> : tensor<2x2xi64>
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @shardy, axes = [#stablehlo.axis_ref<name = "a">]>} : (tensor<2xf32>) -> tensor<4xf32>
  // OLD: replica_groups = dense<0> : tensor<1x1xi64>
  %2 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @single, axes = []>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}

// -----

// Axes in an order of their own, with a part of one.
// OLD-LABEL: func.func @order_of_axes
func.func @order_of_axes(%x: tensor<2xf32>) -> tensor<12xf32> {
  // OLD: replica_groups = dense<{{\[}}[0, 3, 1, 4, 2, 5], [6, 9, 7, 10, 8, 11]]> : tensor<2x6xi64>
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 4>, <name = "b", size = 3>]>, axes = [#stablehlo.axis_ref<name = "b">, #stablehlo.axis_ref<name = "a", sub_axis_info = (2)2>]>} : (tensor<2xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

// expected-error@+1 {{axis 'c' not found in mesh definition}}
func.func private @no_such_axis() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 4>]>, axes = [#stablehlo.axis_ref<name = "c">]>}

// -----

// expected-error@+1 {{mesh must be a FlatSymbolRefAttr or MeshAttr}}
func.func private @no_mesh() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = 3 : i64, axes = []>}

// -----

// expected-error@+1 {{expected AxisRefAttr in axes list}}
func.func private @no_axis() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [3 : i64]>}

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
func.func private @no_numbers() attributes {a = #stablehlo.mesh<axes = [<name = "a", size = 1>], device_ids = dense<1.0> : tensor<1xf32>>}
