/* Calls the program of tensors.mlir with sizes that fit and with sizes that do not. */
#include <stdio.h>

#include "m.h"

int main(void) {
  float x[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, sums[4];
  int64_t in_sizes[2] = {2, 4}, out_sizes[2];
  strata_tensor in = {x, in_sizes}, out = {0, out_sizes};
  const void *inputs[] = {&in};
  void *outputs[] = {&out, sums};
  m_context *context = m_context_new(1);
  int code = m_main(inputs, outputs, context);
  const float *y = out.data;
  printf("%d: %dx%d, %g to %g, sums %g to %g\n", code, (int)out_sizes[0], (int)out_sizes[1], y[0], y[7], sums[0],
         sums[3]);
  m_tensor_free(out.data);
  in_sizes[1] = 3;
  code = m_main(inputs, outputs, context);
  printf("%d: %s, %s\n", code, m_last_error(context), out.data ? "data" : "no data");
  m_tensor_free(out.data);
  const int64_t *spec = m_main_input_spec(0);
  printf("spec: rank %d, %d and %d\n", (int)spec[2], (int)spec[3], (int)spec[4]);
  m_context_free(context);
  return 0;
}
