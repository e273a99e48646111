"""The two small C programs of the benchmarks, compiled when they are needed.

- The launcher runs a command again and again and prints its wall time, processor time and peak memory. Python cannot
  measure the last: Linux counts the memory of the forking process in the peak of its child, so a tool of 8 MB
  would seem to need the 30 MB of the interpreter.
- The peak library runs independent fused multiply-adds on full vector registers, the most the core can do; and additions that each
  need the one before, of one cycle each, which give the clock frequency.
"""

import ctypes
import pathlib
import subprocess
import tempfile
import time

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

# Twelve accumulators hide the latency of four to five cycles on two ports. They are named variables and operands of one
# statement of assembly: gcc keeps an array of vectors in memory, which halves the figure. The vector width is the widest
# that the processor has.
PEAK_C = r"""
#if defined(__AVX512F__)
#define WIDTH 16
#define REGISTER "v"
#define FMA(i) "vfmadd231ps %12, %13, %" #i "\n\t"
#elif defined(__AVX2__) && defined(__FMA__)
#define WIDTH 8
#define REGISTER "x"
#define FMA(i) "vfmadd231ps %12, %13, %" #i "\n\t"
#elif defined(__aarch64__)
#define WIDTH 4
#define REGISTER "w"
#define FMA(i) "fmla %" #i ".4s, %12.4s, %13.4s\n\t"
#else
#error "no fused multiply-add on vectors is known for this processor"
#endif
#define ALL(m) m(0) m(1) m(2) m(3) m(4) m(5) m(6) m(7) m(8) m(9) m(10) m(11)
#define DECLARE(i) vector sum##i = zero;
#define SUM(i) "+" REGISTER(sum##i)
typedef float vector __attribute__((vector_size(WIDTH * 4)));

/* Returns the number of floating-point operations done. */
double fma_peak(long rounds) {
  vector zero = {0};
  vector x = zero + 0.999f, y = zero + 0.001f;
  ALL(DECLARE)
  for (long r = 0; r < rounds; r++)
    __asm__ volatile(ALL(FMA)
                     : SUM(0), SUM(1), SUM(2), SUM(3), SUM(4), SUM(5), SUM(6), SUM(7), SUM(8), SUM(9), SUM(10), SUM(11)
                     : REGISTER(x), REGISTER(y));
  return 2.0 * WIDTH * 12 * (double)rounds;
}

#if defined(__aarch64__)
#define ADD "add %0, %0, %1\n\t"
#else
#define ADD "add %1, %0\n\t"
#endif
#define TEN ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD

/* Returns the number of cycles spent; that of a call is hidden by ten times ten additions for each round. */
double cycles(long rounds) {
  long sum = rounds, one = 1;
  for (long r = 0; r < rounds; r++)
    __asm__ volatile(TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN : "+r"(sum) : "r"(one));
  return 100.0 * (double)rounds;
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


def load_peak(folder, name="fma_peak"):
    """A function that runs `rounds` rounds of fused multiply-adds and returns the operations done; `cycles` is that of additions."""
    library = ctypes.CDLL(str(compile_c(PEAK_C, pathlib.Path(folder) / f"lib{name}.so", "-shared", "-fPIC")))
    function = getattr(library, name)
    function.argtypes = [ctypes.c_long]
    function.restype = ctypes.c_double
    return function


def billions_in_a_second(name, rounds, tries=5):
    """What a function of the peak library does in a second of processor time, at best: GFLOP/s of `fma_peak`, GHz of `cycles`."""
    with tempfile.TemporaryDirectory() as folder:
        run, best = load_peak(folder, name), 0.0
        for _ in range(tries):
            start = time.process_time()
            done = run(rounds)
            best = max(best, done / (time.process_time() - start) / 1e9)
    return best
