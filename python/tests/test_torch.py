"""Models of torch compiled by Strata beside eager torch; skipped where torch is not installed."""

import copy
import importlib.metadata
import importlib.util
import logging
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HAS_TORCH = importlib.util.find_spec("torch") is not None
if importlib.util.find_spec("strata") is None:
    os.environ.setdefault("STRATA_NATIVE_LIBRARY", str(ROOT / "target" / "debug" / "libstrata_python.so"))
    sys.path.insert(0, str(ROOT / "python" / "src"))
if HAS_TORCH:
    import numpy as np
    import strata.torch
    import torch
    from torch import nn
    from torch.nn import functional as F

RUN = ROOT / "target" / "debug" / "strata-run"


def block(width=32, heads=4, dropout=0.0):
    """A block of a transformer."""

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Dropout(dropout), nn.Linear(4 * width, width))

        def forward(self, x):
            batch, length, _ = x.shape
            parts = self.qkv(self.first(x)).view(batch, length, 3, heads, width // heads)
            query, key, value = parts.permute(2, 0, 3, 1, 4)
            y = F.scaled_dot_product_attention(query, key, value, is_causal=True)
            x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
            return x + self.mlp(self.second(x))

    return Block()


if HAS_TORCH:

    class Logits(nn.Module):
        """A model of transformers as a function of tensors."""

        def __init__(self, model, result):
            super().__init__()
            self.model, self.result = model, result

        def forward(self, tokens, mask=None):
            options = {"use_cache": False} if self.result == "logits" else {}
            return getattr(self.model(tokens, attention_mask=mask, **options), self.result)


def images():
    """A network of convolutions, with statistics of batches and both kinds of pooling."""
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(3, 2, 1),
        nn.Conv2d(8, 8, 3, stride=2, groups=2), nn.AvgPool2d(2, 1), nn.Flatten(), nn.Linear(32, 5),
    )  # fmt: skip


def classifier():
    """A perceptron."""
    return nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4))


@unittest.skipUnless(HAS_TORCH, "torch is not installed")
class TorchCase(unittest.TestCase):
    """Comparisons with eager torch."""

    def setUp(self):
        torch.manual_seed(0)
        torch._dynamo.reset()

    def assert_near(self, actual, expected, tolerance=1e-4):
        torch.testing.assert_close(actual, expected, rtol=tolerance, atol=tolerance)

    def assert_as_eager(self, model, *inputs, tolerance=1e-4, train=True, **options):
        """Compares the results of a model, the gradients of its parameters, and its buffers."""
        twin = copy.deepcopy(model)
        compiled = torch.compile(twin, backend=strata.torch.backend, fullgraph=True, **options)
        results = []
        for each in (model, compiled):
            torch.manual_seed(1)
            results.append(each(*inputs))
        self.assert_near(results[1], results[0], tolerance)
        if not train:
            return
        for each in results:
            each.float().square().mean().backward()
        for one, other in zip(twin.parameters(), model.parameters()):
            self.assert_near(one.grad, other.grad, 10 * tolerance)
        for one, other in zip(twin.buffers(), model.buffers()):
            self.assert_near(one, other, tolerance)


