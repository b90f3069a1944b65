"""The house keeps its order: imports run one way, and what is heavy is imported late."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from holdem_sim.cli import Commands

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "holdem_sim"
HEAVY = {"numba", "numpy", "pandas", "pyarrow", "duckdb", "matplotlib", "pydantic", "jinja2", "rich"}

MAY_IMPORT = {
    "errors": set(),
    "language": {"errors"},
    "schema": set(),
    "engine": {"schema"},
    "dataset": {"errors", "schema"},
    "recheck": {"dataset", "errors", "schema"},
    "verify": {"dataset", "errors", "recheck", "schema"},
    "runouts": {"engine"},
    "equities": {"engine", "runouts"},
    "reports": {"dataset", "equities", "errors", "language", "schema"},
    "page": {"errors", "language", "reports"},
    "histories": {"engine", "errors"},
    "replaying": {"engine", "errors", "histories", "schema"},
    "values": {"engine", "errors"},
    "settings": {"errors", "values"},
    "keys": {"engine", "schema", "values"},
    "lineup": {"engine", "errors", "keys", "settings", "values"},
}
"""What these parts may import of the others: the engine knows no files, reports and verify know no engine (all-in
equities are settled by its hand ranking, in a module of their own)."""


def part(module: str) -> str:
    """The part of the project a module belongs to: ``holdem_sim.engine.pots`` -> ``engine``."""
    return module.partition(".")[2].partition(".")[0]


def type_checking_only(tree: ast.Module) -> set[ast.AST]:
    """Everything under ``if TYPE_CHECKING:``."""
    blocks = [n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    return {inner for block in blocks for statement in block.body for inner in ast.walk(statement)}


def imports(path: Path, everywhere: bool) -> set[str]:
    """The modules a file imports: those at its top, or also those inside its functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = ast.walk(tree) if everywhere else iter(tree.body)
    skipped = type_checking_only(tree)
    found: set[str] = set()
    for node in nodes:
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            module = str(node.module)
            inner = {f"{module}.{alias.name}" for alias in node.names}
            found |= {name if is_module(name) else module for name in inner}
    return found


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def files() -> dict[str, Path]:
    """Every module of the package by name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        words = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    return found


def ours(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] == "holdem_sim"}


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_imports_run_one_way(name):
    for module, path in files().items():
        if part(module) == name:
            used = {part(other) for other in ours(imports(path, everywhere=True))} - {name, ""}
            assert used <= MAY_IMPORT[name], f"{module} imports {used - MAY_IMPORT[name]}"


def test_only_the_command_line_imports_the_command_line():
    for module, path in files().items():
        if part(module) not in ("cli", "__main__"):
            assert "cli" not in {part(other) for other in ours(imports(path, everywhere=True))}, module


def test_no_two_modules_import_each_other():
    graph = {module: ours(imports(path, everywhere=False)) - {module} for module, path in files().items()}
    TopologicalSorter(graph).prepare()  # CycleError names the modules


def test_the_engine_needs_numpy_and_numba_alone():
    for module, path in files().items():
        if part(module) == "engine":
            outside = {name.split(".")[0] for name in imports(path, everywhere=True)} - {"holdem_sim"}
            assert outside - set(sys.stdlib_module_names) <= {"numpy", "numba"}, module


def test_click_is_used_by_the_command_line_alone():
    for module, path in files().items():
        if part(module) != "cli":
            assert "click" not in imports(path, everywhere=True), module


@pytest.mark.parametrize("words", [[], *([name] for name in Commands.files())])
def test_help_imports_nothing_heavy(words):
    code = (
        "import sys; from holdem_sim.cli import main; "
        f"code = main({[*words, '--help']!r}); "
        f"print(*sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_help_answers_at_once():
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "holdem_sim", "--help"], capture_output=True, cwd=ROOT, check=True
        )
        times.append(time.perf_counter() - start)
    assert min(times) < 1.0, "0.3 s on an idle machine is the promise"


def test_the_package_exports_what_a_strategy_needs_and_only_when_asked():
    code = "import sys, holdem_sim; print('numpy' in sys.modules, holdem_sim.FLOP, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.stdout.split() == ["False", "1", "True"], done.stderr
    import holdem_sim

    for name in holdem_sim.__all__:
        assert getattr(holdem_sim, name) is not None
        assert name in dir(holdem_sim)
    with pytest.raises(AttributeError, match="has no attribute 'straigt'"):
        holdem_sim.straigt  # noqa: B018


def test_the_decorator_is_found_in_either_order_of_import():
    code = (
        "import holdem_sim.strategy as module; from holdem_sim import strategy\n"
        "@strategy\n"
        "def one(x: int = 1):\n"
        "    def decide(spot):\n"
        "        return 0\n"
        "    return decide\n"
        "assert isinstance(one, module.Strategy)"
    )
    swapped = code.replace(
        "import holdem_sim.strategy as module; from holdem_sim import strategy",
        "from holdem_sim import strategy; import holdem_sim.strategy as module",
    )
    for text in (code, swapped):
        done = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, cwd=ROOT, timeout=120
        )
        assert done.returncode == 0, done.stderr
