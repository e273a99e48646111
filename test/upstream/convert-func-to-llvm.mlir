// FLAGS: --convert-func-to-llvm
// FLAGS: --convert-func-to-llvm=use-bare-ptr-memref-call-conv=true
// FLAGS: --convert-func-to-llvm=index-bitwidth=32

func.func private @ext(memref<<<d:4|4x8>>xf32>, index) -> (i32, memref<<<d>>xf32>)
func.func @main(%m: memref<<<d>>xf32> {llvm.noalias}, %i: index {foo.bar = 1 : i32}) -> (index, memref<<<d>>xf32>) attributes {foo.baz, passthrough = ["noinline"]} {
  %0:2 = func.call @ext(%m, %i) : (memref<<<d>>xf32>, index) -> (i32, memref<<<d>>xf32>)
  %f = constant @none : () -> ()
  func.call_indirect %f() : () -> ()
  func.call @none() {foo.x = 1 : i32} : () -> ()
  return %i, %0#1 : index, memref<<<d>>xf32>
}
func.func @none() attributes {no_inline} {
  return
}

// -----

// Arguments get their descriptors in the order in which converted ops use them.
func.func @order(%i: index, %m: memref<4xf32>, %n: memref<4xf32>, %k: index) {
  "test.use"(<<%m, %i|%n, %k>>) : (memref<4xf32>, index) -> ()
  call @g(<<%n, %m|%m, %n|%m, %m>>, %k, %i) : (memref<4xf32>, memref<4xf32>, index, index) -> ()
  "test.use"(<<%k, %n|%k, %m|%i, %n>>) : (index, memref<4xf32>) -> ()
  return
}
func.func private @g(memref<4xf32>, memref<4xf32>, index, index)

// -----

func.func @attributes(%a: i32 {llvm.signext}) -> (i32 {llvm.zeroext}) attributes {llvm.linkage = #llvm.linkage<<<internal|linkonce>>>, llvm.readnone} {
  return %a : i32
}
func.func @two(%a: f32) -> (i32 {llvm.zeroext}, i32 {llvm.signext}) attributes {<<llvm.varargs = true|foo.x>>} {
  %c = arith.constant 1 : i32
  return %c, %c : i32, i32
}
func.func @calls(%a: f32) -> i32 {
  %0:2 = call @two(%a) : (f32) -> (i32, i32)
  return %0#1 : i32
}

// -----

func.func <<|private>> @blocks(%a: index, %b: i1) -> index {
  cf.cond_br %b, ^a(%a : index), ^b(%a : index)
^a(%x : index):
  cf.br ^b(%x : index)
^b(%y: index):
  return %y : index
}
