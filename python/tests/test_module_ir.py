"""Walking through programs."""

import unittest

import numpy as np
from on_module import LAYER, LOOP, strata


class Walk(unittest.TestCase):
    """Ops, blocks and values, types and attributes."""

    def test_functions(self):
        module = strata.load(LAYER, name="layer.mlir")
        (main,) = module.functions
        self.assertEqual((main.name, main.attributes["sym_name"].value), ("func.func", "main"))
        self.assertEqual(main.parent, module.operation)
        self.assertIsNone(module.operation.parent)
        (block,) = main.regions[0].blocks
        self.assertEqual([str(a.type) for a in block.arguments], ["tensor<4x8xf32>", "tensor<8x16xf32>", "tensor<16xf32>"])
        self.assertEqual([op.name for op in block.operations][-1], "func.return")
        self.assertEqual(block.parent, main)
        product = block.operations[0]
        self.assertEqual(product.parent, main)
        self.assertEqual(product.operands[0], block.arguments[0])
        self.assertEqual(product.operands[1].owner, block)
        (result,) = product.results
        self.assertEqual((result.owner, result.index), (product, 0))
        self.assertEqual([(op.name, number) for op, number in result.uses], [("stablehlo.add", 0)])
        self.assertEqual(result.type.shape, [4, 16])
        self.assertEqual(str(result.type.element), "f32")
        self.assertIsNone(result.type.element.shape)
        self.assertEqual((product.location.file, product.location.line), ("layer.mlir", 2))
        self.assertEqual(str(product.location), "layer.mlir:2:8")
        self.assertIn("stablehlo.dot_general", str(product))
        self.assertEqual(len({product, block.operations[0]}), 1)

    def test_walk(self):
        names = [op.name for op in strata.load(LOOP).walk()]
        self.assertEqual(names[:2], ["builtin.module", "func.func"])
        self.assertEqual(names.count("stablehlo.return"), 2)

    def test_attributes(self):
        text = """func.func @main() -> tensor<2xf32> attributes {a = 3 : i32, b = true, c = "text", d = [1, "x"], e = {k = 2.5 : f64}, f = unit, g = f32, h = @main, i = array<i64: 1, 2>} {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
        (main,) = strata.load(text).functions
        values = {name: attribute.value for name, attribute in main.attributes.items()}
        self.assertEqual({name: values[name] for name in "abcdefhi"}, {"a": 3, "b": True, "c": "text", "d": [1, "x"], "e": {"k": 2.5}, "f": True, "h": "main", "i": [1, 2]})
        self.assertIsInstance(values["g"], strata.Type)
        self.assertEqual(str(main.attributes["a"]), "3 : i32")
        constant = main.regions[0].blocks[0].operations[0].attributes["value"].value
        np.testing.assert_array_equal(constant, np.array([1, 2], np.float32))
        self.assertEqual(constant.dtype, np.float32)

    def test_shown(self):
        (main,) = strata.load(LAYER).functions
        block = main.regions[0].blocks[0]
        for thing in (main, main.regions[0], block, block.arguments[0], block.operations[0].results[0], block.arguments[0].type):
            self.assertIn("<strata.", repr(thing))


if __name__ == "__main__":
    unittest.main()
