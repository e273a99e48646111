"""Writes the wheel: the Python package, the plugin's library without debugging information, and libraries that systems may lack.

    python3 python/build_wheel.py --library target/release/libstrata_pjrt.so --out target/wheels

Only the standard library and `strip` of binutils are used. It is also the backend of `pyproject.toml`; pip then finds the library by
`STRATA_PJRT_LIBRARY`.
"""

import argparse
import base64
import ctypes
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
PACKAGE = "strata_jax_plugin"
LIBRARY = "libstrata_pjrt.so"
#: What every system with a C library that is new enough has (PEP 600).
SYSTEM = ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1")
LOADER = re.compile(r"ld-linux.*\.so\.\d")


class Failure(Exception):
    """The wheel cannot be written."""


def version() -> str:
    """The version of the workspace, which is that of the package."""
    manifest = tomllib.loads((HERE.parent / "Cargo.toml").read_text())
    wanted = manifest["workspace"]["package"]["version"]
    written = (SOURCES / PACKAGE / "_version.py").read_text()
    if f'__version__ = "{wanted}"' not in written:
        raise Failure(f"_version.py is not that of Cargo.toml, which has {wanted}")
    return wanted


def tag() -> str:
    """The systems that the wheel works on: those whose C library is as new as the one of this machine.

    The library of C++ that it is linked with is as old as this one or older.
    """
    name, number = platform.libc_ver()
    if name != "glibc":
        raise Failure(f"wheels are made on Linux with glibc, not with {name or platform.system()}")
    return f"py3-none-manylinux_{number.replace('.', '_')}_{platform.machine()}"


def needed(library: pathlib.Path) -> list[str]:
    """The libraries that a library is linked with."""
    text = subprocess.run(["readelf", "--dynamic", "--wide", library], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", text)


def others(library: pathlib.Path, bundled: tuple[str, ...]) -> list[pathlib.Path]:
    """The libraries that the wheel has copies of, as files of this system."""
    names = [name for name in needed(library) if name not in SYSTEM and not LOADER.match(name)]
    unknown = [name for name in names if name not in bundled]
    if unknown:
        raise Failure(f"{library} needs {', '.join(unknown)}, which is neither on every system nor in BUNDLED of _library.py")
    return [loaded(name) for name in names]


def loaded(name: str) -> pathlib.Path:
    """Where the dynamic linker finds a library."""
    ctypes.CDLL(name)
    for line in pathlib.Path("/proc/self/maps").read_text().splitlines():
        path = line.rpartition(" ")[2]
        if pathlib.PurePath(path).name.startswith(name):
            return pathlib.Path(path)
    raise Failure(f"{name} is loaded, but from no file")


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
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + (HERE / project["readme"]).read_text()


def entry_points(project: dict) -> str:
    """The file entry_points.txt, by which JAX finds the package."""
    groups = project["entry-points"].items()
    return "".join(f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in rows.items()) for group, rows in groups)


def contents(library: pathlib.Path) -> dict[str, bytes]:
    """All files of the wheel but RECORD, by their paths."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    info = f"{PACKAGE}-{version()}.dist-info"
    paths = sorted(path for path in SOURCES.rglob("*.py"))
    files = {path.relative_to(SOURCES).as_posix(): path.read_bytes() for path in paths}
    bundled = re.search(r"^BUNDLED = \((.*)\)$", (SOURCES / PACKAGE / "_library.py").read_text(), re.MULTILINE)
    copies = others(library, tuple(re.findall(r'"(.*?)"', bundled.group(1) if bundled else "")))
    with tempfile.TemporaryDirectory() as folder:
        stripped = pathlib.Path(folder) / LIBRARY
        subprocess.run(["strip", "--strip-all", "-o", stripped, library], check=True)
        files[f"{PACKAGE}/{LIBRARY}"] = stripped.read_bytes()
    for path in copies:
        name = re.sub(r"(\.so\.\d+).*", r"\1", path.name)
        files[f"{PACKAGE}/{name}"] = path.read_bytes()
        for notice in pathlib.Path("/usr/share/doc").glob(f"{name.partition('.')[0]}*/copyright"):
            files[f"{info}/licenses/{name}.txt"] = notice.read_bytes()
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
        raise Failure(f"{library} is missing; `cargo build --release --package strata-pjrt` makes it")
    for tool in ("strip", "readelf"):
        if shutil.which(tool) is None:
            raise Failure(f"{tool} of binutils is missing")
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
    library = os.environ.get("STRATA_PJRT_LIBRARY", HERE.parent / "target" / "release" / LIBRARY)
    return write(pathlib.Path(library), pathlib.Path(wheel_directory)).name


def build_sdist(sdist_directory, config_settings=None) -> str:
    """The hook of pip; the sources are those of the whole repository."""
    raise Failure("there is no source distribution; build the wheel in the repository")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Writes the wheel of the Python package.")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="the plugin's library")
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
