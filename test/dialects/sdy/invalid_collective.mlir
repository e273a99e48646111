// RUN: strata-opt %s --split-input-file --verify-diagnostics

// What a collective op makes of the sharding of its operand; the texts are those of jaxlib.

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op result sharding doesn't match expected sharding ["x"] on dimension 0}}
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op result sharding doesn't match expected sharding ["x", "y"] on dimension 0}}
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_slice' op result sharding doesn't match expected sharding ["x", "y", "z"] on dimension 0}}
  %0 = sdy.all_slice [{"z"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_slice' op result sharding doesn't match expected sharding ["x", "y"] on dimension 0}}
  %0 = sdy.all_slice [{}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op can't apply all-to-all axis "x" to operand sharding on dimension 0}}
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op result sharding doesn't match expected sharding ["x"] on dimension 0}}
  %0 = sdy.all_to_all [{"y"}: 0->1] %a out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op sharded size of result doesn't match operand on dimension 0: 2 != 8}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"z"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op result mesh has different axes than operand mesh}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh2, [{"x", "y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.collective_permute' op result mesh name is different but same device ids as operand}}
  %0 = sdy.collective_permute %a out_sharding=<@mesh3, [{"x", "y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op reduction axis "y" overlaps with operand dimension sharding or replicated axes}}
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@mesh, [{"x","y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op operand and result shardings are not equivalent}}
  %0 = sdy.all_reduce {"z"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_reduce' op reduction axis "z" overlaps with result unreduced axes}}
  %0 = sdy.all_reduce {"z"} %a out_sharding=<@mesh, [{"x","y"}, {}], unreduced={"z"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.reduce_scatter' op result sharding doesn't match expected sharding ["x", "y", "z"] on dimension 0}}
  %0 = sdy.reduce_scatter [{"z"}, {}] %a out_sharding=<@mesh, [{"x","y"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op input and output must share the same dimension shardings}}
  %0 = sdy.replicated_to_unreduced {"x"} %a out_sharding=<@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.sharded_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + sharded_to_unreduced_axes}}
  %0 = sdy.sharded_to_unreduced [{"y"}, {}] %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"z"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.sharded_to_unreduced' op can't apply shard-to-unreduce axis "x" to operand sharding on dimension 0}}
  %0 = sdy.sharded_to_unreduced [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_gather' op result sharding has rank 2 but collective axes has rank 1}}
  %0 = sdy.all_gather [{}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4,"y"=2,"z"=2]>
sdy.mesh @mesh2 = <["x"=4,"y"=2]>
sdy.mesh @mesh3 = <["x"=4,"y"=2,"z"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op out_unreduced_axes should be in_unreduced_axes + r2u_axes}}
  %0 = sdy.replicated_to_unreduced {"z"} %a out_sharding=<@mesh, [{"x","y"}, {}]> : tensor<8x8xf32>
  return
}
