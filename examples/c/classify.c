/* Classifies the test images of the digits example with the compiled program, and says how many it got right.

   Usage: classify FOLDER, where FOLDER holds the .npy files of examples/digits. */

#include "digits.h"
#include "npy.h"

#define INPUTS 7
#define IMAGES 360
#define CLASSES 10

static const char *const NAMES[INPUTS] = {"w1", "b1", "w2", "b2", "w3", "b3", "images"};

/* The bytes of input number `i`, from what the program says about itself. */
static size_t input_bytes(int32_t i) {
  const int64_t *spec = digits_main_input_spec(i);
  size_t bytes = spec ? (size_t)spec[1] / 8 : 0;
  for (int64_t d = 0; spec && d < spec[2]; ++d) {
    bytes *= (size_t)spec[3 + d];
  }
  return bytes;
}

static void *read_array(const char *folder, const char *name, const char *type, size_t bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.npy", folder, name);
  return npy_read(path, type, bytes);
}

/* How many of the images are classified as the labels say; -1 where the call failed. */
static int classify(digits_context *context, void *const *inputs, const int32_t *labels) {
  static float logits[IMAGES][CLASSES];
  void *outputs[] = {logits};
  if (digits_interface_version() != DIGITS_INTERFACE_VERSION) {
    fprintf(stderr, "the library has another interface than the header\n");
    return -1;
  }
  if (digits_main((const void *const *)inputs, outputs, context) != 0) {
    fprintf(stderr, "digits_main: %s\n", digits_last_error(context));
    return -1;
  }
  int right = 0;
  for (int image = 0; image < IMAGES; ++image) {
    int best = 0;
    for (int digit = 1; digit < CLASSES; ++digit) {
      best = logits[image][digit] > logits[image][best] ? digit : best;
    }
    right += best == labels[image];
  }
  return right;
}

int main(int argc, char **argv) {
  if (argc != 2 || digits_main_num_inputs() != INPUTS) {
    fprintf(stderr, "usage: classify FOLDER\n");
    return 2;
  }
  void *inputs[INPUTS] = {NULL};
  int complete = 1;
  for (int32_t i = 0; i < INPUTS; ++i) {
    inputs[i] = read_array(argv[1], NAMES[i], "<f4", input_bytes(i));
    complete = complete && inputs[i];
  }
  int32_t *labels = read_array(argv[1], "labels", "<i4", IMAGES * sizeof(int32_t));
  digits_context *context = digits_context_new(1);
  int right = -1;
  if (complete && labels && context) {
    right = classify(context, inputs, labels);
  }
  if (right >= 0) {
    printf("%d of %d images right\n", right, IMAGES);
  }
  digits_context_free(context);
  free(labels);
  for (int32_t i = 0; i < INPUTS; ++i) {
    free(inputs[i]);
  }
  return right < 0;
}
