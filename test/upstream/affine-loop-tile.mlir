// FLAGS: --affine-loop-tile=tile-size=4
// FLAGS: --affine-loop-tile="tile-sizes=3,32 separate"
// FLAGS: --affine-loop-tile="cache-size=1"
// FLAGS: --affine-loop-tile=tile-size=32

func.func @rectangle(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %k: index) {
  affine.for %i = <<0|3|%k>> to <<%n|64|31>> step <<1|2>> {
    affine.for %j = 0 to <<min affine_map<(d0)[s0] -> (d0, s0 * 4)>(%n)[%k]|128|7>> {
      %v = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %v, %b[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @matmul(%a: memref<256x256x<<t:f32|f64|f16>>>, %b: memref<256x256x<<t>>>, %c: memref<256x256x<<t>>>) {
  affine.for %i = 0 to <<256|250|16>> {
    affine.for %j = 0 to <<256|64>> {
      affine.for %k = 0 to <<256|1|100>> {
        %x = affine.load %a[%i, %k] : memref<256x256x<<t>>>
        %y = affine.load %b[%k, %j] : memref<256x256x<<t>>>
        %z = affine.load %c[%i, %j] : memref<256x256x<<t>>>
        %w = math.fma %x, %y, %z : <<t>>
        affine.store %w, %c[%i, %j] : memref<256x256x<<t>>>
      }
    }
  }
  return
}
// -----
func.func @dependences(%a: memref<64x64xf32>) {
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %v = affine.load %a[<<%i - 1, %j|%i, %j|%i, %j - 1|%i - 1, %j - 1|%i + 1, %j|%i + 1, %j + 1|%j, %i>>] : memref<64x64xf32>
      affine.store %v, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @not_rectangular(%a: memref<64x64xf32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = <<affine_map<(d0) -> (d0)>(%i)|0>> to <<64|affine_map<(d0) -> (d0 + 1)>(%i)>> {
      %v = affine.load %a[%i, %j] : memref<64x64xf32>
      affine.store %v, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @bands(%a: memref<64x64xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to %n {
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
  }
  affine.for %i = 0 to 32 {
    %r = affine.for %j = 0 to 4 iter_args(%s = %x) -> f32 {
      %v = affine.load %a[%j, <<%i|0>>] : memref<64x64xf32>
      %t = arith.addf %s, %v : f32
      affine.yield %t : f32
    }
    affine.store %r, %a[%i, 63] : memref<64x64xf32>
  }
  scf.execute_region {
    affine.for %i = 0 to 64 {
      affine.store %x, %a[%i, 0] : memref<64x64xf32>
    }
    scf.yield
  }
  return
}
// -----
func.func @deep(%a: memref<128x128x128x128xf32>, %b: memref<128x128x128x128xf32>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      affine.for %k = 0 to 128 {
        affine.for %l = 0 to <<128|100>> {
          %v = affine.load %a[%i, %j, %k, %l] : memref<128x128x128x128xf32>
          affine.store %v, %b[<<%i, %j, %k, %l|%j, %i, %l, %k|%i, %j, %k, %l mod 8>>] : memref<128x128x128x128xf32>
        }
      }
    }
  }
  return
}
// -----
// DIFFERS: upstream tiles although the distance is 1 in the first and -1 in the second loop, and reads elements before they are written
func.func @back(%a: memref<64x64xf32>) {
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %v = affine.load %a[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %v, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
