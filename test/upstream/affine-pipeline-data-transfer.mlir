// FLAGS: --affine-pipeline-data-transfer
// FLAGS: --affine-pipeline-data-transfer --canonicalize --cse

func.func @loop(%a: memref<256xf32>) {
  %f = memref.alloc() : memref<32xf32, <<space:1|2>>>
  %tag = memref.alloc() : memref<1xi32>
  %zero = arith.constant 0 : index
  %n = arith.constant 32 : index
  affine.for %i = <<0|2>> to <<8|3|11>> <<|step 2>> {
    affine.dma_start %a[<<%i|%i + 1|%i * 8>>], %f[<<%i|0|%zero>>], %tag[<<at:%zero|0>>], %n : memref<256xf32>, memref<32xf32, <<space>>>, memref<1xi32>
    affine.dma_wait %tag[<<at>>], %n : memref<1xi32>
    %v = affine.load %f[%i] : memref<32xf32, <<space>>>
    %r = "compute"(%v, <<%i|%zero>>) : (f32, index) -> f32
    affine.store %r, %f[%i + 1] : memref<32xf32, <<space>>>
    affine.for %j = 0 to 16 {
      "more"(%i, %j) : (index, index) -> ()
    }
  }
  "<<memref.dealloc|other>>"(%tag) : (memref<1xi32>) -> ()
  memref.dealloc %f : memref<32xf32, <<space>>>
  return
}
// -----
func.func @bounds(%a: memref<512xf32>, %x: index, %y: index) {
  %f = memref.alloc() : memref<32xf32, 1>
  %tag = memref.alloc() : memref<1xi32>
  %n = arith.constant 32 : index
  affine.for %i = <<affine_map<(d0) -> (d0)>(%x)|affine_map<(d0) -> (d0 * 2)>(%x)|0>> to <<affine_map<(d0) -> (d0 + 4)>(%x)|affine_map<(d0) -> (d0 * 2 + 6)>(%x)|%y|4>> {
    affine.dma_start %a[%i], %f[0], %tag[0], %n : memref<512xf32>, memref<32xf32, 1>, memref<1xi32>
    "between"(%i) : (index) -> ()
    affine.dma_wait %tag[0], %n : memref<1xi32>
    "compute"() : () -> ()
  }
  memref.dealloc %f : memref<32xf32, 1>
  return
}
// -----
func.func @applied(%a: memref<512x32xf32>) {
  %f = memref.alloc() : memref<2x32xf32, 1>
  %tag = memref.alloc() : memref<4xi32>
  %n = arith.constant 32 : index
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 16 {
    %k = affine.apply affine_map<(d0) -> (d0 <<* 4|floordiv 2|mod 3>>)>(%i)
    %l = affine.apply affine_map<(d0) -> (d0 mod 2)>(<<%i|%k>>)
    affine.dma_start %a[%k, <<%zero|0|%l>>], %f[<<%l, %zero|%zero, 0|%l, %k mod 2>>], %tag[<<at:%l|0>>], %n : memref<512x32xf32>, memref<2x32xf32, 1>, memref<4xi32>
    affine.dma_wait %tag[<<at>>], %n : memref<4xi32>
    %v = affine.load %f[%l, <<%i|%k mod 32>>] : memref<2x32xf32, 1>
    "compute"(%v, <<%k|%l|%i>>) : (f32, index) -> ()
  }
  memref.dealloc %f : memref<2x32xf32, 1>
  return
}
// -----
func.func @two(%a: memref<512xf32>, %b: memref<512xf32>) {
  %f = memref.alloc() : memref<32xf32, 1>
  %g = memref.alloc() : memref<32xf32, 1>
  %s = memref.alloc() : memref<1xi32>
  %t = memref.alloc() : memref<1xi32>
  %u = memref.alloc() : memref<1xi32>
  %n = arith.constant 32 : index
  affine.for %i = 0 to 10 {
    affine.dma_start %a[%i], %f[0], %s[0], %n : memref<512xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_start %b[%i * 2], %g[0], %t[0], %n : memref<512xf32>, memref<32xf32, 1>, memref<1xi32>
    affine.dma_wait %s[0], %n : memref<1xi32>
    affine.dma_wait <<%t|%u>>[0], %n : memref<1xi32>
    %v = affine.load %f[%i] : memref<32xf32, 1>
    affine.store %v, %g[%i] : memref<32xf32, 1>
    affine.dma_start %g[0], <<%a|%b>>[%i], %u[0], %n : memref<32xf32, 1>, memref<512xf32>, memref<1xi32>
    affine.dma_wait %u[0], %n : memref<1xi32>
  }
  memref.dealloc %f : memref<32xf32, 1>
  return
}
// -----
func.func @strided(%a: memref<512x512xf32>) {
  %f = memref.alloc() : memref<32x16xf32, 1>
  %t = memref.alloc() : memref<2x3xi32>
  %n = arith.constant 512 : index
  %stride = arith.constant 64 : index
  %per = arith.constant 16 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.dma_start %a[<<%i * 32, %j * 16|%j, %i|0, %j>>], %f[0, <<0|%i>>], %t[0, <<at:0|%i mod 3>>], %n, %stride, %per : memref<512x512xf32>, memref<32x16xf32, 1>, memref<2x3xi32>
      affine.dma_wait %t[0, <<at>>], %n : memref<2x3xi32>
      affine.for %k = 0 to 16 {
        %v = affine.vector_load %f[%k, 0] : memref<32x16xf32, 1>, vector<8xf32>
        affine.vector_store %v, %f[%k + 1, 8] : memref<32x16xf32, 1>, vector<8xf32>
        affine.prefetch %f[%k, %j], read, locality<3>, data : memref<32x16xf32, 1>
        "compute"(%v, <<%i|%j>>) : (vector<8xf32>, index) -> ()
      }
    }
  }
  return
}
// -----
func.func @outer(%a: memref<512xf32>) {
  %n = arith.constant 32 : index
  affine.for %i = 0 to 4 {
    %f = memref.alloc() : memref<32xf32, 1>
    %t = memref.alloc() : memref<1xi32>
    affine.for %j = 0 to 6 {
      affine.dma_start %a[%i * 32], %f[0], %t[0], %n : memref<512xf32>, memref<32xf32, 1>, memref<1xi32>
      affine.dma_wait %t[0], %n : memref<1xi32>
      %v = affine.load %f[%j] : memref<32xf32, 1>
      "compute"(%v, <<%i|%j>>) : (f32, index) -> ()
    }
    memref.dealloc %t : memref<1xi32>
    memref.dealloc %f : memref<32xf32, 1>
  }
  return
}
// -----
func.func @stays(%a: memref<512xf32>, %m: memref<32xf32>, %x: index) {
  %n = arith.constant 32 : index
  %f = memref.alloc() : memref<<<fast:32xf32, 1|32xf32>>>
  %t = memref.alloc() : memref<1xi32>
  affine.for %j = 0 to 6 {
    affine.dma_start %a[0], %f[%j], %t[0], %n : memref<512xf32>, memref<<<fast>>>, memref<1xi32>
    affine.dma_wait %t[0], %n : memref<1xi32>
  }
  %v = affine.load %f[0] : memref<<<fast>>>
  return
}
// -----
func.func @escapes(%a: memref<512xf32>) {
  %n = arith.constant 32 : index
  %f = memref.alloc() : memref<32xf32, 1>
  %t = memref.alloc() : memref<1xi32>
  affine.for %j = 0 to 6 {
    affine.dma_start %a[%j], %f[0], %t[0], %n : memref<512xf32>, memref<32xf32, 1>, memref<1xi32>
    "<<use|memref.dealloc>>"(%f) : (memref<32xf32, 1>) -> ()
    "<<use|memref.dealloc>>"(%t) : (memref<1xi32>) -> ()
    affine.dma_wait %t[0], %n : memref<1xi32>
  }
  return
}
// -----
func.func @dynamic(%a: memref<512xf32>, %t: memref<?xi32>, %x: index, %y: index) {
  %n = arith.constant 32 : index
  %f = memref.alloc(%x, %y) : memref<?x?xf32, 1>
  affine.for %j = 0 to 6 {
    affine.dma_start %a[%j], %f[0, 0], %t[0], %n : memref<512xf32>, memref<?x?xf32, 1>, memref<?xi32>
    affine.dma_wait %t[0], %n : memref<?xi32>
    %v = affine.load %f[%j, <<symbol(%x)|0>>] : memref<?x?xf32, 1>
  }
  return
}
