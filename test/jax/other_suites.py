"""Runs the tests of other people's JAX libraries on the platforms `cpu` and `strata`, and compares the results test by test.

    python test/jax/other_suites.py --suite optax --suite chex

The suites, their versions, their subsets and the differences that have an explanation are in `other_suites.toml`. The tests come
from the source distributions on PyPI, and run in an environment of their own (`--folder`). The exit status is 1 where a test that
passes on `cpu` does not pass on `strata`, and has no explanation.
"""

import argparse
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.parse
import urllib.request
import venv
import xml.etree.ElementTree
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLATFORMS = ("cpu", "strata")
#: What every suite needs.
COMMON = ("jax==0.10.2", "jaxlib==0.10.2", "pytest", "pytest-xdist", "pytest-timeout", "pytest-subtests", "setuptools<81", "wheel")
#: The outcomes from the best to the worst; a test with several parts has the worst of them.
OUTCOMES = ("passed", "skipped", "failed")


class Result(NamedTuple):
    """The result of a test, with its processor time."""

    outcome: str
    seconds: float
    message: str


def prepared(folder: pathlib.Path, suite: dict) -> pathlib.Path:
    """The Python of an environment with the packages of a suite."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *COMMON], check=True)
    packages = [f"{suite['package']}=={suite['version']}", *suite.get("needs", [])]
    command = [python, "-m", "pip", "install", "--quiet", "--no-build-isolation", *packages, *COMMON[:2]]
    subprocess.run(command, check=True)
    return python


def sources(folder: pathlib.Path, suite: dict) -> pathlib.Path:
    """The folder of the source distribution, which is fetched if it is not there."""
    name = f"{suite.get('archive', suite['package'])}-{suite['version']}"
    target = folder / "sources" / name
    if target.is_dir():
        return target
    index = f"https://pypi.org/simple/{suite['package']}/"
    request = urllib.request.Request(index, headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    with urllib.request.urlopen(request) as answer:
        files = json.load(answer)["files"]
    address = next((file["url"] for file in files if file["filename"] == f"{name}.tar.gz"), None)
    if address is None:
        raise SystemExit(f"{index} has no {name}.tar.gz")
    with urllib.request.urlopen(urllib.parse.urljoin(index, address)) as answer:
        archive = tarfile.open(fileobj=io.BytesIO(answer.read()))
    archive.extractall(target.parent, filter="data")
    return target


def run(python: pathlib.Path, tests: pathlib.Path, suite: dict, platform: str, options: argparse.Namespace) -> None:
    """Runs a suite on a platform."""
    report = options.folder / "results" / f"{options.name}.{platform}"
    report.parent.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {
        "JAX_PLATFORMS": platform,
        "PYTHONPATH": os.pathsep.join((str(ROOT / "python" / "src"), str(ROOT / "test" / "jax"))),
        "STRATA_PJRT_LIBRARY": str(options.library),
        "SAMPLE_EVERY": str(suite.get("every", 1)),
        **suite.get("environment", {}),
    }
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", "-p", "sampled_tests", "-n", "1", "-q", "--tb=short"]
    command += [f"--timeout={options.test_seconds}", f"--session-timeout={options.suite_seconds}", f"--junitxml={report}.xml"]
    command += [*suite.get("arguments", []), *suite["tests"]]
    with open(f"{report}.log", "w") as log:
        # The process ends by itself soon after the limit of the session.
        limit = options.suite_seconds + 2 * options.test_seconds
        try:
            subprocess.run(command, cwd=tests, env=environment, stdout=log, stderr=subprocess.STDOUT, timeout=limit)
        except subprocess.TimeoutExpired:
            print(f"{options.name} on {platform}: ended after {limit} seconds", file=sys.stderr)


def read(folder: pathlib.Path, name: str, platform: str) -> dict[str, Result]:
    """The results of a run by test."""
    report = folder / "results" / f"{name}.{platform}"
    if not pathlib.Path(f"{report}.xml").exists():
        raise SystemExit(f"{report}.xml is missing: see {report}.log")
    results: dict[str, Result] = {}
    for case in xml.etree.ElementTree.parse(f"{report}.xml").iter("testcase"):
        test = f"{case.get('classname')}::{case.get('name')}"
        bad = case.find("failure") if case.find("failure") is not None else case.find("error")
        outcome = "failed" if bad is not None else "skipped" if case.find("skipped") is not None else "passed"
        message = "" if bad is None else re.sub(r"\s+", " ", bad.get("message") or "")[:300]
        seconds = sum(float(p.get("value") or 0) for p in case.iter("property") if p.get("name") == "processor_seconds")
        result = Result(outcome, seconds, message)
        before = results.get(test)
        if before is None or OUTCOMES.index(outcome) >= OUTCOMES.index(before.outcome):
            results[test] = result
    return results


def explanation(suite: dict, test: str) -> str | None:
    """The reason of a known difference; the names in the data file are patterns for whole names of tests."""
    for pattern, reason in suite.get("differences", {}).items():
        if re.search(pattern, test):
            return reason
    return None


def compare(folder: pathlib.Path, name: str, suite: dict) -> tuple[str, int]:
    """The line of the table for a suite, and how many differences have no explanation; prints the differences."""
    cpu, strata = (read(folder, name, platform) for platform in PLATFORMS)
    both = [test for test in cpu if test in strata]
    explained = unexplained = 0
    for test in both:
        if cpu[test].outcome == "passed" and strata[test].outcome != "passed":
            reason = explanation(suite, test)
            explained += reason is not None
            unexplained += reason is None
            print(f"{name}: {test}: {strata[test].outcome}: {reason or strata[test].message}")
        elif cpu[test].outcome == "failed" and strata[test].outcome == "passed":
            print(f"{name}: {test}: passed on strata only: {cpu[test].message}")
    for test in sorted(both, key=lambda test: cpu[test].seconds - strata[test].seconds)[:5]:
        if strata[test].seconds > 2 * cpu[test].seconds + 1:
            print(f"{name}: {test}: {strata[test].seconds:.1f} s, on cpu {cpu[test].seconds:.1f} s")
    if len(both) != len(cpu) or len(both) != len(strata):
        print(f"{name}: {len(cpu)} tests on cpu, {len(strata)} on strata, {len(both)} on both")
    passed = [sum(results[test].outcome == "passed" for test in both) for results in (cpu, strata)]
    seconds = [sum(results[test].seconds for test in both) for results in (cpu, strata)]
    part = "" if suite.get("every", 1) == 1 else f", one test in {suite['every']}"
    row = f"| {suite['package']} {suite['version']}{part} | {len(both)} | {passed[0]} | {passed[1]} | {explained} | "
    return f"{row}{seconds[0]:.0f} | {seconds[1]:.0f} |", unexplained


def main() -> int:
    suites = tomllib.loads(pathlib.Path(__file__).with_suffix(".toml").read_text())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", choices=sorted(suites), help="all by default")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target" / "other-suites", help="environment and results")
    parser.add_argument("--library", type=pathlib.Path, default=ROOT / "target" / "debug" / "libstrata_pjrt.so")
    parser.add_argument("--platform", action="append", choices=PLATFORMS, help="what to run; both by default")
    parser.add_argument("--compare", action="store_true", help="compares the results of earlier runs only")
    parser.add_argument("--test-seconds", type=int, default=150)
    parser.add_argument("--suite-seconds", type=int, default=480)
    options = parser.parse_args()
    rows, unexplained = [], 0
    for name in options.suite or suites:
        options.name = name
        suite = suites[name] | {"package": suites[name].get("package", name)}
        if not options.compare:
            python = prepared(options.folder, suite)
            tests = sources(options.folder, suite)
            for platform in options.platform or PLATFORMS:
                print(f"{name} on {platform}", file=sys.stderr)
                run(python, tests, suite, platform, options)
        if all((options.folder / "results" / f"{name}.{platform}.xml").exists() for platform in PLATFORMS):
            row, count = compare(options.folder, name, suite)
            rows.append(row)
            unexplained += count
    print("| suite | tests | passed on cpu | passed on strata | differences explained | cpu s | strata s |\n|---|---|---|---|---|---|---|")
    print("\n".join(rows))
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
