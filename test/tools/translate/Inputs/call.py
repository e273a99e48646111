"""Calls the program of add.mlir in the shared library that is named on the command line."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.sum_context_new.restype = ctypes.c_void_p
context = ctypes.c_void_p(library.sum_context_new(1))
a, b, c = (ctypes.c_float * 6)(*range(6)), (ctypes.c_float * 6)(*range(0, 600, 100)), (ctypes.c_float * 6)()
inputs = (ctypes.c_void_p * 2)(ctypes.addressof(a), ctypes.addressof(b))
outputs = (ctypes.c_void_p * 1)(ctypes.addressof(c))
print(library.sum_main(inputs, outputs, context), list(c))
library.sum_context_free(context)
