"""The wheel carries what a checkout has: code, resources, compiled translations, licence."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESOURCES = ROOT / "resources"

READ_ALL = """
import sys
from pathlib import Path
import stello_desktop
from stello_desktop.resources import resource
assert ".whl-content" in stello_desktop.__file__, stello_desktop.__file__
for name in sys.stdin.read().splitlines():
    path = resource(name)
    assert ".whl-content" in str(path), path
    assert path.is_file() and path.stat().st_size >= 0
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return next(folder.glob("*.whl"))


def names_of_resources() -> list[str]:
    """Every resource of the checkout, with compiled translations in place of none."""
    files = [path for path in RESOURCES.rglob("*") if path.is_file() and path.suffix != ".qm"]
    compiled = [path.with_suffix(".qm") for path in (RESOURCES / "i18n").glob("*.ts")]
    return sorted(path.relative_to(RESOURCES).as_posix() for path in files + compiled)


@pytest.mark.slow
def test_every_resource_is_read_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    content = tmp_path / ".whl-content"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(content)
    names = names_of_resources()
    assert names
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(content)!r})\n{READ_ALL}"]
    result = subprocess.run(
        command, cwd=tmp_path, input="\n".join(names), capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_beside_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"stello_desktop"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "stello_desktop").rglob("*.py")}
    assert sources <= set(names)
