/* Two compiled programs in one process, each with a runtime of its own. */
#include "first.h"
#include "second.h"
#include <math.h>
#include <stdio.h>

int main(void) {
  float values[64], sorted[64], matrix[4] = {4, 2, 2, 5}, factor[4];
  for (int i = 0; i < 64; i++)
    values[i] = (float)((i * 37) % 64);
  const void *first_in[] = {values}, *second_in[] = {matrix};
  void *first_out[] = {sorted}, *second_out[] = {factor};
  first_context *a = first_context_new(2);
  second_context *b = second_context_new(2);
  if (!a || !b)
    return 2;
  for (int round = 0; round < 3; round++) {
    if (first_main(first_in, first_out, a) || second_main(second_in, second_out, b))
      return 3;
    for (int i = 0; i < 64; i++)
      if (sorted[i] != (float)i)
        return 4;
    if (fabsf(factor[0] - 2) > 1e-6f || fabsf(factor[2] - 1) > 1e-6f || fabsf(factor[3] - 2) > 1e-6f)
      return 5;
  }
  first_context_free(a);
  second_context_free(b);
  puts("both programs are right");
  return 0;
}
