// FLAGS: --convert-to-llvm
// FLAGS: --convert-to-llvm=filter-dialects=func
// FLAGS: --convert-to-llvm='filter-dialects=arith,cf'

func.func @loop(%m: memref<?x<<t:f32|i32|index>>>, %n: index, %x: <<t>>) -> <<t>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, <<t>>)
^head(%i: index, %v: <<t>>):
  %more = arith.cmpi <<slt|ult>>, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  memref.store %v, %m[%i] : memref<?x<<t>>>
  %w = memref.load %m[%c0] : memref<?x<<t>>>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %w : index, <<t>>)
^end:
  return %v : <<t>>
}

// -----

func.func @f(%i: index, %m: memref<?xf32>, %n: memref<?xf32>, %k: index) {
  "test.use"(%m, %i) : (memref<?xf32>, index) -> ()
  call @g(%n, %m, %k, %i) : (memref<?xf32>, memref<?xf32>, index, index) -> ()
  "test.use"(%k) : (index) -> ()
  return
}
func.func private @g(memref<?xf32>, memref<?xf32>, index, index)

// -----

func.func @g(%a: i32, %f: index, %b: i1) -> index {
  cf.assert %b, "hello"
  cf.cond_br %b weights([1, 2]), ^a(%f: index), ^c(%f : index)
^a(%g: index):
  cf.switch %a : i32, [ default: ^a(%g : index), 42: ^c(%f : index), 43: ^d(%f, %f: index, index) ]
^c(%h : index):
  cf.br ^d(%h, %h: index, index)
^d(%i : index, %j: index):
  return %j : index
}
func.func @g2(%a: index, %b: i1) {
  cf.assert %b, "hello"
  cf.assert %b, "world"
  return
}

// -----

func.func @complex(%a: complex<f32>) -> f32 {
  %0 = complex.re %a : complex<f32>
  %1 = math.<<sin|log1p|erf>> %0 : f32
  %2 = arith.addf %1, %1 : f32
  return %2 : f32
}
