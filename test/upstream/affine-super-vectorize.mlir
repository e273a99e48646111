// FLAGS: --affine-super-vectorize=virtual-vector-size=8
// FLAGS: --affine-super-vectorize="virtual-vector-size=16 vectorize-reductions"
// FLAGS: --affine-super-vectorize="virtual-vector-size=8 test-fastest-varying=1"
// FLAGS: --affine-super-vectorize="virtual-vector-size=8 test-fastest-varying=0 vectorize-reductions"
// FLAGS: --affine-super-vectorize=virtual-vector-size=4,8
// FLAGS: --affine-super-vectorize="virtual-vector-size=4,8 test-fastest-varying=1,0"
// FLAGS: --affine-super-vectorize="virtual-vector-size=4,8 test-fastest-varying=0,1"
// FLAGS: --affine-super-vectorize=virtual-vector-size=2,4,8
// FLAGS: --affine-super-vectorize="virtual-vector-size=2,4,8 test-fastest-varying=2,1,0"
// FLAGS: --affine-super-vectorize=virtual-vector-size=1,1,1,1

func.func @pointwise(%a: memref<?xf32>, %b: memref<?xf32>, %x: f32, %n: index) {
  %c = arith.constant 2.0 : f32
  affine.for %i = <<0|1>> to <<64|%n|min affine_map<(d0) -> (d0, 128)>(%n)>> <<|step 2>> {
    %u = affine.load %a[<<%i|%i + 1|0|%i * 2|%i + symbol(%n)>>] : memref<?xf32>
    %v = <<arith.addf|arith.maxnumf|arith.remf>> %u, <<%c|%x|%u>> : f32
    %w = math.sqrt %v fastmath<fast> : f32
    affine.store %w, %b[<<%i|%i + 3|0>>] : memref<?xf32>
  }
  return
}
// -----
func.func @two(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to <<64|50>> {
      %u = affine.load %a[<<%i, %j|%j, %i|%i, 0|0, %j|5, 6>>] : memref<64x64xf32>
      %v = arith.mulf %u, %x : f32
      affine.store %v, %b[<<%i, %j|%j, %i|%i + 0, %j|%i, %j + 1|%i + 2, %j>>] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @three(%a: memref<64x64x64xi16>, %b: memref<64x64x64xi32>, %k: i32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %l = 0 to 64 {
        %u = affine.load %a[<<%i, %j, %l|%l, %j, %i|%j, 0, %l|%i, %j, %l + 1>>] : memref<64x64x64xi16>
        %v = <<arith.extsi|arith.extui>> %u : i16 to i32
        %w = arith.muli %v, <<%k|%v>> : i32
        affine.store %w, %b[<<%i, %j, %l|%i, %l, %j|%l, %j, %i>>] : memref<64x64x64xi32>
      }
    }
  }
  return
}
// -----
func.func @constants(%a: memref<64xi8>, %b: memref<64xf16>) {
  %c = arith.constant 3 : i8
  affine.for %i = 0 to 64 {
    %d = arith.constant <<-1|7>> : i8
    %e = arith.constant <<0.5|0x7C00>> : f16
    %u = affine.load %a[%i] : memref<64xi8>
    %v = arith.addi %u, <<%c|%d>> : i8
    %w = arith.sitofp %v : i8 to f16
    %q = arith.cmpf <<olt|uno>>, %w, %e : f16
    %s = arith.select %q, %w, %e : f16
    affine.store %s, %b[%i] : memref<64xf16>
    affine.store %v, %a[%i] : memref<64xi8>
  }
  return
}
// -----
func.func @induction_variables(%b: memref<64x64xi32>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %u = arith.index_cast <<%i|%j|%n>> : index to i32
      %v = arith.addi %u, %u : i32
      affine.store %v, %b[%i, %j] : memref<64x64xi32>
    }
  }
  return
}
// -----
func.func @applied(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 32 {
    %k = affine.apply affine_map<(d0)[s0] -> (<<d0 + 1|d0 + s0|s0|d0 * 2>>)>(%i)[%n]
    affine.for %j = 0 to 32 {
      %l = affine.apply affine_map<(d0) -> (<<d0|d0 + 4>>)>(%j)
      %u = affine.load %a[<<%k, %l|%k, %j|%i, %l|%k + 1, %j|%i + %n, %l>>] : memref<64x64xf32>
      %v = arith.subf %x, %u : f32
      affine.store %v, %b[<<%k, %l|%k + 1, %l|%k, %j>>] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @carried(%a: memref<64x64xf32>, %b: memref<64xf32>, %x: f32) {
  %z = arith.constant <<0.0|1.0>> : f32
  affine.for %i = 0 to <<64|50>> {
    %s:2 = affine.for %j = 0 to 32 <<|step 4>> iter_args(%p = <<%z|%x>>, %q = %x) -> (f32, f32) {
      %u = affine.load %a[<<%j, %i|%i, %j>>] : memref<64x64xf32>
      %v = arith.subf %u, <<%p|%q>> : f32
      affine.yield <<%v, %p|%q, %v|%v, %x>> : f32, f32
    }
    %t = arith.addf %s#0, %s#1 : f32
    affine.store %t, %b[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @reduction(%a: memref<<<n:500|512>>xf32>, %x: f32) -> f32 {
  %z = arith.constant <<0.0|1.0|-0.0>> : f32
  %s = affine.for %i = 0 to <<n>> <<|step 2>> iter_args(%p = <<%z|%x>>) -> (f32) {
    %u = affine.load %a[%i] : memref<<<n>>xf32>
    %w = math.cos %u : f32
    %v = <<arith.addf|arith.mulf|arith.subf|arith.maximumf|arith.minimumf|arith.maxnumf|arith.minnumf>> <<%p, %w|%w, %p>> : f32
    affine.yield %v : f32
  }
  return %s : f32
}
// -----
func.func @integers(%a: memref<?xi32>, %m: index, %n: index, %x: i32) -> i32 {
  %z = arith.constant <<0|1|-1>> : i32
  %s = affine.for %i = <<0|%m>> to <<%n|min affine_map<(d0) -> (d0, 100)>(%n)|affine_map<(d0) -> (d0 * 4)>(%n)>> iter_args(%p = <<%z|%x>>) -> (i32) {
    %u = affine.load %a[%i] : memref<?xi32>
    %v = <<arith.addi|arith.muli|arith.maxsi|arith.minsi|arith.maxui|arith.minui|arith.andi|arith.ori|arith.xori|arith.shli>> %p, %u : i32
    affine.yield %v : i32
  }
  return %s : i32
}
// -----
func.func @two_reductions(%a: memref<40xf32>, %b: memref<40xi64>, %x: f32) -> (f32, i64) {
  %y = arith.constant 5 : i64
  %s:2 = affine.for %i = 0 to 40 iter_args(%p = %x, %q = %y) -> (f32, i64) {
    %u = affine.load %a[%i] : memref<40xf32>
    %v = affine.load %b[<<%i|39 - %i|0>>] : memref<40xi64>
    %w = arith.addf %u, <<%p|%u>> : f32
    %r = arith.addi %q, <<%v|%y>> : i64
    affine.yield <<%w|%u>>, %r : f32, i64
  }
  return %s#0, %s#1 : f32, i64
}
// -----
func.func @rows(%a: memref<64x50xf32>, %b: memref<64xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    %s = affine.for %j = 0 to 50 iter_args(%p = %z) -> (f32) {
      %u = affine.load %a[<<%i, %j|%j, %i>>] : memref<64x50xf32>
      %v = arith.addf %p, %u : f32
      affine.yield %v : f32
    }
    %t = arith.mulf %s, %s : f32
    affine.store %t, %b[%i] : memref<64xf32>
  }
  return
}
// -----
func.func @nests(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
    affine.for %k = 0 to 32 {
      %u = affine.load %b[%i, <<%k|%k + 32>>] : memref<64x64xf32>
      affine.store %u, %b[<<%i, %k|%k, %i>>] : memref<64x64xf32>
    }
  }
  affine.for %l = 0 to 64 {
    affine.store %x, %b[<<%l, %l|%l, 0|3, %l>>] : memref<64x64xf32>
  }
  return
}
// -----
func.func @sequential(%a: memref<64x64xf32>, %x: f32, %n: index) {
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 60 {
      %u = affine.load %a[<<%i - 1, %j|%i, %j + 1|%j, %i>>] : memref<64x64xf32>
      affine.store %u, %a[%i, %j] : memref<64x64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(d0) -> (<<d0|d0 + 1|64>>)>(<<%i|%n>>) {
      affine.store %x, %a[%j, 0] : memref<64x64xf32>
    }
  }
  return
}
// -----
#set = affine_set<(d0) : (d0 - 4 >= 0)>
func.func @stays(%a: memref<64xf32>, %v: memref<64xvector<4xf32>>, %x: f32, %m: memref<?xf32>) {
  affine.for %i = 0 to 64 {
    affine.if #set(%i) {
      affine.store %x, %a[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %u = affine.load %v[%i] : memref<64xvector<4xf32>>
    %w = arith.addf %u, %u : vector<4xf32>
    affine.store %w, %v[%i] : memref<64xvector<4xf32>>
  }
  affine.for %i = 0 to 64 {
    %c = arith.constant 0 : index
    %d = memref.dim %m, %c : memref<?xf32>
    %u = affine.load %a[%i] : memref<64xf32>
    %w = <<arith.addf|arith.minimumf>> %u, %x : f32
    affine.store %w, %a[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %u = memref.load %a[%i] : memref<64xf32>
    affine.store %u, %a[%i] : memref<64xf32>
  }
  affine.parallel (%i) = (0) to (64) {
    affine.for %j = 0 to 64 {
      affine.store %x, %a[<<%i|%j>>] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @composed(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %l = affine.apply affine_map<(d0) -> (d0 <<* 2|+ 3>>)>(%k)
    affine.for %j = 0 to 32 {
      %m = affine.apply affine_map<(d0) -> (d0 + <<0|1>>)>(<<%j|%i>>)
      %u = affine.load %a[<<%l, %m|%m, %l|%j, %l>>] : memref<64x64xf32>
      affine.store %u, %b[<<%j, %l + 1|%l, %j + 1|%m, %j|%m + %k, %j>>] : memref<64x64xf32>
    }
  }
  return
}
