# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Builds the wheel and the source archive of the Python package (PEP 517).

A wheel has the module, the program `plumbline` with the published numbers that it reads, and the shared libraries that both
need and a Linux system does not have of itself (GMP, MPFR, FLINT, oneTBB), so that it runs where only Python is. HDF5 and MPI
are left out: they would bring forty libraries of the network along.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / f"wheel-{sysconfig.get_config_var('SOABI')}"

# What every Linux system with Python has (as for manylinux), and so is not in the wheel.
SYSTEM_LIBRARIES = re.compile(
    r"(linux-vdso|ld-linux.*|libc|libm|libmvec|libdl|librt|libpthread|libgcc_s|libstdc\+\+)\.so.*"
)


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def version() -> str:
    found = re.search(r"project\(plumbline VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found, "CMakeLists.txt does not name the version"
    return found.group(1)


def metadata() -> str:
    p = project()
    lines = ["Metadata-Version: 2.1", "Name: plumbline", f"Version: {version()}", f"Summary: {p['description']}"]
    lines += [f"Author: {author['name']}" for author in p["authors"]]
    lines += [f"License: {p['license']['text']}", f"Keywords: {','.join(p['keywords'])}"]
    lines += [f"Classifier: {c}" for c in p["classifiers"]]
    lines += [f"Requires-Python: {p['requires-python']}"]
    for extra, needs in p["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"] + [f"Requires-Dist: {need}; extra == '{extra}'" for need in needs]
    lines += ["Description-Content-Type: text/markdown", "", (ROOT / p["readme"]).read_text()]
    return "\n".join(lines)


def tag() -> str:
    """The interpreter, its binary interface, and the platform: the C library is the one of this machine or a newer one."""
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    library, release = platform.libc_ver()
    if library == "glibc":
        machine = machine.replace("linux", "manylinux_" + release.replace(".", "_"), 1)
    return f"{interpreter}-{interpreter}-{machine}"


def dist_info(folder: Path) -> Path:
    info = folder / f"plumbline-{version()}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(metadata())
    (info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: plumbline\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    )
    scripts = "\n".join(f"{name} = {target}" for name, target in project()["scripts"].items())
    (info / "entry_points.txt").write_text(f"[console_scripts]\n{scripts}\n")
    (info / "top_level.txt").write_text("plumbline\n")
    shutil.copy(ROOT / "LICENSE", info / "LICENSE")
    return info


def run(*words: str | Path) -> None:
    print("+", *words, flush=True)
    try:
        subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise SystemExit(f"plumbline: error: {words[0]} is missing; packages.txt names the packages of a build") from None
    except subprocess.CalledProcessError as failed:
        raise SystemExit(f"plumbline: error: {words[0]} failed with exit code {failed.returncode}") from None


def needed_libraries(binary: Path) -> dict[str, Path]:
    """The shared libraries that a binary loads, also through others, without those of the system: file by name."""
    said = subprocess.run(["ldd", str(binary)], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"^\s*(\S+) => (/\S+)", said, re.MULTILINE)
    return {name: Path(file) for name, file in found if not SYSTEM_LIBRARIES.fullmatch(name)}


def compiled(stage: Path) -> None:
    """Builds module and program, and lays them out in `stage` as they are installed."""
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
    if (ROOT / "tools" / "need").exists() and os.environ.get("PLUMBLINE_NEED", "1") != "0":
        run(ROOT / "tools" / "need", "unpacked")  # Boost's headers, where the machine's are too old: no root needed
    options = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_CXX_FLAGS_RELEASE": "-O2 -DNDEBUG",
        "PLUMBLINE_PYTHON": "ON",
        "PLUMBLINE_BUILD_TESTS": "OFF",
        "PLUMBLINE_MPI": "OFF",
        "PLUMBLINE_HDF5": "OFF",
        "PLUMBLINE_WHEEL": "ON",
        "Python_EXECUTABLE": sys.executable,
    }
    run("cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", *(f"-D{name}={value}" for name, value in options.items()))
    run("cmake", "--build", BUILD, "-j", jobs, "--target", "plumbline-python", "plumbline-cli")
    run("cmake", "--install", BUILD, "--prefix", stage, "--component", "wheel", "--strip")
    libraries = stage / "plumbline.libs"
    libraries.mkdir()
    for binary in (*stage.glob("plumbline/_core*.so"), stage / "plumbline/_program/bin/plumbline"):
        for name, file in needed_libraries(binary).items():
            if not (libraries / name).exists():
                shutil.copy(file.resolve(), libraries / name)


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    stage = BUILD / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    compiled(stage)
    info = dist_info(stage)
    name = f"plumbline-{version()}-{tag()}.whl"
    record = [f"{info.name}/RECORD,,"]
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in sorted(path for path in stage.rglob("*") if path.is_file()):
            inside = file.relative_to(stage).as_posix()
            content = file.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{inside},sha256={digest},{len(content)}")
            entry = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (file.stat().st_mode & 0xFFFF) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
        wheel.writestr(f"{info.name}/RECORD", "\n".join(sorted(record)) + "\n")
    return name


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: object = None) -> str:
    return dist_info(Path(metadata_directory)).name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """The files of the repository; from an unpacked source archive, its own files again."""
    folder = f"plumbline-{version()}"
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], check=True, capture_output=True, text=True)
        files = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        files = [path for path in ROOT.rglob("*") if path.is_file() and path.relative_to(ROOT).parts[0] != "build"]
    with tarfile.open(Path(sdist_directory) / f"{folder}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in sorted(files):
            if file.is_file() and file.name != "PKG-INFO":
                archive.add(file, f"{folder}/{file.relative_to(ROOT).as_posix()}", recursive=False)
        information = BUILD.parent / "PKG-INFO"
        information.parent.mkdir(parents=True, exist_ok=True)
        information.write_text(metadata())
        archive.add(information, f"{folder}/PKG-INFO")
    return f"{folder}.tar.gz"
