// FLAGS: --llvm-use-default-visibility
// FLAGS: --llvm-use-default-visibility=visibility=hidden
// FLAGS: --llvm-use-default-visibility=visibility=protected

module {
  llvm.func <<internal|private|linkonce|weak>> <<hidden |protected |>>@a() {
    llvm.return
  }
  llvm.func @declared()
  llvm.func extern_weak @weakly()
  llvm.mlir.global <<external|internal|private>> <<hidden |>>@g(3 : i32) : i32
  llvm.mlir.alias external @alias : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.ifunc external @chosen : !llvm.func<void ()>, !llvm.ptr @resolver
  llvm.func @resolver() -> !llvm.ptr {
    %0 = llvm.mlir.zero : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  module {
    llvm.func @inner() {
      llvm.return
    }
  }
}
