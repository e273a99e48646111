// FLAGS: --convert-func-to-llvm
// FLAGS: --llvm-request-c-wrappers --convert-func-to-llvm

func.func private @ext(memref<?xf32>, <<memref<*xf32>|i32|index>>) -> <<(i32, memref<4xf32>)|f32|memref<4x?xf32>|()>> attributes {llvm.emit_c_interface}

// -----

func.func @main(%m: memref<?xf32> {llvm.noalias}, %u: memref<*xf32>, %i: index {foo.bar = 1 : i32}, %n: memref<4x8xf32>) -> (index, memref<4x8xf32>) attributes {llvm.emit_c_interface, foo.baz, passthrough = ["noinline"]} {
  return %i, %n : index, memref<4x8xf32>
}
func.func @scalar(%i: <<index|f32>>) -> <<i32|index>> attributes {llvm.emit_c_interface} {
  %c = arith.constant 1 : index
  %d = "test.make"(%c) : (index) -> <<i32|index>>
  "test.end"() : () -> ()
  %0 = arith.constant 0 : i32
  call @nothing() : () -> ()
  cf.br ^a
^a:
  cf.br ^a
}
func.func @nothing() attributes {llvm.emit_c_interface} {
  return
}

// -----

func.func private @u(memref<*xf32>) -> memref<*xf32>
func.func private @u2(memref<*xf32>) -> (i32, memref<*xf32>, memref<4xf32>)
func.func @c(%a: memref<*xf32>) -> i32 {
  %0 = call @u(%a) : (memref<*xf32>) -> memref<*xf32>
  %1:3 = call @u2(%0) : (memref<*xf32>) -> (i32, memref<*xf32>, memref<4xf32>)
  return %1#0 : i32
}
