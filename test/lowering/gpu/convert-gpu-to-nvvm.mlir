// RUN: strata-opt %s "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true}))" | FileCheck %s
// RUN: strata-opt %s "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-nvvm))" | FileCheck %s --check-prefix=PARTS

gpu.module @kernels {
  // Parameters, shared buffers and buffers of a thread.

  // CHECK:       llvm.mlir.global internal @__wg_buffers_0() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<64 x f32>
  // CHECK-LABEL: llvm.func @buffers
  // CHECK-SAME:    (%[[X:.*]]: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i1)
  // CHECK-SAME:    attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 2, 1>, gpu.known_grid_size = array<i32: 7, 1, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 64, 2, 1>}
  // CHECK:         %[[W:.*]] = llvm.mlir.addressof @__wg_buffers_0 : !llvm.ptr<3>
  // CHECK:         llvm.alloca %{{.*}} x f64
  // CHECK:         %[[T:.*]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
  // CHECK:         llvm.sext %[[T]] : i32 to i64
  // CHECK:         nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 7> : i32
  // CHECK:         llvm.getelementptr inbounds|nuw %[[X]]
  // CHECK:         llvm.store %{{.*}}, %{{.*}} : f32, !llvm.ptr<3>
  // CHECK:         nvvm.barrier0
  // CHECK:         llvm.return
  // PARTS-LABEL: llvm.func @buffers
  // PARTS-SAME:    (%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr,
  gpu.func @buffers(%x: memref<64xf32> {llvm.noalias}, %y: memref<?xf32>, %c: i1) workgroup(%w : memref<64xf32, #gpu.address_space<workgroup>>)
      private(%p : memref<2xf64, #gpu.address_space<private>>) kernel
      attributes {known_block_size = array<i32: 64, 2, 1>, known_grid_size = array<i32: 7, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %v = memref.load %x[%t] : memref<64xf32>
    memref.store %v, %w[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %u = memref.load %y[%b] : memref<?xf32>
    %q = arith.extf %u : f32 to f64
    memref.store %q, %p[%t] : memref<2xf64, #gpu.address_space<private>>
    gpu.return
  }

  // A block that is alone may have all registers.

  // CHECK-LABEL: llvm.func @alone
  // CHECK-SAME:    nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 1 : i32
  gpu.func @alone() kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }

  // How many blocks a multiprocessor is to hold bounds the registers of kernels; other functions have no such bound.

  // CHECK-LABEL: llvm.func @two_blocks()
  // CHECK-SAME:    attributes {gpu.kernel, nvvm.kernel, nvvm.minctasm = 2 : i32} {
  // CHECK-LABEL: llvm.func @of_no_kernel() {
  gpu.func @two_blocks() kernel attributes {gpu.min_blocks_per_multiprocessor = 2 : i32} {
    gpu.return
  }
  gpu.func @of_no_kernel() attributes {gpu.min_blocks_per_multiprocessor = 2 : i32} {
    gpu.return
  }

  // What is known about sizes is a constant; warps are 32 threads in the order of rows.

  // CHECK-LABEL: llvm.func @numbers
  // CHECK-DAG:     llvm.mlir.constant(128 : i64) : i64
  // CHECK:         nvvm.read.ptx.sreg.nctaid.x : i32
  // CHECK:         nvvm.read.ptx.sreg.laneid range <i32, 0, 32> : i32
  // CHECK:         llvm.udiv
  gpu.func @numbers(%x: memref<8xindex>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %0 = gpu.block_dim x
    %1 = gpu.grid_dim x
    %2 = gpu.lane_id
    %3 = gpu.subgroup_id : index
    %4 = gpu.num_subgroups : index
    %5 = gpu.subgroup_size : index
    memref.store %0, %x[%1] : memref<8xindex>
    memref.store %2, %x[%3] : memref<8xindex>
    memref.store %4, %x[%5] : memref<8xindex>
    gpu.return
  }

  // 64 bits are exchanged in two parts, 16 bits in the lower half of one.

  // CHECK-LABEL: llvm.func @exchange
  // CHECK:         nvvm.shfl.sync bfly %{{.*}} : f32 -> f32
  // CHECK:         nvvm.shfl.sync down %{{.*}} {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  // CHECK:         nvvm.shfl.sync down %{{.*}} : i32 -> i32
  // CHECK:         llvm.bitcast %{{.*}} : f16 to i16
  // CHECK:         llvm.zext %{{.*}} : i16 to i32
  // CHECK:         nvvm.shfl.sync idx %{{.*}} : i32 -> i32
  // CHECK:         llvm.trunc %{{.*}} : i32 to i16
  gpu.func @exchange(%x: memref<32xf32>, %y: memref<32xf64>, %z: memref<32xf16>) kernel {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<32xf32>
    %b = memref.load %y[%t] : memref<32xf64>
    %c = memref.load %z[%t] : memref<32xf16>
    %0, %v0 = gpu.shuffle xor %a, %c1, %c32 : f32
    %1, %v1 = gpu.shuffle down %b, %c1, %c32 : f64
    %2, %v2 = gpu.shuffle idx %c, %c1, %c32 : f16
    %3 = arith.select %v1, %1, %b : f64
    memref.store %0, %x[%t] : memref<32xf32>
    memref.store %3, %y[%t] : memref<32xf64>
    memref.store %2, %z[%t] : memref<32xf16>
    gpu.return
  }

  // CHECK-LABEL: llvm.func @printing
  // CHECK:         %[[F:.*]] = llvm.fpext %{{.*}} : f32 to f64
  // CHECK:         %[[TEXT:.*]] = llvm.mlir.addressof @printfFormat_0
  // CHECK:         llvm.call @vprintf(%[[TEXT]], %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> i32
  gpu.func @printing(%v: f32) kernel {
    gpu.printf "%f\n", %v : f32
    gpu.return
  }

  // CHECK-LABEL: llvm.func @dynamic
  // CHECK:         llvm.mlir.addressof @__dynamic_shmem__0 : !llvm.ptr<3>
  gpu.func @dynamic(%v: i8, %i: index) kernel {
    %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    memref.store %v, %m[%i] : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}
