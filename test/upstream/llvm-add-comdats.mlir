// FLAGS: --llvm-add-comdats

module {
  llvm.func <<linkonce|linkonce_odr|weak|internal>> @a() {
    llvm.return
  }
  llvm.func <<linkonce_odr|weak_odr>> @b() {
    llvm.return
  }
  llvm.func @declared()
  llvm.mlir.global linkonce @g(3 : i32) : i32
  module {
    llvm.func linkonce @c() {
      llvm.return
    }
  }
}

// -----

// A table that exists is extended in front of its selectors.
module {
  llvm.func linkonce @a() {
    llvm.return
  }
  llvm.comdat @__llvm_comdat {
    llvm.comdat_selector @x largest
  }
  llvm.func linkonce_odr @b() {
    llvm.return
  }
}

// -----

// DIFFERS: a comdat of the program stays; mlir-opt replaces it, which takes the function out of its group
module {
  llvm.comdat @groups {
    llvm.comdat_selector @x largest
  }
  llvm.func linkonce @a() comdat(@groups::@x) {
    llvm.return
  }
}
