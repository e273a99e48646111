// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s

module attributes {gpu.container_module} {
  // CHECK: gpu.module @m<#gpu.select_object<0 : i64>> {
  gpu.module @m <#gpu.select_object<0>> {
    // CHECK: gpu.func @k(%arg0: memref<4xf32> {llvm.noalias}, %arg1: index) workgroup(%arg2 : memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) private(%arg3 : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    gpu.func @k(%a: memref<4xf32> {llvm.noalias}, %n: index)
        workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
        private(%p : memref<1xf32, #gpu.address_space<private>>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
      // CHECK: %thread_id_x = gpu.thread_id x
      // CHECK: %thread_id_y = gpu.thread_id y upper_bound 12
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y upper_bound 12
      // CHECK: gpu.block_id z
      // CHECK: gpu.block_dim x
      // CHECK: gpu.grid_dim y
      // CHECK: gpu.global_id x
      // CHECK: gpu.cluster_id x
      // CHECK: gpu.cluster_dim x
      // CHECK: gpu.cluster_dim_blocks x
      // CHECK: gpu.cluster_block_id x
      %b0 = gpu.block_id z
      %b1 = gpu.block_dim x
      %b2 = gpu.grid_dim y
      %b3 = gpu.global_id x
      %b4 = gpu.cluster_id x
      %b5 = gpu.cluster_dim x
      %b6 = gpu.cluster_dim_blocks x
      %b7 = gpu.cluster_block_id x
      // CHECK: gpu.lane_id
      // CHECK: gpu.lane_id upper_bound 32
      // CHECK: gpu.subgroup_id : index
      // CHECK: gpu.subgroup_size : index
      // CHECK: gpu.num_subgroups upper_bound 4 : index
      %l = gpu.lane_id
      %l2 = gpu.lane_id upper_bound 32
      %sg = gpu.subgroup_id : index
      %q = gpu.subgroup_size : index
      %w = gpu.num_subgroups upper_bound 4 : index
      %z = memref.load %a[%tx] : memref<4xf32>
      %c1 = arith.constant 1 : i32
      // CHECK: %shuffleResult, %valid = gpu.shuffle xor %{{.*}}, %{{.*}}, %{{.*}} : f32
      %x, %v = gpu.shuffle xor %z, %c1, %c1 : f32
      // CHECK: gpu.all_reduce add %shuffleResult uniform {
      %r = gpu.all_reduce add %x uniform {} : (f32) -> f32
      // CHECK: gpu.all_reduce %shuffleResult {
      // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
      // CHECK: gpu.yield %{{.*}} : f32
      // CHECK-NEXT: } : (f32) -> f32
      %r2 = gpu.all_reduce %x {
      ^bb0(%y: f32, %yy: f32):
        %sum = arith.addf %y, %yy : f32
        gpu.yield %sum : f32
      } : (f32) -> f32
      // CHECK: gpu.subgroup_reduce add %{{.*}} uniform cluster(size = 4, stride = 2) : (f32) -> f32
      // CHECK: gpu.subgroup_reduce maxsi %{{.*}} : (i32) -> i32
      %r3 = gpu.subgroup_reduce add %x uniform cluster(size = 4, stride = 2) : (f32) -> f32
      %r4 = gpu.subgroup_reduce maxsi %c1 : (i32) -> i32
      // CHECK: %rotateResult, %{{.*}} = gpu.rotate %{{.*}}, 3, 16 : f32
      %r5, %v5 = gpu.rotate %x, 3, 16 : f32
      // CHECK: gpu.subgroup_broadcast %{{.*}}, specific_lane %{{.*}} : f32
      // CHECK: gpu.subgroup_broadcast %{{.*}}, first_active_lane : f32
      %bb = gpu.subgroup_broadcast %x, specific_lane %c1 : f32
      %bf = gpu.subgroup_broadcast %x, first_active_lane : f32
      // CHECK: gpu.printf "%d and %f", %{{.*}}, %{{.*}} : i32, f32
      // CHECK: gpu.printf "no values"
      gpu.printf "%d and %f", %c1, %x : i32, f32
      gpu.printf "no values"
      // CHECK: gpu.barrier
      gpu.barrier
      // CHECK: gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      gpu.return
    }
    // CHECK: gpu.func @dev(%arg0: f32) -> f32 {
    // CHECK-NEXT: gpu.return %arg0 : f32
    gpu.func @dev(%a: f32) -> f32 {
      gpu.return %a : f32
    }
  }
  // CHECK: func.func @host
  func.func @host(%x: memref<4xf32>, %n: index, %bytes: i32, %f: f32, %u: memref<*xf32>) {
    // CHECK: gpu.launch blocks(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %arg1, %{{.*}} = %arg1, %{{.*}} = %arg1) threads(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %arg1, %{{.*}} = %arg1, %{{.*}} = %arg1) dynamic_shared_memory_size %arg2 workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>) private(%{{.*}} : memref<4xf32, #gpu.address_space<private>>) {
    // CHECK-NEXT: gpu.terminator
    // CHECK-NEXT: } {note}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
        threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
        dynamic_shared_memory_size %bytes
        workgroup(%w : memref<4xf32, #gpu.address_space<workgroup>>)
        private(%p : memref<4xf32, #gpu.address_space<private>>) {
      gpu.terminator
    } {note}
    // CHECK: %0 = gpu.wait async
    // CHECK: %1 = gpu.launch async [%0] clusters(%{{.*}}) in (%{{.*}}) blocks(%{{.*}}) in (%{{.*}}) threads(%{{.*}}) in (%{{.*}}) module(@kernels) function(@kernel) {
    %t = gpu.wait async
    %t2 = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%ax = %n, %ay = %n, %az = %n)
        blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
        threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@kernels) function(@kernel) {
      gpu.terminator
    }
    // CHECK: %2 = gpu.launch_func async [%1] @m::@k clusters in (%arg1, %arg1, %arg1) blocks in (%arg1, %arg1, %arg1) threads in (%arg1, %arg1, %arg1) dynamic_shared_memory_size %arg2 args(%arg0 : memref<4xf32>, %arg1 : index)
    // CHECK: gpu.launch_func @m::@k blocks in (%arg1, %arg1, %arg1) threads in (%arg1, %arg1, %arg1) args(%arg0 : memref<4xf32>, %arg1 : index) {note}
    %t3 = gpu.launch_func async [%t2] @m::@k clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %bytes args(%x : memref<4xf32>, %n : index)
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : memref<4xf32>, %n : index) {note}
    // CHECK: gpu.launch_func @m::@k blocks in (%[[C:.*]], %[[C]], %[[C]]) threads in (%[[C]], %[[C]], %[[C]]) : i64 args(
    %c = arith.constant 1 : i64
    gpu.launch_func @m::@k blocks in (%c, %c, %c) threads in (%c, %c, %c) : i64 args(%x : memref<4xf32>, %n : index)
    // CHECK: %memref, %asyncToken = gpu.alloc async [%2] (%arg1) : memref<?xf32>
    // CHECK: gpu.alloc host_shared () : memref<4xf32>
    // CHECK: gpu.alloc () : memref<4xf32>
    %m, %t4 = gpu.alloc async [%t3] (%n) : memref<?xf32>
    %m2 = gpu.alloc host_shared () : memref<4xf32>
    %m3 = gpu.alloc () : memref<4xf32>
    // CHECK: gpu.memcpy %{{.*}}, %arg0 : memref<4xf32>, memref<4xf32>
    // CHECK: gpu.memcpy async [%asyncToken] %{{.*}}, %arg0 : memref<4xf32>, memref<4xf32>
    // CHECK: gpu.memset %{{.*}}, %arg3 : memref<4xf32>, f32
    gpu.memcpy %m3, %x : memref<4xf32>, memref<4xf32>
    %t5 = gpu.memcpy async [%t4] %m3, %x : memref<4xf32>, memref<4xf32>
    gpu.memset %m3, %f : memref<4xf32>, f32
    // CHECK: gpu.dealloc %{{.*}} : memref<4xf32>
    // CHECK: gpu.dealloc async [%{{.*}}] %{{.*}} : memref<4xf32>
    // CHECK: gpu.wait [%{{.*}}]
    gpu.dealloc %m3 : memref<4xf32>
    %t6 = gpu.dealloc async [%t5] %m2 : memref<4xf32>
    gpu.wait [%t6]
    // CHECK: gpu.host_register %arg4 : memref<*xf32>
    // CHECK: gpu.host_unregister %arg4 : memref<*xf32>
    // CHECK: gpu.set_default_device %arg2
    gpu.host_register %u : memref<*xf32>
    gpu.host_unregister %u : memref<*xf32>
    gpu.set_default_device %bytes
    return
  }
}

// -----

// CHECK: func.func private @mappings() attributes {a = #gpu.block<x>, b = #gpu.warpgroup<y>, c = #gpu.warp<z>, d = #gpu.thread<linear_dim_0>, e = #gpu.lane<linear_dim_9>, f = #gpu.mask<5>, g = #gpu.memory_space<workgroup>, h = #gpu<dim x>, i = #gpu.address_space<global>}
func.func private @mappings() attributes {
  a = #gpu.block<x>, b = #gpu.warpgroup<y>, c = #gpu.warp<z>, d = #gpu.thread<linear_dim_0>, e = #gpu.lane<linear_dim_9>,
  f = #gpu.mask<5>, g = #gpu.memory_space<workgroup>, h = #gpu<dim x>, i = #gpu.address_space<global>
}