class Models(TorchCase):
    """Results and gradients."""

    def test_perceptron(self):
        self.assert_as_eager(classifier(), torch.randn(8, 16))

    def test_convolutions(self):
        self.assert_as_eager(images(), torch.randn(4, 3, 16, 16))
        self.assert_as_eager(images().eval(), torch.randn(4, 3, 16, 16), train=False)

    def test_channels_last(self):
        model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 4, 3))
        inputs = torch.randn(4, 3, 16, 16).to(memory_format=torch.channels_last)
        self.assert_as_eager(model.to(memory_format=torch.channels_last), inputs)

    def test_transposed_convolution(self):
        model = nn.Sequential(
            nn.ConvTranspose2d(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2), nn.GroupNorm(2, 6), nn.SiLU(),
            nn.Upsample(scale_factor=2), nn.Conv2d(6, 3, 3, dilation=2),
        )  # fmt: skip
        self.assert_as_eager(model, torch.randn(2, 4, 7, 7))

    def test_transformer(self):
        self.assert_as_eager(block(), torch.randn(2, 10, 32))

    def test_dropout_draws_the_numbers_of_eager_torch(self):
        self.assert_as_eager(block(dropout=0.3), torch.randn(2, 10, 32))

    def test_embedding(self):
        model = nn.Sequential(nn.Embedding(50, 16, padding_idx=0), nn.Linear(16, 8), nn.Tanh())
        self.assert_as_eager(model, torch.randint(0, 50, (3, 7)))

    def test_lstm(self):
        class First(nn.Module):
            def __init__(self):
                super().__init__()
                self.lstm = nn.LSTM(6, 8, 2, batch_first=True)

            def forward(self, x):
                return self.lstm(x)[0]

        with torch._dynamo.config.patch(allow_rnn=True):
            self.assert_as_eager(First(), torch.randn(2, 5, 6))

    def test_narrow_types(self):
        for dtype in (torch.bfloat16, torch.float16):
            with self.subTest(dtype):
                self.assert_as_eager(classifier().to(dtype), torch.randn(8, 16).to(dtype), tolerance=2e-2)

    def test_training(self):
        """The losses of 100 steps of AdamW beside those of eager torch."""
        model = images()
        twin = copy.deepcopy(model)
        inputs, labels = torch.randn(16, 3, 16, 16), torch.randint(0, 5, (16,))
        losses = []
        for each in (model, torch.compile(twin, backend=strata.torch.backend)):
            optimizer, history = torch.optim.AdamW(each.parameters(), lr=1e-3), []
            for _ in range(100):
                optimizer.zero_grad()
                loss = F.cross_entropy(each(inputs), labels)
                loss.backward()
                optimizer.step()
                history.append(loss.item())
            losses.append(history)
        np.testing.assert_allclose(losses[1], losses[0], 2e-2, 2e-3)
        self.assertLess(losses[1][-1], losses[1][0] / 2)


def has(package):
    """Whether a package of models is installed."""
    return importlib.util.find_spec(package) is not None


@unittest.skipUnless(has("torchvision"), "torchvision is not installed")
class Torchvision(TorchCase):
    """Models of torchvision with random weights."""

    def test_models(self):
        from torchvision import models

        networks = {
            "resnet18": (models.resnet18(), 64),
            "mobilenet": (models.mobilenet_v3_small(num_classes=10), 64),
            "vision transformer": (models.VisionTransformer(32, 8, 2, 4, 64, 128, num_classes=10), 32),
        }
        for name, (model, size) in networks.items():
            with self.subTest(name):
                torch._dynamo.reset()
                self.assert_as_eager(model, torch.randn(2, 3, size, size), tolerance=1e-3)


@unittest.skipUnless(has("transformers"), "transformers is not installed")
class Transformers(TorchCase):
    """Models of transformers with random weights."""

    def test_gpt2(self):
        from transformers import GPT2Config, GPT2LMHeadModel

        model = GPT2LMHeadModel(GPT2Config(n_layer=2, n_embd=64, n_head=4, vocab_size=200, n_positions=64))
        tokens = torch.randint(0, 200, (2, 16))
        self.assert_as_eager(Logits(model, "logits"), tokens, tolerance=1e-3)
        model.eval()
        options = {"max_new_tokens": 6, "do_sample": False, "pad_token_id": 0}
        expected = model.generate(tokens, **options)
        model.forward = torch.compile(model.forward, backend=strata.torch.backend)
        self.assert_near(model.generate(tokens, **options), expected)

    def test_bert(self):
        from transformers import BertConfig, BertModel

        config = BertConfig(num_hidden_layers=2, hidden_size=64, num_attention_heads=4, intermediate_size=128, vocab_size=200)
        mask = torch.ones(2, 16, dtype=torch.long)
        mask[0, 10:] = 0
        model = Logits(BertModel(config, add_pooling_layer=False), "last_hidden_state")
        self.assert_as_eager(model, torch.randint(0, 200, (2, 16)), mask, tolerance=1e-3)


