"""Writes the wheel: the Python packages, and the compiled module without debugging information.

    python3 python/build_wheel.py --library target/release/libstrata_python.so --out target/wheels

Only the standard library and `strip` and `readelf` of binutils are used. It is also the backend of `pyproject.toml`; pip then finds the
library by `STRATA_NATIVE_LIBRARY`.
"""

import argparse
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE / "src"
#: The name of the distribution, and of the package with the compiled module.
PACKAGE = "strata"
#: The packages, which have one version.
PACKAGES = (PACKAGE, "strata_jax_plugin")
#: What cargo builds, and its name in the wheel.
LIBRARY = "libstrata_python.so"
MODULE = "_native.abi3.so"
#: The oldest interface of Python that the module uses, as the feature of PyO3 in Cargo.toml.
ABI = "cp311-abi3"
#: The functions that the library must have: the module, and the plugin of JAX.
EXPORTED = ("PyInit__native", "GetPjrtApi")
SUFFIXES = (".py", ".pyi", ".typed")
#: What every system with a C library that is new enough has (PEP 600), with the library by which GCC's code handles exceptions.
SYSTEM = ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1")
LOADER = re.compile(r"ld-linux.*\.so\.\d")


class Failure(Exception):
    """The wheel cannot be written."""


def version() -> str:
    """The version of the workspace, which is that of the package."""
    manifest = tomllib.loads((HERE.parent / "Cargo.toml").read_text())
    wanted = manifest["workspace"]["package"]["version"]
    for package in PACKAGES:
        if f'__version__ = "{wanted}"' not in (SOURCES / package / "_version.py").read_text():
            raise Failure(f"_version.py of {package} is not that of Cargo.toml, which has {wanted}")
    return wanted


def tag() -> str:
    """The systems that the wheel works on: those whose C library is as new as the one of this machine."""
    name, number = platform.libc_ver()
    if name != "glibc":
        raise Failure(f"wheels are made on Linux with glibc, not with {name or platform.system()}")
    return f"{ABI}-manylinux_{number.replace('.', '_')}_{platform.machine()}"


def needed(library: pathlib.Path) -> list[str]:
    """The libraries that a library is linked with."""
    text = subprocess.run(["readelf", "--dynamic", "--wide", library], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", text)


def check(library: pathlib.Path) -> None:
    """Refuses a library that would not work on another system, or has not all that the wheel is for."""
    names = [name for name in needed(library) if name not in SYSTEM and not LOADER.match(name)]
    if names:
        raise Failure(f"{library} needs {', '.join(names)}, which not every system has; with its static library it is linked with that")
    text = subprocess.run(["readelf", "--dyn-syms", "--wide", library], capture_output=True, text=True, check=True).stdout
    exported = {line.split()[-1] for line in text.splitlines() if " FUNC " in line and " UND " not in line}
    missing = [name for name in EXPORTED if name not in exported]
    if missing:
        raise Failure(f"{library} does not have {' and '.join(missing)}")


def metadata(project: dict) -> str:
    """The file METADATA."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        f"Keywords: {','.join(project['keywords'])}",
        *(f"Classifier: {text}" for text in project["classifiers"]),
        *(f"Requires-Dist: {text}" for text in project["dependencies"]),
        *(f"Provides-Extra: {extra}" for extra in project["optional-dependencies"]),
        *(f'Requires-Dist: {text}; extra == "{extra}"' for extra, texts in project["optional-dependencies"].items() for text in texts),
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / project["readme"]).read_text()


def entry_points(project: dict) -> str:
    """The file entry_points.txt: the commands, and what JAX finds the platform by."""
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}.items()
    return "".join(f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in rows.items()) for group, rows in groups)


def contents(library: pathlib.Path) -> dict[str, bytes]:
    """All files of the wheel but RECORD, by their paths."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    info = f"{PACKAGE}-{version()}.dist-info"
    paths = sorted(path for path in SOURCES.rglob("*") if path.suffix in SUFFIXES)
    files = {path.relative_to(SOURCES).as_posix(): path.read_bytes() for path in paths}
    with tempfile.TemporaryDirectory() as folder:
        stripped = pathlib.Path(folder) / LIBRARY
        subprocess.run(["strip", "--strip-all", "-o", stripped, library], check=True)
        files[f"{PACKAGE}/{MODULE}"] = stripped.read_bytes()
    files[f"{info}/licenses/LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = metadata(project).encode()
    files[f"{info}/entry_points.txt"] = entry_points(project).encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: strata build_wheel\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    files[f"{info}/WHEEL"] = wheel.encode()
    return files


def record(files: dict[str, bytes], name: str) -> bytes:
    """The file RECORD: all files with their hashes and sizes, and itself without."""

    def row(path: str, data: bytes) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(data)}"

    return "\n".join([*(row(path, data) for path, data in files.items()), f"{name},,", ""]).encode()


def write(library: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Writes the wheel into a folder; the same inputs give the same bytes."""
    if not library.is_file():
        raise Failure(f"{library} is missing; `cargo build --release --package strata-python` makes it")
    for tool in ("strip", "readelf"):
        if shutil.which(tool) is None:
            raise Failure(f"{tool} of binutils is missing")
    check(library)
    files = contents(library)
    name = f"{PACKAGE}-{version()}.dist-info/RECORD"
    files[name] = record(files, name)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{PACKAGE}-{version()}-{tag()}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, data in files.items():
            entry = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in inside else 0o100644) << 16
            archive.writestr(entry, data)
    return path


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None) -> str:
    """The hook of pip (PEP 517)."""
    del config_settings, metadata_directory
    library = os.environ.get("STRATA_NATIVE_LIBRARY", HERE.parent / "target" / "release" / LIBRARY)
    return write(pathlib.Path(library), pathlib.Path(wheel_directory)).name


def build_sdist(sdist_directory, config_settings=None) -> str:
    """The hook of pip; the sources are those of the whole repository."""
    raise Failure("there is no source distribution; build the wheel in the repository")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Writes the wheel of the Python packages.")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="the compiled module")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder of the wheel")
    arguments = parser.parse_args()
    try:
        print(write(arguments.library, arguments.out))
    except (Failure, OSError, subprocess.CalledProcessError) as why:
        print(f"error: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
