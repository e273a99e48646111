# Lets LLVM's lit run the tests that `cargo test` runs in process.
#
#   /usr/lib/llvm-22/bin/lit -v test
#
# The tools are taken from STRATA_BIN_DIR, or else from target/debug.
import importlib.util
import os
import shutil

import lit.formats

root = os.path.dirname(os.path.abspath(__file__))
bin_dir = os.environ.get("STRATA_BIN_DIR") or os.path.join(os.path.dirname(root), "target", "debug")
llvm_bin = os.environ.get("LLVM_BIN_DIR") or "/usr/lib/llvm-22/bin"

config.name = "strata"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".ll", ".test", ".txt", ".hlo"]
config.excludes = ["e2e", "upstream", "dynamic", "programs", "filecheck", "Inputs", "Output", "CMakeLists.txt", "README.txt", "lit.cfg.py"]
config.test_source_root = root
config.test_exec_root = os.path.join(os.path.dirname(bin_dir), "lit")
config.environment["PATH"] = os.pathsep.join([bin_dir, llvm_bin, os.environ.get("PATH", "")])
# `FileCheck`, `not` and `split-file` are LLVM's own here: they judge the same lines as our engine does.
config.substitutions.append(
    ("%roundtrip", "strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s")
)
config.recursiveExpansionLimit = 3

if shutil.which("mlir-opt", path=config.environment["PATH"]):
    config.available_features.add("mlir-opt")
if importlib.util.find_spec("jax"):
    config.available_features.add("jax")
for tool in ["strata-translate", "python3", "cc"]:
    if shutil.which(tool, path=config.environment["PATH"]):
        config.available_features.add(tool)
