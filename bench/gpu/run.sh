#!/bin/sh
# Tests or measures Strata on the GPU of this machine: run.sh test|bench [ARGUMENTS of gpu_test.py or gpu_bench.py].
# It needs python3 with NumPy and ml_dtypes; bench compares with torch and jax where they are installed.
set -e
here=$(cd "$(dirname "$0")" && pwd)
tools=${STRATA_PACK_TOOLS:-${TMPDIR:-/tmp}/strata-tools-$(id -u)}
what=$1
[ $# -gt 0 ] && shift
mkdir -p "$tools"
python3 - "$here/tools" "$tools" <<'PYTHON'
import lzma, os, pathlib, sys
source, target = map(pathlib.Path, sys.argv[1:])
for file in source.glob("*.xz"):
    out = target / file.stem
    if not out.exists() or out.stat().st_mtime < file.stat().st_mtime:
        part = out.with_suffix(".part")
        part.write_bytes(lzma.open(file).read())
        part.chmod(0o755)
        os.replace(part, out)
PYTHON
# Libraries of this machine come first.
if ! "$tools/strata-run" --help >/dev/null 2>&1; then
    LD_LIBRARY_PATH="$tools${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export LD_LIBRARY_PATH
    "$tools/strata-run" --help >/dev/null
fi
# Python packages bring an assembler where the system has none; without one the driver compiles PTX.
if [ -z "$STRATA_PTXAS" ] && ! command -v ptxas >/dev/null && [ ! -x /usr/local/cuda/bin/ptxas ]; then
    found=$(python3 -c '
import importlib.util, pathlib
for package, inside in (("triton", "backends/nvidia/bin/ptxas"), ("nvidia", "cuda_nvcc/bin/ptxas"), ("nvidia", "cu13/bin/ptxas")):
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations or []) if spec else []:
        file = pathlib.Path(place) / inside
        if file.exists():
            print(file)
            raise SystemExit
' 2>/dev/null || true)
    if [ -n "$found" ]; then
        STRATA_PTXAS=$found
        export STRATA_PTXAS
    fi
fi
STRATA_TOOLS_DIR=$tools
export STRATA_TOOLS_DIR
case $what in
    test) exec python3 "$here/gpu_test.py" "$@" ;;
    bench) exec python3 "$here/gpu_bench.py" "$@" ;;
    *) echo "usage: run.sh test|bench [ARGUMENTS]" >&2; exit 2 ;;
esac
