// Recipes for `gpu`.
// type: !gpu.async.token
// type: !gpu.mma_matrix<16x16xf16, "AOp">
// type: memref<4xf32, #gpu.address_space<workgroup>>
// attr: #gpu.address_space<workgroup>
// attr: #gpu.block<x>
// attr: #gpu.thread<linear_dim_1>
// -----
// only
// op: gpu.module gpu.func gpu.return gpu.launch_func
module attributes {gpu.container_module} {
  gpu.module @kernels$[|<#gpu.select_object<0 : i64>>]$[| attributes {note}] {
    gpu.func @kernel(%a: memref<$mx$e>$[| {note}], %b: index)$[| workgroup(%w : memref<$nx$e, #gpu.address_space<workgroup>>)]$[| private(%p : memref<$nx$e, #gpu.address_space<private>> {note})] kernel$[| attributes {known_block_size = array<i32: 32, 1, 1>}] {
      gpu.return
    }
    gpu.func @helper(%a: $e) -> $e {
      gpu.return %a : $e
    }
  }
  func.func @f(%a: memref<$mx$e>, %b: index, %s: i32) {
    %c = arith.constant $(c+1) : index
    gpu.launch_func @kernels::@kernel$[| clusters in (%c, %c, %c)] blocks in (%c, %c, %c) threads in (%c, %c, %c)$[| dynamic_shared_memory_size %s] args(%a : memref<$mx$e>, %b : index)$[| {note}]
    return
  }
}
// -----
// only
// op: gpu.launch gpu.terminator gpu.wait gpu.barrier
func.func @f(%a: memref<$mx$e>, %v: $e, %s: i32) {
  %c = arith.constant $(c+1) : index
  %t = gpu.wait async
  %u = gpu.launch async [%t]$[| clusters(%cx, %cy, %cz) in (%kx = %c, %ky = %c, %kz = %c)] blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c)$[| dynamic_shared_memory_size %s]$[| workgroup(%w : memref<$nx$e, #gpu.address_space<workgroup>>)] {
    memref.store %v, %a[%tx] : memref<$mx$e>
    gpu.barrier
    gpu.terminator
  }$[| {note}]
  gpu.wait [%u]
  return
}
// -----
// only
// op: gpu.alloc gpu.dealloc gpu.memcpy gpu.memset
func.func @f(%a: memref<$mx$e>, %v: $e, %n: index) {
  %m = gpu.alloc$[| host_shared] () : memref<$mx$e>
  %d, %t = gpu.alloc async (%n) : memref<?x$e>
  gpu.memcpy %m, %a : memref<$mx$e>, memref<$mx$e>
  %u = gpu.memset async [%t] %d, %v : memref<?x$e>, $e
  gpu.dealloc %m : memref<$mx$e>
  %w = gpu.dealloc async [%u] %d : memref<?x$e>
  return
}
// -----
// only
// op: gpu.host_register gpu.host_unregister gpu.set_default_device
func.func @f(%u: memref<*x$e>, %n: i32) {
  gpu.host_register %u : memref<*x$e>
  gpu.host_unregister %u : memref<*x$e>
  gpu.set_default_device %n
  return
}
// -----
// only
// op: gpu.shuffle gpu.rotate gpu.subgroup_broadcast gpu.subgroup_reduce gpu.all_reduce gpu.yield
func.func @f(%v: $e, %n: i32) -> $e {
  %a, %p = gpu.shuffle $[xor|up|down|idx] %v, %n, %n : $e
  %b, %q = gpu.rotate %a, $c, 16 : $e
  %c = gpu.subgroup_broadcast %b, $[first_active_lane|specific_lane %n] : $e
  %d = gpu.subgroup_reduce $[add|mul] %c$[| uniform]$[| cluster(size = 4)| cluster(size = 8, stride = 2)] : ($e) -> $e
  %e = gpu.all_reduce $[add|mul] %d$[| uniform] {} : ($e) -> $e
  %f = gpu.all_reduce %e {
  ^bb0(%x: $e, %y: $e):
    gpu.yield %y : $e
  } : ($e) -> $e
  return %f : $e
}
// -----
// only
// op: gpu.dynamic_shared_memory gpu.printf
func.func @f(%v: $e, %n: index) {
  %0 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  gpu.printf "%d"$[|, %n : index|, %v, %n : $e, index]
  return
}
// -----
// only
// op: gpu.binary
module {
  gpu.binary @b $[|<#gpu.select_object<1 : i64>>] [#gpu.object<"device", $[|assembly = |bin = |properties = {O = 3 : i32}, offload = ]"text">]
}
// -----
// only
// op: gpu.block_dim gpu.block_id gpu.grid_dim gpu.thread_id gpu.global_id gpu.cluster_id gpu.cluster_dim gpu.cluster_dim_blocks gpu.cluster_block_id
func.func @f() -> index {
  %0 = $@ $[x|y|z]$[| upper_bound $(c+1)]$[| {note}]
  return %0 : index
}
// -----
// only
// op: gpu.subgroup_mma_load_matrix gpu.subgroup_mma_compute gpu.subgroup_mma_constant_matrix gpu.subgroup_mma_elementwise gpu.subgroup_mma_store_matrix
func.func @f(%m: memref<32x32xf16>, %s: memref<32x32xf32, 3>, %i: index, %v: f32) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index$[|, transpose]} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = gpu.subgroup_mma_constant_matrix %v : !gpu.mma_matrix<16x16xf32, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c$[| {a_transpose}| {b_transpose}] : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %e = gpu.subgroup_mma_elementwise $[addf|mulf|subf|maxf|minf|divf] %d, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %e, %s[%i, %i] {leadDimension = 32 : index$[|, transpose]} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
  return
}
// -----
// only
// op: gpu.subgroup_mma_extract_thread_local gpu.subgroup_mma_insert_thread_local
func.func @f(%a: !gpu.mma_matrix<$mx$nx$[f16|f32|f64|si8|ui8|i32], $["AOp"|"BOp"|"COp"]>, %m: !gpu.mma_matrix<16x16xf32, "COp">, %i: index) -> !gpu.mma_matrix<16x16xf32, "COp"> {
  %0 = gpu.subgroup_mma_extract_thread_local %m[%i$[|, %i]] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
  %1 = gpu.subgroup_mma_insert_thread_local %0, %m[%i] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  return %1 : !gpu.mma_matrix<16x16xf32, "COp">
}
