"""Puts ``resources/`` into the wheel as ``stello_desktop/resources``, with the translations compiled."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from steps import translations


class ResourcesHook(BuildHookInterface[Any]):
    """Runs before the wheel is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's form
        """Name every resource and its place in the wheel."""
        root = Path(self.root) / "resources"
        included: dict[str, str] = build_data["force_include"]
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix != ".qm":
                included[str(path)] = f"stello_desktop/resources/{path.relative_to(root).as_posix()}"
        self._compiled = tempfile.TemporaryDirectory(prefix="stello-i18n-")
        for qm in translations.compile_stale(sys.executable, root / "i18n", Path(self._compiled.name)):
            included[str(qm)] = f"stello_desktop/resources/i18n/{qm.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the compiled copies."""
        self._compiled.cleanup()
