/* Calls the program of add.mlir through its header. */
#include "add.h"
#include <stdio.h>

int main(void) {
  float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {10, 20, 30, 40, 50, 60}, c[6] = {0};
  const void *inputs[] = {a, b};
  void *outputs[] = {c};
  sum_context *context = sum_context_new(1);
  if (!context) return 1;
  printf("%d %d\n", sum_main_num_inputs(), sum_main_num_outputs());
  const int64_t *spec = sum_main_input_spec(1);
  printf("%d %d %d: %d %d\n", (int)spec[0], (int)spec[1], (int)spec[2], (int)spec[3], (int)spec[4]);
  printf("%d\n", sum_main_output_spec(1) == 0);
  if (sum_main(inputs, outputs, context)) return 1;
  for (int i = 0; i < 6; i++) printf("%g ", c[i]);
  printf("<%s>\n", sum_last_error(context));
  sum_context_free(context);
  return 0;
}
