"""What measures speed and memory is still able to start."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parents[1] / "bench").glob("*.py"))
MEASURED_BESIDE = ("d20",)
"""packages that only a bench needs"""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_bench_finds_all_that_it_measures(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(source):
        for alias in node.names if isinstance(node, ast.Import) else ():
            if alias.name in MEASURED_BESIDE:
                pytest.importorskip(alias.name)
    spec = importlib.util.spec_from_file_location(f"bench_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks its module up.
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    assert "python -P bench/" + file.name in (module.__doc__ or "")