class Functions(TorchCase):
    """Forms of calls."""

    def compile(self, function, **options):
        return torch.compile(function, backend=strata.torch.backend, **options)

    def test_backend_by_name(self):
        names = importlib.metadata.entry_points(group="torch_dynamo_backends").names
        if "strata" not in names:
            self.skipTest("the package is not installed")
        x = torch.randn(3)
        self.assert_near(torch.compile(lambda x: x * 2, backend="strata")(x), x * 2)

    def test_views_and_strides(self):
        base = torch.randn(6, 8)
        function = self.compile(lambda x: (x.t() + 1, x.T.contiguous() * 2))
        for x in (base, base.t(), base[::2], base[:, 1:5], base.expand(3, 6, 8)[0], base[2:2]):
            with self.subTest(tuple(x.stride())):
                for one, other in zip(function(x), (x.t() + 1, x.T.contiguous() * 2)):
                    self.assert_near(one, other)
                    if x.numel():
                        self.assertEqual(one.stride(), other.stride())

    def test_results_that_are_views_of_arguments(self):
        x = torch.randn(4, 4)
        y, z = self.compile(lambda x: (x[1:], x))(x)
        self.assertIs(z, x)
        y.zero_()
        self.assertEqual(x[1:].abs().sum(), 0)

    def test_mutation(self):
        def function(x, cache):
            cache[1] = x
            x.add_(1)
            return cache.sum()

        tensors = [[torch.ones(3), torch.zeros(4, 3)] for _ in range(2)]
        results = [function(*tensors[0]), self.compile(function)(*tensors[1])]
        self.assert_near(results[1], results[0])
        self.assert_near(tensors[1], tensors[0])

    def test_dynamic_sizes(self):
        model = block()
        compiled = self.compile(model, dynamic=True, fullgraph=True)
        for length in (3, 9, 5, 3):
            x = torch.randn(2, length, 32)
            torch._dynamo.mark_dynamic(x, 1)
            result, expected = compiled(x), model(x)
            self.assert_near(result, expected)
            gradients = [torch.autograd.grad(y.square().sum(), model.qkv.weight)[0] for y in (result, expected)]
            self.assert_near(*gradients, tolerance=1e-3)

    def test_integers_and_truth_values(self):
        x, y = torch.tensor([7, -7, 3, 0]), torch.tensor([2, 2, -2, 5])
        function = lambda x, y: (x // y, x % y, x > y, (x == 0) & (y > 1), x / y, x.float().to(torch.int8), ~x, x << 2)  # noqa: E731
        for one, other in zip(self.compile(function)(x, y), function(x, y)):
            self.assert_near(one, other)

    def test_indexing(self):
        x, i = torch.randn(5, 6, 7), torch.tensor([[0, -1], [3, 2]])
        function = lambda x, i: (  # noqa: E731
            x[i], x[:, i], x[i, :, i], x[:, i, i], x.gather(1, i.abs()[:, :, None]), x.topk(3, -1), x.sort(1), x.argmax(0),
            x.index_select(1, i[0].abs()), x.cumsum(1), x.scatter_add(0, i.abs()[:, :, None], x[:2, :2, :1]), x.masked_fill(x > 0, 2),
        )  # fmt: skip
        for one, other in zip(self.compile(function)(x, i), function(x, i)):
            self.assert_near(one, other)

    def test_operator_without_a_rule(self):
        """It runs in torch between two programs, and the log names it."""
        function = lambda x: (torch.linalg.eigvalsh(x @ x.T) * 2).exp()  # noqa: E731
        x = torch.randn(4, 4)
        with self.assertLogs("strata.torch", logging.WARNING) as log:
            result = self.compile(function, fullgraph=True)(x)
        self.assert_near(result, function(x), 1e-3)
        self.assertEqual(len(log.output), 1)
        self.assertIn("eigh", log.output[0])

    def test_graph_break(self):
        def function(x):
            y = x * 2
            if y.sum() > 0:
                return y + 1
            return y - 1

        compiled = self.compile(function)
        for x in (torch.ones(3), -torch.ones(3)):
            self.assert_near(compiled(x), function(x))

    def test_errors(self):
        with self.assertRaisesRegex(torch._dynamo.exc.BackendCompilerFailed, "no options"):
            torch.compile(lambda x: x + 1, backend=strata.torch.backend, options={"wings": 2})(torch.ones(1))

    def test_random_numbers(self):
        function = lambda x: x + torch.rand(5) + torch.randn_like(x) + torch.randint(0, 9, (5,)) + torch.bernoulli(x, 0.5)  # noqa: E731
        draws = []
        for each in (function, self.compile(function)):
            torch.manual_seed(3)
            draws.append(each(torch.zeros(5)))
        self.assert_near(*draws)

    def test_threads(self):
        model = classifier()
        compiled, inputs = self.compile(model), [torch.randn(8, 16) for _ in range(8)]
        compiled(inputs[0])
        results = [None] * len(inputs)

        def work(i):
            for _ in range(20):
                results[i] = compiled(inputs[i])

        threads = [threading.Thread(target=work, args=(i,)) for i in range(len(inputs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for x, y in zip(inputs, results):
            self.assert_near(y, model(x))


class Export(TorchCase):
    """Exported models."""

    def test_call(self):
        model, x = images(), torch.randn(4, 3, 16, 16)
        twin = copy.deepcopy(model)
        exported = strata.torch.export(twin, (x,))
        self.assert_near(exported(x), model(x))
        self.assert_near(list(twin.buffers()), list(model.buffers()))
        self.assertEqual(exported.weights["0.weight"].data_ptr(), twin[0].weight.data_ptr())

    def test_exported_program(self):
        model, x = block().eval(), torch.randn(2, 4, 32)
        self.assert_near(strata.torch.compile(torch.export.export(model, (x,)))(x), model(x))

    def test_dynamic_sizes(self):
        model = classifier()
        size = torch.export.Dim("batch", min=2, max=64)
        exported = strata.torch.export(model, (torch.randn(4, 16),), dynamic_shapes=({0: size},))
        for batch in (2, 7, 2):
            x = torch.randn(batch, 16)
            self.assert_near(exported(x), model(x))
        with self.assertRaisesRegex(ValueError, "has to be"):
            exported(torch.randn(3, 5))

    def test_file(self):
        """The files that an export writes give the same results with `strata-run`."""
        if not RUN.is_file():
            self.skipTest(f"{RUN} is missing")
        model, x = images().eval(), torch.randn(4, 3, 16, 16)
        exported = strata.torch.export(model, (x,))
        with tempfile.TemporaryDirectory() as folder:
            program, arguments, results = (pathlib.Path(folder) / name for name in ("m.mlir", "a.safetensors", "r.npz"))
            exported.save(program)
            self.assertTrue(program.with_suffix(".safetensors").is_file())
            exported.save_arguments(arguments, x)
            subprocess.run([RUN, program, "--inputs", arguments, "--outputs", results], check=True)
            (result,) = np.load(results).values()
        self.assert_near(torch.from_numpy(result), model(x).detach())

    def test_no_rule(self):
        class Eigenvalues(nn.Module):
            def forward(self, x):
                return torch.linalg.eigvalsh(x)

        exported = strata.torch.export(Eigenvalues(), (torch.eye(3),))
        with self.assertRaisesRegex(strata.torch.TorchError, "eigh"):
            print(exported.text)
        self.assert_near(exported(torch.eye(3)), torch.ones(3))


if __name__ == "__main__":
    unittest.main()
