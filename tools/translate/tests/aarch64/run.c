/* Loads a compiled program and runs it on files: run LIBRARY PREFIX INPUT... -- OUTPUT:BYTES... */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, ALIGNMENT = 64 };

typedef int32_t entry(const void *const *, void *const *, void *);
typedef void *new_context(int32_t);
typedef void free_context(void *);
typedef const char *last_error(void *);

static void *library;

static void *symbol(const char *prefix, const char *name) {
  char text[512];
  snprintf(text, sizeof text, "%s_%s", prefix, name);
  void *address = dlsym(library, text);
  if (!address) {
    fprintf(stderr, "no symbol %s\n", text);
    exit(2);
  }
  return address;
}

static void *room(long bytes) {
  void *buffer = aligned_alloc(ALIGNMENT, (bytes / ALIGNMENT + 1) * ALIGNMENT);
  if (!buffer)
    exit(2);
  memset(buffer, 0xa5, bytes);
  return buffer;
}

static void *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(2);
  }
  long bytes = ftell(file);
  rewind(file);
  void *buffer = room(bytes);
  if (fread(buffer, 1, bytes, file) != (size_t)bytes)
    exit(2);
  fclose(file);
  return buffer;
}

int main(int argc, char **argv) {
  const void *inputs[MOST];
  void *outputs[MOST];
  const char *names[MOST];
  long sizes[MOST];
  int n_inputs = 0, n_outputs = 0, results = 0;
  library = argc < 4 ? NULL : dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "cannot load: %s\n", argc < 4 ? "too few arguments" : dlerror());
    return 2;
  }
  for (int i = 3; i < argc && n_inputs < MOST && n_outputs < MOST; i++) {
    if (!strcmp(argv[i], "--")) {
      results = 1;
    } else if (!results) {
      inputs[n_inputs++] = read_file(argv[i]);
    } else {
      char *colon = strrchr(argv[i], ':');
      if (!colon)
        return 2;
      *colon = 0;
      names[n_outputs] = argv[i];
      sizes[n_outputs] = atol(colon + 1);
      outputs[n_outputs] = room(sizes[n_outputs]);
      n_outputs++;
    }
  }
  void *context = ((new_context *)symbol(argv[2], "context_new"))(1);
  int32_t code = ((entry *)symbol(argv[2], "main"))(inputs, outputs, context);
  if (code) {
    fprintf(stderr, "error %d: %s\n", code, ((last_error *)symbol(argv[2], "last_error"))(context));
    return 1;
  }
  ((free_context *)symbol(argv[2], "context_free"))(context);
  for (int i = 0; i < n_outputs; i++) {
    FILE *file = fopen(names[i], "wb");
    if (!file || fwrite(outputs[i], 1, sizes[i], file) != (size_t)sizes[i] || fclose(file)) {
      perror(names[i]);
      return 2;
    }
  }
  return 0;
}
