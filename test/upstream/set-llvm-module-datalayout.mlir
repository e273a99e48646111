// FLAGS: --set-llvm-module-datalayout
// FLAGS: --set-llvm-module-datalayout=data-layout=e-p:64:64

module {
  llvm.func @f()
}
