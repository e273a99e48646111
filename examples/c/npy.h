/* Reads arrays of 4-byte elements from .npy files. */
#ifndef NPY_H
#define NPY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The elements of the file, which has to have `type` ("<f4" or "<i4") and `bytes` bytes of data; NULL, with a message on
   stderr, where it has not. The caller frees them. */
static inline void *npy_read(const char *path, const char *type, size_t bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return NULL;
  }
  unsigned char start[10];
  char header[512] = "";
  void *data = NULL;
  size_t length = 0;
  if (fread(start, 1, sizeof start, file) == sizeof start && memcmp(start, "\x93NUMPY\x01", 7) == 0) {
    length = start[8] | (size_t)start[9] << 8;
  }
  if (length != 0 && length < sizeof header && fread(header, 1, length, file) == length && strstr(header, type) &&
      strstr(header, "'fortran_order': False")) {
    data = malloc(bytes);
  }
  /* One byte more must not be there. */
  if (data && (fread(data, 1, bytes, file) != bytes || fgetc(file) != EOF)) {
    free(data);
    data = NULL;
  }
  if (!data) {
    fprintf(stderr, "%s: not an array of %s with %zu bytes\n", path, type, bytes);
  }
  fclose(file);
  return data;
}

#endif /* NPY_H */
