// FLAGS: --symbol-privatize
// FLAGS: --symbol-privatize=exclude=a
// FLAGS: --symbol-privatize='exclude=a,m'

func.func @a() {
  return
}
func.func <<public|private|nested>> @b() {
  return
}
module @m {
  func.func @a() {
    return
  }
}
memref.global constant @g : memref<4xf32> = dense<1.0>
