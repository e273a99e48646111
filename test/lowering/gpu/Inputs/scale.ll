target triple = "nvptx64-nvidia-cuda"

define float @scale(float %x) {
  %r = fmul float %x, 3.0
  ret float %r
}

define float @unused(float %x) {
  ret float %x
}
