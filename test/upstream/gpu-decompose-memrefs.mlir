// FLAGS: --gpu-decompose-memrefs

// Accesses to elements.
func.func @elements(%m: memref<4x<<d:8|?>>xf32<<l:|, strided<[?, 1]>|, strided<[16, ?], offset: ?>|, strided<[16, 2], offset: 3> >><<s:|, 1|, #gpu.address_space<workgroup> >>>, %n: index, %v: f32, %p: i1) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%x, %y, %z) in (%ta = %n, %tb = %n, %tc = %n) {
    %c1 = arith.constant 1 : index
    %0 = memref.load %m[<<%a|%c1|%n>>, %x] : memref<4x<<d>>xf32<<l>><<s>>>
    memref.store %0, %m[%a, <<%b|%c1>>] {nontemporal = true} : memref<4x<<d>>xf32<<l>><<s>>>
    scf.if %p {
      %k = arith.addi %n, %a : index
      %1 = memref.load %m[%k, %c1] : memref<4x<<d>>xf32<<l>><<s>>>
      memref.store %1, %m[%k, %k] : memref<4x<<d>>xf32<<l>><<s>>>
    }
    gpu.terminator
  }
  return
}

// -----

// Views, also of views and with fewer dimensions.
func.func @views(%m: memref<4x<<d:8|?>>xf32>, %n: index, %v: f32) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%x, %y, %z) in (%ta = %n, %tb = %n, %tc = %n) {
    %t = memref.subview %m[<<%a|1>>, %b] [2, %n] [1, 2] : memref<4x<<d>>xf32> to memref<2x?xf32, strided<[<<d>>, 2], offset: ?>>
    %u = memref.subview %m[2, %b] [1, 4] [1, %n] : memref<4x<<d>>xf32> to memref<4xf32, strided<[?], offset: ?>>
    %w = memref.subview %t[%a, %a] [1, 4] [%n, 2] : memref<2x?xf32, strided<[<<d>>, 2], offset: ?>> to memref<1x4xf32, strided<[?, 4], offset: ?>>
    %0 = memref.load %w[%b, %c] : memref<1x4xf32, strided<[?, 4], offset: ?>>
    "foo.use"(%u, %0) : (memref<4xf32, strided<[?], offset: ?>>, f32) -> ()
    gpu.terminator
  }
  return
}

// -----

// Buffers of the kernel, and of blocks in it.
func.func @buffers(%n: index, %v: f32, %p: i1) {
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%x, %y, %z) in (%ta = %n, %tb = %n, %tc = %n) workgroup(%w : memref<8x32xf32, #gpu.address_space<workgroup>>) {
    %m = memref.alloca(%n) : memref<4x?xf32>
    %0 = memref.load %w[%x, %y] : memref<8x32xf32, #gpu.address_space<workgroup>>
    memref.store %0, %m[%a, %x] : memref<4x?xf32>
    %1 = memref.load %m[%a, <<%b|%n>>] : memref<4x?xf32>
    memref.store %1, %w[%a, %b] : memref<8x32xf32, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  return
}

// -----

// What stays: accesses out of launches, buffers without dimensions, layouts that are maps.
func.func @stays(%m: memref<4x8xf32>, %s: memref<f32>, %t: memref<4x8xf32, affine_map<(d0, d1) -> (<<z:d1, d0|d0 floordiv 2, d1|d0 * 8 + d1>>)>>, %n: index) {
  %0 = memref.load %m[%n, %n] : memref<4x8xf32>
  gpu.launch blocks(%a, %b, %c) in (%ga = %n, %gb = %n, %gc = %n) threads(%x, %y, %z) in (%ta = %n, %tb = %n, %tc = %n) {
    memref.store %0, %s[] : memref<f32>
    memref.store %0, %t[%a, %b] : memref<4x8xf32, affine_map<(d0, d1) -> (<<z>>)>>
    gpu.terminator
  }
  return
}
