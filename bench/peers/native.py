"""The two small C programs of the benchmarks, compiled when they are needed.

- The launcher runs a command again and again and prints its wall time, processor time and peak memory. Python cannot
  measure the last: Linux counts the memory of the forking process in the peak of its child, so a tool of 8 MB
  would seem to need the 30 MB of the interpreter.
- The peak library runs independent fused multiply-adds on full vector registers: the most the core can do.
"""

import ctypes
import pathlib
import subprocess
import tempfile

LAUNCHER_C = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* launcher OUTPUT COMMAND ARGS...: prints "exit-status wall-seconds cpu-seconds peak-kib". */
int main(int argc, char **argv) {
  if (argc < 3) return 2;
  struct timespec start, end;
  struct rusage use;
  int status;
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    int out = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (out < 0 || dup2(out, 1) < 0) _exit(126);
    close(out);
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  if (wait4(child, &status, 0, &use) != child) return 2;
  clock_gettime(CLOCK_MONOTONIC, &end);
  double wall = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9;
  double cpu = use.ru_utime.tv_sec + use.ru_stime.tv_sec + (use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  printf("%d %.9f %.6f %ld\n", code, wall, cpu, use.ru_maxrss);
  return 0;
}
"""

# Twelve accumulators hide the latency of four to five cycles on two ports. Inline assembly, so that the compiler can neither
# combine nor drop the operations. The vector width is the widest that the processor has.
PEAK_C = r"""
#if defined(__AVX512F__)
#define WIDTH 16
#define REGISTER "v"
#elif defined(__AVX2__) && defined(__FMA__)
#define WIDTH 8
#define REGISTER "x"
#elif defined(__aarch64__)
#define WIDTH 4
#define REGISTER "w"
#else
#error "no fused multiply-add on vectors is known for this processor"
#endif
#define ACCUMULATORS 12
typedef float vector __attribute__((vector_size(WIDTH * 4)));

/* Returns the number of floating-point operations done. */
double fma_peak(long rounds) {
  vector sum[ACCUMULATORS], x = {0}, y = {0};
  for (int i = 0; i < ACCUMULATORS; i++) sum[i] = x;
  x += 0.999f;
  y += 0.001f;
  for (long r = 0; r < rounds; r++)
#pragma GCC unroll 12
    for (int i = 0; i < ACCUMULATORS; i++)
#if defined(__aarch64__)
      __asm__ volatile("fmla %0.4s, %1.4s, %2.4s" : "+w"(sum[i]) : "w"(x), "w"(y));
#else
      __asm__ volatile("vfmadd231ps %1, %2, %0" : "+" REGISTER(sum[i]) : REGISTER(x), REGISTER(y));
#endif
  return 2.0 * WIDTH * ACCUMULATORS * (double)rounds;
}
"""


def compile_c(source, output, *flags):
    """Compiles C source into `output`; raises with the compiler's message where that fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "source.c"
        path.write_text(source)
        result = subprocess.run(
            ["gcc", "-O2", "-march=native", *flags, str(path), "-o", str(output)],
            capture_output=True,
            text=True,
            check=False,
        )
    if result.returncode != 0:
        raise RuntimeError(f"gcc cannot compile a helper of the benchmark:\n{result.stderr}")
    return output


def build_launcher(folder):
    """The path of the launcher, compiled into `folder`. Static, so that its own memory is as small as can be."""
    return compile_c(LAUNCHER_C, pathlib.Path(folder) / "launcher", "-static")


def load_peak(folder):
    """A function that runs `rounds` rounds of fused multiply-adds and returns the operations done."""
    library = ctypes.CDLL(str(compile_c(PEAK_C, pathlib.Path(folder) / "libpeak.so", "-shared", "-fPIC")))
    library.fma_peak.argtypes = [ctypes.c_long]
    library.fma_peak.restype = ctypes.c_double
    return library.fma_peak
