"""The wheel, with the library of a build."""

import base64
import hashlib
import importlib.util
import os
import pathlib
import shutil
import sys
import tempfile
import unittest
import zipfile
from importlib import metadata
from unittest import mock

from on_strata import ROOT

SPEC = importlib.util.spec_from_file_location("build_wheel", ROOT / "python" / "build_wheel.py")
build_wheel = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(build_wheel)


@unittest.skipUnless(shutil.which("strip") and shutil.which("readelf"), "binutils are not installed")
class Wheel(unittest.TestCase):
    """Contents and rules of the format."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        # A library of the same name and with the same functions as the module, which a build makes.
        cls.library = pathlib.Path(os.environ.get("STRATA_NATIVE_LIBRARY", ROOT / "target" / "debug" / build_wheel.LIBRARY))
        cls.path = build_wheel.write(cls.library, pathlib.Path(cls.folder.name))
        cls.unpacked = pathlib.Path(cls.folder.name) / "unpacked"
        with zipfile.ZipFile(cls.path) as archive:
            cls.names = archive.namelist()
            archive.extractall(cls.unpacked)
        (cls.info,) = cls.unpacked.glob("*.dist-info")

    def test_name(self):
        self.assertRegex(self.path.name, r"^strata-[\d.]+-cp311-abi3-manylinux_2_\d+_\w+\.whl$")
        tag = self.path.name.removesuffix(".whl").split("-", 2)[2]
        self.assertIn(f"Tag: {tag}\n", (self.info / "WHEEL").read_text())

    def test_record(self):
        """Every file is listed with its hash and its size, and RECORD without."""
        rows = [row.rsplit(",", 2) for row in (self.info / "RECORD").read_text().splitlines()]
        self.assertEqual([path for path, _, _ in rows], self.names)
        for path, digest, size in rows[:-1]:
            data = (self.unpacked / path).read_bytes()
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            self.assertEqual((digest, size), (f"sha256={expected}", str(len(data))), path)
        self.assertEqual(rows[-1], [f"{self.info.name}/RECORD", "", ""])

    def test_metadata(self):
        installed = metadata.Distribution.at(self.info)
        self.assertEqual(installed.name, "strata")
        self.assertEqual(installed.version, build_wheel.version())
        points = {(point.group, point.name): point.value for point in installed.entry_points}
        self.assertEqual(points.pop(("jax_plugins", "strata")), "strata_jax_plugin")
        self.assertEqual(points.pop(("torch_dynamo_backends", "strata")), "strata.torch:backend")
        commands = {("console_scripts", f"strata-{name}"): f"strata._commands:{name}" for name in ("opt", "run", "translate")}
        self.assertEqual(points, commands)
        self.assertEqual(installed.metadata["License-File"], "LICENSE")
        self.assertIn("numpy>=2", installed.requires)
        self.assertIn('jax>=0.10.2,<0.11; extra == "jax"', installed.requires)

    def test_contents(self):
        paths = ("strata/__init__.py", "strata/_native.abi3.so", "strata/_native.pyi", "strata/py.typed")
        for path in (*paths, "strata_jax_plugin/__init__.py", "jax_plugins/strata/__init__.py"):
            self.assertIn(path, self.names)
        self.assertEqual([name for name in self.names if ".so" in name], ["strata/_native.abi3.so"])
        # A namespace that several packages share.
        self.assertNotIn("jax_plugins/__init__.py", self.names)
        self.assertTrue((self.info / "licenses" / "LICENSE").is_file())

    def test_the_same_bytes_again(self):
        again = build_wheel.write(self.library, pathlib.Path(self.folder.name) / "again")
        self.assertEqual(again.read_bytes(), self.path.read_bytes())

    def test_other_libraries(self):
        """A library that is not the module, or needs what systems may lack, is refused."""
        another = next(path for path in map(pathlib.Path, sys.path) if (path / "numpy").is_dir())
        another = next((another / "numpy").rglob("_multiarray_umath*.so"))
        with mock.patch.object(build_wheel, "needed", return_value=["libc.so.6"]):
            with self.assertRaisesRegex(build_wheel.Failure, "does not have PyInit__native and GetPjrtApi"):
                build_wheel.check(another)
        with mock.patch.object(build_wheel, "needed", return_value=["libc.so.6", "libstdc++.so.6"]):
            with self.assertRaisesRegex(build_wheel.Failure, r"needs libstdc\+\+.so.6, which not every system has"):
                build_wheel.check(self.library)

    def test_a_missing_library(self):
        with self.assertRaisesRegex(build_wheel.Failure, "is missing; `cargo build"):
            build_wheel.write(pathlib.Path("nothing.so"), pathlib.Path(self.folder.name))


if __name__ == "__main__":
    unittest.main()
