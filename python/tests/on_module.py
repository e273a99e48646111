"""The setting of the tests of the module `strata`: without an installed package, the sources and the library of the debug build."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

if not os.environ.get("STRATA_TEST_INSTALLED"):
    os.environ.setdefault("STRATA_NATIVE_LIBRARY", str(ROOT / "target" / "debug" / "libstrata_python.so"))
    sys.path.insert(0, str(ROOT / "python" / "src"))

import strata  # noqa: E402

__all__ = ["ROOT", "strata"]

#: A layer of a network.
LAYER = """func.func @main(%x: tensor<4x8xf32> loc("x"), %w: tensor<8x16xf32> loc("w"), %b: tensor<16xf32> loc("b")) -> (tensor<4x16xf32> {jax.result_info = "y"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}
"""

#: Counts up to its argument.
LOOP = """func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.while(%i = %zero) : tensor<i64>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i64>
      %1 = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }
  return %0 : tensor<i64>
}
"""


def elementwise(op: str, type_: str) -> str:
    """A program of one op on two arguments."""
    return f"func.func @main(%a: {type_}, %b: {type_}) -> {type_} {{\n  %0 = stablehlo.{op} %a, %b : {type_}\n  return %0 : {type_}\n}}\n"
