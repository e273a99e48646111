// FLAGS: -pass-pipeline=builtin.module(func.func(affine-data-copy-generate,cse))
// FLAGS: -pass-pipeline=builtin.module(func.func(affine-data-copy-generate{fast-mem-space=2},canonicalize))
// FLAGS: -pass-pipeline=builtin.module(func.func(affine-data-copy-generate{fast-mem-capacity=1},canonicalize))
// FLAGS: "-pass-pipeline=builtin.module(func.func(affine-data-copy-generate{generate-dma fast-mem-space=2 tag-mem-space=3},cse))"
// FLAGS: "-pass-pipeline=builtin.module(func.func(affine-data-copy-generate{generate-dma fast-mem-capacity=1},cse))"
// FLAGS: "-pass-pipeline=builtin.module(func.func(affine-data-copy-generate{fast-mem-space=0 skip-non-unit-stride-loops},canonicalize))"

func.func @nest(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 4 to 20 <<|step 2>> {
      %v = affine.load %A[%i, %j + <<1|4>>] : memref<64x64xf32>
      %w = affine.load %B[%j, %i] : memref<64x64xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %B[%j, %i] : memref<64x64xf32>
      affine.store %s, %A[%i <<|+ 5>>, %j + 2] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @straight(%A: memref<64xf32>, %n: index) -> f32 {
  %v = affine.load %A[3] : memref<64xf32>
  %w = affine.load %A[<<symbol(%n)|9|3>>] : memref<64xf32>
  %x = arith.addf %v, %w : f32
  affine.store %x, %A[<<5|3>>] : memref<64xf32>
  return %x : f32
}
// -----
func.func @dynamic(%A: memref<?x64xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %v = affine.load %A[%i, %j] : memref<?x64xf32>
      affine.store %v, %A[%i, %j <<|+ 4>>] : memref<?x64xf32>
    }
  }
  return
}
// -----
func.func @tiled(%A: memref<256x1024xf32>, %B: memref<1024x1024xf32>, %C: memref<256x1024xf32>) {
  affine.for %i = 0 to 256 step 16 {
    affine.for %j = 0 to 1024 step 32 {
      affine.for %ii = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 16)>(%i) {
        affine.for %jj = affine_map<(d0) -> (d0)>(%j) to affine_map<(d0) -> (d0 + 32)>(%j) {
          %a = affine.load %A[%ii, %jj] : memref<256x1024xf32>
          %c = affine.load %C[%ii, <<%jj|%j>>] : memref<256x1024xf32>
          %b = affine.load %B[%ii, %jj] : memref<1024x1024xf32>
          %t = arith.addf %a, %c : f32
          %s = arith.addf %t, %b : f32
          affine.store %s, %B[%ii, %jj] : memref<1024x1024xf32>
        }
      }
    }
  }
  return
}
// -----
// DIFFERS: a buffer whose elements may not all be written has those of the memref first; upstream copies back what was in the buffer before.
func.func @several(%A: memref<64xf32>, %B: memref<64xf32>, %x: f32) {
  affine.store %x, %A[0] : memref<64xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %A[%i * 2] : memref<64xf32>
    affine.store %v, %B[%i] : memref<64xf32>
  }
  %w = affine.load %B[<<0|20>>] : memref<64xf32>
  affine.store %w, %A[1] : memref<64xf32>
  affine.for %i = 0 to <<1|0|3>> {
    %v = affine.load %B[%i] : memref<64xf32>
    affine.store %v, %A[%i + 7] : memref<64xf32>
  }
  return
}
// -----
func.func @local(%B: memref<64xf32>, %f: memref<64xf32, <<sp:1|7>>>) {
  affine.for %i = 0 to 16 {
    %A = memref.alloc() : memref<16xf32>
    affine.for %j = 0 to 16 {
      %v = affine.load %B[%j] : memref<64xf32>
      affine.store %v, %A[%j] : memref<16xf32>
      affine.store %v, %f[%i] : memref<64xf32, <<sp>>>
    }
  }
  return
}
